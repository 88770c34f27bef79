"""Fill of a hall's trays with the cables that a plan buys."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.foundation.units import mm_to_metres
from netfloor.plans.by_names import cable_ports
from netfloor.plans.laid import LaidFabric
from netfloor.plans.laid import cable_ports as laid_ports
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.parts_list import PartsList
from netfloor.plans.plan import Detours, Plan
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.cables.fill import Areas, TrayCables, TrayFill, tray_fill
from netfloor.rooms.hall.cables.rerouting import rerouted
from netfloor.rooms.hall.hall import Hall, Ports


@dataclass(frozen=True)
class CableAreas:
    """Cross-section of a cable by medium; the defaults are examples."""

    electrical_mm2: float = 60.0
    optical_mm2: float = 10.0


def worst_segment(room: Room, fill: TrayFill) -> dict[str, Any] | None:
    """Return the fullest tray segment: tray, ends in metres, percent of its capacity.

    None without trays.
    """
    if not isinstance(room, Hall) or not len(fill.cables):
        return None
    number = int((fill.used_mm2 / fill.capacity_mm2).argmax())
    segment = room.tray_graph.segments[number]
    ends = [[mm_to_metres(axis) for axis in end] for end in (segment.start_mm, segment.end_mm)]
    percent = round(100 * float(fill.used_mm2[number] / fill.capacity_mm2[number]), 1)
    return {"tray": room.trays[segment.tray].name, "ends_m": ends, "percent": percent}


def recorded_areas(plan: Plan | LaidFabric) -> CableAreas:
    """Return the cable cross-sections that a plan uses for its trays."""
    record = None if isinstance(plan, LaidFabric) or plan.order is None else plan.order.trays
    return CableAreas() if record is None else CableAreas(record.electrical_mm2, record.optical_mm2)


def recorded_tray_fill(parts: OrderedParts) -> TrayFill | None:
    """Return the tray fill by a plan's own order; None if no tray has a limit.

    Cables follow the plan, including detours. None also if links have no part.
    """
    room = parts.plan.room
    limited = isinstance(room, Hall) and any(tray.capacity_mm2 is not None for tray in room.trays)
    if not isinstance(room, Hall) or not limited or parts.unsold is not None:
        return None
    cables = bought_cables(room, parts, recorded_areas(parts.plan))
    goes_around = isinstance(parts.plan, Plan) and parts.plan.detours
    return rerouted(room, cables) if goes_around else tray_fill(room, cables)


def relieved(hall: Hall, parts: PartsList, areas: CableAreas) -> tuple[TrayFill, Detours]:
    """Return the tray fill with detours around overfull trays, and those links: medium and mm.

    Some trays may stay overfull if there is no other route or if that is full too.
    """
    cables = bought_cables(hall, parts, areas)
    fill = rerouted(hall, cables)
    return fill, {link: (cables.medium[link], int(fill.length_mm[link])) for link in sorted(fill.moved)}


def bought_tray_fill(hall: Hall, parts: OrderedParts, areas: CableAreas) -> TrayFill:
    """Return the tray fill with every cable on its shortest route."""
    return tray_fill(hall, bought_cables(hall, parts, areas))


def bought_cables(hall: Hall, parts: OrderedParts, areas: CableAreas) -> TrayCables:
    """Return the cable of every link, network links first; a shared cable counts once, at its first link.

    In an order without servers, only the cables between switches.
    """
    choice = parts.choice
    medium = choice.medium
    (item, one_unit), (other, other_unit) = _link_ports(hall, parts)
    links = min(len(item), len(medium))
    first, second = (item[:links], one_unit[:links]), (other[:links], other_unit[:links])
    area = np.where(medium[:links] == MEDIA.index("optical"), areas.optical_mm2, areas.electrical_mm2)
    first_link = np.unique(choice.link_cable[:links], return_index=True)[1]
    area[np.setdiff1d(np.arange(links), first_link)] = 0
    area = _with_trunks(area, parts)
    media = [MEDIA[code] for code in medium[:links]]
    return TrayCables(first, second, media, area)


def _link_ports(hall: Hall, parts: OrderedParts) -> tuple[Ports, Ports]:
    """Return both ends of every link as ports of the hall."""
    if isinstance(parts, LaidParts):
        plan, bought = parts.plan, parts.cables
        a, b = cable_ports(plan, hall) if isinstance(plan, Plan) else laid_ports(parts.fabric)
        bought = bought[bought < len(a[0])]
        return (a[0][bought], a[1][bought]), (b[0][bought], b[1][bought])
    assert isinstance(parts, PartsList)  # noqa: S101 - there are two kinds
    return cable_ports(parts.plan, hall)


def _with_trunks(area: Areas, parts: OrderedParts) -> Areas:
    """Replace the cross-sections of a trunk's cords by the trunk's own, at its first link."""
    if parts.trunks is None:
        return area
    diameter_mm = {
        length.part: trunk.diameter_mm for trunk in parts.catalogue.trunks for length in trunk.all_lengths()
    }
    area[list(parts.trunk_of)] = 0
    for run in parts.trunks.runs:
        area[run.links[0]] = math.pi / 4 * diameter_mm[parts.bom.skus[run.trunk].part] ** 2
    return area
