"""Where trunks could run in a hall: rack units that are free, and the longest ways to and between them."""

import random
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import Sku
from netfloor.costmodels.catalogue.trunks.choose import TrunkChoice, choose_trunks
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.layout.check.hall import port_lengths
from netfloor.plans.load import load_plan
from netfloor.plans.order.parts_list import PartsList, listed_parts
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.order.trunks.layout import TrunkLayout, lay_trunks
from netfloor.plans.order.trunks.ways import trunk_ways
from netfloor.plans.plan import Plan
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.server_placement import HostPlan
from netfloor.studies.place import LayoutRequest, run_layout
from tests.studies.hall_plan.test_hall_plan import ROOM

PARTS = Path(__file__).parents[3] / "examples/catalogue/parts_400g.toml"
ONE_LINK = {"front_ports": 1, "front_connector": "MPO-12/APC", "fibre": "OS2", "fibres": 8, "price": 1}
TRUNK = {
    "name": "trunk",
    "connector": "MPO-12/APC",
    "connectors": 12,
    "fibre": "OS2",
    "fibres": 144,
    "diameter_mm": 14,
}


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    """Lay 18 switches in a hall, a server in the cabinet of each: at the very top, or at the bottom."""
    folder = tmp_path_factory.mktemp("hall")
    (folder / "room.toml").write_text(ROOM)
    out, room = folder / "plan.json", str(folder / "room.toml")
    request = LayoutRequest("slimfly:3", room, out, "anneal", 2000, None, 1, 5, 1, 2, 400.0)
    run_layout(request, SILENT, Interrupt(), force=False)
    plan = load_plan(out)
    assert isinstance(plan.room, Hall)
    cabinet = plan.room.ports_of(plan.placement.slot_of)[0].astype(np.int64)
    seen: list[int] = []
    unit = [_unit(number, seen) for number in cabinet.tolist()]
    each = np.ones(18, dtype=np.int64)
    devices = Devices(each, 2, each, each, each, 1, 1, 1)
    length_mm = np.full((18, 1), 700, dtype=np.int64)
    hosts = HostPlan("file", 2, devices, np.arange(18), cabinet, np.array(unit), length_mm)
    return replace(plan, hosts=hosts)


def _unit(cabinet: int, seen: list[int]) -> int:
    """Return the unit of the next server in a cabinet: the first one at the top of odd cabinets."""
    seen.append(cabinet)
    count = seen.count(cabinet)
    return 42 if cabinet % 2 and count == 1 else count


def with_trunks(catalogue: Catalogue, cassettes: int) -> Catalogue:
    """Return a catalogue with trunks for 12 links and panels for so many cassettes of one link."""
    tables: dict[str, Any] = catalogue.model_dump(by_alias=True)
    tables["trunks"] = [TRUNK | {"lengths": [{"part": "K", "length_m": 20, "price": 1}]}]
    own = {"part": "Q", "name": "cassette", "trunk_connector": "MPO-12/APC", "panel": "P"}
    tables["cassettes"] = [ONE_LINK | own]
    tables["panels"] = [{"part": "P", "name": "panel", "cassettes": cassettes, "price": 1}]
    return Catalogue.model_validate(tables)


