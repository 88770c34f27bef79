"""Annealing of length and touched cables together: a table of lengths, and who stands at home."""

from typing import Any, NamedTuple

import numpy as np

from foundation.accelerate import kernel
from layout.annealing.common_kernels import Array, Flow, Index, State, draw_rise, exchange, propose


class Homes(NamedTuple):
    """Lengths, and what a router costs that leaves its place.

    ``cabinet`` (S,) uint32 row of each slot in ``table`` (C, C) int64; ``home`` (n,) int64
    slot that each router comes from, -1 for none; ``stays`` one int64 an arc of the flow:
    what is saved while both its routers stand at home.
    """

    cabinet: Array
    table: Array
    home: Array
    stays: Array


@kernel
def move_change(u: Index, other: Index, a: Index, b: Index, homes: Homes, state: State, flow: Flow) -> Any:
    """Return the change if u moves from slot a to b, its links to ``other`` left out."""
    here, there = homes.cabinet[a], homes.cabinet[b]
    leaves, returns = homes.home[u] == np.int64(a), homes.home[u] == np.int64(b)
    change = np.int64(0)
    for at in range(flow.indptr[u], flow.indptr[u + np.uint64(1)]):
        w = flow.indices[at]
        if w != other:
            place = state.slot_of[w]
            cabinet = homes.cabinet[place]
            change += flow.counts[at] * (homes.table[there, cabinet] - homes.table[here, cabinet])
            if leaves != returns and homes.home[w] == np.int64(place):
                change += homes.stays[at] if leaves else -homes.stays[at]
    return change


@kernel
def swap_change(u: Index, b: Index, homes: Homes, state: State, flow: Flow) -> Any:
    """Return the change of cost if u and the occupant of another slot b swap."""
    a, v = np.uint64(state.slot_of[u]), state.router_in[b]
    change = move_change(u, v, a, b, homes, state, flow)
    if v < 0:
        return change
    w = np.uint64(v)
    change += move_change(w, np.int64(u), b, a, homes, state, flow)
    before = homes.home[u] == np.int64(a) and homes.home[w] == np.int64(b)
    after = homes.home[u] == np.int64(b) and homes.home[w] == np.int64(a)
    if before != after:
        for at in range(flow.indptr[u], flow.indptr[u + np.uint64(1)]):
            if flow.indices[at] == w:
                change += homes.stays[at] if before else -homes.stays[at]
    return change


@kernel
def carry_out(u: Index, b: Index, state: State) -> None:
    """Swap u and the occupant of slot b."""
    exchange(u, state.router_in[b], state.slot_of[u], b, state.slot_of, state.router_in)


@kernel
def anneal_slice(proposals: int, temperature: float, homes: Homes, state: State, flow: Flow) -> Any:
    """Propose random swaps at one temperature; return the change of cost."""
    total = np.int64(0)
    for _ in range(proposals):
        u, b = propose(state.random, state.movers, state.places)
        if state.slot_of[u] == b:
            continue
        rise = draw_rise(temperature, state.random)
        change = swap_change(u, b, homes, state, flow)
        if change < rise:
            carry_out(u, b, state)
            total += change
    return total


@kernel
def mean_change(samples: int, homes: Homes, state: State, flow: Flow) -> Any:
    """Return the mean absolute change of a random swap."""
    total, met = 0.0, 0
    for _ in range(samples):
        u, b = propose(state.random, state.movers, state.places)
        if state.slot_of[u] != b:
            total += abs(swap_change(u, b, homes, state, flow))
            met += 1
    return total / max(met, 1)


@kernel
def descend_some(begin: int, end: int, homes: Homes, state: State, flow: Flow) -> Any:
    """Try every swap of movers ``begin`` to ``end - 1``, take what improves; return the change."""
    total = np.int64(0)
    for i in range(begin, end):
        u = np.uint64(state.movers[i])
        for j in range(len(state.places)):
            b = np.uint64(state.places[j])
            if state.slot_of[u] == b:
                continue
            change = swap_change(u, b, homes, state, flow)
            if change < 0:
                carry_out(u, b, state)
                total += change
    return total
