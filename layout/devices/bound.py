"""Lower bound on all cables for any number of free devices, by Lagrange multipliers on rack units.

The bound is on the length or the cost of all cables. Cables to fixed devices have their exact length or
cost at each place. A cable between two free devices is counted at the end with more free partners: these
begin at different units, so its cables of a kind cost at least as much as those to the nearest units, with
the largest counts on the nearest. Each device takes its cheapest place. So that they do not all take the
same place, units have prices: the bound is the sum of the lowest cost plus price of each device, less the
prices of all units, for any prices.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.devices.problem import BOTH, FAR, DeviceProblem

Ints = npt.NDArray[np.int64]

#: Rounds of the subgradient method, and the largest table of devices by places for which it runs.
ROUNDS, MAX_CELLS = 200, 12_000_000
_NONE = 1 << 40


@dataclass(frozen=True, eq=False, repr=False)
class PriceBound:
    """A proved lower bound on the length or cost of all cables.

    Attributes
    ----------
    total
        The bound, in mm or steps of the costs.
    price
        Price of each unit of each cabinet, (C, U + 1), non-negative.
    """

    total: int
    price: Ints


def price_bound(problem: DeviceProblem, total: int) -> PriceBound | None:
    """Compute a lower bound with prices optimised towards a placement's total; None above `MAX_CELLS`."""
    places = PlaceCosts(problem)
    if len(places.devices) * len(places.cabinet) > MAX_CELLS:
        return None
    shape = len(problem.units), problem.lengths.high.size
    price = np.zeros(shape, dtype=np.float64)
    best, best_price = -1, np.zeros(shape, dtype=np.int64)
    scale, idle = 1.0, 0
    for _ in range(ROUNDS):
        whole = np.floor(price).astype(np.int64)
        value, usage = places.value(whole)
        if value > best:
            best, best_price, idle = value, whole, 0
        else:
            idle += 1
            if idle % 10 == 0:
                scale /= 2
        excess = np.where(places.open_units, usage - 1.0, 0.0)
        excess[(price <= 0) & (excess < 0)] = 0
        square = float((excess**2).sum())
        if square == 0 or value >= total:
            break
        price = np.maximum(price + scale * (total - value) / square * excess, 0)
    return PriceBound(best, best_price)


