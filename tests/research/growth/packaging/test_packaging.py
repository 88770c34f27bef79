"""Closed forms of packaging rules against enumeration and against layouts that are generated."""

from types import SimpleNamespace

import numpy as np
import pytest

from netfloor.layout.cable_plan import make_cable_plan
from netfloor.research.growth.packaging.cable_classes import CableClass, block_crossings, cable_classes
from netfloor.research.growth.packaging.floor import PackagingFloor
from netfloor.research.growth.packaging.generated import packaged_layout
from netfloor.research.growth.packaging.length_table import (
    closed_lengths,
    laid_lengths,
    mean_floor_m,
)
from netfloor.research.growth.packaging.rules import RULES, USUAL_RULES
from netfloor.research.growth.report.tables import packaging_table
from netfloor.topologies.spec import build

SPECS = (
    "dragonfly:a=4,p=2,h=2",
    "dragonfly:a=8,p=4,h=4,g=9",
    "flattened-butterfly:6,2",
    "flattened-butterfly:4,3",
    "hyperx:2x4x4,t=4,k=2x1x1",
    "clos:64,8",
    "torus:6x5x4,endpoints=1",
)


@pytest.mark.parametrize("name", [name for name in RULES if name != "neighbour"])
def test_mean_and_longest_are_those_of_the_distribution(name: str) -> None:
    """A rule's share rises from 0 to 1 at its longest, and its mean is the integral of what is beyond."""
    rule = RULES[name]
    length = np.linspace(0, rule.longest, 20_001)
    share = rule.share_within(length)
    assert (np.diff(share) >= -1e-12).all()
    assert share[[0, -1]] == pytest.approx([0, 1], abs=1e-12)
    assert np.trapezoid(1 - share, length) == pytest.approx(rule.mean, rel=1e-6)


@pytest.mark.parametrize(("name", "exponent"), [("row", 1), ("floor", 1), ("diagonal", 2)])
def test_rules_are_distances_of_two_places(name: str, exponent: int) -> None:
    """Every distance of two cells of a fine grid, counted, gives the rule's share at each quarter."""
    cells = (np.arange(200) + 0.5) / 200
    apart = np.abs(cells[:, None] - cells).ravel()
    values, counts = np.unique(np.round(apart, 6), return_counts=True)
    if name == "row":
        distance, weight = values, counts
    else:
        distance = (values[:, None] ** exponent + values**exponent) ** (1 / exponent)
        weight = np.outer(counts, counts)
    for at in np.linspace(0.125, 0.875, 7) * RULES[name].longest:
        share = weight[distance <= at].sum() / weight.sum()
        assert share == pytest.approx(float(RULES[name].share_within(np.array(at))), abs=0.01)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("cabinet", [4, 12, 64])
def test_classes_are_the_network_s_cables(spec: str, cabinet: int) -> None:
    """Both ways have every link once, and the closed form counts links inside cabinets as they are laid."""
    topology = build(spec)
    floor = PackagingFloor(75, cabinet, 8, 2000, 1000)
    closed = closed_lengths(cable_classes(topology, floor, USUAL_RULES[topology.family]))
    layout = packaged_layout(topology, floor)
    laid = laid_lengths(make_cable_plan(topology, layout.room, layout.placement), 2000)
    assert closed.total == laid.total == topology.link_count
    held = np.bincount(layout.room.lengths.cabinet_of_slot[layout.placement.slot_of], topology.endpoints)
    assert held.max() <= max(cabinet, topology.endpoints.max())
    switches = np.bincount(layout.room.lengths.cabinet_of_slot[layout.placement.slot_of])
    assert layout.room.slots == layout.room.cabinet_count * switches.max()
    assert int((~layout.closed).sum()) == topology.routers
    upper = layout.placement.slot_of[topology.endpoints == 0]
    assert np.bincount(layout.room.lengths.cabinet_of_slot[upper], minlength=1).max() <= 8
    if topology.family == "torus" or (topology.family == "dragonfly" and cabinet <= 16):
        assert closed.inside == laid.inside


