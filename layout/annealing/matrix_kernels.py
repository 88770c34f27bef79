"""Kernels for any symmetric cost between cabinets.

For every router ``table`` holds what it would cost in every cabinet, its neighbours
staying where they are. A swap is weighed with four look-ups whatever the radix; only an
accepted one pays for updating its neighbours' tables.
"""

from typing import Any, NamedTuple

import numpy as np

from foundation.accelerate import lean_kernel
from layout.annealing.common_kernels import (
    RISES,
    Array,
    Flow,
    Index,
    State,
    exchange,
    links_between,
    propose,
    propose_and_draw,
)


class Matrix(NamedTuple):
    """Costs and tables.

    ``cost`` (C, C) between two slots of the cabinets, the diagonal inside one; ``cabinet``
    (S,) uint32; ``table`` (n, C); ``gain`` (C,) room for one move.
    """

    cost: Array
    cabinet: Array
    table: Array
    gain: Array


@lean_kernel
def fill_table(matrix: Matrix, state: State, flow: Flow) -> None:
    """Compute what every router costs in every cabinet."""
    cost, table = matrix.cost, matrix.table
    table[:] = 0
    for u in range(len(state.slot_of)):
        for at in range(flow.indptr[u], flow.indptr[u + 1]):
            there = matrix.cabinet[state.slot_of[flow.indices[at]]]
            for c in range(cost.shape[0]):
                table[u, c] += flow.counts[at] * cost[there, c]


@lean_kernel
def change_unlinked(u: Index, v: Index, here: Index, there: Index, table: Array) -> Any:
    """Return the change if u goes from cabinet ``here`` to ``there`` and v (-1: nobody) back.

    Wrong by ``correction`` where u and v are linked.
    """
    change = np.int64(table[u, there]) - table[u, here]
    if v >= 0:
        w = np.uint64(v)
        change += table[w, here] - table[w, there]
    return change


@lean_kernel
def correction(here: Index, there: Index, cost: Array) -> Any:
    """Return what each link between the two that swap adds to `change_unlinked`."""
    return 2 * np.int64(cost[here, there]) - cost[here, here] - cost[there, there]


@lean_kernel
def tell_neighbours(
    u: Index,
    here: Index,
    there: Index,
    cost: Array,
    table: Array,
    gain: Array,
    indptr: Array,
    indices: Array,
    counts: Array,
) -> None:
    """Update the tables of u's neighbours for its move between cabinets."""
    for c in range(len(gain)):
        gain[c] = cost[there, c] - cost[here, c]
    for at in range(indptr[u], indptr[u + np.uint64(1)]):
        line = table[indices[at]]
        count = counts[at]
        if count == 1:
            for c in range(len(gain)):
                line[c] += gain[c]
        else:
            for c in range(len(gain)):
                line[c] += count * gain[c]


@lean_kernel
def carry_out(u: Index, b: Index, matrix: Matrix, state: State, flow: Flow) -> None:
    """Swap u and the occupant of slot b, tables included."""
    a, v = np.uint64(state.slot_of[u]), state.router_in[b]
    here, there = matrix.cabinet[a], matrix.cabinet[b]
    cost, table, gain = matrix.cost, matrix.table, matrix.gain
    tell_neighbours(u, here, there, cost, table, gain, flow.indptr, flow.indices, flow.counts)
    if v >= 0:
        w = np.uint64(v)
        tell_neighbours(w, there, here, cost, table, gain, flow.indptr, flow.indices, flow.counts)
    exchange(u, v, a, b, state.slot_of, state.router_in)


@lean_kernel
def swap_change(u: Index, b: Index, matrix: Matrix, state: State, flow: Flow) -> Any:
    """Return the change of cost if u and the occupant of slot b, in another cabinet, swap."""
    here, there, v = matrix.cabinet[state.slot_of[u]], matrix.cabinet[b], state.router_in[b]
    change = change_unlinked(u, v, here, there, matrix.table)
    if v >= 0:
        links = links_between(u, np.uint64(v), flow.indptr, flow.indices, flow.counts, flow.dense)
        change += links * correction(here, there, matrix.cost)
    return change


@lean_kernel
def anneal_slice(
    proposals: int, temperature: float, slack: int, matrix: Matrix, state: State, flow: Flow
) -> Any:
    """Propose random swaps at one temperature; return the change of cost.

    ``slack`` is the most that a link between the two that swap can take off the change.
    The change is written out here: calling `change_unlinked` halves the speed.
    """
    table, cabinet, slot_of, router_in = matrix.table, matrix.cabinet, state.slot_of, state.router_in
    random, movers, places = state.random, state.movers, state.places
    cost, gain = matrix.cost, matrix.gain
    indptr, indices, counts, dense = flow.indptr, flow.indices, flow.counts, flow.dense
    total = np.int64(0)
    for _ in range(proposals):
        u, b, drawn = propose_and_draw(random, movers, places)
        a = slot_of[u]
        here, there = cabinet[a], cabinet[b]
        if here == there:
            continue
        v = router_in[b]
        change = np.int64(table[u, there]) - table[u, here]
        if v >= 0:
            w = np.uint64(v)
            change += table[w, here] - table[w, there]
        rise = temperature * RISES[drawn]
        if change > rise + slack:  # most are refused here, by their cheap part
            continue
        if v >= 0:
            links = links_between(u, np.uint64(v), indptr, indices, counts, dense)
            if links != 0:
                change += links * correction(here, there, cost)
        if change < rise:
            tell_neighbours(u, here, there, cost, table, gain, indptr, indices, counts)
            if v >= 0:
                w = np.uint64(v)
                tell_neighbours(w, there, here, cost, table, gain, indptr, indices, counts)
            exchange(u, v, a, b, slot_of, router_in)
            total += change
    return total


@lean_kernel
def mean_change(samples: int, matrix: Matrix, state: State, flow: Flow) -> Any:
    """Return the mean absolute change of a random swap between cabinets."""
    total, met = 0.0, 0
    for _ in range(samples):
        u, b = propose(state.random, state.movers, state.places)
        if matrix.cabinet[state.slot_of[u]] != matrix.cabinet[b]:
            total += abs(swap_change(u, b, matrix, state, flow))
            met += 1
    return total / max(met, 1)


@lean_kernel
def descend_some(begin: int, end: int, slack: int, matrix: Matrix, state: State, flow: Flow) -> Any:
    """Try every swap of movers ``begin`` to ``end - 1``, take what improves; return the change."""
    table, cabinet, slot_of, router_in = matrix.table, matrix.cabinet, state.slot_of, state.router_in
    movers, places = state.movers, state.places
    total = np.int64(0)
    for i in range(begin, end):
        u = np.uint64(movers[i])
        for j in range(len(places)):
            b = np.uint64(places[j])
            here, there, v = cabinet[slot_of[u]], cabinet[b], router_in[b]
            if here == there or change_unlinked(u, v, here, there, table) >= slack:
                continue
            change = swap_change(u, b, matrix, state, flow)
            if change < 0:
                carry_out(u, b, matrix, state, flow)
                total += change
    return total
