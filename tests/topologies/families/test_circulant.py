"""Circulant graphs against NetworkX and their closed forms."""

import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build


@given(st.integers(2, 60), st.data())
@settings(max_examples=100, deadline=None)
def test_is_that_of_networkx(n: int, data: st.DataObject) -> None:
    """Links are those of NetworkX, radix and count those of the closed forms."""
    jumps = data.draw(st.lists(st.integers(1, n // 2), min_size=1, max_size=6, unique=True))
    assume(math.gcd(n, *jumps) == 1)
    topology = build(f"circulant:{n}:{','.join(map(str, jumps))}")
    expected = {(min(pair), max(pair)) for pair in nx.circulant_graph(n, jumps).edges}
    half = n % 2 == 0 and n // 2 in jumps
    assert {tuple(link) for link in topology.links.tolist()} == expected
    assert (topology.multiplicity == 1).all()
    assert topology.is_regular
    assert topology.radix == 2 * len(jumps) - half
    assert topology.link_count == n * len(jumps) - (n // 2 if half else 0)
    assert topology.vertex_transitive


def test_order_of_jumps_makes_no_difference() -> None:
    """The links are the same, the name stays as typed."""
    first, second = build("circulant: 32 : 1, 6 ,16"), build("circulant:32:16,1,6")
    assert np.array_equal(first.links, second.links)
    assert first.name == "circulant: 32 : 1, 6 ,16"


def test_all_jumps_make_the_complete_graph() -> None:
    """C(n; 1, 2, ..., n/2) is complete."""
    assert np.array_equal(build("circulant:9:1,2,3,4").links, build("complete:9").links)
    assert np.array_equal(build("circulant:8:1,2,3,4").links, build("complete:8").links)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (
            "circulant:16:2,4",
            ["is not connected: n and all jumps are multiples of 2", "not a multiple of 2"],
        ),
        ("circulant:16:9", ["jump=9 is above n/2", "write 7"]),
        ("circulant:16:16", ["jump=16", "from 1 to 8"]),
        ("circulant:16:0", ["jump=0"]),
        ("circulant:16:-3", ["jump=-3"]),
        ("circulant:16:1,5,1", ["jump 1 is given twice"]),
        ("circulant:16:", ["jump: has no value"]),
        ("circulant:16:1:3", ["'1:3' is not a whole number"]),
        ("circulant:16,1", ["colon", "circulant:n:s1,s2,..."]),
        ("circulant:n=16", ["unknown parameter 'n'"]),
        ("circulant:endpoints=2", ["colon"]),
        ("circulant:1:1", ["n=1"]),
        ("circulant::1", ["n: has no value"]),
        ("circulant:16:1,seed=3", ["unknown parameter 'seed'"]),
        ("circulant:100000000:1", ["switches", "GiB"]),
    ],
)
def test_refuses_naming_the_culprit(spec: str, words: list[str]) -> None:
    """Wrong parameters end in one message that says what is wrong and what would be right."""
    with pytest.raises(InputError) as caught:
        build(spec)
    assert all(word in str(caught.value) for word in words), str(caught.value)
