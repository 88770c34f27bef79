"""Servers into cabinets by OR-Tools: a linear programme for the proof, an integer one for the places.

The linear programme takes the convex hull of each cabinet's loads; its columns (group, cabinet) are
generated where their reduced cost is negative (Dantzig and Wolfe 1960), and its dual prices
are the proof. Its answer is whole in most halls. Where the best whole answer known is still
farther than `CLOSE` from what is proved, an integer programme over the same columns follows.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from netfloor.foundation.errors import InfeasibleError
from netfloor.rooms.hosts.assignment import NM_PER_MM, HostProgramme, HostProof
from netfloor.rooms.hosts.places import Counts

if TYPE_CHECKING:
    import numpy.typing as npt
    from ortools.math_opt.python import mathopt

#: Part of the proved length that an answer may lie above it without the integer programme.
CLOSE = 0.0025
#: Cabinets that each group may choose at first, and that it gets in each round.
FIRST, MORE = 8, 10
#: Millimetres that a server costs which no column takes yet: above every cable.
NOWHERE_MM = 10**8
#: Branches that the integer programme may try: work, not time, so that it ends alike everywhere.
MOST_BRANCHES = 200
#: Loads this near to a whole number are whole.
WHOLE = 1e-6


def solve_assignment(wanted: HostProgramme) -> tuple[Counts, HostProof]:
    """Return the cabinet of each server, group by group, (h,), and what is proved.

    All servers must fit; see `rooms.hosts.limits`.
    """
    linear = _Linear(wanted)
    own, other = linear.solve()
    proof = wanted.proof(own, other)
    answers = [_by_flow(wanted, linear.columns), *linear.whole()]
    best = min(answers, key=wanted.modelled_mm)
    if wanted.modelled_mm(best) > (1 + CLOSE) * proof.least_mm:
        best = min([best, *_by_integers(wanted, linear.columns)], key=wanted.modelled_mm)
    each: Counts = np.tile(np.arange(best.shape[1]), best.shape[0])
    return np.repeat(each, best.ravel()), proof


@dataclass
class _Linear:
    """The linear programme and the columns that it has so far, (k, c)."""

    wanted: HostProgramme
    columns: "npt.NDArray[np.bool_]" = field(init=False)

    def __post_init__(self) -> None:
        from ortools.math_opt.python import mathopt  # noqa: PLC0415 - takes long to import

        wanted = self.wanted
        self.columns = _first_columns(wanted)
        self.mathopt, self.model = mathopt, mathopt.Model()
        self.taken: dict[tuple[int, int], mathopt.Variable] = {}
        model, cabinets = self.model, range(len(wanted.room_for))
        self.placed = [model.add_linear_constraint(lb=a, ub=a) for a in wanted.servers.tolist()]
        self.own = [model.add_linear_constraint(lb=0, ub=0) for _ in cabinets]
        self.other = [model.add_linear_constraint(lb=0, ub=0) for _ in cabinets]
        for group in wanted.rows():
            self._variable(NOWHERE_MM, {self.placed[group]: 1})
        for cabinet in cabinets:
            one = model.add_linear_constraint(lb=1, ub=1)
            for own, other in wanted.corners(cabinet):
                farther = int(wanted.farther_mm[cabinet, own + other])
                self._variable(farther, {one: 1, self.own[cabinet]: -own, self.other[cabinet]: -other})
        self._add(self.columns)

    def _variable(self, cost: int, column: "dict[mathopt.LinearConstraint, int]") -> "mathopt.Variable":
        variable = self.model.add_variable(lb=0)
        self.model.objective.set_linear_coefficient(variable, cost)
        for row, value in column.items():
            row.set_coefficient(variable, value)
        return variable

    def _add(self, new: "npt.NDArray[np.bool_]") -> None:
        wanted = self.wanted
        for group, cabinet in np.argwhere(new).tolist():
            load = self.own if wanted.home[group] == cabinet else self.other
            self.taken[group, cabinet] = self._variable(
                int(wanted.first_mm[group, cabinet]), {self.placed[group]: 1, load[cabinet]: 1}
            )

    def solve(self) -> tuple[Counts, Counts]:
        """Return the prices at the optimum over all columns, in nm."""
        wanted, rows = self.wanted, np.arange(len(self.wanted.servers))
        homed, home = wanted.at_their_home
        solver = self.mathopt.IncrementalSolver(self.model, self.mathopt.SolverType.GLOP)
        while True:
            self.answer = solver.solve()
            placed, own, other = (
                np.array(self.answer.dual_values(some)) for some in (self.placed, self.own, self.other)
            )
            reduced = wanted.first_mm - placed[:, None] - other
            reduced[homed, home] += (other - own)[home]
            reduced[self.columns | ~wanted.allowed | (wanted.servers == 0)[:, None]] = 0
            cheapest = np.argsort(reduced, axis=1, kind="stable")[:, :MORE]
            new = np.zeros_like(self.columns)
            new[rows[:, None], cheapest] = reduced[rows[:, None], cheapest] < -WHOLE
            if not new.any():
                return tuple(np.rint(price * NM_PER_MM).astype(np.int64) for price in (own, other))
            self._add(new)
            self.columns |= new

    def whole(self) -> list[Counts]:
        """Return the linear programme's servers where they are whole."""
        share = np.zeros(self.columns.shape)
        values = self.answer.variable_values(list(self.taken.values()))
        for place, value in zip(self.taken, values, strict=True):
            share[place] = value
        rounded: Counts = np.rint(share).astype(np.int64)
        all_placed = bool((rounded.sum(axis=1) == self.wanted.servers).all())
        fits = bool((rounded.sum(axis=0) <= self.wanted.room_for).all())
        return [rounded] if all_placed and fits and np.abs(share - rounded).max(initial=0) < WHOLE else []


