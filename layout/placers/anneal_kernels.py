"""Kernels of simulated annealing on a grid of cabinets.

A grid's length separates by row and column, so for every router ``table`` holds the
total length it would have to its neighbours from every row and from every column. A
swap is then weighed with eight look-ups whatever the radix; only an accepted move pays
for updating its neighbours' tables.
"""

from typing import Any, NamedTuple

import numpy as np

from foundation.accelerate import kernel

Array = np.ndarray[Any, Any]


class Floor(NamedTuple):
    """Where the slots are.

    ``row``, ``column``, ``cabinet`` (S,) uint32; slots of cabinet i are ``first[i]`` up to
    ``first[i + 1]``; ``row_gap`` (R, R) and ``column_gap`` (C, C) int64 distances in mm;
    ``discount`` mm saved by a cable inside a cabinet, beside its rectilinear part.
    """

    row: Array
    column: Array
    cabinet: Array
    first: Array
    row_gap: Array
    column_gap: Array
    discount: int


class Flow(NamedTuple):
    """Who is linked: CSR arrays, and an (n, n) uint8 matrix or (0, 0) if that were too large."""

    indptr: Array
    indices: Array
    counts: Array
    dense: Array


class State(NamedTuple):
    """Where everybody is.

    ``table`` (n, R + C) lengths in mm, ``slot_of`` (n,) int32, ``router_in`` (S,) int32
    with -1 where empty, ``random`` (1,) uint64, ``gain`` (R + C,) room for one move.
    """

    table: Array
    slot_of: Array
    router_in: Array
    random: Array
    gain: Array


@kernel
def next_random(random: Array) -> Any:
    """Advance a splitmix64 generator (Steele, Lea, Flood 2014) and return 64 bits."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    z = random[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def propose(random: Array, routers: int, slots: int) -> Any:
    """Return a random router and a random slot."""
    draw = next_random(random)
    u = ((draw & np.uint64(0xFFFFFFFF)) * np.uint64(routers)) >> np.uint64(32)
    b = ((draw >> np.uint64(32)) * np.uint64(slots)) >> np.uint64(32)
    return u, b


@kernel
def links_between(u: int, v: int, flow: Flow) -> Any:
    """Return the number of links between two routers."""
    if flow.dense.shape[0] > 0:
        return np.int64(flow.dense[u, v])
    low, high = flow.indptr[u], flow.indptr[u + 1]
    while low < high:
        middle = (low + high) >> 1
        if flow.indices[middle] < v:
            low = middle + 1
        else:
            high = middle
    if low < flow.indptr[u + 1] and flow.indices[low] == v:
        return np.int64(flow.counts[low])
    return np.int64(0)


@kernel
def fill_table(state: State, floor: Floor, flow: Flow) -> None:
    """Compute every router's length from every row and every column."""
    rows, columns = floor.row_gap.shape[0], floor.column_gap.shape[0]
    state.table[:] = 0
    for u in range(len(state.slot_of)):
        line = state.table[u]
        for at in range(flow.indptr[u], flow.indptr[u + 1]):
            slot = state.slot_of[flow.indices[at]]
            for r in range(rows):
                line[r] += flow.counts[at] * floor.row_gap[floor.row[slot], r]
            for c in range(columns):
                line[rows + c] += flow.counts[at] * floor.column_gap[floor.column[slot], c]


@kernel
def rectilinear_change(
    u: int, v: int, a: int, b: int, table: Array, row: Array, column: Array, rows: int
) -> Any:
    """Return the change if u moves from slot a to b and v (or nobody, -1) from b to a.

    A link between u and v itself is counted as if it vanished. Takes plain arrays, because
    it runs for every proposal and passing tuples of arrays costs more than the look-ups.
    """
    row_a, row_b, column_a, column_b = row[a], row[b], rows + column[a], rows + column[b]
    change = table[u, row_b] - table[u, row_a] + table[u, column_b] - table[u, column_a]
    if v >= 0:
        w = np.uint64(v)
        change += table[w, row_a] - table[w, row_b] + table[w, column_a] - table[w, column_b]
    return change


@kernel
def inside_links(u: int, without: int, slot: int, state: State, floor: Floor, flow: Flow) -> Any:
    """Return u's links to the routers in a slot's cabinet, the one in ``without`` left out."""
    home = floor.cabinet[slot]
    links = np.int64(0)
    for other in range(floor.first[home], floor.first[home + 1]):
        if other != without and state.router_in[other] >= 0:
            links += links_between(u, state.router_in[other], flow)
    return links


