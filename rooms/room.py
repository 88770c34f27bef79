"""A machine room: a grid of cabinets, some of which may be missing or taken."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from foundation.grids import COLUMN_PITCH_MM, ROW_PITCH_MM
from rooms.grid_lengths import GridLengths

Cell = tuple[int, int]


@dataclass(frozen=True)
class Room:
    """A grid of cabinets.

    Attributes
    ----------
    name
        What a person calls it.
    rows, columns
        Size of the grid. A row holds ``columns`` cabinets side by side.
    row_pitch_mm
        From one row to the next: cabinet depth with its aisle.
    column_pitch_mm
        From one cabinet to the next in its row: cabinet width.
    slots_per_cabinet
        Routers that fit in a cabinet.
    overhead_mm
        Added at each end of a cable between two cabinets.
    inside_mm
        Length of a cable inside a cabinet.
    missing, taken
        (row, column) of cabinets that do not exist, and of those in use by others.
    """

    name: str
    rows: int
    columns: int
    row_pitch_mm: int = ROW_PITCH_MM
    column_pitch_mm: int = COLUMN_PITCH_MM
    slots_per_cabinet: int = 2
    overhead_mm: int = 2000
    inside_mm: int = 2000
    missing: frozenset[Cell] = frozenset()
    taken: frozenset[Cell] = frozenset()

    def __post_init__(self) -> None:
        sizes = (self.rows, self.columns, self.slots_per_cabinet)
        if min(sizes) < 1 or min(self.row_pitch_mm, self.column_pitch_mm) < 1:
            raise ValueError("a room needs at least one cabinet, one slot and pitches of 1 mm")
        if any(not (0 <= r < self.rows and 0 <= c < self.columns) for r, c in self.missing | self.taken):
            raise ValueError("a missing or taken cabinet lies outside the grid")

    @property
    def summary(self) -> str:
        """Return the room in a few words."""
        spare = len(self.missing | self.taken)
        return f"{self.rows} x {self.columns} cabinets" + (f", {spare} not usable" if spare else "")

    @cached_property
    def cabinets(self) -> npt.NDArray[np.int32]:
        """(row, column) of each usable cabinet, (c, 2) int32, row by row."""
        barred = self.missing | self.taken
        cells = [(r, c) for r in range(self.rows) for c in range(self.columns) if (r, c) not in barred]
        return np.array(cells, dtype=np.int32).reshape(-1, 2)

    @property
    def slots(self) -> int:
        """Number of usable slots."""
        return len(self.cabinets) * self.slots_per_cabinet

    @property
    def cabinet_count(self) -> int:
        """Number of usable cabinets."""
        return len(self.cabinets)

    @cached_property
    def lengths(self) -> GridLengths:
        """The cable-length rule over the usable slots, numbered cabinet by cabinet."""
        per = self.slots_per_cabinet
        return GridLengths(
            slot_row=np.repeat(self.cabinets[:, 0], per),
            slot_column=np.repeat(self.cabinets[:, 1], per),
            slot_cabinet=np.repeat(np.arange(len(self.cabinets), dtype=np.int32), per),
            row_mm=np.arange(self.rows, dtype=np.int64) * self.row_pitch_mm,
            column_mm=np.arange(self.columns, dtype=np.int64) * self.column_pitch_mm,
            apart_mm=2 * self.overhead_mm,
            inside_mm=self.inside_mm,
        )

    def slot_lengths(self) -> npt.NDArray[np.int64]:
        """Return the cable lengths between all usable slots in mm, (S, S) int64."""
        return self.lengths.matrix()

    def slot_at(self, row: int, column: int, position: int = 0) -> int:
        """Return the number of a slot; KeyError where that cabinet is not usable."""
        return self._cabinet_at[row, column] * self.slots_per_cabinet + position

    @cached_property
    def _cabinet_at(self) -> dict[Cell, int]:
        return {(int(r), int(c)): i for i, (r, c) in enumerate(self.cabinets)}

    def cabinet_name(self, cabinet: int) -> str:
        """Return a usable cabinet's name on the floor: ``R02C11``, counted from 1."""
        return cell_name(*map(int, self.cabinets[cabinet]))

    def definition(self) -> dict[str, Any]:
        """Return everything that the room is, for a plan file; see `from_definition`."""
        return {
            "name": self.name,
            "rows": self.rows,
            "columns": self.columns,
            "row_pitch_mm": self.row_pitch_mm,
            "column_pitch_mm": self.column_pitch_mm,
            "slots_per_cabinet": self.slots_per_cabinet,
            "overhead_per_end_mm": self.overhead_mm,
            "inside_cabinet_mm": self.inside_mm,
            "missing": [cell_name(*cell) for cell in sorted(self.missing)],
            "taken": [cell_name(*cell) for cell in sorted(self.taken)],
        }


def cell_name(row: int, column: int) -> str:
    """Return the name of a grid cell, counted from 1: ``R02C11``."""
    return f"R{row + 1:02d}C{column + 1:02d}"
