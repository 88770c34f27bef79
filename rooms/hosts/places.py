"""Places for servers in cabinets: free units, limits, and cable lengths to switches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Cabinet
from netfloor.rooms.room import GridRoom

Counts = npt.NDArray[np.int64]
NO_LIMIT = -1
#: Load limits of cabinets: name of the check, and unit.
LIMITED: Mapping[str, tuple[str, str]] = {
    "watts": ("power", "W"),
    "air": ("heat into the air", "W"),
    "liquid": ("heat into liquid", "W"),
    "kilograms": ("weight", "kg"),
}
LOADS = tuple(LIMITED)


@dataclass(frozen=True, eq=False)
class HostPlaces:
    """The c cabinets open to servers."""

    names: tuple[str, ...]  # as on the doors
    # number of each in the room: among the usable cabinets of a grid, among all of a hall, (c,)
    number: Counts
    # Lowest units of the places in each cabinet, in the order of their use (`server_units`); in a grid 0
    # for each place.
    free_units: tuple[tuple[int, ...], ...]
    # Limits of power, heat into air, heat into liquid, mW, and weight, g, by `LOADS`, (c,) each; -1 without
    # limit.
    limits: Mapping[str, Counts]

    @property
    def capacity(self) -> Counts:
        """Number of servers that each cabinet holds by its units, (c,)."""
        return np.array([len(units) for units in self.free_units], dtype=np.int64)

    def without(self, limit: str | None) -> "HostPlaces":
        """Lift one of the cabinets' limits, if it is one of theirs."""
        if limit is None or limit not in self.limits:
            return self
        none = np.full(len(self.names), NO_LIMIT, dtype=np.int64)
        return replace(self, limits={**self.limits, limit: none})

    def of_slots(self, room: Room) -> Counts:
        """Return the place number of each slot's cabinet, (S,)."""
        home = room.lengths.cabinet_of_slot
        number = room.usable[home] if isinstance(room, Hall) else home
        return np.searchsorted(self.number, number).astype(np.int64)

    def units_of(self, room: Room, cabinet: Counts, slot: npt.NDArray[np.int32]) -> Counts:
        """Assign the lowest unit of each server, (h,).

        The servers of a cabinet use its first places: those with a switch in the same cabinet, in order,
        the places nearest to it, the others the rest. ``slot``: slots of each server's switches, (h, w).
        """
        unit = np.zeros(len(cabinet), dtype=np.int64)
        if not isinstance(room, Hall):
            return unit
        at, (_, switch_unit) = self.of_slots(room)[slot], room.ports_of(slot)
        beside, order = at == cabinet[:, None], np.argsort(cabinet, kind="stable")
        for servers in np.split(order, np.flatnonzero(np.diff(cabinet[order])) + 1) if len(order) else ():
            left = list(self.free_units[int(cabinet[servers[0]])][: len(servers)])
            with_switch = beside[servers].any(axis=1)
            for server in servers[with_switch].tolist():
                switches = switch_unit[server][beside[server]].tolist()
                unit[server] = min(left, key=lambda item: sum(abs(item - there) for there in switches))
                left.remove(int(unit[server]))
            unit[servers[~with_switch]] = left
        return unit

    def units_under(
        self, room: Room, heights: tuple[int, int], place: int, unit: int
    ) -> frozenset[int] | None:
        """Return the units of a server with lowest unit ``unit``; None if it is not allowed.

        Empty in a grid, which has no units.
        """
        if not self.free_units[place]:
            return None
        if not isinstance(room, Hall):
            return frozenset() if unit == 0 else None
        cabinet = room.cabinets[int(self.number[place])]
        own = frozenset(range(unit, unit + max(heights[1], 1)))
        kept = kept_units(cabinet.switch_units, heights[0])
        return own if kept.isdisjoint(own) and 1 <= min(own) <= max(own) <= cabinet.units else None

    def lengths_mm(self, room: Room, slot: npt.NDArray[np.int32], cabinet: Counts, unit: Counts) -> Counts:
        """Return the cable lengths from servers to slots, elementwise."""
        if isinstance(room, Hall):
            there = room.ports_of(slot)
            return room.lengths_between(
                (self.number[cabinet].astype(np.int32), unit.astype(np.int32)), there
            )
        other = room.lengths.first_slot[self.number[cabinet]]
        same = room.lengths.slot_cabinet[slot] == self.number[cabinet]
        return np.where(same, room.inside_mm, room.lengths.between(slot, other))

    def from_slots_mm(self, room: Room, slot: npt.NDArray[np.int32]) -> Counts:
        """Return the cable lengths from slots to the first place of every cabinet, (n, c)."""
        first = np.array([units[0] if units else 1 for units in self.free_units], dtype=np.int64)
        slots = np.repeat(slot, len(self.names))
        cabinet = np.tile(np.arange(len(self.names)), len(slot))
        return self.lengths_mm(room, slots, cabinet, first[cabinet]).reshape(len(slot), -1)

    def farther_mm(self, room: Room, slot: npt.NDArray[np.int32]) -> list[Counts]:
        """Bound how much longer a cable to each place is than to the first, (places,) each.

        Negative where it may be shorter. A cable starts at a switch in the same cabinet or at a tray and
        runs vertically from there: the smallest difference over all these heights holds for every cable. It
        is exact if all heights are above the places, or all below. ``slot``: slots that hold switches.
        """
        if not isinstance(room, Hall) or not room.trays:
            return [np.zeros(len(units), dtype=np.int64) for units in self.free_units]
        at, height = self.of_slots(room)[slot], room.port_height_mm(room.slot_unit[slot])
        trays, result = np.array([tray.height_mm for tray in room.trays], dtype=np.int64), []
        for cabinet, units in enumerate(self.free_units):
            entries = np.unique(np.concatenate([trays, height[at == cabinet]]))
            rise = np.abs(entries[:, None] - room.port_height_mm(np.array(units, dtype=np.int64)))
            result.append((rise - rise[:, :1]).min(axis=0))
        return result

    def in_reach(self, room: Room, slot: npt.NDArray[np.int32], room_for: Counts, reach_mm: int) -> Counts:
        """Count the first places of a cabinet within reach of slots, (n, c).

        At most as many as may be used: a place after one out of reach does not count.
        """
        first = self.from_slots_mm(room, slot)
        values = np.where(first <= reach_mm, room_for, 0)
        if not isinstance(room, Hall) or not room.trays:
            return values
        places = [
            np.array(units[:maximum])
            for units, maximum in zip(self.free_units, room_for.tolist(), strict=True)
        ]
        spread = [np.ptp(room.port_height_mm(units)) if len(units) else 0 for units in places]
        for cabinet in np.flatnonzero(((values > 0) & (first + np.array(spread) > reach_mm)).any(axis=0)):
            rows, units = np.flatnonzero(values[:, cabinet]), places[cabinet]
            each = np.repeat(slot[rows], len(units)), np.full(len(rows) * len(units), cabinet)
            length = self.lengths_mm(room, *each, np.tile(units, len(rows))).reshape(len(rows), -1)
            values[rows, cabinet] = np.logical_and.accumulate(length <= reach_mm, axis=1).sum(axis=1)
        return values


