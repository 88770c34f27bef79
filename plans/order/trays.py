"""How full a hall's trays are with the cables that a plan buys."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.foundation.units import mm_to_metres
from netfloor.plans.cable_ends import cable_ports
from netfloor.plans.order.parts_list import PartsList
from netfloor.plans.plan import Detours, Plan
from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hall.cables.fill import Areas, TrayCables, TrayFill, tray_fill
from netfloor.rooms.hall.cables.rerouting import rerouted
from netfloor.rooms.hall.hall import Hall


@dataclass(frozen=True)
class CableAreas:
    """Cross-sections of a cable by medium; the defaults are examples."""

    electrical_mm2: float = 60.0
    optical_mm2: float = 10.0


def worst_segment(room: AnyRoom, fill: TrayFill) -> dict[str, Any] | None:
    """Return the fullest tray segment: tray, ends in metres, percent of its capacity; None without one."""
    if not isinstance(room, Hall) or not len(fill.cables):
        return None
    number = int((fill.used_mm2 / fill.capacity_mm2).argmax())
    segment = room.tray_graph.segments[number]
    ends = [[mm_to_metres(axis) for axis in end] for end in (segment.start_mm, segment.end_mm)]
    percent = round(100 * float(fill.used_mm2[number] / fill.capacity_mm2[number]), 1)
    return {"tray": room.trays[segment.tray].name, "ends_m": ends, "percent": percent}


def recorded_areas(plan: Plan) -> CableAreas:
    """Return the cross-sections that a plan counts its trays by."""
    record = None if plan.order is None else plan.order.trays
    return CableAreas() if record is None else CableAreas(record.electrical_mm2, record.optical_mm2)


def recorded_tray_fill(parts: PartsList) -> TrayFill | None:
    """Return how full a plan's own order makes its trays; None where no tray has a limit.

    Cables go as the plan records it: around full trays where some do. None too where nothing is sold for
    some links.
    """
    room = parts.plan.room
    limited = isinstance(room, Hall) and any(tray.capacity_mm2 is not None for tray in room.trays)
    if not isinstance(room, Hall) or not limited or parts.unsold is not None:
        return None
    cables = bought_cables(room, parts, recorded_areas(parts.plan))
    return rerouted(room, cables) if parts.plan.detours else tray_fill(room, cables)


def relieved(hall: Hall, parts: PartsList, areas: CableAreas) -> tuple[TrayFill, Detours]:
    """Return the trays' fill with cables led around overfull trays, and those links: medium and mm.

    Some trays may stay overfull: where there is no other way, or it is full too.
    """
    cables = bought_cables(hall, parts, areas)
    fill = rerouted(hall, cables)
    return fill, {link: (cables.medium[link], int(fill.length_mm[link])) for link in sorted(fill.moved)}


def bought_tray_fill(hall: Hall, parts: PartsList, areas: CableAreas) -> TrayFill:
    """Return the trays' fill when every cable goes the shortest way."""
    return tray_fill(hall, bought_cables(hall, parts, areas))


def bought_cables(hall: Hall, parts: PartsList, areas: CableAreas) -> TrayCables:
    """Return every link's cable, network first; one of several links takes room once, at the first.

    Of an order without servers, the cables between switches alone.
    """
    choice, plan = parts.choice, parts.plan
    medium = choice.medium
    (one, one_unit), (other, other_unit) = cable_ports(plan, hall)
    links = min(len(one), len(medium))
    first, second = (one[:links], one_unit[:links]), (other[:links], other_unit[:links])
    area = np.where(medium[:links] == MEDIA.index("optical"), areas.optical_mm2, areas.electrical_mm2)
    first_link = np.unique(choice.link_cable[:links], return_index=True)[1]
    area[np.setdiff1d(np.arange(links), first_link)] = 0
    area = _with_trunks(area, parts)
    media = [MEDIA[code] for code in medium[:links]]
    return TrayCables(first, second, media, area)


def _with_trunks(area: Areas, parts: PartsList) -> Areas:
    """Return the cross-sections with a trunk's own, at its first link, instead of its links' cords."""
    if parts.trunks is None:
        return area
    diameter_mm = {
        length.part: trunk.diameter_mm for trunk in parts.catalogue.trunks for length in trunk.all_lengths()
    }
    area[list(parts.trunk_of)] = 0
    for run in parts.trunks.runs:
        area[run.links[0]] = math.pi / 4 * diameter_mm[parts.bom.skus[run.trunk].part] ** 2
    return area