def test_a_torus_of_blocks_is_cut_as_enumerated() -> None:
    """Links between blocks are those whose ends are in different blocks, whatever is left over."""
    sizes, block = (6, 5, 4), (2, 3, 4)
    topology = build("torus:6x5x4")
    place = np.unravel_index(np.arange(topology.routers), sizes)
    cabinet = np.array([at // side for at, side in zip(place, block, strict=True)])
    u, v = topology.links.T
    assert block_crossings(sizes, block) == int((cabinet[:, u] != cabinet[:, v]).any(axis=0).sum())


def test_rows_of_a_large_floor_have_a_third_of_its_side() -> None:
    """A complete row of 60 cabinets, laid out, is within 2 % of E/3 where E is the row."""
    floor = PackagingFloor(75, 4, 8, 0, 1000)
    topology = build("dragonfly:a=60,p=4,h=1,g=2")
    layout = packaged_layout(topology, floor)
    plan = make_cable_plan(topology, layout.room, layout.placement)
    local = topology.groups is not None and (
        topology.groups[plan.routers[:, 0]] == topology.groups[plan.routers[:, 1]]
    )
    assert plan.length_mm[local].mean() == pytest.approx(60 * floor.pitch_mm / 3, rel=0.02)


def test_the_dragonfly_has_half_the_global_cables_of_the_flattened_butterfly() -> None:
    """Dragonfly paper, Figure 18: 64K endpoints, groups of 16 switches; 16 of 64 ports against 30."""
    floor = PackagingFloor(75, 256, 16, 2000, 1000)
    crossing = []
    for spec in ("dragonfly:a=16,p=16,h=16,g=256", "flattened-butterfly:16,4"):
        topology = build(spec)
        classes = cable_classes(topology, floor, USUAL_RULES[topology.family])
        crossing.append((sum(one.cables for one in classes if one.rule is not None), topology.routers))
    (dragonfly, switches), (butterfly, others) = crossing
    assert switches == others == 4096
    assert 0.5 <= dragonfly / butterfly < 0.54
    assert (2 * dragonfly / switches, 2 * butterfly / others) == (16, 30)


@pytest.mark.parametrize("spec", ["torus:6x7", "torus:7x6", "torus:8x8"])
@pytest.mark.parametrize("cabinet", [1, 4])
def test_rings_of_a_torus_are_folded(spec: str, cabinet: int) -> None:
    """No cable goes further than two cabinets, along one side of the floor, and no cabinet stays empty."""
    topology = build(spec, endpoints=1)
    layout = packaged_layout(topology, PackagingFloor(75, cabinet, 8, 0, 1000))
    held = layout.room.lengths.cabinet_of_slot[layout.placement.slot_of]
    row, column = np.divmod(held, layout.room.columns)
    u, v = topology.links.T
    apart = np.sort([abs(row[u] - row[v]), abs(column[u] - column[v])], axis=0)
    assert (apart[0].max(), apart[1].max()) == (0, 2)
    assert len(np.unique(held)) == layout.room.rows * layout.room.columns


@pytest.mark.parametrize("spec", ["dragonfly:a=7,p=2,h=1,g=2", "flattened-butterfly:7,3"])
@pytest.mark.parametrize("cabinet", [4, 6, 14, 64])
def test_the_row_of_a_group_is_as_long_as_its_cabinets(spec: str, cabinet: int) -> None:
    """Switches laid side by side, cabinet by cabinet, a begun one too: that many times the pitch."""
    topology = build(spec)
    floor = PackagingFloor(75, cabinet, 8, 2000, 1000)
    together = min(7, cabinet // int(topology.endpoints[0]) or 1)
    found = {one.name: one for one in cable_classes(topology, floor, USUAL_RULES[topology.family])}
    if together == 7:
        assert "inside a group" not in found
    else:
        assert found["inside a group"].span_mm == len(range(0, 7, together)) * floor.pitch_mm


@pytest.mark.parametrize("spec", ["dragonfly:a=7,p=2,h=1,g=2", "clos:64,8", "torus:4x4,endpoints=1"])
@pytest.mark.parametrize("cabinet", [4, 64])
def test_a_table_of_lengths_has_the_sums_of_the_cables(spec: str, cabinet: int) -> None:
    """Total, longest and mean are those of the cables as they are laid."""
    topology = build(spec)
    layout = packaged_layout(topology, PackagingFloor(75, cabinet, 8, 2000, 1000))
    plan = make_cable_plan(topology, layout.room, layout.placement)
    laid = laid_lengths(plan, 2000)
    outside = plan.length_mm[~plan.inside_cabinets]
    assert (laid.inside, laid.between) == (len(plan.length_mm) - len(outside), len(outside))
    assert laid.total_mm(2000, 1000) == plan.length_mm.sum()
    assert laid.longest_mm(2000, 1000) == plan.length_mm.max()
    assert mean_floor_m(laid) == pytest.approx((outside - 2000).mean() / 1000 if len(outside) else 0)


def test_the_floor_is_that_of_the_room_where_one_is_given() -> None:
    """100 m2 with 25 cabinets: a side of 10 m, 2 m each; else 75 endpoints a square metre."""
    given = PackagingFloor(75, 64, 8, 2000, 1000, (100_000_000, 25))
    assert (given.side_mm(1), given.side_mm(10**6), given.pitch_mm) == (10_000, 10_000, 2000)
    grown = PackagingFloor(75, 300, 8, 2000, 1000)
    assert (grown.side_mm(7500), grown.pitch_mm) == pytest.approx((10_000, 2000))


@pytest.mark.parametrize("name", [name for name in RULES if name != "neighbour"])
def test_no_cable_of_a_closed_form_is_off_by_more_than_the_report_says(name: str) -> None:
    """Each cable by its quantile, found by bisection of the share, against the table: half of a 500th."""
    rule, cables, span_mm = RULES[name], 997, 1e9
    table = closed_lengths([CableClass("of the rule", cables, rule, span_mm)])
    lengths = np.repeat(table.floor_mm, table.cables) / span_mm
    low, high = np.zeros(cables), np.full(cables, rule.longest)
    quantile = (np.arange(cables) + 0.5) / cables
    for _ in range(60):
        middle = (low + high) / 2
        below = rule.share_within(middle) < quantile
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    assert np.abs(lengths - low).max() <= 0.001 * rule.longest + 1e-6
    note = packaging_table(SimpleNamespace(packaging=())).note  # type: ignore[arg-type]
    assert "500 equal parts" in note
    assert "more than 0.1 % of the longest" in note
