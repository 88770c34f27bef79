"""Proof of the cheapest placement of few free devices, for any cost of cables by length.

Branch and bound over the places (cabinet and unit) of the devices, those with most cables first. The bound
of a node sums, for each device not yet placed, the lowest cost of its cables to placed devices plus half
the lowest cost of its cables to other remaining devices. Symmetric placements are pruned.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.devices.bound import total_between_fixed
from netfloor.layout.devices.classes import in_order, near_fixed, twins
from netfloor.layout.devices.order import NONE
from netfloor.layout.devices.problem import DeviceProblem

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]

#: Largest number of free devices, and of costs between their places, (devices * places)^2.
MAX_DEVICES, MAX_CELLS = 16, 12_000_000
#: Steps of a search: places of devices evaluated.
MAX_WORK = 1_500_000_000
#: Shares of the cost for which a gap is proved when optimality is not.
SHARES = (0.5, 0.3, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03, 0.02, 0.01)


@dataclass(frozen=True)
class CostProof:
    """A lower bound on the cost, and the cheapest placement known after the search."""

    bound: int
    cabinet: Small
    unit: Small
    total: int


def prove_cost(
    problem: DeviceProblem, cabinet: Small, unit: Small, shares: Sequence[float] = SHARES
) -> CostProof | None:
    """Return the best proof by branch and bound, starting from a placement; None beyond its limits.

    Without ``shares``, only a proof of optimality counts.
    """
    search = PlaceBranching.of(problem)
    if search is None:
        return None
    best, proved = (cabinet, unit, problem.total(cabinet, unit)), None
    for share in (0.0, *shares):
        result, best = search.below(best, int(np.ceil(best[2] * (1 - share))), share)
        if result is not None:
            proved = result
            if share == 0.0:
                break
        elif share:
            break
    return None if proved is None else CostProof(min(proved, best[2]), *best)


def place_for_nothing(
    problem: DeviceProblem, cabinet: Small, unit: Small
) -> tuple[bool | None, tuple[Small, Small]]:
    """Return whether a placement of cost 0 exists (None: unknown), and the best placement found."""
    search = PlaceBranching.of(problem)
    if search is None:
        return None, (cabinet, unit)
    proved, best = search.below((cabinet, unit, problem.total(cabinet, unit)), 1)
    return True if best[2] == 0 else None if proved is None else False, best[:2]


@dataclass(frozen=True, eq=False, repr=False)
class PlaceBranching:
    """Arrays of the search.

    Attributes
    ----------
    devices
        Devices in the order of placement.
    cabinet, unit
        Places of each device, (n, P), padded.
    own
        Cost of its cables to fixed devices, `NONE` for padding, (n, P).
    pair
        Cost of the cables of two devices at two places, `NONE` for incompatible places, (n, n, P, P).
    twin
        True for a device that is interchangeable with the one before, (n,).
    """

    problem: DeviceProblem
    devices: list[int]
    cabinet: Small
    unit: Small
    own: Ints
    pair: Ints
    twin: npt.NDArray[np.bool_]

    @staticmethod
    def of(problem: DeviceProblem) -> "PlaceBranching | None":
        """Build the search of a problem; None for too many devices or places."""
        if not 0 < len(problem.movers) <= MAX_DEVICES:
            return None
        classes = in_order(twins(problem, problem.movers.tolist()), problem)
        devices = [device for clazz in classes for device in clazz]
        spots = [_spots(problem, device) for device in devices]
        count, maximum = len(devices), max(len(item) for item in spots)
        if not all(len(item) for item in spots) or (count * maximum) ** 2 > MAX_CELLS:
            return None
        places = np.zeros((2, count, maximum), dtype=np.int32)
        own = np.full((count, maximum), NONE, dtype=np.int64)
        for row, (device, spot) in enumerate(zip(devices, spots, strict=True)):
            places[:, row, : len(spot)] = np.array(spot, dtype=np.int32).T
            own[row, : len(spot)] = _to_fixed(problem, device, places[:, row, : len(spot)])
        pair = np.full((count, count, maximum, maximum), NONE, dtype=np.int64)
        for a in range(count):
            for b in range(a + 1, count):
                sizes = len(spots[a]), len(spots[b])
                cost = _between(problem, devices, places, (a, b), sizes)
                pair[a, b, : sizes[0], : sizes[1]] = cost
                pair[b, a, : sizes[1], : sizes[0]] = cost.T
        twin = np.array([place > 0 for clazz in classes for place in range(len(clazz))], dtype=np.bool_)
        return PlaceBranching(
            problem=problem,
            devices=devices,
            cabinet=places[0],
            unit=places[1],
            own=own,
            pair=pair,
            twin=twin,
        )

    def below(
        self, best: tuple[Small, Small, int], cutoff: int, share: float = 0.0
    ) -> tuple[int | None, tuple[Small, Small, int]]:
        """Search for placements below ``cutoff``.

        Return the proved bound (None if incomplete) and the best.

        The cutoff falls to a share below each placement found.
        """
        from netfloor.layout.devices.min_cost_kernels import PlaceArrays, search_places  # noqa: PLC0415

        problem, constant = self.problem, total_between_fixed(self.problem)
        movers = self.devices
        held = np.zeros((2, len(problem.units)), dtype=np.int64)
        fixed = np.flatnonzero(~problem.free)
        np.add.at(held[0], problem.cabinet[fixed], problem.milliwatts[fixed])
        np.add.at(held[1], problem.cabinet[fixed], problem.grams[fixed])
        arrays = PlaceArrays(
            cabinet=self.cabinet,
            own=self.own,
            pair=self.pair,
            halves=self._halves(),
            twin=self.twin,
            loads=np.stack([problem.milliwatts[movers], problem.grams[movers]]),
            limits=np.stack([problem.limit_mw, problem.limit_g]) - held,
        )
        chosen = np.full(len(movers), -1, dtype=np.int64)
        done, minimum = search_places(arrays, cutoff - constant, share, constant, MAX_WORK, chosen)
        if chosen[0] >= 0:
            cabinet, unit = best[0].copy(), best[1].copy()
            rows = np.arange(len(movers))
            cabinet[movers], unit[movers] = self.cabinet[rows, chosen], self.unit[rows, chosen]
            best = cabinet, unit, problem.total(cabinet, unit)
        return (int(minimum) + constant if done else None), best

    def _halves(self) -> Ints:
        """Return the lowest cost of each device's cables to those placed after a step, (n + 1, n, P)."""
        count, maximum = self.own.shape
        minimum = self.pair.min(axis=3)  # (n, n, P)
        halves = np.zeros((count + 1, count, maximum), dtype=np.int64)
        for step in range(count - 1, -1, -1):
            halves[step] = halves[step + 1]
            halves[step, np.arange(count) != step] += np.minimum(
                minimum[np.arange(count) != step, step], NONE
            )
        return np.minimum(halves, NONE)


