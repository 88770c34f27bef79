"""Proof of the shortest placement of few free devices by enumeration of cabinets and exact unit orders.

The cost of an assignment to cabinets is a horizontal part between cabinets plus, for each cabinet, a
vertical part that depends only on its set of free devices and is computed once per set by dynamic
programming. If a cabinet has several tray accesses, both parts are lower bounds; the remaining assignments
are then resolved separately by branching over the accesses of the cables.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import count, product
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.devices.classes import fixed_lengths, in_order, links_of, near_fixed, twins
from netfloor.layout.devices.order import NONE, arrange, class_strides
from netfloor.layout.devices.problem import BOTH, FAR, DeviceProblem
from netfloor.layout.devices.set_tables import SetInputs, SetTables

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]

#: Largest number of sets of devices in a cabinet, and in all cabinets.
MAX_SETS, MAX_CELLS = 1 << 17, 1 << 24
#: Limits: search nodes, assignments kept per search, access choices tried per assignment, and searches.
MAX_NODES, MAX_LEAVES, MAX_CHOICES, MAX_ROUNDS = 20_000_000, 5_000, 100_000, 100
#: Shares of the length for which a gap is proved when optimality is not.
SHARES = (0.3, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03, 0.02, 0.01)


@dataclass(frozen=True)
class PlacementProof:
    """A lower bound on all cables, and the best placement known after the search."""

    bound_mm: int
    cabinet: Small
    unit: Small
    total_mm: int

    @property
    def is_optimal(self) -> bool:
        """True if the placement reaches the bound."""
        return self.bound_mm == self.total_mm


def prove(problem: DeviceProblem, cabinet: Small, unit: Small) -> PlacementProof | None:
    """Return the best proof by enumeration, starting from a placement; None beyond its limits."""
    assignment = CabinetBranching(problem)
    if not assignment.is_tractable:
        return None
    return assignment.solve(cabinet, unit)


class CabinetBranching:
    """Branch and bound for a problem, with interchangeable devices in classes."""

    def __init__(self, problem: DeviceProblem) -> None:
        self.problem = problem
        movers = problem.movers.tolist()
        self.cabinets = np.flatnonzero(problem.allowed[problem.movers].any(axis=0))
        self.classes = in_order(twins(problem, movers), problem)
        self.members = np.array([len(clazz) for clazz in self.classes], dtype=np.int64)
        self.first = [clazz[0] for clazz in self.classes]

    @property
    def is_tractable(self) -> bool:
        """True if there are few enough sets and every free device fills both sides of its units."""
        problem, movers = self.problem, self.problem.movers
        if not len(movers) or (problem.height[movers] == 0).any() or (problem.sides[movers] != BOTH).any():
            return False
        states = prod(len(clazz) + 1 for clazz in self.classes)
        return states <= MAX_SETS and states * len(self.cabinets) <= MAX_CELLS and len(self.classes) < 255

    @cached_property
    def strides(self) -> Ints:
        """Place value of each class in the number of a set, (k,)."""
        return class_strides(self.members)

    @cached_property
    def weight(self) -> Ints:
        """Cables between devices of two classes, or two devices of the same class, (k, k)."""
        size = len(self.classes)
        values = np.zeros((size, size), dtype=np.int64)
        for a, clazz in enumerate(self.classes):
            row = links_of(self.problem, clazz[0])
            for b, other in enumerate(self.classes):
                partner = next((device for device in other if device != clazz[0]), None)
                values[a, b] = 0 if partner is None else row.get(partner, 0)
        return values

    @cached_property
    def fixed_cost(self) -> Ints:
        """Cable length from one device of each class to the fixed devices, (k, C, U + 2).

        By cabinet and lowest unit.
        """
        problem = self.problem
        width = problem.lengths.high.size + 1
        values = np.full((len(self.classes), len(self.cabinets), width), NONE, dtype=np.int64)
        for number, device in enumerate(self.first):
            for place, cabinet in enumerate(self.cabinets.tolist()):
                if not problem.allowed[device, cabinet] or near_fixed(problem, device, cabinet):
                    continue
                starts = problem.may_start(device, cabinet)
                cost = fixed_lengths(problem, device, cabinet, starts)
                values[number, place, starts] = np.where(cost >= FAR, NONE, cost)
        return values

    tables: SetTables

    def solve(self, cabinet: Small, unit: Small) -> PlacementProof | None:
        """Search for placements shorter than the given one."""
        self.tables = SetTables(self.problem, self._inputs())
        if not self.tables.filled():
            return None
        best = (cabinet, unit, self.problem.total_mm(cabinet, unit))
        done, best = self._pass(best, share=0.0)
        if done:
            return PlacementProof(best[2], *best)
        proved = None
        for share in SHARES:
            done, best = self._pass(best, share=share)
            if not done:
                break
            proved = share
        return None if proved is None else PlacementProof(int(np.ceil(best[2] * (1 - proved))), *best)

    def _pass(
        self, best: tuple[Small, Small, int], *, share: float
    ) -> tuple[bool, tuple[Small, Small, int]]:
        """Search all assignments below a share of the best length; return whether the search was complete.

        Sets of remaining assignments are computed exactly, and the search is repeated with them.
        """
        from netfloor.layout.devices.exact_kernels import branch_and_bound  # noqa: PLC0415 - imports Numba

        size = int(self.members.sum())
        constant = self._constant()
        leaves = np.zeros((MAX_LEAVES, size + 1), dtype=np.int64)
        resolved: set[tuple[int, ...]] = set()
        nodes = 0
        for _ in range(MAX_ROUNDS):
            cutoff = int(np.ceil(best[2] * (1 - share))) - constant
            searched, kept = branch_and_bound(self._search(), cutoff, MAX_NODES - nodes, leaves)
            if searched < 0:
                return False, best
            nodes += searched
            rows = sorted(leaves[:kept].tolist(), key=lambda leaf: leaf[-1])
            rows = [row for row in rows if (*row[:-1],) not in resolved]
            if not rows:
                return kept < len(leaves), best
            if not self.tables.sharpen(rows):
                for row in rows:
                    if row[-1] + constant >= best[2] * (1 - share):
                        break
                    result = self._resolved(row[:-1], best, share)
                    if result is None:
                        return False, best
                    best = result
                    resolved.add((*row[:-1],))
        return False, best

    def _constant(self) -> int:
        """Return the length of cables between fixed devices."""
        problem = self.problem
        item = np.repeat(np.arange(problem.size), np.diff(problem.indptr))
        both = ~problem.free[item] & ~problem.free[problem.indices]
        ends = item[both], problem.indices[both]
        lengths = problem.cable_lengths(*ends, problem.cabinet, problem.unit)
        return int((lengths * problem.counts[both]).sum()) // 2

    @cached_property
    def base(self) -> Ints:
        """The minimum of `fixed_cost` in each cabinet, (k, C)."""
        return np.asarray(self.fixed_cost.min(axis=2))

    def _up(self, cabinet: int) -> Ints:
        """Return the extra length of a cable out of a cabinet from each unit, above the best unit's."""
        up = self.problem.lengths.up[cabinet].min(axis=0).astype(np.int64)
        up = up - self._best_up(cabinet)
        return np.concatenate([up, up[-1:]])

    def _best_up(self, cabinet: int) -> int:
        last = int(self.problem.units[cabinet])
        return int(self.problem.lengths.up[cabinet, :, 1 : last + 1].min())

    def _high(self) -> Ints:
        high = self.problem.lengths.high
        return np.concatenate([high, high[-1:]])

    def _apart(self) -> Ints:
        """Return the horizontal lengths between cabinets, with inside lengths on the diagonal, (C, C)."""
        lengths = self.problem.lengths
        path = lengths.path[np.ix_(self.cabinets, self.cabinets)].min(axis=(2, 3)).astype(np.int64)
        climb = np.array([self._best_up(cabinet) for cabinet in self.cabinets.tolist()], dtype=np.int64)
        apart = path + climb[:, None] + climb[None, :]
        np.fill_diagonal(apart, lengths.inside_mm)
        return np.asarray(np.minimum(apart, 1 << 40))

    def _inputs(self) -> SetInputs:
        """Collect the inputs of the tables of sets."""
        return SetInputs(
            cabinets=self.cabinets,
            first=self.first,
            members=self.members,
            strides=self.strides,
            weight=self.weight,
            fixed_cost=self.fixed_cost,
            base=self.base,
            up=np.stack([self._up(cabinet) for cabinet in self.cabinets.tolist()]),
            high=self._high(),
        )

    def _search(self) -> Any:
        """Build the arrays of the branch and bound."""
        from netfloor.layout.devices.exact_kernels import BranchArrays  # noqa: PLC0415 - imports Numba

        classes = np.repeat(np.arange(len(self.classes)), self.members)
        apart = self._apart()
        minimum = int(apart.min())
        left = np.zeros((len(classes) + 1, len(self.classes)), dtype=np.int64)
        for step in range(len(classes) - 1, -1, -1):
            left[step] = left[step + 1]
            left[step, classes[step]] += 1
        pending = np.zeros(len(classes) + 1, dtype=np.int64)
        for step in range(len(classes) - 1, -1, -1):
            pending[step] = pending[step + 1] + minimum * int(self.weight[classes[step]] @ left[step + 1])
        twin = np.concatenate([[False], classes[1:] == classes[:-1]])
        return BranchArrays(
            classes=classes,
            last_twin=twin,
            pending=pending,
            stride=self.strides,
            weight=self.weight,
            apart=apart,
            base=self.base,
            table=self.tables.least,
            ahead=self.tables.ahead(),
            left=left,
            conflicts=self._conflicts(),
            clash=np.ascontiguousarray(self.problem.tables.clash[:, self.cabinets][:, :, self.cabinets]),
        )

    def _conflicts(self) -> Ints:
        """Return pairs of classes with a separation rule, and its kind, (p, 3)."""
        class_of = {device: number for number, clazz in enumerate(self.classes) for device in clazz}
        tables = self.problem.tables
        results = {
            (class_of[a], class_of[b], kind)
            for (a, b), kind in zip(tables.pairs.tolist(), tables.kind.tolist(), strict=True)
            if a in class_of and b in class_of
        }
        return np.array(sorted(results), dtype=np.int64).reshape(-1, 3)

    def _devices(self) -> list[int]:
        """Return the free devices in the order of the branch and bound."""
        return [device for clazz in self.classes for device in clazz]

    def _arranged(
        self, homes: list[int], taken: dict[tuple[int, int], tuple[int, int]]
    ) -> tuple[int, Small, Small]:
        """Return a lower bound in half mm, without cables between fixed devices, and a placement.

        ``taken`` maps two devices in different cabinets to the accesses of their cables.
        """
        problem = self.problem
        devices = self._devices()
        home = dict(zip(devices, homes, strict=True))
        cost = {}
        total = 0
        for device in devices:
            number = next(at for at, clazz in enumerate(self.classes) if device in clazz)
            place = int(np.flatnonzero(self.cabinets == home[device])[0])
            own = self.fixed_cost[number, place]
            cost[device] = np.where(own >= NONE, NONE, 2 * np.where(own >= NONE, 0, own))
        for (a, b), times in self._pairs(home).items():
            if home[a] == home[b]:
                total += 2 * times * problem.lengths.inside_mm
                continue
            for item, other, flip in ((a, b, False), (b, a, True)):
                half = self._half(home[item], home[other], taken.get((a, b)), flip=flip)
                grown = cost[item] + times * half
                cost[item] = np.where(cost[item] >= NONE, NONE, grown)
        cabinet, unit = problem.cabinet.copy(), problem.unit.copy()
        held = defaultdict(list)
        for device in devices:
            held[home[device]].append(device)
        for number, inside in held.items():
            ordered = arrange(problem, number, inside, cost, halves=2)
            if ordered is None:
                return NONE, cabinet, unit
            total += ordered[0]
            for device, low in ordered[1].items():
                cabinet[device], unit[device] = number, low
        return total, cabinet, unit

    def _half(self, here: int, there: int, taken: tuple[int, int] | None, *, flip: bool) -> Ints:
        """Return twice an end's share of a cable by unit, (U + 2,): the vertical part and half the path."""
        lengths = self.problem.lengths
        up = 2 * lengths.up[here].astype(np.int64)
        path = lengths.path[here, there].astype(np.int64)
        if taken is None:
            share = (up[:, None, :] + path[:, :, None]).min(axis=(0, 1))
        else:
            mine, other = taken[::-1] if flip else taken
            share = up[mine] + path[mine, other]
        return np.concatenate([share, share[-1:]])

    def _pairs(self, home: dict[int, int]) -> dict[tuple[int, int], int]:
        """Count the cables between pairs of free devices."""
        return {
            (item, other): times
            for item in home
            for other, times in links_of(self.problem, item).items()
            if other in home and item < other
        }

    def _resolved(
        self, chosen: list[int], best: tuple[Small, Small, int], share: float
    ) -> tuple[Small, Small, int] | None:
        """Return the best placement after searching an assignment over all accesses.

        None beyond the limit.
        """
        problem = self.problem
        homes = self.cabinets[chosen].tolist()
        home = dict(zip(self._devices(), homes, strict=True))
        constant = 2 * self._constant()
        tie = count()
        accesses = range(problem.lengths.up.shape[1])
        queue: list[Any] = [(0, next(tie), {})]
        tried = 0
        while queue:
            _, _, taken = heappop(queue)
            bound, cabinet, unit = self._arranged(homes, taken)
            tried += 1
            if tried > MAX_CHOICES:
                return None
            if bound >= NONE or bound + constant >= 2 * best[2] * (1 - share):
                continue
            reached = problem.total_mm(cabinet, unit)
            if reached < best[2]:
                best = cabinet, unit, reached
            worst = self._loosest(home, taken, cabinet, unit)
            if worst is None:
                continue
            for pair in product(accesses, accesses):
                if self.problem.lengths.path[home[worst[0]], home[worst[1]], pair[0], pair[1]] < FAR:
                    heappush(queue, (bound, next(tie), {**taken, worst: pair}))
        return best

    def _loosest(
        self,
        home: dict[int, int],
        taken: dict[tuple[int, int], tuple[int, int]],
        cabinet: Small,
        unit: Small,
    ) -> tuple[int, int] | None:
        """Return the pair with the largest gap between bound and length; None if all are exact."""
        gaps = []
        for (a, b), times in self._pairs(home).items():
            if home[a] == home[b] or (a, b) in taken:
                continue
            true = int(self.problem.cable_lengths(np.array([a]), np.array([b]), cabinet, unit)[0])
            half_a = self._half(home[a], home[b], None, flip=False)[unit[a]]
            half_b = self._half(home[b], home[a], None, flip=True)[unit[b]]
            gaps.append((times * (2 * true - int(half_a + half_b)), (a, b)))
        widest = max(gaps, default=(0, None))
        return widest[1] if widest[0] > 0 else None
