"""Kernels without tables: any cost of the length, for networks too large for a table.

Every proposal visits the neighbours of both routers, so its work grows with the radix;
nothing is kept but who stands where.
"""

from typing import Any, NamedTuple

import numpy as np

from foundation.accelerate import lean_kernel
from layout.annealing.common_kernels import Array, Flow, Index, State, draw_rise, exchange, propose


class Priced(NamedTuple):
    """Costs as they are computed.

    ``cabinet`` (S,) uint32; ``x``, ``y`` (C,) int64 positions in units of the price list;
    ``price`` (P,) int64 by rectilinear distance between two cabinets; ``inside`` the cost
    in one cabinet.
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
    """Return the change if u moves between cabinets, its links to ``other`` left out."""
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
def swap_change(u: Index, b: Index, priced: Priced, state: State, flow: Flow) -> Any:
    """Return the change of cost if u and the occupant of slot b, in another cabinet, swap."""
    here, there, v = priced.cabinet[state.slot_of[u]], priced.cabinet[b], state.router_in[b]
    change = move_change(u, v, here, there, priced, state, flow)
    if v >= 0:
        change += move_change(np.uint64(v), np.int64(u), there, here, priced, state, flow)
    return change


@lean_kernel
def carry_out(u: Index, b: Index, state: State) -> None:
    """Swap u and the occupant of slot b."""
    exchange(u, state.router_in[b], state.slot_of[u], b, state.slot_of, state.router_in)


@lean_kernel
def anneal_slice(proposals: int, temperature: float, priced: Priced, state: State, flow: Flow) -> Any:
    """Propose random swaps at one temperature; return the change of cost."""
    total = np.int64(0)
    for _ in range(proposals):
        u, b = propose(state.random, state.movers, state.places)
        if priced.cabinet[state.slot_of[u]] == priced.cabinet[b]:
            continue
        rise = draw_rise(temperature, state.random)
        change = swap_change(u, b, priced, state, flow)
        if change < rise:
            carry_out(u, b, state)
            total += change
    return total


@lean_kernel
def mean_change(samples: int, priced: Priced, state: State, flow: Flow) -> Any:
    """Return the mean absolute change of a random swap between cabinets."""
    total, met = 0.0, 0
    for _ in range(samples):
        u, b = propose(state.random, state.movers, state.places)
        if priced.cabinet[state.slot_of[u]] != priced.cabinet[b]:
            total += abs(swap_change(u, b, priced, state, flow))
            met += 1
    return total / max(met, 1)


@lean_kernel
def descend_some(begin: int, end: int, priced: Priced, state: State, flow: Flow) -> Any:
    """Try every swap of movers ``begin`` to ``end - 1``, take what improves; return the change."""
    total = np.int64(0)
    for i in range(begin, end):
        u = np.uint64(state.movers[i])
        for j in range(len(state.places)):
            b = np.uint64(state.places[j])
            if priced.cabinet[state.slot_of[u]] == priced.cabinet[b]:
                continue
            change = swap_change(u, b, priced, state, flow)
            if change < 0:
                carry_out(u, b, state)
                total += change
    return total
