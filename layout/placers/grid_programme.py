"""The shortest placement of few switches in a grid, proved by an integer programme (OR-Tools' CP-SAT).

A grid's lengths are sums over its lines: a link pays the gap between two rows, or two columns, exactly if
its ends are on both sides. So the programme needs a variable for every link and line, none for pairs of
cabinets. What makes it strong is the least cut of the network for every size of one side, found over all
2^n sets of switches: across a line with k switches on one side run no fewer links.
"""

from dataclasses import dataclass, field
from functools import cached_property
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.bounds import SOLVED
from netfloor.layout.placed import Chain, Placed
from netfloor.layout.placers.at_random import place_by_annealing
from netfloor.layout.problem import Problem
from netfloor.layout.stop import FirstOf, MaxIterations
from netfloor.rooms.grid_lengths import GridLengths

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

#: Switches whose sets can all be looked at, and open cabinets, that a programme takes.
MOST_SWITCHES, MOST_CABINETS = 20, 200
#: Work, in OR-Tools' deterministic seconds, after which it is left unproved; about a minute of one core.
MOST_WORK = 60.0
#: Proposed swaps of the placement that the programme begins from.
SWAPS = 200_000
#: Seconds between two looks at whether somebody stopped the search.
_PATIENCE = 0.1


def fits(problem: Problem) -> bool:
    """Return True for few switches in a grid, fixed, kept out or kept apart or not, but in no blocks."""
    return (
        isinstance(problem.lengths, GridLengths)
        and not problem.filled
        and problem.group is None
        and problem.routers <= MOST_SWITCHES
        and len(_Cabinets(problem).open) <= MOST_CABINETS
    )


def place_by_programme(problem: Problem, chain: Chain) -> Placed:
    """Return a shortest placement, or where that takes too long the best one found, not said to be proved.

    An iteration is one whole solve. The same problem and seed give the same placement.
    """
    stop = FirstOf((chain.stop, MaxIterations(SWAPS)))
    begin = place_by_annealing(problem, Chain(chain.rng, stop, chain.listener))
    programme = _Programme(problem, begin)
    slot_of, proved = programme.solve(chain)
    cost = problem.cost(slot_of)
    return Placed(slot_of, cost, 1, ((0, begin.cost), (1, cost)), "CP-SAT", SOLVED if proved else "")


def least_cuts(routers: int, flow: npt.NDArray[np.integer[Any]]) -> list[int]:
    """Return the fewest links between k of the switches and the others, for k from 0 to all, (n + 1,).

    ``flow`` are the links of every two switches, symmetric, (n, n). All 2^n sets are looked at.
    """
    cut, size = np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.int8)
    for router in range(routers):
        joined = np.zeros(1, dtype=np.int32)
        for other in range(router):
            joined = np.concatenate([joined, joined + int(flow[router, other])])
        cut = np.concatenate([cut, cut + int(flow[router].sum()) - 2 * joined])
        size = np.concatenate([size, size + 1])
    return [int(cut[size == k].min()) for k in range(routers + 1)]


@dataclass(frozen=True)
class _Cabinets:
    """The cabinets of a grid that have a slot open."""

    problem: Problem

    @cached_property
    def slots(self) -> dict[int, list[int]]:
        """Open slots by cabinet, ascending."""
        grid = self.problem.grid
        found: dict[int, list[int]] = {}
        for slot, cabinet in enumerate(grid.slot_cabinet.tolist()):
            if self.problem.closed is None or not self.problem.closed[slot]:
                found.setdefault(cabinet, []).append(slot)
        return found

    @cached_property
    def open(self) -> list[int]:
        """Their numbers."""
        return list(self.slots)

    def line(self, cabinet: int, across: bool) -> int:
        """Return the row of a cabinet, or its column."""
        grid = self.problem.grid
        of_slot = grid.slot_row if across else grid.slot_column
        return int(of_slot[self.slots[cabinet][0]])