class PlaceCosts:
    """Cost of each free device at each place, on its own."""

    def __init__(self, problem: DeviceProblem) -> None:
        self.problem = problem
        cabinets, width = len(problem.units), problem.lengths.high.size
        self.devices = problem.movers[problem.height[problem.movers] > 0]
        inside = np.arange(width)[None, :] <= problem.units[:, None]
        inside[:, 0] = False
        #: Units that a free device may occupy on at least one side.
        self.open_units = inside & (problem.taken[:, :width] != BOTH)
        begin = np.zeros((cabinets, width), dtype=bool)
        starts = {}
        for device in self.devices.tolist():
            key = self._key(device)
            if key not in starts:
                starts[key] = self._starts(device)
            begin |= starts[key]
        self.cabinet, self.unit = np.nonzero(begin)
        self.cost = np.full((len(self.devices), len(self.cabinet)), _NONE, dtype=np.int64)
        near = self._nearest()
        self.rest = self._height_zero()
        for row, device in enumerate(self.devices.tolist()):
            may = starts[self._key(device)][self.cabinet, self.unit] & problem.allowed[device, self.cabinet]
            cost = self._to_fixed(device)
            for kind, weights in self._own_partners(device).items():
                cost = cost + near[kind][:, : len(weights)] @ weights
            if problem.costs is None:  # with costs, a missing route is expensive instead
                may &= cost < FAR
            self.cost[row] = np.where(may, cost, _NONE)

    def value(self, price: Ints) -> tuple[int, npt.NDArray[np.float64]]:
        """Return the bound for given prices, and how often each unit is then used."""
        usage = np.zeros(price.shape, dtype=np.float64)
        total = self.rest - int(price[self.open_units].sum())
        sums = np.concatenate([np.zeros((len(price), 1), np.int64), np.cumsum(price, axis=1)], axis=1)
        halves = np.concatenate(
            [np.zeros((len(price), 1), np.int64), np.cumsum(price // 2, axis=1)], axis=1
        )
        for (height, full), rows in self._by_size().items():
            part = sums if full else halves
            last = np.minimum(self.unit + height, part.shape[1] - 1)
            toll = part[self.cabinet, last] - part[self.cabinet, self.unit]
            cost = self.cost[rows] + toll[None, :]
            picked = cost.argmin(axis=1)
            total += int(cost[np.arange(len(rows)), picked].sum())
            for step in range(height):
                at = np.minimum(self.unit[picked] + step, price.shape[1] - 1)
                np.add.at(usage, (self.cabinet[picked], at), 1.0 if full else 0.5)
        return total, usage

    def _by_size(self) -> dict[tuple[int, bool], list[int]]:
        groups: dict[tuple[int, bool], list[int]] = {}
        for row, device in enumerate(self.devices.tolist()):
            key = int(self.problem.height[device]), int(self.problem.sides[device]) == BOTH
            groups.setdefault(key, []).append(row)
        return groups

    def _key(self, device: int) -> tuple[int, int, bool]:
        problem = self.problem
        return int(problem.height[device]), int(problem.sides[device]), bool(problem.is_switch[device])

    def _starts(self, device: int) -> npt.NDArray[np.bool_]:
        """Return the units at which a device of this size may begin alongside fixed devices, (C, U + 1)."""
        problem = self.problem
        width = problem.lengths.high.size
        values = np.zeros((len(problem.units), width), dtype=bool)
        for cabinet in np.flatnonzero(~problem.closed).tolist():
            if problem.height[device] <= problem.units[cabinet]:
                values[cabinet, problem.may_start(device, cabinet)] = True
        return values

    def _nearest(self) -> dict[int, Ints]:
        """Compute by kind the lowest costs from each place to others, ascending, (places, partners)."""
        partners: dict[int, int] = {}
        for device in self.devices.tolist():
            for kind, weights in self._own_partners(device).items():
                partners[kind] = max(partners.get(kind, 0), len(weights))
        return {kind: self.nearest_of(kind, count) for kind, count in partners.items()}

    def nearest_of(self, kind: int, partners: int) -> Ints:
        """Compute the lowest costs of a kind from each place to others, ascending, (places, partners)."""
        size = len(self.cabinet)
        values = np.zeros((size, partners), dtype=np.int64)
        shares = (self.problem.sides[self.devices] != BOTH).any()
        for start in range(0, size, 256):
            rows = np.arange(start, min(start + 256, size))
            costs = self.problem.between(
                kind,
                (self.cabinet[rows, None], self.unit[rows, None]),
                (self.cabinet[None, :], self.unit[None, :]),
            )
            if not shares:
                costs[np.arange(len(rows)), rows] = _NONE
            count = min(partners, size)
            nearest = np.sort(np.partition(costs, count - 1, axis=1)[:, :count], axis=1)
            maximum = FAR if self.problem.costs is None else _NONE
            values[rows, :count] = np.minimum(nearest, maximum)
            values[rows, count:] = maximum
        return values

    def _own_partners(self, device: int) -> dict[int, Ints]:
        """Collect by kind the cable counts to each free partner counted at this device, descending."""
        problem, mine = self.problem, self._rank(device)
        own: dict[int, list[int]] = {}
        for other, times, kind in problem.links(device):
            if problem.free[other] and problem.height[other] > 0 and mine > self._rank(other):
                own.setdefault(kind, []).append(times)
        return {kind: np.array(sorted(item, reverse=True), dtype=np.int64) for kind, item in own.items()}

    def _rank(self, device: int) -> tuple[int, int]:
        """Return the number of free partners of a device, and its number as tie-breaker."""
        problem = self.problem
        part = slice(int(problem.indptr[device]), int(problem.indptr[device + 1]))
        others = np.unique(problem.indices[part])
        return int((problem.free[others] & (problem.height[others] > 0)).sum()), device

    def _to_fixed(self, device: int) -> Ints:
        """Return the length or cost of the cables to fixed devices from each place."""
        problem = self.problem
        total = np.zeros(len(self.cabinet), dtype=np.int64)
        for other, times, kind in problem.links(device):
            if not problem.free[other]:
                total += times * problem.between(kind, *self.to(other))
        return total

    def to(self, other: int) -> Any:
        """Return the ports of cables from each place to a fixed device."""
        problem = self.problem
        there = np.full_like(self.unit, problem.unit[other]) if problem.unit[other] else self.unit
        return (self.cabinet, self.unit), (np.full_like(self.cabinet, problem.cabinet[other]), there)

    def _height_zero(self) -> int:
        """Sum the cables between fixed devices, and the lowest cost of free devices of height 0."""
        problem = self.problem
        total = total_between_fixed(problem)
        for device in problem.movers[problem.height[problem.movers] == 0].tolist():
            minimum = [
                self._at_side(device, cabinet)
                for cabinet in np.flatnonzero(problem.allowed[device]).tolist()
            ]
            total += min(minimum, default=0)
        return total

    def _at_side(self, device: int, cabinet: int) -> int:
        """Sum the cables from a device of height 0 in a cabinet to fixed devices."""
        problem = self.problem
        total = 0
        for other, times, kind in problem.links(device):
            if not problem.free[other]:
                unit = max(int(problem.unit[other]), 1)
                ends = (
                    (np.array(cabinet), np.array(unit)),
                    (np.array(problem.cabinet[other]), np.array(unit)),
                )
                total += times * int(problem.between(kind, *ends))
        return total


def total_between_fixed(problem: DeviceProblem) -> int:
    """Sum the length or cost of the cables between fixed devices."""
    item = np.repeat(np.arange(problem.size), np.diff(problem.indptr))
    fixed = ~problem.free[item] & ~problem.free[problem.indices]
    total = 0
    for kind in np.unique(problem.link_kind[fixed]).tolist():
        own = fixed & (problem.link_kind == kind)
        ends = problem.ports(item[own], problem.indices[own], problem.cabinet, problem.unit)
        total += int((problem.between(kind, *ends) * problem.counts[own]).sum())
    return total // 2


def longest_bound_mm(problem: DeviceProblem) -> int:
    """Bound the length of the longest cable of any placement from below.

    It is the maximum over cables between fixed devices and over free devices, each at its best place: there
    the longest cable to a fixed device, and the nearest place if it has a cable to another free device.
    """
    item = np.repeat(np.arange(problem.size), np.diff(problem.indptr))
    fixed = ~problem.free[item] & ~problem.free[problem.indices]
    ends = item[fixed], problem.indices[fixed]
    longest = int(problem.cable_lengths(*ends, problem.cabinet, problem.unit).max(initial=0))
    places = PlaceCosts(replace(problem, costs=None))
    near = places.nearest_of(0, 1)[:, 0] if len(places.cabinet) else np.zeros(0, dtype=np.int64)
    for row, device in enumerate(places.devices.tolist()):
        maximum = np.where(places.cost[row] < _NONE, 0, _NONE)
        for other, _, _ in problem.links(device):
            if not problem.free[other]:
                maximum = np.maximum(maximum, problem.lengths.between(*places.to(other)))
            elif problem.height[other]:
                maximum = np.maximum(maximum, near)
        longest = max(longest, int(maximum.min(initial=_NONE)))
    return longest
