"""State of a branch and bound: the cells, the best placement so far, and the work spent."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.bands.switch_sets import SwitchSets
from netfloor.layout.budget import Stopping
from netfloor.layout.problem import Problem

Integers = npt.NDArray[np.int64]
#: Choices of switches per cell after which a search gives up, about one minute on one core.
MAX_WORK = 1_000_000_000


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells that switches may occupy: cell (i, j) is the cabinet of band i and column j.

    Attributes
    ----------
    places
        Open slots of each cell, 0 without a cabinet, (R, C).
    cabinet
        Cabinet of each cell, -1 for none, (R, C).
    band_mm, column_mm
        Positions, ascending, (R,) and (C,).
    """

    places: Integers
    cabinet: Integers
    band_mm: Integers
    column_mm: Integers

    @property
    def turned(self) -> "Cells":
        """The same cells with bands and columns exchanged."""
        return Cells(self.places.T, self.cabinet.T, self.column_mm, self.band_mm)

    @cached_property
    def alike(self) -> bool:
        """True if all cells are equal, so that moved or mirrored placements cost the same."""
        even = all(len(set(np.diff(at).tolist())) <= 1 for at in (self.band_mm, self.column_mm))
        return even and bool((self.places == self.places[0, 0]).all())

    @property
    def filled(self) -> "Cells":
        """The same grid with every cell as large as the largest: a relaxation of this one."""
        return replace(self, places=np.full_like(self.places, self.places.max()))

    def only(self, bands: Any) -> "Cells":
        """Select some bands and the columns in which they have slots."""
        rows = np.asarray(bands)
        columns = np.flatnonzero(self.places[rows].any(axis=0))
        cells = np.ix_(rows, columns)
        return Cells(self.places[cells], self.cabinet[cells], self.band_mm[rows], self.column_mm[columns])

    def find(self, cabinet: int) -> tuple[int, int]:
        """Return the band and column of a cabinet."""
        band, column = np.argwhere(self.cabinet == cabinet)[0].tolist()
        return band, column


def cells_of(problem: Problem) -> Cells:
    """Build the cells of a grid with its rows as bands; closed slots do not count."""
    grid = problem.grid
    is_open = np.ones(grid.slots, dtype=bool) if problem.closed is None else ~problem.closed
    places, cabinet = np.zeros((2, len(grid.row_mm), len(grid.column_mm)), dtype=np.int64)
    np.add.at(places, (grid.slot_row[is_open], grid.slot_column[is_open]), 1)
    cabinet -= 1
    cabinet[grid.slot_row, grid.slot_column] = grid.slot_cabinet
    return Cells(places, cabinet, grid.row_mm, grid.column_mm)


class UnprovedError(Exception):
    """Raised when the work or time limit ends the search before every placement was examined."""


@dataclass
class BranchAndBound:
    """The search for placements that cost no more than a limit.

    Attributes
    ----------
    network, cells
        The switches, and the cells they may occupy.
    limit
        Highest cost accepted; each placement found lowers it to below its own cost.
    stop
        Ends the search early.
    bound
        Whether switches are restricted to cabinets: fixed, or kept apart.
    found
        Band and column of each switch in the best placement, (n, 2); None before the first.
    work
        Choices examined so far.
    kept
        Working arrays of `fill_columns`.
    """

    network: SwitchSets
    cells: Cells
    limit: int
    stop: Stopping
    bound: bool
    found: npt.NDArray[np.int64] | None = None
    work: int = 0
    kept: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        every = 1 << self.network.problem.routers
        self.kept = (np.full(every, -1, dtype=np.int64), *np.zeros((3, 1 << 12), dtype=np.int64))

    def spend(self, work: int) -> None:
        """Count work; raise `UnprovedError` at the work or time limit."""
        self.work += work
        if self.work > MAX_WORK or self.stop.progress(0) >= 1:
            raise UnprovedError

    @cached_property
    def movable(self) -> bool:
        """True if moved or mirrored placements cost the same and are equally valid."""
        return self.cells.alike and not self.bound

    @property
    def fixed_mm(self) -> int:
        """The part of the links' length that no placement changes."""
        problem = self.network.problem
        return problem.grid.apart_mm * problem.link_count