@dataclass
class _Programme:
    """Which cabinet each switch is in, which links cross which line, and what that comes to."""

    problem: Problem
    begin: Placed
    cabinets: _Cabinets = field(init=False)
    model: "cp_model.CpModel" = field(init=False)
    within: list[dict[int, Any]] = field(init=False)

    def __post_init__(self) -> None:
        from ortools.sat.python import cp_model  # noqa: PLC0415 - takes long to import

        self.cabinets, self.model = _Cabinets(self.problem), cp_model.CpModel()
        self.within = [
            {cabinet: self.model.new_bool_var("") for cabinet in self.cabinets.open}
            for _ in range(self.problem.routers)
        ]
        self._add_places()
        grid = self.problem.grid
        cost: Any = grid.apart_mm * self.problem.link_count - self._saved_inside()
        for across, at_mm in ((True, grid.row_mm), (False, grid.column_mm)):
            for line, gap_mm in enumerate(np.diff(at_mm).tolist()):
                cost += gap_mm * self._crossing(across, line)
        self.model.add(cost <= self.begin.cost)
        self.model.minimize(cost)

    def solve(self, chain: Chain) -> tuple[npt.NDArray[np.int32], bool]:
        """Return the best placement found, and whether no other is shorter."""
        from ortools.sat.python import cp_model  # noqa: PLC0415 - takes long to import

        solver = cp_model.CpSolver()
        solver.parameters.num_workers, solver.parameters.random_seed = 1, 0
        solver.parameters.max_deterministic_time = MOST_WORK
        solver.parameters.catch_sigint_signal = False  # Ctrl-C ends the command, not this search alone
        done = Event()

        def look() -> None:
            while not done.wait(_PATIENCE):
                if chain.stop.progress(0) >= 1:
                    solver.stop_search()

        watch = Thread(target=look, daemon=True)
        watch.start()
        try:
            status = solver.solve(self.model)
        finally:
            done.set()
            watch.join()
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return self.begin.slot_of, False
        chosen = [next(c for c, here in of.items() if solver.value(here)) for of in self.within]
        return self._slots(chosen), status == cp_model.OPTIMAL

    def _slots(self, chosen: list[int]) -> npt.NDArray[np.int32]:
        """Return a slot of the chosen cabinet for every switch; fixed ones have their own."""
        fixed = [-1] * len(chosen) if self.problem.fixed is None else self.problem.fixed.tolist()
        left = {
            cabinet: [slot for slot in slots if slot not in fixed]
            for cabinet, slots in self.cabinets.slots.items()
        }
        slot_of = [
            slot if slot >= 0 else left[home].pop(0) for slot, home in zip(fixed, chosen, strict=True)
        ]
        return np.array(slot_of, dtype=np.int32)

    def _add_places(self) -> None:
        """Each switch is in one cabinet with a slot for it, where it may be; it begins where it was."""
        problem, model, home = self.problem, self.model, self.problem.grid.slot_cabinet
        for router, of in enumerate(self.within):
            model.add_exactly_one(of.values())
            for cabinet, here in of.items():
                model.add_hint(here, int(home[self.begin.slot_of[router]]) == cabinet)
        for cabinet, slots in self.cabinets.slots.items():
            model.add(sum(of[cabinet] for of in self.within) <= len(slots))
        if problem.fixed is not None:
            for router in np.flatnonzero(problem.fixed >= 0).tolist():
                model.add(self.within[router][int(home[problem.fixed[router]])] == 1)
        self._keep_apart()

    def _keep_apart(self) -> None:
        """Keep pairs of switches as far apart as they have to be."""
        if (apart := self.problem.apart) is not None:
            pairs = zip(apart.pairs.tolist(), apart.kind.tolist(), strict=True)
            for (one, other), kind in pairs:
                for cabinet, here in self.within[one].items():
                    near = [v for c, v in self.within[other].items() if apart.clash[kind][cabinet, c]]
                    self.model.add_at_most_one([here, *near])

    @cached_property
    def _links(self) -> list[tuple[int, int, int]]:
        u, v, counts = self.problem.pairs
        return list(zip(u.tolist(), v.tolist(), counts.tolist(), strict=True))

    @cached_property
    def _least(self) -> list[int]:
        return least_cuts(self.problem.routers, self.problem.flow.toarray())

    def _crossing(self, across: bool, line: int) -> Any:
        """Return the links across a line, no fewer than any set of as many switches sends out."""
        model, n = self.model, self.problem.routers
        slots = self.cabinets.slots
        before = [cabinet for cabinet in slots if self.cabinets.line(cabinet, across) <= line]
        if len(before) in (0, len(slots)):
            return 0
        sides = [model.new_bool_var("") for _ in range(n)]
        for of, side in zip(self.within, sides, strict=True):
            model.add(sum(of[cabinet] for cabinet in before) == side)
        total: Any = 0
        for one, other, count in self._links:
            crosses, (a, b) = model.new_bool_var(""), (sides[one], sides[other])
            for bound in (a - b, b - a):
                model.add(crosses >= bound)
            model.add(crosses <= a + b)
            model.add(crosses <= 2 - a - b)
            total += count * crosses
        room = sum(len(slots[cabinet]) for cabinet in before)
        low, high = max(0, n - sum(map(len, slots.values())) + room), min(n, room)
        self._bound_by_size(total, sum(sides), low, high)
        return total

    def _bound_by_size(self, total: Any, size: Any, low: int, high: int) -> None:
        """Keep a cut at least as large as the least of its size: at each size, and by lines below all."""
        least = self._least
        if low == high:
            self.model.add(total >= least[low])
            return
        number = self.model.new_int_var(low, high, "")
        found = self.model.new_int_var(0, max(least), "")
        self.model.add(number == size)
        self.model.add_element(number - low, least[low : high + 1], found)
        self.model.add(total >= found)
        for i in range(low, high):
            for j in range(i + 1, high + 1):
                rise = least[j] - least[i]
                if all((least[k] - least[i]) * (j - i) >= rise * (k - i) for k in range(low, high + 1)):
                    self.model.add((j - i) * (total - least[i]) >= rise * (size - i))

    def _saved_inside(self) -> Any:
        """Return what links between switches of one cabinet save."""
        grid, model = self.problem.grid, self.model
        most = max(map(len, self.cabinets.slots.values()))
        if grid.discount_mm == 0 or most == 1:
            return 0
        total: Any = 0
        partners: list[list[Any]] = [[] for _ in self.within]
        for one, other, count in self._links:
            inside = model.new_bool_var("")
            for cabinet, here in self.within[one].items():
                there = self.within[other][cabinet]
                model.add(here - there <= 1 - inside)
                model.add(there - here <= 1 - inside)
                if grid.discount_mm < 0:
                    model.add(inside >= here + there - 1)
            partners[one].append(inside)
            partners[other].append(inside)
            total += count * inside
        for own in partners:
            model.add(sum(own) <= most - 1)
        return grid.discount_mm * total