def test_lengths_are_the_longest_to_any_free_unit(plan: Plan) -> None:
    """Above the switches two units are free, one where a server is at the top; ways by other code."""
    catalogue, room = with_trunks(load_catalogue(PARTS), 6), plan.room
    assert isinstance(room, Hall)
    links = listed_parts(plan, PARTS, catalogue, OrderTerms()).links
    ways = trunk_ways(plan, room, links, catalogue)
    free = {cabinet: [41] if cabinet % 2 else [41, 42] for cabinet in range(room.cabinet_count)}
    used = set(plan.hosts.cabinet.tolist()) if plan.hosts else set()
    hall = room.definition()
    assert ways.free_u == {cabinet: len(free[cabinet]) for cabinet in used}
    ports = [room.ports_of(slots) for slots in plan.cables.slots.T]
    pairs = set()
    for link in range(len(plan.cables.slots)):
        cabinets = [int(cabinet[link]) for cabinet, _ in ports]
        if cabinets[0] == cabinets[1]:
            assert (ways.jumper_mm[link] < 0).all()
            continue
        pairs.add((min(cabinets), max(cabinets)))
        for end, (cabinet, (_, unit)) in enumerate(zip(cabinets, ports, strict=True)):
            panels = [(cabinet, one) for one in free[cabinet]]
            lengths = port_lengths(hall, [(cabinet, int(unit[link]))] * len(panels), panels)
            assert ways.jumper_mm[link, end] == max(lengths)
    assert ways.trunk_mm.keys() == pairs
    for (one, other), stated in ways.trunk_mm.items():
        both = list(product(free[one], free[other]))
        found = port_lengths(hall, [(one, a) for a, _ in both], [(other, b) for _, b in both])
        assert stated == max(found)


def test_panels_take_no_more_units_than_all_links_ask_for(plan: Plan) -> None:
    """One panel holds all cassettes of a cabinet: one unit; without trunks on offer there are none."""
    assert isinstance(plan.room, Hall)
    bare = load_catalogue(PARTS)
    links = listed_parts(plan, PARTS, bare, OrderTerms()).links
    assert set(trunk_ways(plan, plan.room, links, with_trunks(bare, 200)).free_u.values()) == {1}
    nowhere = trunk_ways(plan, plan.room, links, bare)
    assert (nowhere.free_u, nowhere.trunk_mm, int(nowhere.jumper_mm.max())) == ({}, {}, -1)


def test_a_detour_keeps_its_cord(plan: Plan) -> None:
    """A link that goes around a full tray is offered no trunk."""
    assert isinstance(plan.room, Hall)
    catalogue = with_trunks(load_catalogue(PARTS), 6)
    links = listed_parts(plan, PARTS, catalogue, OrderTerms()).links
    free = trunk_ways(plan, plan.room, links, catalogue).jumper_mm
    link = int(np.flatnonzero((free >= 0).all(axis=1))[0])
    around = replace(plan, detours={link: ("optical", 99_000)})
    held = trunk_ways(around, plan.room, links, catalogue).jumper_mm
    assert (held[link] == -1).all()
    assert (np.delete(held, link, axis=0) == np.delete(free, link, axis=0)).all()


def drawn_parts(draw: random.Random) -> Catalogue:
    """Return a catalogue with cheap trunks, two cassettes and two panels of drawn sizes."""
    tables: dict[str, Any] = load_catalogue(PARTS).model_dump(by_alias=True)
    cord = next(one for one in tables["cords"] if one["fibre"] == "OS2")
    for one in cord["lengths"]:
        one["price"] = 1 if one["length_m"] < 6 else 10 * one["price"]
    tables["cords"] = [cord]
    tables["transceivers"] = [one for one in tables["transceivers"] if one["fibre"] == "OS2"]
    tables["cables"] = []
    tables["trunks"] = [
        TRUNK
        | {"name": str(n), "connectors": n, "fibres": 12 * n}
        | {"lengths": [{"part": f"K{n}-{m}", "length_m": m, "price": n + m} for m in (15, 40)]}
        for n in (2, draw.choice([4, 6]))
    ]
    tables["cassettes"] = [
        ONE_LINK
        | {"part": f"Q{n}", "name": "q", "trunk_connector": "MPO-12/APC", "trunk_ports": n}
        | {"front_ports": n, "panel": panel, "price": draw.randint(1, 9)}
        for n, panel in ((1, "P1"), (2, draw.choice(["P1", "P2"])))
    ]
    tables["panels"] = [
        {
            "part": f"P{u}",
            "name": "p",
            "cassettes": draw.choice([3, 5]),
            "height_u": u,
            "price": draw.randint(0, 5),
        }
        for u in (1, 2)
    ]
    return Catalogue.model_validate(tables)


