"""Annealing without tables, for networks too large for them: any cost that depends on length.

Every proposal visits the neighbours of both switches, so the work grows with the radix; only the placement
is stored.
"""

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from netfloor.foundation.accelerate import lean_kernel
from netfloor.layout.annealing.annealer import Annealer
from netfloor.layout.annealing.common_kernels import Array, Flow, Index, State
from netfloor.layout.annealing.swap_kernels import nothing, offers, only_exchange
from netfloor.layout.lengths import PricedLengths
from netfloor.layout.problem import Problem


class Priced(NamedTuple):
    """Positions of cabinets and prices by distance.

    ``cabinet`` (S,) uint32; ``x``, ``y`` (C,) int64 positions in units of the price table; ``price`` (P,)
    int64 by rectilinear distance between two cabinets; ``inside`` the cost within a cabinet.
    """

    cabinet: Array
    x: Array
    y: Array
    price: Array
    inside: int


@lean_kernel
def cost_between(c: Index, d: Index, x: Array, y: Array, price: Array, inside: Index) -> Any:
    """Return the cost of a cable between two cabinets."""
    if c == d:
        return np.int64(inside)
    return np.int64(price[np.uint64(abs(x[c] - x[d]) + abs(y[c] - y[d]))])


@lean_kernel
def move_change(
    u: Index, other: Index, here: Index, there: Index, priced: Priced, state: State, flow: Flow
) -> Any:
    """Return the change of cost if u moves between cabinets, without its links to ``other``."""
    x, y, price, inside = priced.x, priced.y, priced.price, np.int64(priced.inside)
    cabinet, slot_of = priced.cabinet, state.slot_of
    change = np.int64(0)
    for at in range(flow.indptr[u], flow.indptr[u + np.uint64(1)]):
        w = flow.indices[at]
        if w != other:
            home = cabinet[slot_of[w]]
            after = cost_between(there, home, x, y, price, inside)
            change += flow.counts[at] * (after - cost_between(here, home, x, y, price, inside))
    return change


@lean_kernel
def whole_change(
    u: Index, v: Index, here: Index, there: Index, tables: Priced, state: State, flow: Flow
) -> Any:
    """Return the change of cost if u and v (-1: none) swap cabinets."""
    change = move_change(u=u, other=v, here=here, there=there, priced=tables, state=state, flow=flow)
    if v >= 0:
        change += move_change(
            u=np.uint64(v), other=np.int64(u), here=there, there=here, priced=tables, state=state, flow=flow
        )
    return change


offers(Priced, cheap_change=nothing, rest_of_change=whole_change, carry_out=only_exchange)


class PricedAnnealer(Annealer):
    """Annealer that stores only the placement."""

    max_slice = 1 << 15
    twice = True

    def __init__(self, problem: Problem, slot_of: npt.NDArray[np.int32], rng: np.random.Generator):
        super().__init__(problem, slot_of, rng)
        assert isinstance(problem.lengths, PricedLengths)  # noqa: S101 - for the type checker
        self.tables = priced_of(problem.lengths)

    def refresh(self) -> None:
        """Do nothing: there are no tables."""


def priced_of(lengths: PricedLengths) -> Priced:
    """Compute positions in the largest unit that divides all distances, and the price by distance."""
    grid = lengths.floor.below
    positions = np.concatenate([grid.row_mm - grid.row_mm[0], grid.column_mm - grid.column_mm[0]])
    unit = max(math.gcd(*positions.tolist()), 1)
    farthest = int(np.ptp(grid.row_mm) + np.ptp(grid.column_mm)) // unit
    away = grid.apart_mm + unit * np.arange(farthest + 1)
    places = np.searchsorted(lengths.length_mm, away)
    known = np.minimum(places, len(lengths.length_mm) - 1)
    first = grid.first_slot[:-1]
    return Priced(
        cabinet=grid.slot_cabinet.astype(np.uint32),
        x=(grid.column_mm[grid.slot_column[first]] - grid.column_mm[0]) // unit,
        y=(grid.row_mm[grid.slot_row[first]] - grid.row_mm[0]) // unit,
        price=lengths.cost[known]
        + lengths.apart,  # distances that no two cabinets have are never looked up
        inside=int(lengths.of_length(np.array([grid.inside_mm]))[0]),
    )
