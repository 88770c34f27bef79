"""Bounds of several groups against all their balanced cuts."""

from collections.abc import Sequence
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.research.partitions.bounds.group_bound import group_bound
from netfloor.topologies.families.lattices.lattice import Dimension, lattice_links, lattice_routers
from netfloor.topologies.topology import Topology

CLIQUES = st.lists(
    st.builds(Dimension, st.integers(2, 3), st.just("clique"), st.integers(1, 4)), max_size=2
)


def groups_of(inner: Sequence[Dimension], groups: int, ways: Sequence[tuple[int, int, int]]) -> Topology:
    """Return so many groups, and links ``(router, router, count)`` where those are in two of them."""
    size, counts = lattice_routers(inner), dict[tuple[int, int], int]()
    if inner:
        links, multiplicity = lattice_links("test", inner)
        for (u, v), count in zip(links.tolist(), multiplicity.tolist(), strict=True):
            counts |= {(u + group * size, v + group * size): count for group in range(groups)}
    for u, v, count in ways:
        if u // size != v // size:
            counts[min(u, v), max(u, v)] = count
    pairs = sorted(counts)
    return Topology(
        name="groups",
        family="test",
        parameters={},
        routers=groups * size,
        links=np.asarray(pairs, dtype=np.int32).reshape(-1, 2),
        multiplicity=np.asarray([counts[pair] for pair in pairs], dtype=np.int32),
        endpoints=np.zeros(groups * size, dtype=np.int32),
    )


@settings(max_examples=60, deadline=None)
@given(CLIQUES, st.integers(1, 5), st.data())
def test_no_balanced_cut_has_fewer_links(inner: list[Dimension], groups: int, data: st.DataObject) -> None:
    """All cuts of up to 12 routers in two are tried, however the groups are joined."""
    groups = min(groups, 12 // lattice_routers(inner))
    router = st.integers(0, groups * lattice_routers(inner) - 1)
    ways = data.draw(st.lists(st.tuples(router, router, st.integers(1, 5)), max_size=24))
    network = groups_of(inner, groups, ways)
    graph = nx.Graph()
    graph.add_nodes_from(range(network.routers))
    for (u, v), count in zip(network.links.tolist(), network.multiplicity.tolist(), strict=True):
        graph.add_edge(u, v, weight=count)
    halves = combinations(graph, network.routers // 2)
    least = min(nx.cut_size(graph, half, weight="weight") for half in halves)
    assert group_bound(network, inner, groups).links() <= least


def test_whole_groups_on_either_side_are_certified() -> None:
    """Four K4 of 3 links a pair, each two joined once: two and two are joined by 4, the least."""
    ways = [(4 * a + b, 4 * b + a, 1) for a, b in combinations(range(4), 2)]
    inner = [Dimension(4, "clique", 3)]
    assert group_bound(groups_of(inner, 4, ways), inner, 4).links() == 4


def test_other_sizes_are_a_mistake() -> None:
    """Twelve routers are not two groups of four."""
    inner = [Dimension(4, "clique")]
    with pytest.raises(ValueError, match="groups"):
        group_bound(groups_of(inner, 3, []), inner, 2)