@kernel
def swap_change(u: int, b: int, state: State, floor: Floor, flow: Flow) -> Any:
    """Return the change of total length, in mm, if u and the occupant of slot b swap.

    The slots are in different cabinets.
    """
    a, v = state.slot_of[u], state.router_in[b]
    change = rectilinear_change(u, v, a, b, state.table, floor.row, floor.column, floor.row_gap.shape[0])
    if v >= 0:
        apart = (
            floor.row_gap[floor.row[a], floor.row[b]] + floor.column_gap[floor.column[a], floor.column[b]]
        )
        change += 2 * apart * links_between(u, v, flow)
    if floor.discount != 0:
        lost = inside_links(u, a, a, state, floor, flow) - inside_links(u, b, b, state, floor, flow)
        if v >= 0:
            lost += inside_links(v, b, b, state, floor, flow) - inside_links(v, a, a, state, floor, flow)
        change += floor.discount * lost
    return change


@kernel
def tell_neighbours(u: int, a: int, b: int, state: State, floor: Floor, flow: Flow) -> None:
    """Update the tables of u's neighbours for its move from slot a to slot b."""
    table, indices, counts, gain = state.table, flow.indices, flow.counts, state.gain
    rows, columns = floor.row_gap.shape[0], floor.column_gap.shape[0]
    for r in range(rows):
        gain[r] = floor.row_gap[floor.row[b], r] - floor.row_gap[floor.row[a], r]
    for c in range(columns):
        gain[rows + c] = floor.column_gap[floor.column[b], c] - floor.column_gap[floor.column[a], c]
    for at in range(flow.indptr[u], flow.indptr[u + 1]):
        w = indices[at]
        for line in range(rows + columns):
            table[w, line] += counts[at] * gain[line]


@kernel
def carry_out(u: int, b: int, state: State, floor: Floor, flow: Flow) -> None:
    """Swap u and the occupant of slot b, tables included."""
    a, v = state.slot_of[u], state.router_in[b]
    tell_neighbours(u, a, b, state, floor, flow)
    if v >= 0:
        tell_neighbours(v, b, a, state, floor, flow)
        state.slot_of[v] = a
    state.slot_of[u] = b
    state.router_in[a], state.router_in[b] = v, u


#: Rises, in temperatures, that Metropolis' rule lets pass: the middles of 4096 equal chances.
#: Their mean is within 2e-4 of the exponential law's, and a look-up is cheaper than a logarithm.
RISES = -np.log((np.arange(4096) + 0.5) / 4096)


@kernel
def anneal_slice(
    proposals: int, temperature: float, slack: int, state: State, floor: Floor, flow: Flow
) -> Any:
    """Propose random swaps at one temperature; return the change of total length in mm.

    ``slack`` is the most that discounts inside cabinets can give back in one move.
    """
    table, slot_of, router_in, random = state.table, state.slot_of, state.router_in, state.random
    row, column, cabinet, rows = floor.row, floor.column, floor.cabinet, floor.row_gap.shape[0]
    total = np.int64(0)
    for _ in range(proposals):
        u, b = propose(random, len(slot_of), len(router_in))
        a, v = slot_of[u], router_in[b]
        # the rise that may pass is drawn first: most proposals are then refused by their cheap part
        rise = temperature * RISES[next_random(random) >> np.uint64(52)]
        if cabinet[a] == cabinet[b] or (
            rectilinear_change(u, v, a, b, table, row, column, rows) > rise + slack
        ):
            continue
        change = swap_change(u, b, state, floor, flow)
        if change < rise:
            carry_out(u, b, state, floor, flow)
            total += change
    return total


@kernel
def mean_change(samples: int, state: State, floor: Floor, flow: Flow) -> Any:
    """Return the mean absolute change of a random swap between cabinets, in mm."""
    total, met = 0.0, 0
    for _ in range(samples):
        u, b = propose(state.random, len(state.slot_of), len(state.router_in))
        if floor.cabinet[state.slot_of[u]] != floor.cabinet[b]:
            total += abs(swap_change(u, b, state, floor, flow))
            met += 1
    return total / max(met, 1)


@kernel
def descend_some(begin: int, end: int, slack: int, state: State, floor: Floor, flow: Flow) -> Any:
    """Try every swap of routers ``begin`` to ``end - 1``, take what improves; return the change in mm."""
    table, slot_of, router_in = state.table, state.slot_of, state.router_in
    row, column, cabinet, rows = floor.row, floor.column, floor.cabinet, floor.row_gap.shape[0]
    total = np.int64(0)
    for u in range(begin, end):
        for b in range(len(router_in)):
            a, v = slot_of[u], router_in[b]
            if cabinet[a] == cabinet[b] or rectilinear_change(u, v, a, b, table, row, column, rows) > slack:
                continue
            change = swap_change(u, b, state, floor, flow)
            if change < 0:
                carry_out(u, b, state, floor, flow)
                total += change
    return total
