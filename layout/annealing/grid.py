"""Annealing with a table of every router on every row and column: a grid's length."""

import numpy as np
import numpy.typing as npt

from layout.annealing.annealer import Annealer, narrowest
from layout.annealing.grid_kernels import (
    Grid,
    anneal_slice,
    descend_some,
    fill_table,
    mean_change,
)
from layout.problem import Problem
from rooms.grid_lengths import GridLengths

#: Lines of a table are filled up to a multiple: sums of whole vectors, no loop over what is left.
LANES = 32
#: Cells of the table of links into cabinets while it stays in the cache; beyond, looking up the
#: cabinet mates is up to three times as fast. Measured.
MAX_INSIDE_CELLS = 1 << 21
#: Slots of a cabinet up to which its mates are looked up in any case. Measured.
FEW_MATES = 2


class GridAnnealer(Annealer):
    """Keeps each router's length from each row and column, (n, R + C)."""

    def __init__(self, problem: Problem, slot_of: npt.NDArray[np.int32], rng: np.random.Generator):
        super().__init__(problem, slot_of, rng)
        lengths = problem.grid
        heaviest = int(problem.flow.data.max(initial=0))
        mates = int(np.diff(lengths.first_slot).max())
        self.unit = unit_of(lengths)
        self.grid = grid_of(problem, lengths, self.unit, heaviest * mates)
        self.slack = 2 * abs(self.grid.discount) * (mates - 1) * heaviest
        self.refresh()

    def refresh(self) -> None:
        """Compute the tables from where the routers stand."""
        fill_table(self.grid, self.state, self.flow)

    def sample(self, samples: int) -> float:
        """Return the mean absolute change of random swaps from here."""
        return self.unit * float(mean_change(samples, self.grid, self.state, self.flow))

    def propose(self, proposals: int, temperature: float) -> int:
        """Propose random swaps at one temperature; return the change of length in mm."""
        units = temperature / self.unit
        return self.unit * int(anneal_slice(proposals, units, self.slack, self.grid, self.state, self.flow))

    def descend_some(self, begin: int, end: int) -> int:
        """Try every swap of some movers, take what improves; return the change of length in mm."""
        return self.unit * int(descend_some(begin, end, self.slack, self.grid, self.state, self.flow))


def unit_of(lengths: GridLengths) -> int:
    """Return the greatest length in mm that divides all changes: small numbers make small tables."""
    gaps = np.concatenate([np.diff(lengths.row_mm), np.diff(lengths.column_mm), [lengths.discount_mm]])
    return int(np.gcd.reduce(gaps)) or 1


def grid_of(problem: Problem, lengths: GridLengths, unit_mm: int, most_inside: int) -> Grid:
    """Return the floor's arrays as the kernels take them, in units, tables empty."""
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
            dtype=np.uint8 if most_inside < 256 else np.int32,
        ),
        discount=lengths.discount_mm // unit_mm,
    )


def table_type(
    problem: Problem, lengths: GridLengths, unit_mm: int
) -> type[np.int16] | type[np.int32] | type[np.int64]:
    """Return the narrowest type that no router's length across rows or along them can overflow."""
    heaviest = int(problem.flow.sum(axis=1).max(initial=0))
    extent = max(int(np.ptp(lengths.row_mm)), int(np.ptp(lengths.column_mm)))
    return narrowest(heaviest * extent // unit_mm)
