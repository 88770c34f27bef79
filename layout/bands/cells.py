"""The cells of a grid, as bands across its columns, or across its rows."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.problem import Problem

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Cells:
    """Where switches may be: cell (i, j) is the cabinet of band i and column j.

    Attributes
    ----------
    places
        Open slots of each cell, 0 where there is no cabinet, (R, C).
    cabinet
        Its cabinet, -1 where there is none, (R, C).
    band_mm, column_mm
        Positions, ascending, (R,) and (C,).
    """

    places: Integers
    cabinet: Integers
    band_mm: Integers
    column_mm: Integers

    @property
    def turned(self) -> "Cells":
        """The same cells with bands for columns."""
        return Cells(self.places.T, self.cabinet.T, self.column_mm, self.band_mm)

    @cached_property
    def alike(self) -> bool:
        """True if no cell differs from another: what is moved, or mirrored, costs the same."""
        even = all(len(set(np.diff(at).tolist())) <= 1 for at in (self.band_mm, self.column_mm))
        return even and bool((self.places == self.places[0, 0]).all())

    @property
    def filled(self) -> "Cells":
        """The cells with the most slots everywhere: whatever fits into these fits into them."""
        return replace(self, places=np.full_like(self.places, self.places.max()))

    def only(self, bands: Any) -> "Cells":
        """Return some bands, and the columns that they have slots in."""
        rows = np.asarray(bands)
        columns = np.flatnonzero(self.places[rows].any(axis=0))
        cells = np.ix_(rows, columns)
        return Cells(self.places[cells], self.cabinet[cells], self.band_mm[rows], self.column_mm[columns])

    def find(self, cabinet: int) -> tuple[int, int]:
        """Return band and column of a cabinet."""
        band, column = np.argwhere(self.cabinet == cabinet)[0].tolist()
        return band, column


def cells_of(problem: Problem) -> Cells:
    """Return the cells of a grid, its rows the bands; closed slots are none."""
    grid = problem.grid
    is_open = np.ones(grid.slots, dtype=bool) if problem.closed is None else ~problem.closed
    places, cabinet = np.zeros((2, len(grid.row_mm), len(grid.column_mm)), dtype=np.int64)
    np.add.at(places, (grid.slot_row[is_open], grid.slot_column[is_open]), 1)
    cabinet -= 1
    cabinet[grid.slot_row, grid.slot_column] = grid.slot_cabinet
    return Cells(places, cabinet, grid.row_mm, grid.column_mm)