def _spots(problem: DeviceProblem, device: int) -> list[tuple[int, int]]:
    """Return the places open to a device alongside fixed devices."""
    tall = problem.height[device] > 0
    return [
        (cabinet, unit)
        for cabinet in np.flatnonzero(problem.allowed[device]).tolist()
        if not near_fixed(problem, device, cabinet)
        for unit in (problem.may_start(device, cabinet) if tall else [0])
    ]


def _to_fixed(problem: DeviceProblem, device: int, places: Small) -> Ints:
    """Return the cost of a device's cables to fixed devices from each of some places."""
    total = np.zeros(places.shape[1], dtype=np.int64)
    for other, times, kind in problem.links(device):
        if not problem.free[other]:
            far = np.array([[problem.cabinet[other]], [problem.unit[other]]], dtype=np.int32)
            total += times * problem.between(kind, *_ports(places, np.broadcast_to(far, places.shape)))
    return total


def _ports(one: Any, other: Any) -> tuple[Any, Any]:
    """Return the ports of devices at two places, elementwise; height 0 uses the unit of the other end."""
    unit_a = np.where(one[1] > 0, one[1], np.where(other[1] > 0, other[1], 1))
    unit_b = np.where(other[1] > 0, other[1], unit_a)
    return (one[0], unit_a), (other[0], unit_b)


def _between(
    problem: DeviceProblem, devices: list[int], places: Small, pair: tuple[int, int], sizes: tuple[int, int]
) -> Ints:
    """Return the cost of the cables of two devices at all pairs of places, `NONE` for incompatible ones."""
    a, b = (devices[entry] for entry in pair)
    grid = np.meshgrid(np.arange(sizes[0]), np.arange(sizes[1]), indexing="ij")
    item, other = (places[:, row, at] for row, at in zip(pair, grid, strict=True))
    total = np.zeros(sizes, dtype=np.int64)
    for partner, times, kind in problem.links(a):
        if partner == b:
            total += times * problem.between(kind, *_ports(item, other))
    tables = problem.tables
    for two, kind in zip(tables.pairs.tolist(), tables.kind.tolist(), strict=True):
        if set(two) == {a, b}:
            total[tables.clash[kind, item[0], other[0]]] = NONE
    if problem.height[a] and problem.height[b] and problem.sides[a] & problem.sides[b]:
        apart = (item[1] + problem.height[a] <= other[1]) | (other[1] + problem.height[b] <= item[1])
        total[(item[0] == other[0]) & ~apart] = NONE
    return total
