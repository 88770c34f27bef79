"""Kernels for a grid of cabinets, whose length separates by row and column.

For every router ``table`` holds the total length it would have to its neighbours from
every row and every column, and ``inside`` its links into every cabinet. A swap is
weighed with a dozen look-ups whatever the radix; only an accepted one pays for updating
its neighbours' tables.
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


class Grid(NamedTuple):
    """Where the slots are, and the tables.

    ``cabinet`` (S,) uint32; ``row``, ``column`` (C,) uint32, columns counted on after the
    rows: both are lines. ``gap`` (L, W) distances between lines in units, 0 between a row and a
    column and beyond the last line; slots of cabinet i are ``first[i]`` up to ``first[i + 1]``;
    ``discount`` units saved by a cable inside a cabinet beside its rectilinear part. ``table``
    (n, W), ``gain`` (W,) room for one move; ``inside`` (n, C) links into each cabinet, or (0, 0)
    where mates are looked up instead.
    """

    cabinet: Array
    row: Array
    column: Array
    gap: Array
    first: Array
    table: Array
    gain: Array
    inside: Array
    discount: int


@lean_kernel
def fill_table(grid: Grid, state: State, flow: Flow) -> None:
    """Compute every router's length from every line, and its links into every cabinet."""
    grid.table[:] = 0
    grid.inside[:] = 0
    for u in range(len(state.slot_of)):
        line = grid.table[u]
        for at in range(flow.indptr[u], flow.indptr[u + 1]):
            home = grid.cabinet[state.slot_of[flow.indices[at]]]
            if len(grid.inside) > 0:
                grid.inside[u, home] += flow.counts[at]
            row, column = grid.row[home], grid.column[home]
            for c in range(len(line)):
                line[c] += flow.counts[at] * (grid.gap[row, c] + grid.gap[column, c])


@lean_kernel
def rectilinear_change(
    u: Index, v: Index, here: Index, there: Index, table: Array, row: Array, column: Array
) -> Any:
    """Return the change if u goes from cabinet ``here`` to ``there`` and v (-1: nobody) back.

    A link between u and v itself is counted as if it vanished, discounts are left out.
    """
    row_a, row_b, column_a, column_b = row[here], row[there], column[here], column[there]
    change = np.int64(table[u, row_b]) - table[u, row_a] + table[u, column_b] - table[u, column_a]
    if v >= 0:
        w = np.uint64(v)
        change += table[w, row_a] - table[w, row_b] + table[w, column_a] - table[w, column_b]
    return change


@lean_kernel
def inside_links(u: Index, home: Index, grid: Grid, state: State, flow: Flow) -> Any:
    """Return u's links to the routers in a cabinet."""
    if len(grid.inside) > 0:
        return np.int64(grid.inside[u, home])
    links = np.int64(0)
    for slot in range(grid.first[home], grid.first[home + 1]):
        v = state.router_in[slot]
        if v >= 0:
            w = np.uint64(v)
            links += links_between(u, w, flow.indptr, flow.indices, flow.counts, flow.dense)
    return links


@lean_kernel
def rest_of_change(
    u: Index, v: Index, here: Index, there: Index, grid: Grid, state: State, flow: Flow
) -> Any:
    """Return what `rectilinear_change` leaves out: discounts, and links between u and v."""
    saved = inside_links(u, here, grid, state, flow) - inside_links(u, there, grid, state, flow)
    links = np.int64(0)
    if v >= 0:
        w = np.uint64(v)
        saved += inside_links(w, there, grid, state, flow) - inside_links(w, here, grid, state, flow)
        links = links_between(u, w, flow.indptr, flow.indices, flow.counts, flow.dense)
    change = grid.discount * saved
    if links != 0:
        rows = np.int64(grid.gap[grid.row[here], grid.row[there]])
        columns = np.int64(grid.gap[grid.column[here], grid.column[there]])
        change += 2 * links * (rows + columns + grid.discount)
    return change


