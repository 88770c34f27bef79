"""A machine room: a grid of cabinets, some of them missing or occupied."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from netfloor.foundation.grids import COLUMN_PITCH_MM, ROW_PITCH_MM
from netfloor.rooms.grid_lengths import GridLengths
from netfloor.rooms.routed_lengths import FloorLengths, RoutedLengths

Cell = tuple[int, int]


class LengthRule(Protocol):
    """Cable length between two cabinets of a grid."""

    def __call__(self, one: Cell, other: Cell) -> int:
        """Return millimetres including overhead, symmetric; (row, column) are numbered from 0."""


@dataclass(frozen=True)
class GridRoom:
    """A grid of cabinets.

    Attributes
    ----------
    rows, columns
        Size of the grid. A row has ``columns`` cabinets side by side.
    row_pitch_mm, column_pitch_mm
        Distance between rows (cabinet depth plus aisle), and between cabinets of a row.
    slots_per_cabinet
        Switches that fit in a cabinet.
    overhead_mm, inside_mm
        Length added at each end of a cable between two cabinets; length of a cable inside a cabinet.
    missing, taken
        (row, column) of cabinets that do not exist, and of occupied cabinets.
    apart_mm
        Cable lengths between all usable cabinets by a user's rule, (c, c), symmetric; None: overhead plus
        rectilinear distance.
    names
        (row, column) of cabinets whose name differs from ``R02C11``, with that name.
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
    apart_mm: tuple[tuple[int, ...], ...] | None = None
    names: tuple[tuple[Cell, str], ...] = ()

    def __post_init__(self) -> None:
        sizes = (self.rows, self.columns, self.slots_per_cabinet)
        if min(sizes) < 1 or min(self.row_pitch_mm, self.column_pitch_mm) < 1:
            raise ValueError("a room needs at least one cabinet, one slot and pitches of 1 mm")
        if any(not (0 <= r < self.rows and 0 <= c < self.columns) for r, c in self.missing | self.taken):
            raise ValueError("a missing or occupied cabinet is outside the grid")
        every = ((r, c) for r in range(self.rows) for c in range(self.columns)) if self.names else ()
        cells = [cell for cell in every if cell not in self.missing]
        is_twice = len({self.name_of(cell) for cell in cells}) < len(cells)
        if is_twice or len(dict(self.names)) < len(self.names):
            raise ValueError("two cabinets have the same name")
        if self.apart_mm is not None:
            table = np.array(self.apart_mm)
            if table.shape != (len(self.cabinets),) * 2 or (table != table.T).any() or table.min() < 0:
                raise ValueError("lengths must be a symmetric table over the usable cabinets")

    @property
    def summary(self) -> str:
        """Summary in a few words."""
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
    def lengths(self) -> FloorLengths:
        """The cable lengths between usable slots, numbered cabinet by cabinet."""
        per = self.slots_per_cabinet
        if self.apart_mm is not None:
            return self._table(np.repeat(np.arange(len(self.cabinets), dtype=np.int32), per))
        return GridLengths(
            slot_row=np.repeat(self.cabinets[:, 0], per),
            slot_column=np.repeat(self.cabinets[:, 1], per),
            slot_cabinet=np.repeat(np.arange(len(self.cabinets), dtype=np.int32), per),
            row_mm=np.arange(self.rows, dtype=np.int64) * self.row_pitch_mm,
            column_mm=np.arange(self.columns, dtype=np.int64) * self.column_pitch_mm,
            apart_mm=2 * self.overhead_mm,
            inside_mm=self.inside_mm,
        )

    def _table(self, cabinet: npt.NDArray[np.int32]) -> RoutedLengths:
        """Return the lengths between slots in these cabinets by the user's rule."""
        length_mm = np.array(self.apart_mm, dtype=np.int64)[cabinet[:, None], cabinet]
        length_mm[cabinet[:, None] == cabinet] = self.inside_mm
        np.fill_diagonal(length_mm, 0)
        row, column = self.cabinets[cabinet].astype(np.int64).T
        return RoutedLengths(length_mm, cabinet, column * self.column_pitch_mm, row * self.row_pitch_mm)

    def slot_lengths(self) -> npt.NDArray[np.int64]:
        """Return the cable lengths between all usable slots in mm, (S, S) int64."""
        return self.lengths.matrix()

    def cabinet_name(self, cabinet: int) -> str:
        """Return the name of a usable cabinet; by default its position, ``R02C11``, numbered from 1."""
        row, column = self.cabinets[cabinet].tolist()
        return self.name_of((row, column))

    def name_of(self, cell: Cell) -> str:
        """Return the name of a cell's cabinet, usable or not."""
        return self._named.get(cell) or cell_name(*cell)

    @cached_property
    def _named(self) -> dict[Cell, str]:
        return dict(self.names)

    def definition(self) -> dict[str, Any]:
        """Return the complete definition of the room for a plan file; see `grid_from_definition`."""
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
            **({} if self.apart_mm is None else {"apart_mm": [list(row) for row in self.apart_mm]}),
            **({"names": {cell_name(*cell): name for cell, name in self.names}} if self.names else {}),
        }


def cell_name(row: int, column: int) -> str:
    """Return the default name of a grid cell, numbered from 1: ``R02C11``."""
    return f"R{row + 1:02d}C{column + 1:02d}"


def grid_terms(room: GridRoom, one: int, other: int) -> list[tuple[str, int]]:
    """List the terms of the cable length between two usable cabinets, with millimetres."""
    names = room.cabinet_name(one), room.cabinet_name(other)
    if one == other:
        return [(f"inside cabinet {names[0]}", room.inside_mm)]
    if room.apart_mm is not None:
        return [(f"from {names[0]} to {names[1]} by the room's own rule", room.apart_mm[one][other])]
    (row, column), (row_there, column_there) = room.cabinets[[one, other]].tolist()
    rows, columns = abs(row - row_there), abs(column - column_there)
    return [
        (f"overhead at {names[0]}", room.overhead_mm),
        (f"{columns} x {room.column_pitch_mm} mm along the row", columns * room.column_pitch_mm),
        (f"{rows} x {room.row_pitch_mm} mm across rows", rows * room.row_pitch_mm),
        (f"overhead at {names[1]}", room.overhead_mm),
    ]
