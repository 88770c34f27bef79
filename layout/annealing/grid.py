"""Annealing on a grid, with tables of each switch's length to every row and column.

For every switch ``table`` holds its total length to its neighbours from every row and every column, and
``inside`` its links into every cabinet. Evaluating a swap takes a dozen look-ups at any radix; only an
accepted swap updates the neighbours' tables.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from netfloor.foundation.accelerate import lean_kernel
from netfloor.layout.annealing.annealer import Annealer, narrowest
from netfloor.layout.annealing.common_kernels import Array, Flow, Index, State, exchange, links_between
from netfloor.layout.annealing.swap_kernels import offers
from netfloor.layout.problem import Problem
from netfloor.rooms.grid_lengths import GridLengths

#: Table rows are padded to a multiple of this, so that loops run on whole vectors.
LANES = 32
#: Largest table of links into cabinets that stays in the cache; beyond it, looking up the other switches of
#: a cabinet is up to three times faster. Measured.
MAX_INSIDE_CELLS = 1 << 21
#: Cabinets with at most this many slots never use the table of links into cabinets. Measured.
FEW_MATES = 2


class Grid(NamedTuple):
    """Geometry of the slots, and the tables.

    ``cabinet`` (S,) uint32; ``row``, ``column`` (C,) uint32, line numbers, with columns numbered after the
    rows. ``gap`` (L, W) distances between lines in units, 0 between a row and a column and in the padding;
    the slots of cabinet i are ``first[i]`` to ``first[i + 1]``; ``discount`` is the number of units that a
    cable inside a cabinet saves besides its rectilinear part. ``table`` (n, W); ``gain`` (W,) scratch space
    for one move; ``inside`` (n, C) links into each cabinet, or (0, 0) if not tabulated.
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
    """Compute every switch's length from every line, and its links into every cabinet."""
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
def cheap_change(u: Index, v: Index, here: Index, there: Index, tables: Grid) -> Any:
    """Return the change of rectilinear length as if u and v were not linked."""
    table, row, column = tables.table, tables.row, tables.column
    row_a, row_b, column_a, column_b = row[here], row[there], column[here], column[there]
    change = np.int64(table[u, row_b]) - table[u, row_a] + table[u, column_b] - table[u, column_a]
    if v >= 0:
        w = np.uint64(v)
        change += table[w, row_a] - table[w, row_b] + table[w, column_a] - table[w, column_b]
    return change


@lean_kernel
def inside_links(u: Index, home: Index, grid: Grid, state: State, flow: Flow) -> Any:
    """Return the number of u's links to switches in a cabinet."""
    if len(grid.inside) > 0:
        return np.int64(grid.inside[u, home])
    links = np.int64(0)
    for slot in range(grid.first[home], grid.first[home + 1]):
        v = state.router_in[slot]
        if v >= 0:
            w = np.uint64(v)
            links += links_between(u, w, flow)
    return links


@lean_kernel
def rest_of_change(
    u: Index, v: Index, here: Index, there: Index, tables: Grid, state: State, flow: Flow
) -> Any:
    """Return the change of in-cabinet discounts, plus the correction for links between u and v."""
    saved = inside_links(u, here, tables, state, flow) - inside_links(u, there, tables, state, flow)
    links = np.int64(0)
    if v >= 0:
        w = np.uint64(v)
        saved += inside_links(w, there, tables, state, flow) - inside_links(w, here, tables, state, flow)
        links = links_between(u, w, flow)
    change = tables.discount * saved
    if links != 0:
        rows = np.int64(tables.gap[tables.row[here], tables.row[there]])
        columns = np.int64(tables.gap[tables.column[here], tables.column[there]])
        change += 2 * links * (rows + columns + tables.discount)
    return change


@lean_kernel
def tell_neighbours(u: Index, here: Index, there: Index, grid: Grid, flow: Flow) -> None:
    """Update the tables of u's neighbours after u moves between cabinets."""
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
def carry_out(u: Index, b: Index, tables: Grid, state: State, flow: Flow) -> None:
    """Swap u with the occupant of slot b and update the tables."""
    a, v = np.uint64(state.slot_of[u]), state.router_in[b]
    here, there = tables.cabinet[a], tables.cabinet[b]
    tell_neighbours(u, here, there, tables, flow)
    if v >= 0:
        tell_neighbours(np.uint64(v), there, here, tables, flow)
    exchange(u, v, a, b, state.slot_of, state.router_in)


offers(Grid, cheap_change=cheap_change, rest_of_change=rest_of_change, carry_out=carry_out)


class GridAnnealer(Annealer):
    """Annealer with each switch's length to each row and column, (n, R + C)."""

    def __init__(self, problem: Problem, slot_of: npt.NDArray[np.int32], rng: np.random.Generator):
        super().__init__(problem, slot_of, rng)
        lengths = problem.grid
        heaviest = int(problem.flow.data.max(initial=0))
        mates = int(np.diff(lengths.first_slot).max())
        self.unit = unit_of(lengths)
        self.tables = grid_of(problem, lengths, self.unit, heaviest * mates)
        self.slack = 2 * abs(self.tables.discount) * (mates - 1) * heaviest
        self.refresh()

    def refresh(self) -> None:
        """Recompute the tables from the current placement."""
        fill_table(self.tables, self.state, self.flow)


def unit_of(lengths: GridLengths) -> int:
    """Return the greatest length in mm that divides all changes: small numbers make small tables."""
    gaps = np.concatenate([np.diff(lengths.row_mm), np.diff(lengths.column_mm), [lengths.discount_mm]])
    return int(np.gcd.reduce(gaps)) or 1


def grid_of(problem: Problem, lengths: GridLengths, unit_mm: int, max_inside: int) -> Grid:
    """Convert the floor to kernel arrays in units, with empty tables."""
    kind = table_type(problem, lengths, unit_mm)
    rows, lines = len(lengths.row_mm), len(lengths.row_mm) + len(lengths.column_mm)
    width = -(-lines // LANES) * LANES
    gap = np.zeros((lines, width), dtype=kind)
    gap[:rows, :rows] = np.abs(lengths.row_mm[:, None] - lengths.row_mm[None, :]) // unit_mm
    gap[rows:, rows:lines] = np.abs(lengths.column_mm[:, None] - lengths.column_mm[None, :]) // unit_mm
    first = lengths.first_slot[:-1]
    few = int(np.diff(lengths.first_slot).max()) <= FEW_MATES
    small = problem.routers * lengths.cabinets <= MAX_INSIDE_CELLS
    counted = small and not few and lengths.discount_mm != 0
    return Grid(
        cabinet=lengths.slot_cabinet.astype(np.uint32),
        row=lengths.slot_row[first].astype(np.uint32),
        column=(rows + lengths.slot_column[first]).astype(np.uint32),
        gap=gap,
        first=lengths.first_slot,
        table=np.zeros((problem.routers, width), dtype=kind),
        gain=np.zeros(width, dtype=kind),
        inside=np.zeros(
            (problem.routers, lengths.cabinets) if counted else (0, 0),
            dtype=np.uint8 if max_inside < 256 else np.int32,
        ),
        discount=lengths.discount_mm // unit_mm,
    )


def table_type(
    problem: Problem, lengths: GridLengths, unit_mm: int
) -> type[np.int16] | type[np.int32] | type[np.int64]:
    """Return the narrowest type that holds any switch's total length across or along the rows."""
    heaviest = int(problem.flow.sum(axis=1).max(initial=0))
    extent = max(int(np.ptp(lengths.row_mm)), int(np.ptp(lengths.column_mm)))
    return narrowest(heaviest * extent // unit_mm)
