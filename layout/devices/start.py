"""First placement of free devices within all limits: greedily by cables, by size, or by CP-SAT."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.devices.problem import FAR, NO_LIMIT, DeviceProblem

Small = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]

#: Deterministic time limit of CP-SAT, roughly in seconds.
EFFORT = 20.0


def first_placement(problem: DeviceProblem, seed: int) -> tuple[Small, Small] | None:
    """Return cabinet and unit of every device within all limits; None if none is found."""
    for attempt in (_by_cables, _by_size):
        placed = Shelves(problem).filled(attempt)
        if placed is not None:
            return placed
    return packed(problem, seed)[1]


class Shelves:
    """State of the cabinets during greedy placement."""

    def __init__(self, problem: DeviceProblem) -> None:
        self.problem = problem
        self.cabinet, self.unit = problem.cabinet.copy(), problem.unit.copy()
        self.taken = problem.taken.copy()
        self.placed = ~problem.free
        self.load_mw, self.load_g = (np.zeros(len(problem.units), dtype=np.int64) for _ in range(2))
        fixed = np.flatnonzero(self.placed)
        np.add.at(self.load_mw, self.cabinet[fixed], problem.milliwatts[fixed])
        np.add.at(self.load_g, self.cabinet[fixed], problem.grams[fixed])
        self.partners: dict[int, list[tuple[int, int]]] = {}
        for (a, b), kind in zip(problem.tables.pairs.tolist(), problem.tables.kind.tolist(), strict=True):
            self.partners.setdefault(a, []).append((b, kind))
            self.partners.setdefault(b, []).append((a, kind))

    def filled(self, order: Callable[["Shelves"], Iterator[int]]) -> tuple[Small, Small] | None:
        """Place free devices in the given order, each where its cables are shortest.

        None if a device is left.
        """
        for device in order(self):
            if not self._place(device, compact=order is _by_size):
                return None
        return self.cabinet, self.unit

    def open_cabinets(self, device: int) -> Ints:
        """Return the cabinets allowed by a device's own limits, loads and rules."""
        problem = self.problem
        fits = problem.allowed[device] & (self.load_mw + problem.milliwatts[device] <= problem.limit_mw)
        fits &= self.load_g + problem.grams[device] <= problem.limit_g
        for other, kind in self.partners.get(device, ()):
            if self.placed[other]:
                fits &= ~problem.tables.clash[kind, self.cabinet[other]]
        return np.flatnonzero(fits)

    def _place(self, device: int, *, compact: bool) -> bool:
        problem = self.problem
        cabinets = self.open_cabinets(device)
        height = int(problem.height[device])
        if height == 0:
            spots = np.stack([cabinets, np.zeros_like(cabinets)])
        else:
            free = (self.taken[cabinets] & problem.sides[device]) == 0
            fits = free[:, : free.shape[1] - height + 1].copy()
            for step in range(1, height):
                fits &= free[:, step : free.shape[1] - height + 1 + step]
            if problem.is_switch[device]:
                fits &= problem.switch_start[cabinets, : fits.shape[1]]
            at, units = np.nonzero(fits)
            spots = np.stack([cabinets[at], units])
        if spots.shape[1] == 0:
            return False
        cost = self._cost(device, spots)
        order = np.lexsort((spots[0], spots[1], cost)) if not compact else np.lexsort((cost, spots[1]))
        cabinet, unit = spots[:, order[0]].tolist()
        self.cabinet[device], self.unit[device] = cabinet, unit
        self.placed[device] = True
        if height:
            self.taken[cabinet, unit : unit + height] |= problem.sides[device]
        self.load_mw[cabinet] += problem.milliwatts[device]
        self.load_g[cabinet] += problem.grams[device]
        return True

    def _cost(self, device: int, spots: Ints) -> Ints:
        """Return the length of a device's cables to placed devices from each of some places."""
        problem = self.problem
        cost = np.zeros(spots.shape[1], dtype=np.int64)
        for at in range(int(problem.indptr[device]), int(problem.indptr[device + 1])):
            other = int(problem.indices[at])
            if not self.placed[other]:
                continue
            own = np.where(spots[1] > 0, spots[1], max(int(self.unit[other]), 1))
            there = self.unit[other] if self.unit[other] > 0 else own
            lengths = problem.lengths.between(
                (spots[0], own), (np.full_like(own, self.cabinet[other]), there)
            )
            cost += int(problem.counts[at]) * lengths
        return cost


def _by_cables(shelves: Shelves) -> Iterator[int]:
    """Yield free devices, each time the one with most cables to placed devices; ties by size."""
    problem = shelves.problem
    pull = dict.fromkeys(problem.movers.tolist(), 0)
    degree = {device: int(_counts(problem, device)[1].sum()) for device in pull}
    for device in pull:
        others, counts = _counts(problem, device)
        pull[device] = int(counts[~problem.free[others]].sum())
    while pull:
        device = max(pull, key=lambda item: (pull[item], problem.height[item], degree[item], -item))
        del pull[device]
        yield device
        for other, count in zip(*(part.tolist() for part in _counts(problem, device)), strict=True):
            if other in pull:
                pull[other] += count


def _by_size(shelves: Shelves) -> Iterator[int]:
    """Yield free devices from tallest to smallest, the most restricted first if tied."""
    problem = shelves.problem
    choices = problem.allowed.sum(axis=1)
    yield from sorted(
        problem.movers.tolist(),
        key=lambda item: (
            -problem.height[item],
            choices[item],
            -problem.milliwatts[item],
            -problem.grams[item],
            item,
        ),
    )


