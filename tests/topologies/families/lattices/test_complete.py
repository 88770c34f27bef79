"""Complete graphs against NetworkX."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build


@given(st.integers(1, 70))
@settings(max_examples=30, deadline=None)
def test_is_that_of_networkx(n: int) -> None:
    """Every pair once, sorted: n (n - 1) / 2 links."""
    topology = build(f"complete:{n}")
    assert [tuple(link) for link in topology.links.tolist()] == sorted(nx.complete_graph(n).edges)
    assert topology.link_count == n * (n - 1) // 2
    assert (topology.routers, topology.radix, topology.is_regular) == (n, n - 1, True)


@pytest.mark.parametrize("text", ["0", "-4", "x", "2.5", "100000", "4,4", ""])
def test_refuses_what_is_no_number_of_routers(text: str) -> None:
    """Nothing but a whole number from 1 to what memory holds."""
    with pytest.raises(InputError):
        build(f"complete:{text}")
