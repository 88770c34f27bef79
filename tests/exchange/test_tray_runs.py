"""Trays: what lies where, held against the ways that explain each cable's length."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from netfloor.exchange.job import Job
from netfloor.exchange.tray_runs import tray_runs
from netfloor.exchange.writers.sheets.labels import DEFAULT
from netfloor.exchange.writers.sheets.pull_sheets import tray_sheets
from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.placement import Placement
from netfloor.plans.cabinet_slots import cabinet_slots
from netfloor.plans.plan_fabric import fabric_of
from netfloor.rooms.hall.cables.route import route_between
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Cabinet, Riser, Tray
from netfloor.topologies.spec import build

BOTH = ("electrical", "optical")
FLOOR = ((-2000, -2000), (20000, -2000), (20000, 20000), (-2000, 20000))


def cabinets(rows: int, columns: int) -> tuple[Cabinet, ...]:
    """Return rows of cabinets, two slots each, one of them taken."""
    return tuple(
        Cabinet(f"{'ABCD'[r]}{c}", "ABCD"[r], 700 * c, 2500 * r, 600, 1200, 0.0, 42, (38, 40), r == c == 1)
        for r in range(rows)
        for c in range(1, columns + 1)
    )


def ladder() -> Hall:
    """Return a hall with a tray above each row, drawn in turns, and two across; one is for fibre alone."""
    rows = [
        Tray(f"row {r}", ((6000, 2500 * r), (0, 2500 * r))[:: 1 if r % 2 else -1], 2500, BOTH, 700)
        for r in range(3)
    ]
    across = [
        Tray("west", ((0, 0), (0, 2500), (0, 5000)), 2500, BOTH, 100),
        Tray("east", ((6000, 5000), (6000, 0)), 2500, ("optical",), 100),
    ]
    return Hall("ladder", FLOOR, cabinets(3, 7), trays=(*rows, *across))


def floors() -> Hall:
    """Return a hall with trays at two heights, joined by risers, that cross without meeting."""
    low = Tray("low", ((0, 0), (6000, 0)), 2200, BOTH, 700)
    high = Tray("high", ((0, 2500), (3000, 2500), (6000, 2500)), 2800, BOTH, 700)
    link = Tray("link", ((1000, -500), (1000, 3000)), 2500, BOTH, 100)
    risers = (Riser("one", (1000, 0)), Riser("two", (1000, 2500)))
    return Hall("floors", FLOOR, cabinets(2, 7), trays=(low, high, link), risers=risers)


HALLS = {"ladder": ladder(), "floors": floors()}


@pytest.fixture(params=[(name, seed) for name in HALLS for seed in range(3)], ids=str)
def laid(request: pytest.FixtureRequest) -> tuple[Hall, Any, Any]:
    """Return a hall, the slots of each cable and the fabric of a network at random in it."""
    name, seed = request.param
    hall, topology = HALLS[name], build("random:20,4")
    slots = np.random.default_rng(seed).permutation(hall.slots)[:20].astype(np.int32)
    placement = Placement(slots, hall.slots)
    cables = make_cable_plan(topology, hall, placement)
    return hall, cables, Job(fabric_of(topology, cabinet_slots(hall), placement, cables, 2000), topology)


def test_each_cable_lies_as_long_in_each_tray_as_its_way(laid: Any) -> None:
    """By the segments of the way that explains its length (`rooms.hall.cables.route`)."""
    hall, cables, job = laid
    found: Counter[tuple[int, int]] = Counter()
    for run in tray_runs(hall, job.fabric).runs:
        found[run.cable, run.tray] += run.end.at_mm - run.start.at_mm
    expected: Counter[tuple[int, int]] = Counter()
    for cable, slots in enumerate(cables.slots.tolist()):
        ends = [tuple(int(part) for part in hall.ports_of(slot)) for slot in slots]
        for segment in route_between(hall, *ends).segments:
            piece = hall.tray_graph.segments[segment]
            expected[cable, piece.tray] += piece.length_mm
    assert +found == +expected


def test_a_cable_goes_from_cabinet_to_cabinet(laid: Any) -> None:
    """Its ends are named once each, every change of trays twice; inside a cabinet it is in none."""
    hall, _, job = laid
    words: dict[int, Counter[str]] = {}
    runs = tray_runs(hall, job.fabric).runs
    for run in runs:
        words.setdefault(run.cable, Counter()).update((run.start.what, run.end.what))
    for index, cable in enumerate(job.fabric.cables):
        ends = [job.fabric.cabinet_of(end.device).name for end in cable.ends]
        if ends[0] == ends[1]:
            assert index not in words
            continue
        named = {what: n for what, n in words[index].items() if what.startswith("cabinet ")}
        assert named == {f"cabinet {name}": 1 for name in ends}
        own = [run for run in runs if run.cable == index]
        assert words[index].total() == 2 * len(own)


def test_a_cabinet_is_beside_the_place_where_its_cables_come_in(laid: Any) -> None:
    """The place along the tray is the point nearest to the cabinet."""
    hall, _, job = laid
    centre = {f"cabinet {cabinet.name}": cabinet.centre_mm for cabinet in hall.cabinets}
    for run in tray_runs(hall, job.fabric).runs:
        points = hall.trays[run.tray].points_mm
        for spot in (run.start, run.end):
            if spot.what in centre:
                forward = points[-1][0] > points[0][0]
                x = centre[spot.what][0]
                assert spot.at_mm == (x - points[0][0] if forward else points[0][0] - x)


def test_lines_of_a_tray_stand_in_order_along_it(laid: Any) -> None:
    """By where cables come in, then by where they leave; no tray is empty, no run lost."""
    hall, _, job = laid
    runs = tray_runs(hall, job.fabric)
    sheets = list(tray_sheets(job.fabric, runs, DEFAULT))
    assert sum(len(sheet.lines) for sheet in sheets) == len(runs.runs)
    for sheet in sheets:
        places = [(float(line.start.at_m), float(line.end.at_m)) for line in sheet.lines]
        assert places == sorted(places)
        assert all(start <= end for start, end in places)


def test_fibre_goes_where_copper_may_not() -> None:
    """An optical cable takes the tray for fibre alone, an electrical one its longer way."""
    from dataclasses import replace  # noqa: PLC0415

    hall, topology = HALLS["ladder"], build("complete:2")
    names = [hall.cabinet_name(cabinet) for cabinet in hall.slot_cabinet]
    slots = [
        next(s for s, cabinet in enumerate(names) if cabinet.startswith(name)) for name in ("A7", "C7")
    ]
    placement = Placement(np.array(slots, np.int32), hall.slots)
    fabric = fabric_of(
        topology, cabinet_slots(hall), placement, make_cable_plan(topology, hall, placement), 2000
    )
    used = {}
    for medium in BOTH:
        length_mm = int(hall.slot_lengths(medium)[slots[0], slots[1]])
        cable = replace(fabric.cables[0], medium=medium, length_mm=length_mm)
        runs = tray_runs(hall, replace(fabric, cables=(cable, *fabric.cables[1:]))).runs
        used[medium] = {hall.trays[run.tray].name for run in runs if run.cable == 0}
    assert "east" in used["optical"]
    assert "east" not in used["electrical"]
    assert "west" in used["electrical"]
