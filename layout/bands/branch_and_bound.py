"""One branch and bound: the cells that bands may fill, the best placement known, and the work spent."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.bands.switch_sets import SwitchSets
from netfloor.layout.budget import Stopping
from netfloor.layout.problem import Problem

Integers = npt.NDArray[np.int64]
#: Choices of a cell's switches that are looked at before a search is given up, about a minute of one core.
MOST_WORK = 1_000_000_000


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


class UnprovedError(Exception):
    """The work or the time is over before every placement was dealt with."""


@dataclass
class BranchAndBound:
    """The search in some cells for anything that costs no more than a limit.

    Attributes
    ----------
    network, cells
        What is placed, and where.
    limit
        Cost up to which a placement counts; one that is found lowers it to below its own.
    stop
        When somebody stopped the search.
    bound
        Whether switches are bound to cabinets: fixed, or kept apart.
    found
        Band and column of each switch in the best placement, (n, 2); None: nothing was found.
    work
        Choices looked at so far.
    kept
        Lists that `fill_columns` works with.
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
        """Count work; raise `UnprovedError` where it is over, or the time is."""
        self.work += work
        if self.work > MOST_WORK or self.stop.progress(0) >= 1:
            raise UnprovedError

    @cached_property
    def movable(self) -> bool:
        """True if a placement that is moved, or mirrored, costs the same and is as legal."""
        return self.cells.alike and not self.bound

    @property
    def fixed_mm(self) -> int:
        """What every link costs beside its way along rows and columns."""
        problem = self.network.problem
        return problem.grid.apart_mm * problem.link_count
