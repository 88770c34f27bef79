"""Bounds for all sets of a size, against all sets of small networks."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest

from structure.bisection import bisection
from structure.partitions.network_parts import part_of
from structure.partitions.set_bounds import SetBounds
from topologies.lattice_families import lattice_of
from topologies.spec import build

SPECS = [
    "torus:4x3",
    "mesh:4x3",
    "hyperx:4x3",
    "hypercube:3",
    "random:10,3",
    "circulant:11:1,3",
    "slimfly:3",
]


@pytest.mark.parametrize("spec", SPECS)
def test_no_set_beats_them(spec: str) -> None:
    """Links that leave, links inside, and bisections of sets of up to four routers and of all but two."""
    topology = build(spec)
    n = topology.routers
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(n))
    for (u, v), count in zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True):
        graph.add_edges_from([(u, v)] * count)
    bounds = SetBounds(topology, lattice_of(topology))
    for size in (1, 2, 3, 4, n - 2):
        for chosen in combinations(range(n), size):
            assert bounds.leaving(size).links <= nx.cut_size(graph, chosen)
            assert graph.subgraph(chosen).number_of_edges() <= bounds.inside(size)
        some = list(combinations(range(n), size))[:: max(1, n**2 // 8)]
        parts = (part_of(topology, np.asarray(chosen)) for chosen in some)
        assert max(bisection(part).links for part in parts) <= bounds.bisection(size)


def test_a_set_and_its_complement_have_the_same_bound() -> None:
    """The links that leave one leave the other."""
    bounds = SetBounds(build("slimfly:3"))
    assert all(bounds.leaving(size).links == bounds.leaving(18 - size).links for size in range(19))


def test_a_network_in_pieces_is_bounded_by_nothing() -> None:
    """A piece of it can be taken whole."""
    two = part_of(build("circulant:12:1"), np.asarray([0, 1, 2, 6, 7, 8]))
    assert SetBounds(two).leaving(3).links == 0


@pytest.mark.parametrize("size", [-1, 13])
def test_sets_larger_than_the_network_are_a_mistake(size: int) -> None:
    """There are none."""
    with pytest.raises(ValueError, match="more routers"):
        SetBounds(build("torus:4x3")).leaving(size)
