"""Harper's and Lindsey's orders, staircases and all certified curves against all sets tried."""

import math
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.research.partitions.bounds.best_sets import (
    best_prefix_cuts,
    lindsey_cuts,
    prefix_cuts,
    two_clique_cuts,
)
from netfloor.research.partitions.bounds.certified_cuts import certified_cuts
from netfloor.research.partitions.bounds.cut_curve import cut_curve
from netfloor.research.partitions.bounds.subsets import best_subset
from netfloor.topologies.families.lattices.lattice import (
    Dimension,
    lattice_links,
    lattice_routers,
    ring,
    shapes,
)

KINDS = ["path", "ring", "clique"]
HYPERX = [sizes for routers in range(2, 17) for sizes in shapes(routers)]


def tried(parts: list[Dimension]) -> list[int]:
    """Return the fewest links around 1 .. n / 2 routers, by trying all sets."""
    found = [best_subset(parts, size) for size in range(1, lattice_routers(parts) // 2 + 1)]
    return [one.links for one in found if one is not None]


def weighted(parts: list[Dimension]) -> nx.Graph:
    """Return a product as NetworkX's graph."""
    links, counts = lattice_links("test", parts)
    graph = nx.Graph()
    graph.add_weighted_edges_from((int(u), int(v), int(w)) for (u, v), w in zip(links, counts, strict=True))
    return graph


@pytest.mark.parametrize(
    "parts",
    [
        [ring(5), ring(3)],
        [ring(2, double_pair=True), ring(4)],
        [Dimension(4, "clique", 2), Dimension(3, "path")],
    ],
)
def test_trying_all_sets_tries_all_sets(parts: list[Dimension]) -> None:
    """A plain loop over combinations finds the same least cut, and the set has it."""
    graph = weighted(parts)
    for size in range(1, len(graph) // 2 + 1):
        best = best_subset(parts, size)
        assert best is not None
        least = min(nx.cut_size(graph, chosen, weight="weight") for chosen in combinations(graph, size))
        assert best.links == least == nx.cut_size(graph, best.routers, weight="weight")


@pytest.mark.parametrize("dimensions", range(1, 5))
def test_harpers_order_is_best(dimensions: int) -> None:
    """On hypercubes of up to 16 routers, for sets of every size."""
    sizes = np.arange(1, 2**dimensions // 2 + 1)
    assert lindsey_cuts([2] * dimensions, sizes).tolist() == tried([Dimension(2, "clique")] * dimensions)


def test_every_product_of_complete_graphs_is_tried() -> None:
    """As many as there are ways to write 2 .. 16 as a product (OEIS A001055), hypercubes among them."""
    ways = [1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 4, 1, 2, 2, 5]
    assert [sum(math.prod(one) == n for one in set(HYPERX)) for n in range(2, 17)] == ways
    assert {(2,) * dimensions for dimensions in range(1, 5)} <= set(HYPERX)


@pytest.mark.parametrize("cliques", HYPERX)
def test_lindseys_order_is_best(cliques: tuple[int, ...]) -> None:
    """On every product of complete graphs of up to 16 routers, for sets of every size."""
    sizes = np.arange(1, math.prod(cliques) // 2 + 1)
    assert lindsey_cuts(cliques, sizes).tolist() == tried([Dimension(size, "clique") for size in cliques])


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.integers(2, 4), st.integers(1, 9), st.integers(1, 9))
def test_staircases_are_best(rows: int, columns: int, first: int, second: int) -> None:
    """On products of two complete graphs whose links differ in capacity."""
    parts = [Dimension(rows, "clique", first), Dimension(columns, "clique", second)]
    assert two_clique_cuts(parts)[1 : rows * columns // 2 + 1].tolist() == tried(parts)


def test_the_group_of_a_cray_xc() -> None:
    """K16 x K6 with capacities 1 and 3 is halved at 384, a quarter of 96 times 16."""
    parts = [Dimension(16, "clique", 1), Dimension(6, "clique", 3)]
    assert two_clique_cuts(parts)[48] == min(96 * 16, 96 * 18) // 4


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.builds(Dimension, st.integers(2, 5), st.sampled_from(["ring", "clique"]), st.integers(1, 5)),
        min_size=1,
        max_size=3,
    )
    .map(lambda parts: [Dimension(2, "clique", p.links) if p.size == 2 else p for p in parts])
    .filter(lambda parts: lattice_routers(parts) <= 20)
)
def test_bounds_and_curves_hold_what_all_sets_give(parts: list[Dimension]) -> None:
    """Certified bounds are not above the least cut, sets that were found not below."""
    least = np.asarray(tried(parts))
    sizes = np.arange(1, len(least) + 1)
    curve = cut_curve(parts)
    assert (certified_cuts(parts, sizes) <= least).all()
    assert (best_prefix_cuts(parts, sizes) >= least).all()
    assert ((curve.lower <= least) & (least <= curve.upper)).all()


@pytest.mark.parametrize("sides", [(5, 5), (3, 3, 3), (4, 4), (6, 4)])
def test_certified_bounds_of_larger_tori(sides: tuple[int, ...]) -> None:
    """They are true of all sets of up to 9 routers."""
    parts = [ring(side) for side in sides]
    sizes = np.arange(1, min(9, math.prod(sides) // 2) + 1)
    for size, bound in zip(sizes, certified_cuts(parts, sizes), strict=True):
        best = best_subset(parts, int(size))
        assert best is not None
        assert bound <= best.links


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.builds(
            Dimension, st.integers(3, 4), st.sampled_from(["path", "ring", "clique"]), st.integers(1, 3)
        ),
        min_size=1,
        max_size=3,
    )
)
def test_lexicographic_sets_are_counted_link_by_link(order: list[Dimension]) -> None:
    """NetworkX's cut of the first routers is as large, for every number of them."""
    graph = weighted(order)
    cuts = prefix_cuts(order, np.arange(len(graph) + 1))
    assert cuts.tolist() == [nx.cut_size(graph, range(s), weight="weight") for s in range(len(graph) + 1)]