def host_places(
    room: Room,
    heights: tuple[int, int],
    per_cabinet: int,
    standing: Mapping[int, Sequence[int]] | None = None,
) -> HostPlaces:
    """Return the cabinets of a room for servers, with at most ``per_cabinet`` servers each.

    ``heights`` in units, of a switch and of a server; ``standing``: the lowest units of existing servers,
    by the place number of their cabinet.
    """
    stand = standing or {}
    if isinstance(room, Hall):
        return _hall_places(room, heights, per_cabinet, stand)
    return _grid_places(room, per_cabinet, stand)


def _grid_places(room: GridRoom, per_cabinet: int, standing: Mapping[int, Sequence[int]]) -> HostPlaces:
    count = room.cabinet_count
    none = np.full(count, NO_LIMIT, dtype=np.int64)
    names = tuple(room.cabinet_name(i) for i in range(count))
    free = tuple((0,) * (per_cabinet - len(standing.get(i, ()))) for i in range(count))
    return HostPlaces(names, np.arange(count, dtype=np.int64), free, dict.fromkeys(LOADS, none))


def _hall_places(
    hall: Hall, heights: tuple[int, int], per_cabinet: int, standing: Mapping[int, Sequence[int]]
) -> HostPlaces:
    number = [i for i, cabinet in enumerate(hall.cabinets) if not cabinet.taken]
    cabinets = [hall.cabinets[i] for i in number]
    overhead = not hall.trays or any(tray.height_mm > hall.port_height_mm(1) for tray in hall.trays)
    free = []
    for place, cabinet in enumerate(cabinets):
        stand = standing.get(place, ())
        units = server_units(cabinet, heights, stand, overhead=overhead)
        free.append(tuple(units[: max(per_cabinet - len(stand), 0)]))
    return HostPlaces(
        tuple(cabinet.name for cabinet in cabinets),
        np.array(number, dtype=np.int64),
        tuple(free),
        {name: _limits([limits_of(cabinet)[name] for cabinet in cabinets]) for name in LOADS},
    )