@lean_kernel
def tell_neighbours(u: Index, here: Index, there: Index, grid: Grid, flow: Flow) -> None:
    """Update the tables of u's neighbours for its move between cabinets."""
    table, gain, gap, inside = grid.table, grid.gain, grid.gap, grid.inside
    indptr, indices, counts = flow.indptr, flow.indices, flow.counts
    row_a, row_b, column_a, column_b = (
        grid.row[here],
        grid.row[there],
        grid.column[here],
        grid.column[there],
    )
    for line in range(len(gain)):
        gain[line] = gap[row_b, line] - gap[row_a, line] + gap[column_b, line] - gap[column_a, line]
    counted = len(inside) > 0
    for at in range(indptr[u], indptr[u + np.uint64(1)]):
        w, count = indices[at], counts[at]
        line = table[w]
        if count == 1:
            for c in range(len(gain)):
                line[c] += gain[c]
        else:
            for c in range(len(gain)):
                line[c] += count * gain[c]
        if counted:
            inside[w, here] -= count
            inside[w, there] += count


@lean_kernel
def carry_out(u: Index, b: Index, grid: Grid, state: State, flow: Flow) -> None:
    """Swap u and the occupant of slot b, tables included."""
    a, v = np.uint64(state.slot_of[u]), state.router_in[b]
    here, there = grid.cabinet[a], grid.cabinet[b]
    tell_neighbours(u, here, there, grid, flow)
    if v >= 0:
        tell_neighbours(np.uint64(v), there, here, grid, flow)
    exchange(u, v, a, b, state.slot_of, state.router_in)


@lean_kernel
def swap_change(u: Index, b: Index, grid: Grid, state: State, flow: Flow) -> Any:
    """Return the change of length in units if u and the occupant of slot b, in another cabinet, swap."""
    here, there, v = grid.cabinet[state.slot_of[u]], grid.cabinet[b], state.router_in[b]
    change = rectilinear_change(u, v, here, there, grid.table, grid.row, grid.column)
    return change + rest_of_change(u, v, here, there, grid, state, flow)


@lean_kernel
def anneal_slice(
    proposals: int, temperature: float, slack: int, grid: Grid, state: State, flow: Flow
) -> Any:
    """Propose random swaps at one temperature; return the change of total length in units.

    ``slack`` is the most that discounts inside cabinets can give back in one move. The
    change is written out here: calling `rectilinear_change` halves the speed.
    """
    table, row, column, cabinet = grid.table, grid.row, grid.column, grid.cabinet
    slot_of, router_in = state.slot_of, state.router_in
    random, movers, places = state.random, state.movers, state.places
    total = np.int64(0)
    for _ in range(proposals):
        u, b, drawn = propose_and_draw(random, movers, places)
        here, there = cabinet[slot_of[u]], cabinet[b]
        if here == there:
            continue
        v = router_in[b]
        row_a, row_b, column_a, column_b = row[here], row[there], column[here], column[there]
        change = np.int64(table[u, row_b]) - table[u, row_a] + table[u, column_b] - table[u, column_a]
        if v >= 0:
            w = np.uint64(v)
            change += table[w, row_a] - table[w, row_b] + table[w, column_a] - table[w, column_b]
        rise = temperature * RISES[drawn]
        if change > rise + slack:  # most are refused here, by their cheap part
            continue
        change += rest_of_change(u, v, here, there, grid, state, flow)
        if change < rise:
            carry_out(u, b, grid, state, flow)
            total += change
    return total


@lean_kernel
def mean_change(samples: int, grid: Grid, state: State, flow: Flow) -> Any:
    """Return the mean absolute change of a random swap between cabinets, in units."""
    total, met = 0.0, 0
    for _ in range(samples):
        u, b = propose(state.random, state.movers, state.places)
        if grid.cabinet[state.slot_of[u]] != grid.cabinet[b]:
            total += abs(swap_change(u, b, grid, state, flow))
            met += 1
    return total / max(met, 1)


@lean_kernel
def descend_some(begin: int, end: int, slack: int, grid: Grid, state: State, flow: Flow) -> Any:
    """Try every swap of movers ``begin`` to ``end - 1``, take what improves; return the change."""
    table, row, column, cabinet = grid.table, grid.row, grid.column, grid.cabinet
    slot_of, router_in, movers, places = state.slot_of, state.router_in, state.movers, state.places
    total = np.int64(0)
    for i in range(begin, end):
        u = np.uint64(movers[i])
        for j in range(len(places)):
            b = np.uint64(places[j])
            here, there, v = cabinet[slot_of[u]], cabinet[b], router_in[b]
            if here == there or rectilinear_change(u, v, here, there, table, row, column) > slack:
                continue
            change = swap_change(u, b, grid, state, flow)
            if change < 0:
                carry_out(u, b, grid, state, flow)
                total += change
    return total