def _counts(problem: DeviceProblem, device: int) -> tuple[Small, Ints]:
    part = slice(int(problem.indptr[device]), int(problem.indptr[device + 1]))
    return problem.indices[part], problem.counts[part]


@dataclass(frozen=True)
class LeftOut:
    """Limits to ignore in a packing."""

    power: bool = False
    weight: bool = False
    rules: bool = False


def packed(
    problem: DeviceProblem, seed: int, relaxed: LeftOut | None = None
) -> tuple[bool | None, tuple[Small, Small] | None]:
    """Pack free devices by CP-SAT; return whether they fit (None: unknown), and their places."""
    from ortools.sat.python import cp_model  # noqa: PLC0415 - takes long to import

    relaxed = relaxed or LeftOut()
    model = cp_model.CpModel()
    allowed = problem.allowed if not relaxed.rules else _without_rules(problem)
    inside, starts = _places(model, problem, allowed)
    _limit_loads(model, problem, inside, relaxed)
    if not relaxed.rules:
        _keep_apart(model, problem, inside)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # Ctrl-C ends the command, not only this search
    solver.parameters.random_seed = seed % (1 << 31)
    solver.parameters.max_deterministic_time = EFFORT
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return False, None
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, None
    placed = problem.cabinet.copy(), problem.unit.copy()
    for (device, place), here in inside.items():
        if solver.value(here):
            placed[0][device] = place
            placed[1][device] = solver.value(starts[device, place]) if (device, place) in starts else 0
    return True, placed


def _places(
    model: Any, problem: DeviceProblem, allowed: npt.NDArray[np.bool_]
) -> tuple[dict[tuple[int, int], Any], dict[tuple[int, int], Any]]:
    """Add the places of all free devices to a model; return presence and unit by device and cabinet."""
    inside: dict[tuple[int, int], Any] = {}
    starts: dict[tuple[int, int], Any] = {}
    sides: dict[tuple[int, int], list[Any]] = {}
    for device in problem.movers.tolist():
        height = int(problem.height[device])
        chosen = []
        for cabinet in np.flatnonzero(allowed[device]).tolist():
            units = problem.may_start(device, cabinet) if height else [0]
            if not units:
                continue
            here = inside[device, cabinet] = model.new_bool_var("")
            chosen.append(here)
            if not height:
                continue
            start = starts[device, cabinet] = model.new_int_var_from_domain(_domain(units), "")
            block = model.new_optional_fixed_size_interval_var(start, height, here, "")
            for side in range(2):
                if (int(problem.sides[device]) >> side) & 1:
                    sides.setdefault((cabinet, side), []).append(block)
        if chosen:
            model.add_exactly_one(chosen)
        else:
            model.add_bool_or([])
    for blocks in sides.values():
        model.add_no_overlap(blocks)
    return inside, starts


def _domain(values: list[int]) -> Any:
    from ortools.sat.python import cp_model  # noqa: PLC0415 - takes long to import

    return cp_model.Domain.from_values(values)


def _without_rules(problem: DeviceProblem) -> npt.NDArray[np.bool_]:
    """Return the cabinets open to each device without rules."""
    opened = np.broadcast_to(~problem.closed, problem.allowed.shape).copy()
    listed = problem.cabinet >= 0
    opened[listed] = False
    opened[listed, problem.cabinet[listed]] = True
    return opened


def _limit_loads(
    model: Any, problem: DeviceProblem, inside: dict[tuple[int, int], Any], relaxed: LeftOut
) -> None:
    for loads, limits, left_out in (
        (problem.milliwatts, problem.limit_mw, relaxed.power),
        (problem.grams, problem.limit_g, relaxed.weight),
    ):
        if left_out:
            continue
        held = np.zeros(len(limits), dtype=np.int64)
        fixed = np.flatnonzero(~problem.free)
        np.add.at(held, problem.cabinet[fixed], loads[fixed])
        terms: dict[int, list[Any]] = {}
        for (device, cabinet), here in inside.items():
            if loads[device]:
                terms.setdefault(cabinet, []).append(int(loads[device]) * here)
        for cabinet, parts in terms.items():
            if limits[cabinet] < NO_LIMIT:
                model.add(sum(parts) <= int(limits[cabinet] - held[cabinet]))


def _keep_apart(model: Any, problem: DeviceProblem, inside: dict[tuple[int, int], Any]) -> None:
    tables = problem.tables
    places: dict[int, Sequence[int]] = {}
    for device, cabinet in inside:
        places[device] = [*places.get(device, ()), cabinet]
    for (a, b), kind in zip(tables.pairs.tolist(), tables.kind.tolist(), strict=True):
        for item, there in product(_homes(problem, places, a), _homes(problem, places, b)):
            if tables.clash[kind, item, there]:
                kept = [~inside[key] for key in ((a, item), (b, there)) if key in inside]
                model.add_bool_or(kept)


def _homes(problem: DeviceProblem, places: Mapping[int, Sequence[int]], device: int) -> Sequence[int]:
    """Return the cabinets that a device may be in."""
    return places.get(device, ()) if problem.free[device] else [int(problem.cabinet[device])]


def is_reached(problem: DeviceProblem, cabinet: Small, unit: Small) -> bool:
    """Return True if every cable has a route."""
    item = np.repeat(np.arange(problem.size), np.diff(problem.indptr))
    return bool((problem.cable_lengths(item, problem.indices, cabinet, unit) < FAR).all())
