"""Cable-length rule of a grid of cabinets, in integer millimetres."""

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False, repr=False)
class GridLengths:
    """Cable length between slots: rectilinear between cabinets, constant inside a cabinet.

    ``length = inside_mm`` for two slots of the same cabinet, else ``apart_mm +

    row difference

    +

    column difference

    `` (SpectralFly section VII). The length separates into a part by row and a part by column, so a placer
    can evaluate a move with a few look-ups.

    Attributes
    ----------
    slot_row, slot_column, slot_cabinet
        Row, column and cabinet of each slot, (S,) int32; cabinets are 0 .. c-1, with consecutive slots.
    row_mm, column_mm
        Position of each row and of each column, (R,) and (C,) int64, ascending.
    apart_mm, inside_mm
        Fixed length of every cable between two cabinets, including overhead at both ends; and length of a
        cable inside a cabinet.
    """

    slot_row: Indices
    slot_column: Indices
    slot_cabinet: Indices
    row_mm: npt.NDArray[np.int64]
    column_mm: npt.NDArray[np.int64]
    apart_mm: int
    inside_mm: int

    @property
    def slots(self) -> int:
        """Number of slots, S."""
        return len(self.slot_cabinet)

    @property
    def cabinets(self) -> int:
        """Number of cabinets with slots, c."""
        return len(self.first_slot) - 1

    @cached_property
    def first_slot(self) -> npt.NDArray[np.int64]:
        """Cabinet i has slots ``first_slot[i] .. first_slot[i + 1] - 1``, (c + 1,)."""
        starts = np.flatnonzero(np.diff(self.slot_cabinet, prepend=-1))
        return np.append(starts, self.slots).astype(np.int64)

    @property
    def cabinet_of_slot(self) -> Indices:
        """Cabinet of each slot, (S,) int32."""
        return self.slot_cabinet

    @property
    def below(self) -> "GridLengths":
        """A grid with lengths never above these: this grid itself."""
        return self

    @cached_property
    def all_mm(self) -> npt.NDArray[np.int64]:
        """All possible lengths of a cable between two slots, ascending."""
        rows = np.unique(np.abs(self.row_mm[:, None] - self.row_mm[None, :]))
        columns = np.unique(np.abs(self.column_mm[:, None] - self.column_mm[None, :]))
        apart = self.apart_mm + np.unique(rows[:, None] + columns[None, :])
        return np.union1d(apart, [self.inside_mm])

    @property
    def grain_mm(self) -> int:
        """Greatest common divisor of all lengths."""
        positions = np.concatenate([self.row_mm - self.row_mm[0], self.column_mm - self.column_mm[0]])
        return math.gcd(*positions.tolist(), self.apart_mm, self.inside_mm)

    @property
    def discount_mm(self) -> int:
        """Length that a cable saves, besides its rectilinear part, by staying inside a cabinet."""
        return self.apart_mm - self.inside_mm

    def between(self, one: npt.ArrayLike, other: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the cable length between slots, elementwise; 0 from a slot to itself."""
        a, b = np.asarray(one), np.asarray(other)
        rows = np.abs(self.row_mm[self.slot_row[a]] - self.row_mm[self.slot_row[b]])
        columns = np.abs(self.column_mm[self.slot_column[a]] - self.column_mm[self.slot_column[b]])
        same = self.slot_cabinet[a] == self.slot_cabinet[b]
        length = np.where(same, self.inside_mm, self.apart_mm + rows + columns)
        return np.where(a == b, 0, length).astype(np.int64)

    def matrix(self) -> npt.NDArray[np.int64]:
        """Return the lengths between all slots, (S, S) int64, zero diagonal."""
        slots = np.arange(self.slots)
        return self.between(slots[:, None], slots[None, :])

    def by_cabinet(self) -> npt.NDArray[np.int64]:
        """Return the lengths between cabinets, (C, C) int64, with ``inside_mm`` on the diagonal."""
        first = self.first_slot[:-1]
        lengths = self.between(first[:, None], first[None, :])
        np.fill_diagonal(lengths, self.inside_mm)
        return lengths

    def only(self, slots: npt.NDArray[np.integer[Any]]) -> "GridLengths":
        """Restrict the floor to the given slots, ascending, and renumber their cabinets."""
        home = np.unique(self.slot_cabinet[slots], return_inverse=True)[1].astype(np.int32)
        rows, columns = self.slot_row[slots], self.slot_column[slots]
        return replace(self, slot_row=rows, slot_column=columns, slot_cabinet=home)

    def one_slot_per_cabinet(self) -> "GridLengths":
        """Return the same floor with a single slot in every cabinet."""
        first = self.first_slot[:-1]
        single = np.arange(self.cabinets, dtype=np.int32)
        rows, columns = self.slot_row[first], self.slot_column[first]
        return replace(self, slot_row=rows, slot_column=columns, slot_cabinet=single)
