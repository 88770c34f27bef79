"""The routes from open slots to places for servers, before anything is placed."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.choice.link_limits import LinkLimits
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.places import HostPlaces
from netfloor.rooms.hosts.server_placement import Rule
from netfloor.studies.hall_plan.switch_places import AllowedSlots

#: Maximum routes measured.
MAX_WAYS = 20_000_000
_Ways = npt.NDArray[np.int64]


@dataclass(frozen=True)
class LongestWays:
    """The longest routes to servers."""

    of_medium_mm: Mapping[str, int]  # by ``copper`` and ``optical``; 0 if trays have no route
    any_mm: int  # by the shorter medium of each route
    all_served: bool  # whether a part on sale is long enough for each route


def longest_to_servers(
    room: Room, devices: Devices, narrowed: AllowedSlots, limits: LinkLimits, rule: Rule
) -> LongestWays | None:
    """Return the longest routes from open slots to the lowest and highest server place of each cabinet.

    None if there are more than `MAX_WAYS`, or none. With the rule ``same-cabinet`` routes stay in their
    cabinet.
    """
    places = narrowed.limits.places(room, devices.heights)
    cabinets = np.flatnonzero(places.capacity > 0)
    slots = np.flatnonzero(~narrowed.shut).astype(np.int32)
    own = places.of_slots(room)[slots] if rule == "same-cabinet" and devices.attached is None else None
    ways = len(slots) * (1 if own is not None else len(cabinets))
    if not 0 < ways <= MAX_WAYS:
        return None
    ends_of = np.array([(min(units, default=0), max(units, default=0)) for units in places.free_units])
    copper_mm = optical_mm = any_mm = 0
    served = True
    for number, slot in enumerate(slots.tolist()):
        there = cabinets if own is None else cabinets[cabinets == own[number]]
        if not len(there):
            continue
        ends = np.full(2 * len(there), slot, dtype=np.int32), np.repeat(there, 2)
        copper, optical, either = _lengths(room, places, *ends, ends_of[there].ravel())
        copper_mm, optical_mm = max(copper_mm, int(copper.max())), max(optical_mm, int(optical.max()))
        any_mm = max(any_mm, int(either.max()))
        served = served and bool(limits.serves(copper, optical).all())
    return LongestWays({"copper": copper_mm, "optical": optical_mm}, any_mm, served)


def _lengths(
    room: Room, places: HostPlaces, slot: npt.NDArray[np.int32], cabinet: _Ways, unit: _Ways
) -> tuple[_Ways, _Ways, _Ways]:
    """Return the routes from slots to units of cabinets: by copper, by fibre, by the shorter."""
    either = places.lengths_mm(room, slot, cabinet, unit)
    if not isinstance(room, Hall) or len(room.distinct_media) == 1:
        return either, either, either
    ends = (places.number[cabinet].astype(np.int32), unit.astype(np.int32)), room.ports_of(slot)
    by_medium = (room.lengths_between(*ends, medium) for medium in ("electrical", "optical"))
    copper, optical = by_medium
    return copper, optical, either
