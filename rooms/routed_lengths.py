"""Cable lengths between slots given by a table for all pairs."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.rooms.grid_lengths import GridLengths, Indices

Lengths = npt.NDArray[np.int64]

#: Factors on the rectilinear distance tried by `RoutedLengths.below`, in thousandths.
SHARES = tuple(range(1000, 450, -50))
#: Typical mean distance in a good placement relative to random slots; it only guides a choice.
PLACED = 0.75


@dataclass(frozen=True, eq=False, repr=False)
class RoutedLengths:
    """A length for every pair of slots.

    Attributes
    ----------
    length_mm
        (S, S) int64, symmetric, zero diagonal.
    cabinet_of_slot
        Cabinet of each slot, (S,) int32, ascending from 0.
    x_mm, y_mm
        Floor position of each slot, (S,) int64.
    """

    length_mm: Lengths
    cabinet_of_slot: Indices
    x_mm: Lengths
    y_mm: Lengths

    def __post_init__(self) -> None:
        if not np.array_equal(self.length_mm, self.length_mm.T) or self.length_mm.min(initial=0) < 0:
            raise ValueError("lengths must be symmetric, with a route between all slots")
        self.length_mm.flags.writeable = False

    @property
    def slots(self) -> int:
        """Number of slots, S."""
        return len(self.cabinet_of_slot)

    @cached_property
    def slot_cabinet(self) -> Indices:
        """Groups of interchangeable slots: every slot is its own group, (S,)."""
        return np.arange(self.slots, dtype=np.int32)

    @cached_property
    def first_slot(self) -> Lengths:
        """First slot of each group, (S + 1,)."""
        return np.arange(self.slots + 1, dtype=np.int64)

    def between(self, array_like: npt.ArrayLike, other: npt.ArrayLike) -> Lengths:
        """Return the cable length between slots, elementwise; 0 from a slot to itself."""
        return np.asarray(self.length_mm[np.asarray(array_like), np.asarray(other)])

    def matrix(self) -> Lengths:
        """Return the lengths between all slots, (S, S)."""
        return self.length_mm

    def by_cabinet(self) -> Lengths:
        """Return the lengths between all slots, (S, S): every slot is its own group."""
        return self.length_mm

    def only(self, slots: npt.NDArray[np.integer[Any]]) -> "RoutedLengths":
        """Restrict the floor to the given slots, ascending, and renumber their cabinets."""
        home = np.unique(self.cabinet_of_slot[slots], return_inverse=True)[1].astype(np.int32)
        return RoutedLengths(self.length_mm[np.ix_(slots, slots)], home, self.x_mm[slots], self.y_mm[slots])

    @cached_property
    def all_mm(self) -> Lengths:
        """All possible cable lengths, ascending."""
        apart = ~np.eye(self.slots, dtype=bool)
        return np.unique(self.length_mm[apart])

    @property
    def grain_mm(self) -> int:
        """Greatest common divisor of all lengths."""
        return math.gcd(*self.all_mm.tolist())

    @cached_property
    def share(self) -> int:
        """The factor in `SHARES` that promises the longest cables in the grid below."""
        return max(SHARES, key=lambda share: self._promise(self.grid_below(share)))

    @cached_property
    def below(self) -> GridLengths:
        """A grid of the same slots with scaled positions and lengths never above these."""
        return self.grid_below(self.share)

    def grid_below(self, share: int) -> GridLengths:
        """Return the largest grid below these lengths with positions scaled by ``share`` thousandths."""
        x, y = self.x_mm * share // 1000, self.y_mm * share // 1000
        column_mm, column = np.unique(x, return_inverse=True)
        row_mm, row = np.unique(y, return_inverse=True)
        straight = np.abs(x[:, None] - x[None, :]) + np.abs(y[:, None] - y[None, :])
        same = self.cabinet_of_slot[:, None] == self.cabinet_of_slot[None, :]
        apart = (self.length_mm - straight)[~same]
        inside = self.length_mm[same & ~np.eye(self.slots, dtype=bool)]
        apart_mm = int(apart.min()) if apart.size else int(inside.min(initial=0))
        return GridLengths(
            slot_row=row.astype(np.int32),
            slot_column=column.astype(np.int32),
            slot_cabinet=self.cabinet_of_slot,
            row_mm=row_mm,
            column_mm=column_mm,
            apart_mm=apart_mm,
            inside_mm=int(inside.min()) if inside.size else apart_mm,
        )

    def _promise(self, grid: GridLengths) -> float:
        x, y = grid.column_mm[grid.slot_column], grid.row_mm[grid.slot_row]
        spread = sum(float(np.abs(item[:, None] - item[None, :]).mean()) for item in (x, y))
        return grid.apart_mm + PLACED * spread


FloorLengths = GridLengths | RoutedLengths
