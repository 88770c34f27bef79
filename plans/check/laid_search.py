"""Independent check of the placement of listed devices: limits, rules and the lower bound.

It shares no code with the search, its rules or its bounds.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from netfloor.layout.check.hall import HallLengths
from netfloor.plans.models import LaidModel, SearchRecord
from netfloor.plans.record_tables import RuleRecord

Row = Mapping[str, Any]
#: A cabinet's number and a rack unit.
Point = tuple[int, int]
Ints = npt.NDArray[np.int64]

#: Cost of a forbidden location.
_SHUT = 1 << 40


def search_problems(
    search: SearchRecord, devices: Sequence[Row], cables: Sequence[Row], hall: Row
) -> list[str]:
    """Return the limits and rules that placed devices violate."""
    placed = [*search.free, *search.unit_free]
    if len(set(placed)) < len(placed) or any(number >= len(devices) for number in placed):
        return ["search: free devices are not some of the devices, each once"]
    places = {cabinet["name"]: number for number, cabinet in enumerate(hall["cabinets"])}
    home = [places[device["cabinet"]] for device in devices]
    return [
        *_place_problems(placed, devices, home, hall),
        *_load_problems(set(placed), devices, home, hall),
        *_rule_problems(search.rules, devices, home, hall),
        *_feed_problems(search.rules, devices, cables),
    ]


def _place_problems(
    placed: Sequence[int], devices: Sequence[Row], home: Sequence[int], hall: Row
) -> Iterator[str]:
    """Yield placed devices without a height or in occupied cabinets, and switches at unsuitable units."""
    for number in placed:
        device, cabinet = devices[number], hall["cabinets"][home[number]]
        where = f"device {device['name']}"
        if device["height"] is None:
            yield f"{where}: was placed without a height"
        if cabinet["taken"]:
            yield f"{where}: was placed in {cabinet['name']}, which is occupied"
        if (
            device["kind"] == "switch"
            and device["unit"] is not None
            and device["unit"] not in cabinet["switch_units"]
        ):
            yield f"{where}: unit {device['unit']} of {cabinet['name']} is not for switches"


def _load_problems(
    placed: set[int], devices: Sequence[Row], home: Sequence[int], hall: Row
) -> Iterator[str]:
    """Yield cabinets that placed devices push above a limit."""
    for field, keys, unit in (
        ("watts", ("power_limit_w", "air_limit_w"), "W"),
        ("kilograms", ("weight_limit_kg",), "kg"),
    ):
        whole: dict[int, int] = defaultdict(int)
        listed: dict[int, int] = defaultdict(int)
        for number, device in enumerate(devices):
            load = round(1000 * (device[field] or 0))
            whole[home[number]] += load
            listed[home[number]] += 0 if number in placed else load
        for cabinet in sorted({home[number] for number in placed}):
            own = hall["cabinets"][cabinet]
            limits = [1000 * own[key] for key in keys if own.get(key) is not None]
            if limits and whole[cabinet] > max(min(limits), listed[cabinet]):
                yield (
                    f"cabinet {own['name']}: placed devices bring it to {whole[cabinet] / 1000:g} {unit}, "
                    f"its limit is {min(limits) / 1000:g} {unit}"
                )


def _named(rule: RuleRecord, devices: Sequence[Row]) -> list[int]:
    return [
        number
        for number, device in enumerate(devices)
        if (not rule.network or device["network"] == rule.network)
        and any(device["name"] == item or fnmatchcase(device["name"], item) for item in rule.devices)
    ]


def _feed_problems(
    rules: Sequence[RuleRecord], devices: Sequence[Row], cables: Sequence[Row]
) -> Iterator[str]:
    """Yield devices to be separated by feed that share their only feed, or have no known feed."""
    fed: dict[int, set[str]] = defaultdict(set)
    for cable in cables:
        for here, there in (("a", "b"), ("b", "a")):
            if devices[cable[there]]["kind"] == "pdu" and devices[cable[there]]["feed"]:
                fed[cable[here]].add(devices[cable[there]]["feed"])
    for number, rule in enumerate(rules, 1):
        members = _named(rule, devices) if rule.apart_by == "feed" else []
        alone = Counter(next(iter(fed[member])) for member in members if len(fed[member]) == 1)
        yield from (
            f"rule {number}: {devices[member]['name']} has no known feed"
            for member in members
            if not fed[member]
        )
        yield from (
            f"rule {number}: {count} devices are on feed {feed} alone"
            for feed, count in alone.items()
            if count > 1
        )


def _rule_problems(
    rules: Sequence[RuleRecord], devices: Sequence[Row], home: Sequence[int], hall: Row
) -> Iterator[str]:
    """Yield devices that violate a rule."""
    for number, rule in enumerate(rules, 1):
        members = _named(rule, devices)
        if bool(rule.apart_by) == bool(rule.only):
            yield f"rule {number}: keeps devices apart or in some areas, not both"
        if rule.only:
            inside = _areas(rule.only, hall)
            for member in members:
                if home[member] not in inside:
                    yield f"rule {number}: {devices[member]['name']} is outside of {', '.join(rule.only)}"
            continue
        for at, item in enumerate(members if rule.apart_by != "feed" else ()):
            for other in members[at + 1 :]:
                if _are_near(rule, home[item], home[other], hall):
                    names = f"{devices[item]['name']} and {devices[other]['name']}"
                    yield f"rule {number}: {names} are not apart"


def _areas(only: Sequence[str], hall: Row) -> set[int]:
    return {
        number
        for number, cabinet in enumerate(hall["cabinets"])
        if f"row:{cabinet['row']}" in only or f"cabinet:{cabinet['name']}" in only
    }


def _are_near(rule: RuleRecord, value: int, other: int, hall: Row) -> bool:
    """Return True if two cabinets are too close for a rule."""
    a, b = hall["cabinets"][value], hall["cabinets"][other]
    if rule.apart_by == "cabinet":
        return value == other
    if rule.apart_by == "row":
        return bool(a["row"] == b["row"])
    turn = np.deg2rad(hall["axis_deg"] % 360)
    x, y = b["x_mm"] - a["x_mm"], b["y_mm"] - a["y_mm"]
    along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    return bool(abs(along) + abs(across) < round(rule.metres * 1000) - 2)  # centres are rounded twice


def bound_problems(
    record: LaidModel, devices: Sequence[Row], cables: Sequence[Row], hall: Row
) -> Iterator[str]:
    """Yield a bound that exceeds the length, lacks a method, or that its prices do not prove."""
    search = record.search
    if search is None:
        return
    total_mm = sum(cable["length_mm"] for cable in cables)
    for number, rule in enumerate(search.rules, 1):
        if rule.total_mm_without is not None and rule.total_mm_without > total_mm:
            yield f"rule {number}: would save cable, {rule.total_mm_without} mm without it"
    bound = search.lower_bound_mm
    if (bound is None) != (search.method == "none"):
        yield "search.lower_bound_mm: a bound and its method belong together"
    if bool(search.price_mm) and search.method != "prices":
        yield "search.price_mm: another method has no prices"
    if bound is None:
        return
    if bound > total_mm:
        yield f"search.lower_bound_mm: is {bound}, and the cables are {total_mm} mm"
    elif search.method == "prices":
        moved, still_mm = without_still(cables, hall)
        proved = still_mm + PriceProof(search, devices, moved, hall, search.price_mm).bound()
        if bound != proved:
            yield f"search.lower_bound_mm: is {bound}, and the prices of units prove {proved} mm"


def without_still(cables: Sequence[Row], hall: Row) -> tuple[list[Row], int]:
    """Return the cables whose length depends on the placement, and the total length of the others."""
    still = [cable for cable in cables if cable["length_listed"] or cable["a"] == cable["b"]]
    inside_mm = hall["cable"]["inside_mm"] if still else 0
    total = sum(item["length_mm"] if item["length_listed"] else inside_mm for item in still)
    return [cable for cable in cables if not (cable["length_listed"] or cable["a"] == cable["b"])], total


class ListedCosts(Protocol):
    """Costs of cables by their kind and ends."""

    def between(self, kind: int, points: Sequence[Point], other: Sequence[Point]) -> Ints:
        """Return the costs of cables from some ports to others, -1 if no cable exists."""


class CableLengths:
    """Costs equal to cable length."""

    def __init__(self, hall: Row) -> None:
        self.lengths = HallLengths(hall)

    def between(self, kind: int, points: Sequence[Point], other: Sequence[Point]) -> Ints:  # noqa: ARG002
        """Return the lengths; there is one kind."""
        return self.lengths.between(points, other)


class PriceProof:
    """The lower bound on total length or cost that unit prices prove.

    Each free device is considered alone, at the location where the sum of three parts is minimal: the cost
    of its cables to fixed devices; the cost of its own cables to free devices, which start at different
    units, so that at best the largest bundle of a kind reaches the nearest location; and the prices of the
    units that it occupies (half of them if it occupies one side). A cable between two free devices belongs
    to the device with more free partners, or in a tie to the one listed later. The sum over all devices
    minus the prices of all units that are not full is a lower bound for any prices, because no unit is
    occupied twice.
    """

    def __init__(
        self,
        search: SearchRecord,
        devices: Sequence[Row],
        cables: Sequence[Row],
        hall: Row,
        prices: Mapping[str, Sequence[int]],
        costs: tuple[ListedCosts, Sequence[int]] | None = None,
    ) -> None:
        self.search, self.devices, self.hall, self.prices = search, devices, hall, prices
        self.costs, kinds = costs or (CableLengths(hall), [0] * len(cables))
        self.tolls: dict[tuple[int, int], Ints] = {}
        self.free = {*search.free, *search.unit_free}
        self.places = {cabinet["name"]: number for number, cabinet in enumerate(hall["cabinets"])}
        self.links: dict[int, dict[int, Counter[int]]] = defaultdict(lambda: defaultdict(Counter))
        for cable, kind in zip(cables, kinds, strict=True):
            if cable["a"] != cable["b"]:
                self.links[cable["a"]][cable["b"]][kind] += 1
                self.links[cable["b"]][cable["a"]][kind] += 1
        self.full = self._filled()
        self.tall = [number for number in sorted(self.free) if devices[number]["height"]]
        self.starts = {size: self._starts(size) for size in {self._size(number) for number in self.tall}}
        every = set().union(*self.starts.values()) if self.starts else set()
        self.spots = sorted(every)
        self.units = np.array([unit for _, unit in self.spots], dtype=np.int64)
        self.rows: dict[tuple[int, int, int | None], Ints] = {}

    def bound(self) -> int:
        """Return the bound on all cables."""
        total = self._between_fixed() + self._flat() - self._all_prices()
        own = {number: self._own(number) for number in self.tall}
        near: dict[int, Ints] = {}
        for kind in {kind for item in own.values() for kind in item}:
            near[kind] = self._nearest(kind, max(len(item.get(kind, ())) for item in own.values()))
        only = self._allowed()
        for number in self.tall:
            cost = np.zeros(len(self.spots), dtype=np.int64)
            for kind, counts in own[number].items():
                for rank, times in enumerate(counts):
                    cost += times * near[kind][:, rank]
            for other, times, kind in self._to_fixed(number):
                cost += times * self.to(kind, other)
            may = self.starts[self._size(number)]
            closed = [spot not in may or spot[0] not in only[number] for spot in self.spots]
            cost[np.array(closed, dtype=bool)] = _SHUT
            total += int((cost + self._toll(number)).min(initial=_SHUT))
        return total

    def longest(self) -> int:
        """Return a lower bound on the longest cable: each device alone at its best location."""
        longest = max((item for _, item in self._fixed_costs()), default=0)
        near = self._nearest(0, 1) if self.spots else np.zeros((0, 1), dtype=np.int64)
        only = self._allowed()
        for number in self.tall:
            maximum = np.zeros(len(self.spots), dtype=np.int64)
            for other, _, _ in self._to_fixed(number):
                maximum = np.maximum(maximum, self.to(0, other))
            if self._partners(number):
                maximum = np.maximum(maximum, near[:, 0])
            may = self.starts[self._size(number)]
            closed = [spot not in may or spot[0] not in only[number] for spot in self.spots]
            maximum[np.array(closed, dtype=bool)] = _SHUT
            longest = max(longest, int(maximum.min(initial=_SHUT)))
        return longest

    def _own(self, number: int) -> dict[int, list[int]]:
        """Return by kind the number of own cables from a device to each free device, largest first."""
        own: dict[int, list[int]] = defaultdict(list)
        for other, kinds in self.links[number].items():
            if self._is_own(number, other):
                for kind, times in kinds.items():
                    own[kind].append(times)
        return {kind: sorted(counts, reverse=True) for kind, counts in own.items()}

    def _to_fixed(self, number: int) -> Iterator[tuple[int, int, int]]:
        """Yield the fixed devices that a device's cables end at, with number and kind of the cables."""
        for other, kinds in self.links[number].items():
            if other not in self.free:
                for kind, times in kinds.items():
                    yield other, times, kind

    def to(self, kind: int, other: int) -> Ints:
        """Return the cost of a cable from each location to a fixed device."""
        cabinet, unit = self.places[self.devices[other]["cabinet"]], self.devices[other]["unit"]
        key = kind, cabinet, unit
        if key not in self.rows:
            if unit is None:
                self.rows[key] = self._same_height(kind, cabinet)
            else:
                result = self.costs.between(kind, [(cabinet, unit)], self.spots)[0]
                self.rows[key] = np.where(result < 0, _SHUT, result)
        return self.rows[key]

    def _filled(self) -> dict[tuple[int, int], set[str]]:
        """Return the sides of units that fixed devices occupy."""
        full: dict[tuple[int, int], set[str]] = defaultdict(set)
        for number, device in enumerate(self.devices):
            if number in self.free or device["unit"] is None:
                continue
            height = 1 if device["height"] is None else device["height"]
            for unit in range(device["unit"], device["unit"] + height):
                full[self.places[device["cabinet"]], unit].update(_sides(device))
        return full

    def _size(self, number: int) -> tuple[int, tuple[str, ...], bool]:
        device = self.devices[number]
        return device["height"], _sides(device), device["kind"] == "switch"

    def _starts(self, size: tuple[int, tuple[str, ...], bool]) -> set[tuple[int, int]]:
        """Return the units where a free device of a size can start without overlapping fixed devices."""
        height, sides, is_switch = size
        results = set()
        for number, cabinet in enumerate(self.hall["cabinets"]):
            if cabinet["taken"]:
                continue
            for unit in range(1, cabinet["units"] - height + 2):
                if is_switch and unit not in cabinet["switch_units"]:
                    continue
                if not any(self.full.get((number, unit + k), set()) & {*sides} for k in range(height)):
                    results.add((number, unit))
        return results

    def _allowed(self) -> dict[int, set[int]]:
        """Return the cabinets that lists and rules allow for each free device."""
        everywhere = {number for number, item in enumerate(self.hall["cabinets"]) if not item["taken"]}
        allowed = {number: set(everywhere) for number in self.free}
        for number in self.search.unit_free:
            allowed[number] &= {self.places[self.devices[number]["cabinet"]]}
        for rule in self.search.rules:
            if rule.only:
                for member in _named(rule, self.devices):
                    if member in allowed:
                        allowed[member] &= _areas(rule.only, self.hall)
        return allowed

    def _partners(self, number: int) -> list[int]:
        return [item for item in self.links[number] if item in self.free and self.devices[item]["height"]]

    def _is_own(self, number: int, other: int) -> bool:
        if other not in self.free or not self.devices[other]["height"]:
            return False
        return (len(self._partners(number)), number) > (len(self._partners(other)), other)

    def _nearest(self, kind: int, most: int) -> Ints:
        """Return the costs of cables of a kind from each location to its nearest locations, ascending."""
        values = np.full((len(self.spots), most), _SHUT, dtype=np.int64)
        shared = any(len(_sides(self.devices[item])) == 1 for item in self.tall)
        for begin in range(0, len(self.spots), 256):
            block = self.spots[begin : begin + 256]
            costs = self.costs.between(kind, block, self.spots)
            costs[costs < 0] = _SHUT
            if not shared:
                costs[np.arange(len(block)), begin + np.arange(len(block))] = _SHUT
            nearest = np.sort(costs, axis=1)[:, :most]
            values[begin : begin + len(block), : nearest.shape[1]] = nearest
        return values

    def _same_height(self, kind: int, cabinet: int) -> Ints:
        """Return the cost of a cable from each location to a device of height 0 in a cabinet."""
        values = np.zeros(len(self.spots), dtype=np.int64)
        for unit in set(self.units.tolist()):
            own = [spot for spot in self.spots if spot[1] == unit]
            costs = self.costs.between(kind, [(cabinet, unit)], own)[0]
            values[self.units == unit] = np.where(costs < 0, _SHUT, costs)
        return values

    def _price(self, cabinet: int, unit: int) -> int:
        prices = self.prices.get(self.hall["cabinets"][cabinet]["name"], [])
        return prices[unit - 1] if 0 < unit <= len(prices) else 0

    def _toll(self, number: int) -> Ints:
        """Return the prices of the units that a device would occupy from each location upwards."""
        height, sides, _ = self._size(number)
        share = 1 if len(sides) > 1 else 2
        key = height, share
        if key not in self.tolls:
            self.tolls[key] = np.array(
                [sum(self._price(c, u + k) // share for k in range(height)) for c, u in self.spots],
                dtype=np.int64,
            )
        return self.tolls[key]

    def _all_prices(self) -> int:
        return sum(
            self._price(number, unit)
            for number, cabinet in enumerate(self.hall["cabinets"])
            for unit in range(1, cabinet["units"] + 1)
            if len(self.full.get((number, unit), ())) < 2
        )

    def _between_fixed(self) -> int:
        """Return the cost of the cables between fixed devices."""
        return sum(times * item for times, item in self._fixed_costs())

    def _fixed_costs(self) -> Iterator[tuple[int, int]]:
        """Yield the cables between fixed devices: their number and the cost of each."""
        from_port: dict[tuple[int, int, int], Counter[tuple[int, int]]] = defaultdict(Counter)
        for item, others in self.links.items():
            for other, kinds in others.items():
                if item < other and item not in self.free and other not in self.free:
                    a, b = self.devices[item], self.devices[other]
                    unit = next((u for u in (a["unit"], b["unit"]) if u is not None), 1)
                    ports = [
                        (self.places[end["cabinet"]], unit if end["unit"] is None else end["unit"])
                        for end in (a, b)
                    ]
                    for kind, times in kinds.items():
                        from_port[kind, *ports[0]][ports[1]] += times
        for (kind, *port), ends in from_port.items():
            costs = self.costs.between(kind, [(port[0], port[1])], [*ends])[0]
            yield from zip(ends.values(), np.where(costs < 0, _SHUT, costs).tolist(), strict=True)

    def _flat(self) -> int:
        """Return the minimum cost of the cables from free devices of height 0 to fixed devices."""
        total = 0
        only = self._allowed()
        for number in sorted(self.free):
            if self.devices[number]["height"] != 0:
                continue
            sums = []
            for cabinet in sorted(only[number]):
                cost = 0
                for other, times, kind in self._to_fixed(number):
                    there = self.devices[other]
                    unit = 1 if there["unit"] is None else there["unit"]
                    ends = [(cabinet, unit)], [(self.places[there["cabinet"]], unit)]
                    cost += times * max(int(self.costs.between(kind, *ends)[0, 0]), 0)
                sums.append(cost)
            total += min(sums, default=0)
        return total


def _sides(device: Row) -> tuple[str, ...]:
    return (device["face"] or "front",) if device["half_depth"] else ("front", "rear")
