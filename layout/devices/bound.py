"""A lower bound on all cables for any number of free devices: each device by itself, and prices for units.

Cables to fixed devices have their exact length at each place. A cable between two free devices counts at
the end with more of them: its partners begin at different units, so its cables are at least as long as
those to the nearest units, the most numerous to the nearest. Each device takes the place where this is
least. So that not all take the same place, units have prices (Lagrange multipliers): the bound is the sum
of the least of length plus price, less the prices of all units, whatever the prices are.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.layout.devices.problem import BOTH, FAR, DeviceProblem

Ints = npt.NDArray[np.int64]

#: Rounds of the subgradient method, and the largest table of devices by places in which it runs.
ROUNDS, MOST_CELLS = 200, 12_000_000
_NONE = 1 << 40


@dataclass(frozen=True, eq=False, repr=False)
class PriceBound:
    """No placement has less cable.

    Attributes
    ----------
    length_mm
        The bound on all cables.
    price_mm
        Of each unit of each cabinet, (C, U + 1), not negative.
    """

    length_mm: int
    price_mm: Ints


def price_bound(problem: DeviceProblem, total_mm: int) -> PriceBound | None:
    """Return a lower bound, its prices driven towards a placement's length; None beyond `MOST_CELLS`."""
    places = PlaceCosts(problem)
    if len(places.devices) * len(places.cabinet) > MOST_CELLS:
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
        if square == 0 or value >= total_mm:
            break
        price = np.maximum(price + scale * (total_mm - value) / square * excess, 0)
    return PriceBound(best, best_price)


class PlaceCosts:
    """What each free device costs at each place, by itself."""

    def __init__(self, problem: DeviceProblem) -> None:
        self.problem = problem
        cabinets, width = len(problem.units), problem.lengths.high.size
        self.devices = problem.movers[problem.height[problem.movers] > 0]
        inside = np.arange(width)[None, :] <= problem.units[:, None]
        inside[:, 0] = False
        #: Units that a free device may fill at least on one side.
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
            weights = self._own_partners(device)
            if len(weights):
                cost = cost + near[:, : len(weights)] @ weights
            self.cost[row] = np.where(may & (cost < FAR), cost, _NONE)

    def value(self, price: Ints) -> tuple[int, npt.NDArray[np.float64]]:
        """Return the bound by some prices, and how many devices fill each unit then."""
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
        """Return where a device of this size may begin beside the fixed ones, (C, U + 1)."""
        problem = self.problem
        width = problem.lengths.high.size
        found = np.zeros((len(problem.units), width), dtype=bool)
        for cabinet in np.flatnonzero(~problem.closed).tolist():
            if problem.height[device] <= problem.units[cabinet]:
                found[cabinet, problem.may_start(device, cabinet)] = True
        return found

    def _nearest(self) -> Ints:
        """Return from each place the lengths to the nearest others, ascending, (places, most partners)."""
        partners = max((len(self._own_partners(device)) for device in self.devices.tolist()), default=0)
        size = len(self.cabinet)
        found = np.zeros((size, partners), dtype=np.int64)
        if not partners:
            return found
        shares = (self.problem.sides[self.devices] != BOTH).any()
        for start in range(0, size, 256):
            rows = np.arange(start, min(start + 256, size))
            lengths = self.problem.lengths.between(
                (self.cabinet[rows, None], self.unit[rows, None]),
                (self.cabinet[None, :], self.unit[None, :]),
            )
            if not shares:
                lengths[np.arange(len(rows)), rows] = _NONE
            count = min(partners, size)
            nearest = np.sort(np.partition(lengths, count - 1, axis=1)[:, :count], axis=1)
            found[rows, :count] = np.minimum(nearest, FAR)
            found[rows, count:] = FAR
        return found

    def _own_partners(self, device: int) -> Ints:
        """Return the cables to each free partner that count at this device, most first."""
        problem = self.problem
        part = slice(int(problem.indptr[device]), int(problem.indptr[device + 1]))
        mine = self._rank(device)
        own = [
            times
            for other, times in zip(
                problem.indices[part].tolist(), problem.counts[part].tolist(), strict=True
            )
            if problem.free[other] and problem.height[other] > 0 and mine > self._rank(other)
        ]
        return np.array(sorted(own, reverse=True), dtype=np.int64)

    def _rank(self, device: int) -> tuple[int, int]:
        """Return the free partners of a device, and its number to break ties."""
        problem = self.problem
        part = slice(int(problem.indptr[device]), int(problem.indptr[device + 1]))
        others = problem.indices[part]
        return int((problem.free[others] & (problem.height[others] > 0)).sum()), device

    def _to_fixed(self, device: int) -> Ints:
        """Return the length of the cables to fixed devices from each place."""
        problem = self.problem
        total = np.zeros(len(self.cabinet), dtype=np.int64)
        for at in range(int(problem.indptr[device]), int(problem.indptr[device + 1])):
            other = int(problem.indices[at])
            if problem.free[other]:
                continue
            there = np.full_like(self.unit, problem.unit[other]) if problem.unit[other] else self.unit
            ends = (self.cabinet, self.unit), (np.full_like(self.cabinet, problem.cabinet[other]), there)
            total += int(problem.counts[at]) * problem.lengths.between(*ends)
        return total

    def _height_zero(self) -> int:
        """Return the length of cables between fixed devices, and the least of free devices of height 0."""
        problem = self.problem
        one = np.repeat(np.arange(problem.size), np.diff(problem.indptr))
        other = problem.indices
        fixed = ~problem.free[one] & ~problem.free[other]
        lengths = problem.cable_lengths(one[fixed], other[fixed], problem.cabinet, problem.unit)
        total = int((lengths * problem.counts[fixed]).sum()) // 2
        for device in problem.movers[problem.height[problem.movers] == 0].tolist():
            least = [
                self._at_side(device, cabinet)
                for cabinet in np.flatnonzero(problem.allowed[device]).tolist()
            ]
            total += min(least, default=0)
        return total

    def _at_side(self, device: int, cabinet: int) -> int:
        """Return the length of the cables to fixed devices of one of height 0 in a cabinet."""
        problem = self.problem
        total = 0
        for at in range(int(problem.indptr[device]), int(problem.indptr[device + 1])):
            other = int(problem.indices[at])
            if not problem.free[other]:
                unit = max(int(problem.unit[other]), 1)
                ends = (
                    (np.array(cabinet), np.array(unit)),
                    (np.array(problem.cabinet[other]), np.array(unit)),
                )
                total += int(problem.counts[at]) * int(problem.lengths.between(*ends))
        return total
