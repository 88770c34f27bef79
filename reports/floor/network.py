"""A placed network as data for the floor plan: switches, servers, and cables with their routes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.fabric.fabric import Fabric
from netfloor.plans.by_names import (
    cable_ports,
    endpoint_routers,
    first_slots,
    link_lengths_mm,
    server_names,
)
from netfloor.plans.order.parts_list import PartsList
from netfloor.plans.plan import Plan
from netfloor.reports.formats.text import one_line
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.cables.fill import TrayCables, TrayFill, Way, tray_fill
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import MEDIA
from netfloor.rooms.hosts.places import host_places
from netfloor.rooms.room import GridRoom

#: Display names of `MEDIA`, then of links without a chosen part.
MEDIUM_WORDS = ("copper", "optical", "not chosen")
_NOT_CHOSEN = 2


@dataclass(frozen=True)
class Articles:
    """The parts bought for links, network links first."""

    medium: Sequence[int]  # index into `MEDIUM_WORDS`
    part: Sequence[str]  # part number
    length_mm: Sequence[int]
    first: Sequence[int] | None = None  # the first link in the cable of each link; None if unknown


def bought_articles(parts: PartsList) -> Articles:
    """Return the parts that a bill of materials buys for each link."""
    choice = parts.choice
    first = np.unique(choice.link_cable, return_index=True)[1][choice.link_cable].tolist()
    return Articles(choice.medium.tolist(), parts.link_parts, choice.routed_mm.tolist(), first)


def priced_articles(plan: Plan, fabric: Fabric) -> Articles:
    """Return the parts for each link of a plan, from its fabric with the parts of each cable."""
    lengths_mm = link_lengths_mm(plan)
    bought = fabric.cables[: len(lengths_mm)]
    medium = [MEDIA.index(item.medium) if item.medium in MEDIA else _NOT_CHOSEN for item in bought]
    return Articles(medium, [item.article for item in bought], lengths_mm)


@dataclass(frozen=True, eq=False)
class FloorNetwork:
    """A plan on the floor, with data beyond its own file."""

    plan: Plan
    title: str = ""  # name in the choice between several networks
    articles: Articles | None = None  # None if only the plan's lengths are known
    fill: TrayFill | None = None  # cables in the trays; None: shortest routes, no cross-sections
    # watts and kilograms by cabinet name, None if unknown; missing cabinets hold nothing. None: those of
    # the plan's own devices, if recorded
    loads: Mapping[str, tuple[float | None, float | None]] | None = None
    # change of each cable between two plans, see `reports.floor.changes`; None for a single plan
    change: Sequence[int] | None = None

    @property
    def room(self) -> Room:
        """The plan's room."""
        return self.plan.room

    def document(self, names: Sequence[str], *, in_trays: bool) -> dict[str, Any]:
        """Return the columns of `network_document`."""
        return network_document(self, names, in_trays=in_trays)


def network_document(placed: FloorNetwork, names: Sequence[str], *, in_trays: bool) -> dict[str, Any]:
    """Return a placed network as columns that refer to cabinets by index into ``names``.

    Routes in trays are left out if the room drawn is not the network's own. Cables are in the order of
    their ids, network cables first, then those to servers, whose end ``b`` is a server. A route is a list
    of tray segments, as pairs of the first and last of each run.
    """
    plan = placed.plan
    place = {name: number for number, name in enumerate(names)}
    way, ways = _ways(placed) if in_trays else (None, [])
    return {
        "title": one_line(placed.title or plan.topology.name),
        "network": one_line(plan.topology.name),
        "switches": _switches(plan, place),
        "servers": _servers(plan, place),
        "cables": _cables(placed) | {"way": way},
        "ways": ways,
        "loads": _loads(placed, names),
        "fill": _fill(placed.fill) if in_trays else None,
        "change": None if placed.change is None else list(placed.change),
    }


def _switches(plan: Plan, place: Mapping[str, int]) -> dict[str, Any]:
    room, slots, topology = plan.room, plan.placement.slot_of, plan.topology
    cabinet = room.lengths.cabinet_of_slot[slots]
    number = [place[room.cabinet_name(item)] for item in range(room.cabinet_count)]
    if isinstance(room, Hall):
        unit = room.slot_unit[slots]
    else:
        unit = slots - first_slots(room.lengths.cabinet_of_slot, room.cabinet_count)[cabinet] + 1
    heights = None if plan.hosts is None else plan.hosts.devices.switch_units.tolist()
    return {
        "count": topology.routers,
        "name": None if topology.labels is None else list(map(one_line, topology.labels)),
        "cabinet": [number[item] for item in cabinet.tolist()],
        "unit": unit.tolist(),
        "units": None if isinstance(room, GridRoom) else heights,
        "group": None if topology.groups is None else topology.groups.tolist(),
        "ports": plan.switch_ports.tolist(),
    }


