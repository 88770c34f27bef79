"""Pass the fibre trunks of an order to the check that shares no code with their choice."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from netfloor.costmodels.check.devices import DeviceFigures
from netfloor.costmodels.check.part_money import PartMoney
from netfloor.costmodels.check.trunks import (
    CheckedRun,
    CheckedTrunks,
    CordLink,
    TrunkCheck,
    cheaper_trunks,
    way_problems,
)
from netfloor.plans.by_names import cable_ports
from netfloor.plans.models import PlanModel
from netfloor.plans.order.parts_list import PartsList
from netfloor.plans.order.trunks.ways import trunk_ways
from netfloor.rooms.hall.hall import Hall

_KINDS = ("cord", "trunk", "cassette", "panel")


def trunk_problems(parts: PartsList, plan: PlanModel, devices: DeviceFigures) -> list[str]:
    """Return the problems of an order's trunks; empty without trunks."""
    if parts.trunks is None or not isinstance(parts.plan.room, Hall):
        return []
    order, hall = trunk_order(parts, parts.plan.room), parts.plan.room.definition()
    results = way_problems(hall, order, free_units(hall, plan, devices))
    spares = () if parts.plan.order is None else parts.plan.order.spares
    money = PartMoney(parts.catalogue.model_dump(), spares, parts.terms.max_lead_days)
    check = TrunkCheck(order, money)
    results = results or check.problems()
    if not results and cheaper_trunks(check):
        results = ["trunks: cheaper ones than their lower bound exist"]
    return [f"order.fibre_trunks: {item}" for item in results]


def free_units(hall: Mapping[str, Any], plan: PlanModel, devices: DeviceFigures) -> dict[int, list[int]]:
    """Return the free consecutive rack units of each cabinet, from the top."""
    tall = max((units for _, _, units in devices.switches), default=1) or 1
    number = {item["name"]: i for i, item in enumerate(hall["cabinets"])}
    held = {
        i: {unit + k for unit in item["switch_units"] for k in range(tall)}
        for i, item in enumerate(hall["cabinets"])
    }
    closed = {i for i, item in enumerate(hall["cabinets"]) if item["taken"]}
    if plan.hosts is not None:
        closed |= {number[name] for name in plan.hosts.kept_free}
        high, standing = max(plan.hosts.server.units, 1), plan.devices.whole()
        switches = len(plan.placement)
        for cabinet, unit in zip(standing["cabinet"][switches:], standing["unit"][switches:], strict=True):
            held[number[cabinet]] |= set(range(unit, unit + high))
    free: dict[int, list[int]] = {}
    for i, cabinet in enumerate(hall["cabinets"]):
        units = range(cabinet["units"], 0, -1)
        top = next((unit for unit in units if unit not in held[i]), 0)
        last = next((unit for unit in range(top, 0, -1) if unit in held[i]), 0)
        free[i] = [] if i in closed else list(range(top, last, -1))
    return free


def trunk_order(parts: PartsList, hall: Hall) -> CheckedTrunks:
    """Return the trunks of an order in the form of the check: part numbers, ends as ports."""
    trunks, skus = parts.trunks, parts.bom.skus
    if trunks is None:
        raise ValueError("an order without trunks has none to check")
    ways = trunk_ways(parts.plan, hall, parts.links, parts.catalogue)
    runs = [
        CheckedRun(run.cabinets, skus[run.trunk].part, skus[run.cassette].part, run.links)
        for run in trunks.runs
    ]
    names = [sku.part for sku in skus]
    return CheckedTrunks(
        links=_links(parts, hall, ways.jumper_mm.tolist()),
        runs=runs,
        cords={
            link: (names[item], names[other])
            for link, (item, other) in enumerate(trunks.jumper_sku.tolist())
            if max(item, other) >= 0
        },
        panels={(cabinet, names[sku]): count for (cabinet, sku), count in trunks.panels.items()},
        trunk_mm=ways.trunk_mm,
        free_u=ways.free_u,
        bill={line.sku.part: line.used for line in parts.bom.lines if line.sku.kind in _KINDS},
        without_cents=trunks.without_cents,
        cents=trunks.cents,
        bound_cents=trunks.bound_cents,
        laying_cents=trunks.laying_cents,
    )


def _links(parts: PartsList, hall: Hall, to_panel_mm: list[list[int]]) -> dict[int, CordLink]:
    """Return the links with a cord; their ends are in the order of their cages."""
    choice, names = parts.choice, [sku.part for sku in parts.bom.skus]
    needs = choice.needs
    homes = needs.cage_cabinet[needs.cage].tolist()
    modules = choice.cage_module[needs.cage].tolist()
    units = [dict(zip(pair, high, strict=True)) for pair, high in _ports(parts, hall)]
    result = {}
    for link in np.flatnonzero(choice.is_cord[choice.link_cable]).tolist():
        # the cable of an unplaced server has both ends at the switch
        at = units[link] if link < len(units) else dict.fromkeys(homes[link], 1)
        item, other = ((home, at[home]) for home in homes[link])
        cord = names[int(choice.cable_sku[choice.link_cable[link]])]
        ends = names[modules[link][0]], names[modules[link][1]]
        result[link] = CordLink((item, other), cord, ends, (to_panel_mm[link][0], to_panel_mm[link][1]))
    return result


def _ports(parts: PartsList, hall: Hall) -> list[tuple[list[int], list[int]]]:
    """Return the cabinets and rack units of both ends of every placed link."""
    (item, one_unit), (other, other_unit) = cable_ports(parts.plan, hall)
    cabinets, units = np.column_stack([item, other]), np.column_stack([one_unit, other_unit])
    return list(zip(cabinets.tolist(), units.tolist(), strict=True))
