"""Annealing with a table of every switch in every cabinet, for any symmetric cost.

For every switch ``table`` holds its cost in every cabinet while its neighbours stay in place. Evaluating a
swap takes four look-ups at any radix; only an accepted swap updates the neighbours' tables.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from netfloor.foundation.accelerate import lean_kernel
from netfloor.layout.annealing.annealer import Annealer, narrowest
from netfloor.layout.annealing.common_kernels import Array, Flow, Index, State, exchange, links_between
from netfloor.layout.annealing.swap_kernels import offers
from netfloor.layout.problem import Problem


class Matrix(NamedTuple):
    """Costs and tables.

    ``cost`` (C, C) between slots of two cabinets, on the diagonal within a cabinet; ``cabinet`` (S,)
    uint32; ``table`` (n, C); ``gain`` (C,) scratch space for one move.
    """

    cost: Array
    cabinet: Array
    table: Array
    gain: Array


@lean_kernel
def fill_table(matrix: Matrix, state: State, flow: Flow) -> None:
    """Compute the cost of every switch in every cabinet."""
    cost, table = matrix.cost, matrix.table
    table[:] = 0
    for u in range(len(state.slot_of)):
        for at in range(flow.indptr[u], flow.indptr[u + 1]):
            there = matrix.cabinet[state.slot_of[flow.indices[at]]]
            for c in range(cost.shape[0]):
                table[u, c] += flow.counts[at] * cost[there, c]


@lean_kernel
def cheap_change(u: Index, v: Index, here: Index, there: Index, tables: Matrix) -> Any:
    """Return the change as if u and v were not linked."""
    table = tables.table
    change = np.int64(table[u, there]) - table[u, here]
    if v >= 0:
        w = np.uint64(v)
        change += table[w, here] - table[w, there]
    return change


@lean_kernel
def rest_of_change(
    u: Index, v: Index, here: Index, there: Index, tables: Matrix, _state: State, flow: Flow
) -> Any:
    """Return the correction for links between u and v."""
    links = np.int64(0)
    if v >= 0:
        links = links_between(u, np.uint64(v), flow)
    if links == 0:
        return links
    cost = tables.cost
    return links * (2 * np.int64(cost[here, there]) - cost[here, here] - cost[there, there])


@lean_kernel
def tell_neighbours(u: Index, here: Index, there: Index, matrix: Matrix, flow: Flow) -> None:
    """Update the tables of u's neighbours after u moves between cabinets."""
    cost, table, gain = matrix.cost, matrix.table, matrix.gain
    indices, counts = flow.indices, flow.counts
    for c in range(len(gain)):
        gain[c] = cost[there, c] - cost[here, c]
    for at in range(flow.indptr[u], flow.indptr[u + np.uint64(1)]):
        line = table[indices[at]]
        count = counts[at]
        if count == 1:
            for c in range(len(gain)):
                line[c] += gain[c]
        else:
            for c in range(len(gain)):
                line[c] += count * gain[c]


@lean_kernel
def carry_out(u: Index, b: Index, tables: Matrix, state: State, flow: Flow) -> None:
    """Swap u with the occupant of slot b and update the tables."""
    a, v = np.uint64(state.slot_of[u]), state.router_in[b]
    here, there = tables.cabinet[a], tables.cabinet[b]
    tell_neighbours(u, here, there, tables, flow)
    if v >= 0:
        tell_neighbours(np.uint64(v), there, here, tables, flow)
    exchange(u, v, a, b, state.slot_of, state.router_in)


offers(Matrix, cheap_change=cheap_change, rest_of_change=rest_of_change, carry_out=carry_out)


class MatrixAnnealer(Annealer):
    """Annealer with the cost of each switch in each cabinet, (n, C)."""

    def __init__(self, problem: Problem, slot_of: npt.NDArray[np.int32], rng: np.random.Generator):
        super().__init__(problem, slot_of, rng)
        cost = problem.lengths.by_cabinet()
        self.unit = int(np.gcd.reduce(cost, axis=None)) or 1
        cost = cost // self.unit
        heaviest = int(problem.flow.sum(axis=1).max(initial=0))
        kind = narrowest(heaviest * int(np.abs(cost).max(initial=0)))
        cabinets = len(cost)
        self.tables = Matrix(
            cost.astype(kind),
            problem.lengths.slot_cabinet.astype(np.uint32),
            np.zeros((problem.routers, cabinets), dtype=kind),
            np.zeros(cabinets, dtype=kind),
        )
        inside = np.diag(cost)
        links = int(problem.flow.data.max(initial=0))
        gains = inside[:, None] + inside[None, :] - 2 * cost
        np.fill_diagonal(gains, 0)
        self.slack = links * int(gains.max(initial=0))
        self.refresh()

    def refresh(self) -> None:
        """Recompute the table from the current placement."""
        fill_table(self.tables, self.state, self.flow)
