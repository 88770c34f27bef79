"""Cabinets as servers see them: units that are free, limits, and cable lengths to switches."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Cabinet
from netfloor.rooms.room import Room

Counts = npt.NDArray[np.int64]
NO_LIMIT = -1
#: What cabinets are limited in beside their places, as a check of it is called, with its unit.
LIMITED: Mapping[str, tuple[str, str]] = {
    "watts": ("power", "W"),
    "air": ("heat into the air", "W"),
    "liquid": ("heat into liquid", "W"),
    "kilograms": ("weight", "kg"),
}
LOADS = tuple(LIMITED)


@dataclass(frozen=True, eq=False)
class HostPlaces:
    """Cabinets that servers may stand in, c of them.

    Attributes
    ----------
    names
        As on the floor.
    number
        Number of each in the room: among the usable ones of a grid, among all of a hall, (c,).
    free_units
        Lowest units of the places for a server in each; in a grid 0 for each place.
    limits
        What each may draw and give off into the air and into liquid, mW, and carry, g, by the names of
        `LOADS`, (c,) each; -1 without limit.
    """

    names: tuple[str, ...]
    number: Counts
    free_units: tuple[tuple[int, ...], ...]
    limits: Mapping[str, Counts]

    @property
    def capacity(self) -> Counts:
        """Servers that each holds by its units, (c,)."""
        return np.array([len(units) for units in self.free_units], dtype=np.int64)

    def without(self, limit: str | None) -> "HostPlaces":
        """Return the cabinets without one of their limits, else as they are."""
        if limit is None or limit not in self.limits:
            return self
        none = np.full(len(self.names), NO_LIMIT, dtype=np.int64)
        return replace(self, limits={**self.limits, limit: none})

    def of_slots(self, room: AnyRoom) -> Counts:
        """Return the place number of each slot's cabinet, (S,)."""
        home = room.lengths.cabinet_of_slot
        number = room.usable[home] if isinstance(room, Hall) else home
        return np.searchsorted(self.number, number).astype(np.int64)

    def units_of(self, cabinet: Counts) -> Counts:
        """Return the lowest unit of each server, filled from below in their order, (h,)."""
        order = np.argsort(cabinet, kind="stable")
        ordered = cabinet[order]
        turn = np.empty(len(cabinet), dtype=np.int64)
        turn[order] = np.arange(len(cabinet)) - np.searchsorted(ordered, ordered)
        return np.array(
            [self.free_units[c][t] for c, t in zip(cabinet.tolist(), turn.tolist(), strict=True)],
            dtype=np.int64,
        )

    def lengths_mm(
        self, room: AnyRoom, slot: npt.NDArray[np.int32], cabinet: Counts, unit: Counts
    ) -> Counts:
        """Return the cable length from servers to slots, elementwise."""
        if isinstance(room, Hall):
            there = room.ports_of(slot)
            return room.lengths_between(
                (self.number[cabinet].astype(np.int32), unit.astype(np.int32)), there
            )
        other = room.lengths.first_slot[self.number[cabinet]]
        same = room.lengths.slot_cabinet[slot] == self.number[cabinet]
        return np.where(same, room.inside_mm, room.lengths.between(slot, other))

    def from_slots_mm(self, room: AnyRoom, slot: npt.NDArray[np.int32]) -> Counts:
        """Return the cable length from slots to the lowest server unit of every cabinet, (n, c)."""
        lowest = np.array([units[0] if units else 1 for units in self.free_units], dtype=np.int64)
        slots = np.repeat(slot, len(self.names))
        cabinet = np.tile(np.arange(len(self.names)), len(slot))
        return self.lengths_mm(room, slots, cabinet, lowest[cabinet]).reshape(len(slot), -1)


def host_places(room: AnyRoom, heights: tuple[int, int], per_cabinet: int) -> HostPlaces:
    """Return the cabinets of a room for servers, at most so many in each.

    ``heights`` in units, of a switch and of a server.
    """
    if isinstance(room, Hall):
        return _hall_places(room, heights, per_cabinet)
    return _grid_places(room, per_cabinet)


def _grid_places(room: Room, per_cabinet: int) -> HostPlaces:
    count = room.cabinet_count
    none = np.full(count, NO_LIMIT, dtype=np.int64)
    names = tuple(room.cabinet_name(i) for i in range(count))
    return HostPlaces(
        names, np.arange(count, dtype=np.int64), ((0,) * per_cabinet,) * count, dict.fromkeys(LOADS, none)
    )


def _hall_places(hall: Hall, heights: tuple[int, int], per_cabinet: int) -> HostPlaces:
    tall, height = heights
    number = [i for i, cabinet in enumerate(hall.cabinets) if not cabinet.taken]
    cabinets = [hall.cabinets[i] for i in number]
    free = tuple(
        tuple(free_units(cabinet.units, kept_units(cabinet.switch_units, tall), height)[:per_cabinet])
        for cabinet in cabinets
    )
    return HostPlaces(
        tuple(cabinet.name for cabinet in cabinets),
        np.array(number, dtype=np.int64),
        free,
        {name: _limits([limits_of(cabinet)[name] for cabinet in cabinets]) for name in LOADS},
    )


def limits_of(cabinet: Cabinet) -> Mapping[str, int | None]:
    """Return what a cabinet is limited to, in the units of `LIMITED`; None without limit."""
    return {
        "watts": cabinet.power_limit_w,
        "air": cabinet.air_limit_w,
        "liquid": cabinet.liquid_limit_w or 0,
        "kilograms": cabinet.weight_limit_kg,
    }


def kept_units(switch_units: tuple[int, ...], height: int) -> set[int]:
    """Return the units that switches of some height cover."""
    return {unit + k for unit in switch_units for k in range(height)}


def standing_order(room: AnyRoom, height: int) -> Counts:
    """Return how many slots for switches of so many units come before each in its cabinet, (S,).

    In a hall from the top, as servers are filled in from below; -1 where such a switch does not stand free
    of those before it. A grid has no units: there in the slots' order.
    """
    if not isinstance(room, Hall):
        home = room.lengths.cabinet_of_slot
        return np.arange(len(home)) - np.searchsorted(home, home)
    order: list[int] = []
    for i in room.usable.tolist():
        held: set[int] = set()
        turns, count = {}, 0
        for unit in sorted(room.cabinets[i].switch_units, reverse=True):
            own = set(range(unit, unit + height))
            stands = held.isdisjoint(own) and unit + height - 1 <= room.cabinets[i].units
            turns[unit] = count if stands else -1
            count += stands
            held |= own if stands else set()
        order += [turns[unit] for unit in room.cabinets[i].switch_units]
    return np.array(order, dtype=np.int64)


def free_units(units: int, kept: set[int], height: int) -> list[int]:
    """Return the lowest units of as many things of some height as fit from below, ``kept`` left free.

    What has no height takes a unit all the same.
    """
    found, unit, height = [], 1, max(height, 1)
    while unit + height - 1 <= units:
        if kept.isdisjoint(range(unit, unit + height)):
            found.append(unit)
            unit += height
        else:
            unit += 1
    return found


def _limits(given: list[int | None]) -> Counts:
    """Return limits in thousandths of their unit, -1 for none."""
    return np.array([NO_LIMIT if one is None else 1000 * one for one in given], dtype=np.int64)
