"""Possible trunks in a hall: panels in the topmost free rack units, routes over the optical trays.

The units of a panel are unknown until trunks are chosen, so each length is the longest over the units that
panels could take and holds for every choice.
"""

from collections import Counter, defaultdict

import numpy as np

from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Switch
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.catalogue.plan_needs import CagedLinks
from netfloor.costmodels.catalogue.trunks.case import Pair, TrunkWays
from netfloor.costmodels.catalogue.trunks.kits import kits_of
from netfloor.costmodels.sets.offers import IntArray
from netfloor.plans.by_names import cable_ports
from netfloor.plans.plan import Plan
from netfloor.rooms.hall.hall import Hall, Ports
from netfloor.rooms.hosts.places import host_places, kept_units

_MEDIUM = "optical"


def trunk_ways(plan: Plan, hall: Hall, links: CagedLinks, catalogue: Catalogue) -> TrunkWays:
    """Return the possible trunks between the cabinets of a plan.

    Units for switches, used or not, stay free of panels, as do occupied cabinets and those that the plan
    keeps free. A link with a detour around full trays keeps its cord.
    """
    ends = link_ports(plan, hall, links)
    apart = ends[0][0] != ends[1][0]
    of_pairs = _links_of_pairs(links)
    runs = panel_units(plan, hall, links, catalogue)
    jumper_mm = np.full((len(links.needs), 2), -1, dtype=np.int64)
    for end, (cabinet, unit) in enumerate(ends):
        there = np.flatnonzero(apart & np.isin(cabinet, list(runs)))
        jumper_mm[there, end] = _longest(
            hall, (cabinet[there], unit[there]), cabinet[there].astype(np.int64), runs
        )
    jumper_mm[[link for link in plan.detours if link < len(jumper_mm)]] = -1
    pairs = [pair for pair in sorted(of_pairs) if pair[0] in runs and pair[1] in runs]
    trunk_mm = dict(zip(pairs, _between(hall, pairs, runs).tolist(), strict=True))
    return TrunkWays(
        jumper_mm,
        {pair: mm for pair, mm in trunk_mm.items() if mm >= 0},
        {cabinet: len(units) for cabinet, units in runs.items()},
    )


def panel_units(plan: Plan, hall: Hall, links: CagedLinks, catalogue: Catalogue) -> dict[int, list[int]]:
    """Return the rack units available to panels by cabinet, from above.

    Cabinets without any are left out.
    """
    wanted = _max_units(catalogue, _links_of_pairs(links))
    return {
        cabinet: units[: wanted[cabinet]]
        for cabinet, units in _topmost_units(plan, hall, links).items()
        if wanted[cabinet] and units
    }


def _links_of_pairs(links: CagedLinks) -> Counter[Pair]:
    """Return the number of links between each pair of cabinets, lower number first."""
    cabinets = links.needs.cage_cabinet[links.needs.cage]
    apart = cabinets[:, 0] != cabinets[:, 1]
    return Counter((min(pair), max(pair)) for pair in cabinets[apart].tolist())


def link_ports(plan: Plan, hall: Hall, links: CagedLinks) -> tuple[Ports, Ports]:
    """Return the ports of both ends of every link, in the order of its cages.

    Servers without places are beside their switch: both ends are in its cabinet.
    """
    needs = links.needs
    cabinet = needs.cage_cabinet[needs.cage].astype(np.int32)
    (item, one_unit), (other, other_unit) = cable_ports(plan, hall)
    known = min(len(needs), len(item))
    unit = np.ones((len(needs), 2), dtype=np.int32)
    turned = (cabinet[:known, 0] != item[:known])[:, None]
    placed = np.column_stack([item, other])[:known], np.column_stack([one_unit, other_unit])[:known]
    if (np.where(turned, placed[0][:, ::-1], placed[0]) != cabinet[:known]).any():
        raise ValueError("a link ends in another cabinet than its cages")
    unit[:known] = np.where(turned, placed[1][:, ::-1], placed[1])
    return (cabinet[:, 0], unit[:, 0]), (cabinet[:, 1], unit[:, 1])


def _max_units(catalogue: Catalogue, links: Counter[Pair]) -> dict[int, int]:
    """Return the maximum number of rack units that panels of one kind may need in each cabinet."""
    maximum: dict[int, int] = defaultdict(int)
    for kit in kits_of(catalogue, {sku.part: number for number, sku in enumerate(skus_of(catalogue))}):
        cassettes: Counter[int] = Counter()
        for pair, count in links.items():
            cassettes.update(dict.fromkeys(pair, -(-count // kit.links) * kit.cassettes))
        for cabinet, count in cassettes.items():
            maximum[cabinet] = max(maximum[cabinet], -(-count // kit.panel_holds) * kit.panel_u)
    return maximum


def _topmost_units(plan: Plan, hall: Hall, links: CagedLinks) -> dict[int, list[int]]:
    """Return the topmost consecutive free units of each cabinet, from above."""
    tall = max((part.height_u for part, _ in links.devices if isinstance(part, Switch)), default=1)
    held: dict[int, set[int]] = {
        number: kept_units(cabinet.switch_units, max(tall, 1))
        for number, cabinet in enumerate(hall.cabinets)
    }
    closed = {number for number, cabinet in enumerate(hall.cabinets) if cabinet.taken}
    if plan.hosts is not None:
        heights = plan.hosts.devices.heights
        number = host_places(hall, heights, plan.hosts.per_cabinet).number
        for cabinet, unit in zip(
            number[plan.hosts.cabinet].tolist(), plan.hosts.unit.tolist(), strict=True
        ):
            held[cabinet] |= set(range(unit, unit + max(heights[1], 1)))
        closed |= {n for n, cabinet in enumerate(hall.cabinets) if cabinet.name in plan.hosts.kept_free}
    result: dict[int, list[int]] = {}
    for place, cabinet in enumerate(hall.cabinets):
        free = [unit for unit in range(cabinet.units, 0, -1) if unit not in held[place]]
        run = [unit for turn, unit in enumerate(free) if unit == free[0] - turn]
        result[place] = [] if place in closed else run
    return result


def _longest(hall: Hall, ports: Ports, cabinet: IntArray, runs: dict[int, list[int]]) -> IntArray:
    """Return the longest route from each port to the panels of a cabinet, -1 without a route."""
    longest = np.zeros(len(cabinet), dtype=np.int64)
    for turn in range(max(map(len, runs.values()), default=0)):
        units = {place: run[min(turn, len(run) - 1)] for place, run in runs.items()}
        there = np.array([units[place] for place in cabinet.tolist()], dtype=np.int32)
        way = hall.lengths_between(ports, (cabinet.astype(np.int32), there), _MEDIUM)
        longest = np.where((way < 0) | (longest < 0), -1, np.maximum(longest, way))
    return longest


def _between(hall: Hall, pairs: list[Pair], runs: dict[int, list[int]]) -> IntArray:
    """Return the longest route between the panels of two cabinets, -1 without a route."""
    first, second = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
    longest = np.zeros(len(pairs), dtype=np.int64)
    for turn in range(max(map(len, runs.values()), default=0)):
        units = np.array(
            [runs[place][min(turn, len(runs[place]) - 1)] for place in first.tolist()], np.int32
        )
        way = _longest(hall, (first, units), second.astype(np.int64), runs)
        longest = np.where((way < 0) | (longest < 0), -1, np.maximum(longest, way))
    return longest
