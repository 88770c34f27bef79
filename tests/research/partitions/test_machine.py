"""Machines, the boxes that fit, and their bisections."""

import math
from itertools import combinations, product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.research.partitions.bounds.best_sets import orders, prefix_cuts
from netfloor.research.partitions.box_policy import policy_rows
from netfloor.research.partitions.halves import halves, lexicographic_half
from netfloor.research.partitions.machine import Axis, Machine, blue_gene_q
from netfloor.topologies.families.lattices.lattice import Dimension, lattice_links, lattice_routers, ring

KINDS = ["path", "ring", "clique"]
SIDES = st.lists(st.integers(1, 4), min_size=4, max_size=4)


@given(SIDES)
def test_a_blue_gene_partition_has_twice_its_nodes_over_its_longest_side(midplanes: list[int]) -> None:
    """The formula of Chen et al. 2012, quoted in the paper's section 2, exactly."""
    machine = blue_gene_q("test", midplanes)
    nodes = math.prod(midplanes) * machine.nodes_per_unit
    cut = halves(machine.network())
    assert cut.exact
    assert cut.links == 2 * nodes // (4 * max(midplanes))


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.builds(
            Dimension, st.integers(2, 5), st.sampled_from(["path", "ring", "clique"]), st.integers(1, 5)
        ),
        min_size=1,
        max_size=3,
    )
    .map(lambda parts: [Dimension(2, "clique", p.links) if p.size == 2 else p for p in parts])
    .filter(lambda parts: lattice_routers(parts) <= 12)
)
def test_bisections_are_those_of_all_halves_tried(parts: list[Dimension]) -> None:
    """Small partitions are halved exactly, whatever their capacities."""
    links, counts = lattice_links("test", parts)
    graph = nx.Graph()
    graph.add_weighted_edges_from((int(u), int(v), int(w)) for (u, v), w in zip(links, counts, strict=True))
    least = min(
        nx.cut_size(graph, chosen, weight="weight") for chosen in combinations(graph, len(graph) // 2)
    )
    cut = halves(parts)
    assert (cut.links, cut.lower) == (least, least)


@given(
    st.lists(
        st.builds(Dimension, st.integers(2, 9), st.sampled_from(KINDS), st.integers(1, 6)),
        min_size=1,
        max_size=4,
    ).map(lambda parts: [Dimension(2, "clique", p.links) if p.size == 2 else p for p in parts])
)
def test_one_order_of_the_dimensions_halves_best(parts: list[Dimension]) -> None:
    """No other lexicographic order leaves fewer links around the first half."""
    half = np.asarray([lattice_routers(parts) // 2])
    assert lexicographic_half(parts) == min(int(prefix_cuts(order, half)[0]) for order in orders(parts))


@given(SIDES)
def test_every_box_is_a_geometry_once(midplanes: list[int]) -> None:
    """Turned boxes are the same; each fits and is the standard one."""
    machine = blue_gene_q("test", midplanes)
    found = [geometry for boxes in machine.geometries().values() for geometry in boxes]
    boxes = {tuple(sorted(box)) for box in product(*(range(1, size + 1) for size in midplanes))}
    assert sorted(tuple(sorted(geometry)) for geometry in found) == sorted(boxes)
    assert all(machine.fits(geometry) and machine.normal(geometry) == geometry for geometry in found)


@pytest.mark.parametrize(("geometry", "fits"), [((2, 7, 2, 2), True), ((3, 3, 1, 1), False)])
def test_what_fits_into_juqueen(geometry: tuple[int, ...], fits: bool) -> None:
    """A geometry may be turned; two sides of 3 have no room in 7x2x2x2."""
    assert blue_gene_q("JUQUEEN", (7, 2, 2, 2)).fits(geometry) is fits


def test_partitions_have_paths_in_dimensions_that_they_do_not_span() -> None:
    """A torus of 8x4 gives 4x4 with rings of 4 in the second dimension only."""
    machine = Machine("test", "router", (Axis(8, "ring"), Axis(4, "ring")))
    assert machine.network((4, 4)) == (Dimension(4, "path"), ring(4))


def test_a_pair_is_a_ring_only_where_it_spans() -> None:
    """Two of eight routers are one link apart, two of two are joined twice by default."""
    machine = Machine("test", "router", (Axis(8, "ring"), Axis(2, "ring")))
    assert machine.network((2, 2)) == (Dimension(2, "clique", 1), Dimension(2, "clique", 2))


def test_sides_of_dimensions_that_differ_do_not_change_places() -> None:
    """Four along the wide dimension is another partition than four along the narrow one."""
    machine = Machine("test", "router", (Axis(4, "ring", 1), Axis(4, "ring", 3)), always_wraps=True)
    row = next(row for row in policy_rows(machine) if row.units == 4)
    assert (row.best, row.best_cut.links) == ("1x4", 6)
    assert (row.worst, row.worst_cut.links) == ("4x1", 2)


def test_a_size_with_less_than_a_smaller_one_is_refused() -> None:
    """JUQUEEN's 5 midplanes have half of what 4 have; 6 should be turned; 40 and 32 have the same."""
    advice = {row.units: row.advice for row in policy_rows(blue_gene_q("JUQUEEN", (7, 2, 2, 2)))}
    assert (advice[5], advice[6], advice[40]) == ("refuse", "rotate", "keep")


def test_several_geometries_tie_on_mira() -> None:
    """At 16, 32 and 48 midplanes: all are named."""
    rows = {row.units: row for row in policy_rows(blue_gene_q("Mira", (4, 4, 3, 2)))}
    assert set(rows[16].worst_ties) == {"4x4x1x1", "4x2x2x1"}
    assert set(rows[32].best_ties) == {"4x4x2x1", "4x2x2x2"}
    assert set(rows[48].best_ties) == {"4x4x3x1", "4x3x2x2"}


def test_a_permitted_geometry_must_fit() -> None:
    """The caller has checked it."""
    with pytest.raises(ValueError, match="fit"):
        policy_rows(blue_gene_q("Mira", (4, 4, 3, 2)), [(5, 1, 1, 1)])
