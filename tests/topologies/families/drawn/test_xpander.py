"""Xpander: lifts of complete graphs, reproducible and drawn without favour."""

from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build


@given(st.integers(3, 12), st.integers(1, 12), st.integers(0, 2**40))
@settings(max_examples=60, deadline=None)
def test_is_a_connected_lift(k: int, lift: int, seed: int) -> None:
    """Each pair of meta-nodes is joined by a perfect matching, and nothing is joined inside one."""
    topology = build(f"xpander:{k},{lift},seed={seed}")
    assert topology.routers == (k + 1) * lift
    assert 2 * topology.link_count == k * (k + 1) * lift
    assert topology.is_regular
    assert topology.radix == k
    assert topology.groups is not None
    assert topology.groups.tolist() == [router // lift for router in range(topology.routers)]
    between = np.concatenate([topology.links, topology.links[:, ::-1]])
    seen = {(router, int(topology.groups[other])) for router, other in between.tolist()}
    assert seen == {(r, g) for r in range(topology.routers) for g in range(k + 1) if g != r // lift}
    assert nx.is_connected(nx.Graph(topology.links.tolist()))


@pytest.mark.parametrize("k", [3, 4, 7])
def test_a_lift_of_one_is_the_complete_graph(k: int) -> None:
    """One router a meta-node is the base graph itself."""
    assert np.array_equal(build(f"xpander:{k},1").links, build(f"complete:{k + 1}").links)


def test_connected_lifts_are_equally_likely() -> None:
    """Every connected 2-lift of K_4 comes up as often as any other (chi-squared, 0.1 %).

    Of its 2^6 matchings the 2^3 that a relabelling of copies turns into two K_4 are not connected.
    """
    counts = Counter(build(f"xpander:3,2,seed={seed}").links.tobytes() for seed in range(1120))
    statistic = sum((count - 20) ** 2 / 20 for count in counts.values())
    assert len(counts) == 56
    assert statistic < chi2.ppf(0.999, 55)


def test_the_seed_decides() -> None:
    """The same seed gives the same links, another seed others."""
    first, again, other = (build(f"xpander:5,8,seed={seed}").links for seed in (3, 3, 4))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("xpander:2,4", ["k=2", "give k >= 3"]),
        ("xpander:3,0", ["lift=0"]),
        ("xpander:3", ["lift is missing", "xpander:k,lift"]),
        ("xpander:3,4,seed=-1", ["seed=-1"]),
        ("xpander:3000,3000", ["switches", "GiB"]),
    ],
)
def test_refuses_naming_the_culprit(spec: str, words: list[str]) -> None:
    """Wrong parameters end in one message that says what is wrong and what would be right."""
    with pytest.raises(InputError) as caught:
        build(spec)
    assert all(word in str(caught.value) for word in words), str(caught.value)
