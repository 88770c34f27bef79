"""Listed devices and a hall as arrays: fixed and free devices, open places, cables."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.fabric.fabric import SWITCH, Device, Fabric
from netfloor.layout.devices.costs import LinkCosts
from netfloor.layout.devices.rules import DeviceRule, RuleTables, rule_tables
from netfloor.rooms.hall.hall import Hall

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]

#: Stands for "no route"; the sum of three fits into 32 bits.
FAR = 1 << 29
#: Sides of a cabinet as bits.
FRONT, REAR, BOTH = 1, 2, 3
NO_LIMIT = 1 << 60


@dataclass(frozen=True, eq=False, repr=False)
class UnitLengths:
    """Lengths between any two ports of a hall, by cabinet and unit.

    Attributes
    ----------
    up
        From a port at each unit to each access of its cabinet, (C, K, U + 1) mm.
    path
        Between the accesses of two cabinets, including slack at both ends, (C, C, K, K) mm.
    high
        Height of a port at each unit, (U + 1,) mm; all 0 if heights do not count.
    inside_mm
        Of a cable inside a cabinet, without the difference in height.
    accesses
        First access among the K of each medium with its own routes, and the end, (media + 1,).
    """

    up: Small
    path: Small
    high: Ints
    inside_mm: int
    accesses: Ints

    def between(self, item: tuple[Any, Any], other: tuple[Any, Any]) -> Ints:
        """Return lengths between ports (cabinets, units), elementwise; `FAR` or more for no route."""
        return np.asarray(self.by_medium(item, other).min(axis=0))

    def by_medium(self, item: tuple[Any, Any], other: tuple[Any, Any]) -> Ints:
        """Return the lengths by medium, (media, ...), otherwise like `between`."""
        (a, unit_a), (b, unit_b) = item, other
        shape = np.broadcast(a, unit_a, b, unit_b).shape
        ways = np.full((len(self.accesses) - 1, *shape), 2 * FAR, dtype=np.int64)
        for medium in range(len(ways)):
            best = ways[medium, ...]  # an array for two single ports too
            for i, j in product(range(*self.accesses[medium : medium + 2].tolist()), repeat=2):
                way = self.up[a, i, unit_a].astype(np.int64) + self.path[a, b, i, j] + self.up[b, j, unit_b]
                np.minimum(best, way, out=best)
        inside = self.inside_mm + abs(self.high[unit_a] - self.high[unit_b])
        return np.where(np.equal(a, b), inside, ways)


def unit_lengths(hall: Hall) -> UnitLengths:
    """Compute the lengths of a hall, with the accesses of both media side by side."""
    count = len(hall.cabinets)
    maximum = max((cabinet.units for cabinet in hall.cabinets), default=1)
    units = np.arange(maximum + 1)
    a, b = (item.ravel() for item in np.meshgrid(np.arange(count), np.arange(count), indexing="ij"))
    if not hall.trays:
        first = np.ones(count * count, dtype=np.int32)
        ends = (a.astype(np.int32), first), (b.astype(np.int32), first)
        apart = hall.lengths_between(*ends).reshape(count, count, 1, 1)
        up = np.zeros((count, 1, maximum + 1), dtype=np.int32)
        flat = np.zeros(maximum + 1, np.int64)
        return UnitLengths(up, apart.astype(np.int32), flat, hall.inside_mm, np.array([0, 1]))
    high = hall.port_height_mm(units)
    media = [hall.tray_ways(medium) for medium in hall.distinct_media]
    width = sum(ways.most for ways in media)
    path = np.full((count, count, max(width, 1), max(width, 1)), FAR, dtype=np.int32)
    ups, begin = [], 0
    accesses = np.cumsum([0, *(ways.most for ways in media)]).astype(np.int64)
    accesses[-1] = path.shape[2]
    for ways in media:
        at = np.arange(count)[:, None]
        ups.append(np.minimum(ways.up_mm(np.broadcast_to(at, (count, maximum + 1)), high[None, :]), FAR))
        for i, j in product(range(ways.most), repeat=2):
            along = ways.path_mm((a, i), (b, j)) + 2 * hall.cable.slack_per_end_mm
            path[:, :, begin + i, begin + j] = np.minimum(along, FAR).reshape(count, count)
        begin += ways.most
    joined = np.concatenate(ups, axis=2) if width else np.full((count, maximum + 1, 1), FAR)
    return UnitLengths(
        np.ascontiguousarray(joined.transpose(0, 2, 1).astype(np.int32)),
        path,
        high,
        hall.inside_mm,
        accesses,
    )


@dataclass(frozen=True, eq=False, repr=False)
class DeviceProblem:
    """Devices 0 to n - 1, cabinets 0 to C - 1, units from 1.

    Attributes
    ----------
    fabric
        The devices and cables by name.
    units
        Number of units of each cabinet, (C,).
    closed
        True for a cabinet closed to free devices, (C,).
    switch_start
        True where the lowest unit of a switch may be, (C, U + 2).
    height, sides, is_switch
        Rack units of each device, the sides it fills as bits, and whether it is a switch, (n,).
    cabinet, unit
        As listed; -1 and 0 if free; unit 0 for a device of height 0, (n,).
    free
        Devices without a given cabinet or unit, (n,).
    milliwatts, grams
        Load of each device, 0 if unknown, (n,).
    limit_mw, limit_g
        Limit of each cabinet, at least the load of its fixed devices, (C,).
    lengths
        Lengths between all units.
    indptr, indices, counts, link_kind
        Cables by device as CSR arrays, with separate entries for different kinds between two devices.
    rules, tables
        Rules as written, and resolved; ``tables.allowed`` applies to free devices.
    costs
        Cost of cables by length; None: the length itself, with a single kind.
    """

    fabric: Fabric
    units: Small
    closed: Bools
    switch_start: Bools
    height: Small
    sides: Small
    is_switch: Bools
    cabinet: Small
    unit: Small
    free: Bools
    milliwatts: Ints
    grams: Ints
    limit_mw: Ints
    limit_g: Ints
    lengths: UnitLengths
    indptr: Ints
    indices: Small
    counts: Ints
    link_kind: Small
    rules: tuple[DeviceRule, ...]
    tables: RuleTables
    costs: LinkCosts | None = None

    @property
    def size(self) -> int:
        """Number of devices."""
        return len(self.height)

    @cached_property
    def movers(self) -> Small:
        """Numbers of the free devices."""
        return np.flatnonzero(self.free).astype(np.int32)

    @cached_property
    def allowed(self) -> Bools:
        """True where a device may be on its own, (n, C), by rules, its list and its height."""
        open_to = self.tables.allowed & ~self.closed[None, :]
        listed = self.cabinet >= 0
        open_to[listed] = False
        open_to[listed, self.cabinet[listed]] = True
        open_to[self.free] &= self.height[self.free, None] <= self.units[None, :]
        return open_to

    @cached_property
    def taken(self) -> npt.NDArray[np.int32]:
        """Sides filled by fixed devices, as bits by cabinet and unit, (C, U + 2); all above the top."""
        filled = np.zeros((len(self.units), self.lengths.high.size + 1), dtype=np.int32)
        for cabinet, units in enumerate(self.units.tolist()):
            filled[cabinet, units + 1 :] = BOTH
            filled[cabinet, 0] = BOTH
        for device in np.flatnonzero(~self.free & (self.height > 0)).tolist():
            low = self.unit[device]
            filled[self.cabinet[device], low : low + self.height[device]] |= self.sides[device]
        return filled

    def may_start(self, device: int, cabinet: int) -> list[int]:
        """Return the units at which a device may begin in a cabinet, considering fixed devices only."""
        height, sides = int(self.height[device]), int(self.sides[device])
        filled = self.taken[cabinet] & sides
        starts = range(1, int(self.units[cabinet]) - height + 2)
        if self.is_switch[device]:
            starts = [unit for unit in starts if self.switch_start[cabinet, unit]]  # type: ignore[assignment]
        return [unit for unit in starts if not filled[unit : unit + height].any()]

    def total_mm(self, cabinet: Small, unit: Small) -> int:
        """Return the total cable length of a placement; each cable without a route counts `FAR`."""
        item = np.repeat(np.arange(self.size), np.diff(self.indptr))
        return int((self.cable_lengths(item, self.indices, cabinet, unit) * self.counts).sum()) // 2

    def total(self, cabinet: Small, unit: Small) -> int:
        """Return the total cost of a placement, or its length without costs."""
        if self.costs is None:
            return self.total_mm(cabinet, unit)
        item = np.repeat(np.arange(self.size), np.diff(self.indptr))
        total = 0
        for kind in np.unique(self.link_kind).tolist():
            own = self.link_kind == kind
            ends = self.ports(item[own], self.indices[own], cabinet, unit)
            total += int((self.between(kind, *ends) * self.counts[own]).sum())
        return total // 2

    def between(self, kind: int, item: tuple[Any, Any], other: tuple[Any, Any]) -> Ints:
        """Return the cost of a cable of a kind between ports (cabinets, units), elementwise."""
        if self.costs is None:
            return self.lengths.between(item, other)
        return self.costs.between(kind, self.lengths.by_medium(item, other), np.equal(item[0], other[0]))

    def cable_lengths(self, item: Any, other: Any, cabinet: Small, unit: Small) -> Ints:
        """Return the lengths between devices, elementwise."""
        return self.lengths.between(*self.ports(item, other, cabinet, unit))

    def ports(self, item: Any, other: Any, cabinet: Small, unit: Small) -> tuple[Any, Any]:
        """Return the ports of cables, elementwise; a device of height 0 uses the unit of the other end."""
        unit_a = np.where(unit[item] > 0, unit[item], np.where(unit[other] > 0, unit[other], 1))
        unit_b = np.where(unit[other] > 0, unit[other], unit_a)
        return (cabinet[item], unit_a), (cabinet[other], unit_b)

    def links(self, device: int) -> list[tuple[int, int, int]]:
        """Return the cables of a device: far end, number and kind."""
        part = slice(int(self.indptr[device]), int(self.indptr[device + 1]))
        columns = (self.indices[part], self.counts[part], self.link_kind[part])
        return list(zip(*(column.tolist() for column in columns), strict=True))

    def with_costs(self, costs: LinkCosts) -> "DeviceProblem":
        """Return the same problem with cables priced by kind and length."""
        indptr, indices, counts, kind = _links(self.fabric, costs.kind)
        return replace(self, costs=costs, indptr=indptr, indices=indices, counts=counts, link_kind=kind)


def device_problem(fabric: Fabric, hall: Hall, rules: Sequence[DeviceRule] = ()) -> DeviceProblem:
    """Build the arrays of a fabric with free devices; unknown heights count as 1."""
    devices = fabric.devices
    lengths = unit_lengths(hall)
    height = np.array([1 if device.units is None else device.units for device in devices], dtype=np.int32)
    cabinet = np.array(
        [-1 if device.cabinet is None else device.cabinet for device in devices], dtype=np.int32
    )
    unit = np.array([device.unit or 0 for device in devices], dtype=np.int32)
    free = (cabinet < 0) | ((unit == 0) & (height > 0))
    loads = (
        _whole([device.load_w for device in devices]),
        _whole([device.kilograms for device in devices]),
    )
    limits = []
    for load, names in zip(loads, (("power_limit_w", "air_limit_w"), ("weight_limit_kg",)), strict=True):
        held = np.zeros(len(hall.cabinets), dtype=np.int64)
        fixed = ~free
        np.add.at(held, cabinet[fixed], load[fixed])
        own = [
            min(
                (1000 * value for name in names if (value := getattr(entry, name)) is not None),
                default=NO_LIMIT,
            )
            for entry in hall.cabinets
        ]
        limits.append(np.maximum(np.array(own, dtype=np.int64), held))
    starts = np.zeros((len(hall.cabinets), lengths.high.size + 1), dtype=bool)
    for number, item in enumerate(hall.cabinets):
        starts[number, list(item.switch_units)] = True
    indptr, indices, counts, link_kind = _links(fabric)
    return DeviceProblem(
        fabric=fabric,
        units=np.array([entry.units for entry in hall.cabinets], dtype=np.int32),
        closed=np.array([entry.taken for entry in hall.cabinets], dtype=bool),
        switch_start=starts,
        height=height,
        sides=np.array([_sides(device) for device in devices], dtype=np.int32),
        is_switch=np.array([device.kind == SWITCH for device in devices], dtype=bool),
        cabinet=cabinet,
        unit=np.where(height > 0, unit, 0).astype(np.int32),
        free=free,
        milliwatts=loads[0],
        grams=loads[1],
        limit_mw=limits[0],
        limit_g=limits[1],
        lengths=lengths,
        indptr=indptr,
        indices=indices,
        counts=counts,
        link_kind=link_kind,
        rules=tuple(rules),
        tables=rule_tables(rules, fabric, hall),
    )


def rack_problem(fabric: Fabric, units: int) -> DeviceProblem:
    """Build the arrays of a single rack without limits, with lengths in units between two ports."""
    devices = fabric.devices
    count = len(devices)
    height = np.array([1 if device.units is None else device.units for device in devices], dtype=np.int32)
    unit = np.array([device.unit or 0 for device in devices], dtype=np.int32)
    flat = np.zeros((1, 1, units + 1), dtype=np.int32)
    lengths = UnitLengths(
        flat, np.zeros((1, 1, 1, 1), dtype=np.int32), np.arange(units + 1), 0, np.array([0, 1])
    )
    nothing = np.zeros(count, dtype=np.int64)
    no_limit = np.array([NO_LIMIT], dtype=np.int64)
    pairs = np.zeros((0, 2), dtype=np.int32)
    none = np.zeros(0, dtype=np.int32)
    tables = RuleTables(np.ones((count, 1), dtype=bool), pairs, none, np.zeros((0, 1, 1), dtype=bool), none)
    indptr, indices, counts, link_kind = _links(fabric)
    return DeviceProblem(
        fabric=fabric,
        units=np.array([units], dtype=np.int32),
        closed=np.zeros(1, dtype=bool),
        switch_start=np.ones((1, units + 2), dtype=bool),
        height=height,
        sides=np.full(count, BOTH, dtype=np.int32),
        is_switch=np.zeros(count, dtype=bool),
        cabinet=np.zeros(count, dtype=np.int32),
        unit=unit,
        free=unit == 0,
        milliwatts=nothing,
        grams=nothing,
        limit_mw=no_limit,
        limit_g=no_limit,
        lengths=lengths,
        indptr=indptr,
        indices=indices,
        counts=counts,
        link_kind=link_kind,
        rules=(),
        tables=tables,
    )


def _whole(values: list[float | None]) -> Ints:
    """Convert amounts to integer thousandths, 0 for unknown ones."""
    return np.array([round(1000 * (value or 0)) for value in values], dtype=np.int64)


def _sides(device: Device) -> int:
    return BOTH if not device.half_depth else REAR if device.face == "rear" else FRONT


def _links(fabric: Fabric, kind: Small | None = None) -> tuple[Ints, Small, Ints, Small]:
    """Count the cables of each kind between each two devices, from both ends."""
    count = max(len(fabric.devices), 1)
    ends = np.array([[end.device for end in cable.ends] for cable in fabric.cables], dtype=np.int64)
    ends = ends.reshape(-1, 2)
    kinds = np.zeros(len(ends), dtype=np.int64) if kind is None else kind.astype(np.int64)
    kept = ends[:, 0] != ends[:, 1]
    ends, kinds = ends[kept], kinds[kept]
    both = np.concatenate([ends, ends[:, ::-1]])
    size = int(kinds.max(initial=0)) + 1
    pairs = both[:, 0] * count + both[:, 1]
    keys, counts = np.unique(pairs * size + np.concatenate([kinds, kinds]), return_counts=True)
    indptr = np.searchsorted(keys, np.arange(len(fabric.devices) + 1) * count * size)
    other = (keys // size) % count
    return (
        indptr.astype(np.int64),
        other.astype(np.int32),
        counts.astype(np.int64),
        (keys % size).astype(np.int32),
    )