def _first_columns(wanted: HostProgramme) -> "npt.NDArray[np.bool_]":
    """Return for each group with servers its nearest cabinets, its own among them."""
    far = np.where(wanted.allowed, wanted.first_mm, NOWHERE_MM)
    rows = np.array(list(wanted.rows()), dtype=np.int64)
    columns = np.zeros(far.shape, dtype=bool)
    columns[rows[:, None], np.argsort(far[rows], axis=1, kind="stable")[:, :FIRST]] = True
    columns[wanted.at_their_home] = True
    columns[wanted.servers == 0] = False
    return columns & wanted.allowed


def _by_flow(wanted: HostProgramme, columns: "npt.NDArray[np.bool_]") -> Counts:
    """Return the least length to first places, as a flow of least cost over the columns."""
    from ortools.graph.python.min_cost_flow import SimpleMinCostFlow  # noqa: PLC0415 - takes long to import

    flow, (groups, cabinets) = SimpleMinCostFlow(), wanted.first_mm.shape
    group, cabinet = np.nonzero(columns)
    arcs = flow.add_arcs_with_capacity_and_unit_cost(
        group, groups + cabinet, wanted.servers[group], wanted.first_mm[group, cabinet]
    )
    every = groups + np.arange(cabinets)
    sink = groups + cabinets
    flow.add_arcs_with_capacity_and_unit_cost(
        every, np.full(cabinets, sink), wanted.room_for, np.zeros(cabinets, np.int64)
    )
    total = int(wanted.servers.sum())
    flow.set_nodes_supplies(
        np.arange(sink + 1), np.r_[wanted.servers, np.zeros(cabinets, np.int64), -total]
    )
    if flow.solve() != flow.OPTIMAL:
        raise InfeasibleError("the servers do not fit")
    share = np.zeros(columns.shape, dtype=np.int64)
    share[group, cabinet] = flow.flows(arcs)
    return share


def _by_integers(wanted: HostProgramme, columns: "npt.NDArray[np.bool_]") -> list[Counts]:
    """Return the answer of the integer programme over the columns, if it has one within its branches."""
    from ortools.math_opt.python import mathopt  # noqa: PLC0415 - takes long to import

    model = mathopt.Model()
    where = np.argwhere(columns).tolist()
    taken = {(g, c): model.add_integer_variable(lb=0, ub=float(wanted.servers[g])) for g, c in where}
    length = [int(wanted.first_mm[place]) * one for place, one in taken.items()]
    of_group: dict[int, list[mathopt.Variable]] = {}
    of_cabinet: dict[int, tuple[list[mathopt.Variable], list[mathopt.Variable]]] = {}
    for (group, cabinet), one in taken.items():
        of_group.setdefault(group, []).append(one)
        of_cabinet.setdefault(cabinet, ([], []))[int(wanted.home[group] != cabinet)].append(one)
    for group, mine in of_group.items():
        model.add_linear_constraint(mathopt.fast_sum(mine) == int(wanted.servers[group]))
    for cabinet, (own, other) in of_cabinet.items():
        filled = [model.add_binary_variable() for _ in range(int(wanted.room_for[cabinet]))]
        model.add_linear_constraint(mathopt.fast_sum([*own, *other]) == mathopt.fast_sum(filled))
        at_home, farther = int(wanted.at_home[cabinet]), np.diff(wanted.farther_mm[cabinet]).tolist()
        for k, one in enumerate(filled):
            length.append(farther[k] * one)
            if k:
                model.add_linear_constraint(filled[k - 1] >= one)
            if k >= at_home:  # not implied without whole numbers: it closes most of the gap
                model.add_linear_constraint(mathopt.fast_sum(other) >= (k + 1 - at_home) * one)
    model.minimize(mathopt.fast_sum(length))
    effort = mathopt.SolveParameters(threads=1, node_limit=MOST_BRANCHES, relative_gap_tolerance=0.0)
    answer = mathopt.solve(model, mathopt.SolverType.GSCIP, params=effort)
    if not answer.has_primal_feasible_solution():
        return []
    share: Counts = np.zeros(columns.shape, dtype=np.int64)
    for place, value in zip(taken, answer.variable_values(list(taken.values())), strict=True):
        share[place] = round(value)
    return [share]
