"""Ways from one cut to a better one."""

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from netfloor.structure.bisection.cut import Cut


def weighted(n, p, seed):
    """Return a random graph with one to three links a pair."""
    graph = nx.gnp_random_graph(n, p, seed=seed)
    for u, v in graph.edges:
        graph.edges[u, v]["weight"] = 1 + (u + 2 * v) % 3
    return graph


cuts = given(
    n=st.integers(2, 24),
    p=st.floats(0, 1),
    seed=st.integers(0, 9999),
    ones=st.integers(0, 2**24 - 1),
)


def some_cut(network, ones):
    """Return the cut whose sides are the bits of a number."""
    return Cut(network, (ones >> np.arange(network.routers) & 1).astype(np.int8))


@cuts
def test_links_are_counted(topology_of, count_cut, n, p, seed, ones):
    """A cut's links are those that join its two sides."""
    cut = some_cut(topology_of(weighted(n, p, seed)), ones)
    assert cut.links == count_cut(cut.topology, cut.sides)


@cuts
def test_balancing_ends_with_halves(topology_of, n, p, seed, ones):
    """Whatever the sides were, balanced ones differ by at most one router."""
    cut = some_cut(topology_of(weighted(n, p, seed)), ones)
    assert abs(n - 2 * int(cut.balanced().sides.sum())) <= 1


@cuts
def test_a_balanced_cut_stays_as_it_is(topology_of, n, p, seed, ones):
    """Balancing twice is balancing once."""
    once = some_cut(topology_of(weighted(n, p, seed)), ones).balanced()
    assert np.array_equal(once.balanced().sides, once.sides)


@cuts
def test_improving_leaves_no_better_swap(topology_of, n, p, seed, ones):
    """After improving, sizes are kept, the cut is no larger, and another pass changes nothing."""
    cut = some_cut(topology_of(weighted(n, p, seed)), ones).balanced()
    better = cut.improved()
    assert better.sides.sum() == cut.sides.sum()
    assert better.links <= cut.links
    assert better.improved().links == better.links


@given(n=st.integers(2, 24), p=st.floats(0, 1), seed=st.integers(0, 9999), ones=st.integers(0, 2**24 - 1))
def test_annealing_never_loses(topology_of, n, p, seed, ones):
    """Annealing keeps the sizes and returns its best cut, which is at most the one it began with."""
    cut = some_cut(topology_of(weighted(n, p, seed)), ones).balanced()
    found = cut.annealed(seed, hot=2.0, cold=0.2, iterations=2000)
    assert found.sides.sum() == cut.sides.sum()
    assert found.links <= cut.links


def test_annealing_moves_uphill_when_hot(topology_of):
    """Two cliques cut through their middles are parted, which no first swap improves enough alone."""
    network = topology_of(nx.disjoint_union(nx.complete_graph(15), nx.complete_graph(15)))
    crossed = Cut(network, (np.arange(30) % 2).astype(np.int8))
    assert crossed.annealed(1, hot=3.0, cold=0.3, iterations=20_000).links == 0


def test_a_seed_decides_the_cut(topology_of):
    """Annealing twice with one seed gives the same sides, with another different ones."""
    network = topology_of(nx.random_regular_graph(6, 100, seed=1))
    start = Cut(network, (np.arange(100) % 2).astype(np.int8))
    one, same, other = (start.annealed(s, hot=1.0, cold=0.5, iterations=5000) for s in (1, 1, 2))
    assert np.array_equal(one.sides, same.sides)
    assert not np.array_equal(one.sides, other.sides)


def test_the_swap_scale_is_the_root_of_the_degree(topology_of):
    """A k-regular network's temperature unit is sqrt(k)."""
    network = topology_of(nx.random_regular_graph(9, 40, seed=1))
    assert Cut(network, np.zeros(40, np.int8)).swap_scale() == 3.0