@pytest.mark.parametrize("seed", [5, 6])
def test_every_piece_has_a_place_of_its_own(plan: Plan, seed: int) -> None:
    """No unit, place or port is taken twice; ends are in their cabinets; what is ordered is long enough."""
    catalogue, hall = drawn_parts(random.Random(seed)), plan.room  # noqa: S311 - draws a case
    assert isinstance(hall, Hall)
    parts = listed_parts(plan, PARTS, catalogue, OrderTerms())
    ways, rules = trunk_ways(plan, hall, parts.links, catalogue), BuyingRules(catalogue, None, None)
    chosen = choose_trunks(parts.choice, rules, ways)
    laid = lay_trunks(plan, hall, parts.links, catalogue, parts.choice, chosen)
    panels, kinds = laid.panels, {one.part: one for one in catalogue.panels}
    heights = [(one.cabinet, one.unit + u) for one in panels for u in range(kinds[one.part].height_u)]
    assert len(set(heights)) == len(heights)
    assert all(unit in (41, 42) for _, unit in heights)
    assert (
        Counter((one.cabinet, parts.choice.skus.index(_sku(parts, one.part))) for one in panels)
        == chosen.panels
    )
    bays = [at for trunk in laid.trunks for end in trunk.ends for at in end]
    assert len(set(bays)) == len(bays) == sum(len(one.cassettes) for one in panels)
    fits = {one.part: one for one in catalogue.cassettes}
    for trunk, run in zip(laid.trunks, chosen.runs, strict=True):
        for cabinet, end in zip(run.cabinets, trunk.ends, strict=True):
            assert len(end) == run.cassettes
            for at in end:
                panel = panels[at.panel]
                assert (panel.cabinet, panel.part) == (cabinet, fits[trunk.cassette].panel)
                assert 1 <= at.place <= kinds[panel.part].cassettes
                assert panel.cassettes[at.place - 1] == trunk.cassette
        assert trunk.routed_mm == max(
            port_lengths(
                hall.definition(),
                [(panels[a.panel].cabinet, panels[a.panel].unit) for a in trunk.ends[0]],
                [(panels[b.panel].cabinet, panels[b.panel].unit) for b in trunk.ends[1]],
            )
        )
        assert trunk.routed_mm + parts.choice.slack_mm <= trunk.length_mm
    _check_links(plan, parts, laid, chosen)


def _sku(parts: PartsList, name: str) -> Sku:
    return next(sku for sku in parts.choice.skus if sku.part == name)


def _check_links(plan: Plan, parts: PartsList, laid: TrunkLayout, chosen: TrunkChoice) -> None:
    """Every link in a trunk goes in and out at one place of it, in the cabinets of its ends."""
    hall, panels = plan.room, laid.panels
    assert isinstance(hall, Hall)
    assert sorted(laid.routes) == sorted(link for run in chosen.runs for link in run.links)
    assert laid.routes
    ports = [one.at for route in laid.routes.values() for one in route.jumpers]
    numbers = [one.port for route in laid.routes.values() for one in route.jumpers]
    assert len(set(zip(ports, numbers, strict=True))) == len(ports)
    sides = [hall.ports_of(slots) for slots in plan.cables.slots.T]
    for link, route in laid.routes.items():
        trunk = laid.trunks[route.trunk]
        near, far = route.jumpers
        assert link in chosen.runs[route.trunk].links
        joined = list(zip(*trunk.ends, strict=True))
        assert (near.at, far.at) in joined or (far.at, near.at) in joined
        assert 1 <= near.port == far.port <= trunk.front_ports
        for end, one in enumerate(route.jumpers):
            cabinet, unit = (int(column[link]) for column in sides[end])
            panel = panels[one.at.panel]
            assert panel.cabinet == cabinet
            way = port_lengths(hall.definition(), [(cabinet, unit)], [(cabinet, panel.unit)])
            assert [one.routed_mm] == list(way)
            assert one.routed_mm + parts.choice.slack_mm <= one.length_mm
            assert one.part == parts.choice.skus[chosen.jumper_sku[link, end]].part