def _servers(plan: Plan, place: Mapping[str, int]) -> dict[str, Any]:
    hosts = plan.hosts
    if hosts is None:
        return {"switch": [], "cabinet": [], "unit": [], "units": 0}
    names = host_places(plan.room, hosts.devices.heights, hosts.per_cabinet).names
    groups = plan.topology.servers
    names_of = {} if groups is None else {"name": list(map(one_line, server_names(plan.topology, hosts)))}
    return names_of | {
        "switch": [ends[0] for ends in hosts.devices.ends[hosts.group].tolist()],
        "cabinet": [place[names[item]] for item in hosts.cabinet.tolist()],
        "unit": hosts.unit.tolist(),
        "units": hosts.devices.server_units if isinstance(plan.room, Hall) else 0,
    }


def _cables(placed: FloorNetwork) -> dict[str, Any]:
    plan, bought = placed.plan, placed.articles
    lengths, count = link_lengths_mm(plan), len(plan.cables)
    a, b = plan.cables.routers.T.tolist()
    if plan.hosts is not None:
        server = plan.hosts.of_endpoints(plan.topology.endpoints)
        a, b = a + endpoint_routers(plan.topology).tolist(), b + server.tolist()
    parts = [] if bought is None else list(dict.fromkeys(bought.part))
    number = {part: index for index, part in enumerate(parts)}
    return {
        "network": count,
        "a": a,
        "b": b,
        "mm": list(lengths if bought is None else bought.length_mm),
        "medium": None if bought is None else list(bought.medium),
        "part": None if bought is None else [number[part] for part in bought.part],
        "parts": list(map(one_line, parts)),
        "first": _shared(bought),
    }


def _shared(bought: Articles | None) -> list[int] | None:
    """Return the first link in the cable of each link; None if every link has its own cable."""
    first = None if bought is None or bought.first is None else list(bought.first)
    return None if first is None or first == list(range(len(first))) else first


def _ways(placed: FloorNetwork) -> tuple[list[int] | None, list[list[int]]]:
    """Return each cable's route by number (-1: none), and the distinct routes as runs of segments."""
    room = placed.plan.room
    if not isinstance(room, Hall) or not room.trays:
        return None, []
    return way_columns(
        placed.fill.segments if placed.fill is not None else _shortest_ways(placed.plan, room)
    )


def way_columns(segments: Sequence[Way]) -> tuple[list[int], list[list[int]]]:
    """Return the route of each cable by number (-1: none), and distinct routes as runs of segments."""
    number: dict[Way, int] = {}
    way = [number.setdefault(segment, len(number)) if segment else -1 for segment in segments]
    return way, [_runs(item) for item in number]


def _shortest_ways(plan: Plan, hall: Hall) -> tuple[Way, ...]:
    """Return the tray segments of each cable on the medium with the shorter route; none for detours."""
    item, other = cable_ports(plan, hall)
    by_medium = {medium: hall.lengths_between(item, other, medium) for medium in hall.distinct_media}
    lengths_mm = hall.lengths_between(item, other)
    first = hall.distinct_media[0]
    media = [first if short else MEDIA[1] for short in (by_medium[first] == lengths_mm).tolist()]
    ways = tray_fill(hall, TrayCables(item, other, media, np.zeros(len(lengths_mm)))).segments
    return tuple(() if link in plan.detours else way for link, way in enumerate(ways))


def _runs(way: Way) -> list[int]:
    """Return segments as pairs: first and last of each run of consecutive numbers."""
    runs: list[list[int]] = []
    for segment in way:
        step = 0 if not runs else segment - runs[-1][1]
        rising = 0 if not runs else runs[-1][1] - runs[-1][0]
        if abs(step) == 1 and rising * step >= 0:
            runs[-1][1] = segment
        else:
            runs.append([segment, segment])
    return [end for run in runs for end in run]


def _loads(placed: FloorNetwork, names: Sequence[str]) -> dict[str, list[float | None]]:
    loads = placed.loads
    if loads is None:
        loads = _own_loads(placed.plan)
    empty = (None, None) if not loads else (0.0, 0.0)
    watts, kilograms = zip(*(loads.get(name, empty) for name in names), strict=True)
    return {"w": list(map(_short, watts)), "kg": list(map(_short, kilograms))}


def _short(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 1)


def _own_loads(plan: Plan) -> dict[str, tuple[float, float]]:
    """Return watts and kilograms of the plan's recorded switches and servers by cabinet."""
    hosts, room = plan.hosts, plan.room
    if hosts is None:
        return {}
    devices, loads = hosts.devices, dict[str, tuple[float, float]]()

    def add(name: str, mw: int, g: int) -> None:
        watts, kilograms = loads.get(name, (0.0, 0.0))
        loads[name] = watts + mw / 1000, kilograms + g / 1000

    at = room.lengths.cabinet_of_slot[plan.placement.slot_of].tolist()
    for cabinet, mw, g in zip(at, devices.switch_mw.tolist(), devices.switch_g.tolist(), strict=True):
        add(room.cabinet_name(cabinet), mw, g)
    for name in map(plan.server_cabinets().__getitem__, hosts.cabinet.tolist()):
        add(name, devices.server_mw, devices.server_g)
    return loads


def _fill(fill: TrayFill | None) -> dict[str, Any] | None:
    """Return the cables in each tray segment: cross-section in mm2 and number."""
    if fill is None:
        return None
    areas: npt.NDArray[np.float64] = fill.used_mm2
    return {"mm2": [round(area, 1) for area in areas.tolist()], "cables": fill.cables.tolist()}