def limits_of(cabinet: Cabinet) -> Mapping[str, int | None]:
    """Return the limits of a cabinet, in the units of `LIMITED`; None without a limit."""
    return {
        "watts": cabinet.power_limit_w,
        "air": cabinet.air_limit_w,
        "liquid": cabinet.liquid_limit_w or 0,
        "kilograms": cabinet.weight_limit_kg,
    }


def kept_units(switch_units: tuple[int, ...], height: int) -> set[int]:
    """Return the units covered by switches of a height."""
    return {unit + k for unit in switch_units for k in range(height)}


def standing_order(room: Room, height: int) -> Counts:
    """Return the number of switch slots used before each slot in its cabinet, (S,).

    In a hall from the top; -1 where a switch would overlap an earlier one. A grid has no units: the slots'
    order counts.
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


def server_units(
    cabinet: Cabinet,
    heights: tuple[int, int],
    standing: Sequence[int] = (),
    *,
    overhead: bool = True,
) -> list[int]:
    """Return the lowest units of as many servers as fit into a cabinet, in the order of their use.

    The places nearest to a switch unit come first, the lower of two equally near ones; places above the
    lowest switch unit of the top quarter come last. Servers thus fill the cabinet downwards from switches
    on top, and on both sides of switches in the middle. A cabinet without switch units is filled from its
    top, or from its bottom if no tray is ``overhead``. A server without height takes a unit. ``heights``:
    of a switch and of a server; ``standing``: lowest units of existing servers.
    """
    shape = (cabinet.units, cabinet.switch_units, cabinet.rack_tops)
    return list(_units_of_shape(*shape, heights, tuple(standing), overhead=overhead))


@lru_cache(maxsize=4096)
def _units_of_shape(
    units: int,
    switch_units: tuple[int, ...],
    rack_tops: tuple[int, ...],
    heights: tuple[int, int],
    standing: tuple[int, ...],
    *,
    overhead: bool,
) -> tuple[int, ...]:
    """Return the units for servers of all cabinets of the same shape, usually most of a room."""
    tall, height = heights[0], max(heights[1], 1)
    kept = kept_units(switch_units, tall)
    held = kept | kept_units(standing, height)
    ends = sorted(kept) or [units + 1 if overhead else 0]
    last = min(rack_tops, default=units + 1)

    def distance(low: int, high: int) -> int:
        return min(max(item - high, low - item) for item in ends)

    results = []
    for run in _runs([unit for unit in range(1, units + 1) if unit not in held]):
        count, (low, high) = (run[1] - run[0] + 1) // height, run
        down = distance(high, high) <= distance(low, low)
        results += [high + 1 - height * (k + 1) if down else low + height * k for k in range(count)]
    return tuple(sorted(results, key=lambda unit: (unit > last, distance(unit, unit + height - 1), unit)))


def _runs(units: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last of each run of consecutive numbers, given in ascending order."""
    there = set(units)
    starts = [unit for unit in units if unit - 1 not in there]
    ends = [unit for unit in units if unit + 1 not in there]
    return list(zip(starts, ends, strict=True))


def _limits(given: list[int | None]) -> Counts:
    """Convert limits to thousandths of their unit, -1 for none."""
    return np.array([NO_LIMIT if item is None else 1000 * item for item in given], dtype=np.int64)
