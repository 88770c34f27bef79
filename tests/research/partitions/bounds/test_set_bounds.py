"""Bounds for all sets of a size, against all sets of small networks."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from netfloor.research.partitions.bounds.set_bounds import (
    LeastCut,
    SetBounds,
    sweep_bisection,
    sweep_orders,
)
from netfloor.research.partitions.network_parts import part_of
from netfloor.structure.bisection.interval import bisection
from netfloor.topologies.families.lattices.lattice_families import lattice_of
from netfloor.topologies.spec import build

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
    assert SetBounds(two).leaving(3) == LeastCut(0, "nothing is less than 0")


@pytest.mark.parametrize("size", [-1, 13])
def test_sets_larger_than_the_network_are_a_mistake(size: int) -> None:
    """There are none."""
    with pytest.raises(ValueError, match="more switches"):
        SetBounds(build("torus:4x3")).leaving(size)


SPARSE = ["mesh:3x3", "torus:9", "torus:3x3", "random:9,4", "file"]


@pytest.mark.parametrize("spec", SPARSE)
@pytest.mark.parametrize("size", [2, 3, 6, 7, 9])
def test_no_bisection_beats_a_sweep(spec: str, size: int, tmp_path: Path) -> None:
    """All sets of nine routers and all their balanced cuts, whatever the order that is swept."""
    if spec == "file":
        (tmp_path / "tree.edges").write_text("0 1 5\n1 2\n1 3 2\n3 4\n4 5 7\n4 6\n7 6\n7 8 3\n")
        spec = f"file:{tmp_path / 'tree.edges'}"
    topology = build(spec)
    weights = topology.adjacency.toarray().astype(np.int64)
    orders = sweep_orders(topology, lattice_of(topology))
    assert all(sorted(order.tolist()) == list(range(9)) for order in orders)
    best = max(least_half(weights[np.ix_(chosen, chosen)]) for chosen in combinations(range(9), size))
    shuffled = np.random.default_rng(0).permutation(9)
    for order in [*orders, shuffled]:
        swept = sweep_bisection(topology, [order], size)
        assert swept is not None
        assert best <= swept


def least_half(weights: np.ndarray) -> int:
    """Return the least balanced cut of a few routers, by trying all."""
    size = len(weights)
    sides = (np.isin(range(size), half) for half in combinations(range(size), size // 2))
    return min(int(weights[np.ix_(side, ~side)].sum()) for side in sides)


def test_sparse_networks_are_bounded_by_a_cross_section() -> None:
    """Halves of a set along a ring of 64 routers are joined by 2 links, not by half of its 31."""
    assert SetBounds(build("torus:64")).bisection(32) == 2


def test_huge_degrees_are_left_to_the_mean() -> None:
    """A tally of 5,000 parallel links would be too long; the mean of all cuts is a bound still."""
    few = build("torus:4x3")
    many = replace(few, multiplicity=few.multiplicity * 5000, family="weighted")
    assert sweep_bisection(many, sweep_orders(many), 4) is None
    assert SetBounds(many).bisection(4) > 0
