"""Cable lengths between slots that follow no formula: one for every pair."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.rooms.grid_lengths import GridLengths, Indices

Lengths = npt.NDArray[np.int64]

#: Shares of the straight way that `RoutedLengths.below` tries, in thousandths.
SHARES = tuple(range(1000, 450, -50))
#: What a good placement makes of the mean distance of random slots, as a rule; it only steers a choice.
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
        Where each slot stands on the floor, (S,) int64.
    """

    length_mm: Lengths
    cabinet_of_slot: Indices
    x_mm: Lengths
    y_mm: Lengths

    def __post_init__(self) -> None:
        if not np.array_equal(self.length_mm, self.length_mm.T) or self.length_mm.min(initial=0) < 0:
            raise ValueError("lengths are the same both ways, and there is a way between all slots")
        self.length_mm.flags.writeable = False

    @property
    def slots(self) -> int:
        """Number of slots, S."""
        return len(self.cabinet_of_slot)

    @cached_property
    def slot_cabinet(self) -> Indices:
        """Slots that a search may take for one another: each is its own, (S,)."""
        return np.arange(self.slots, dtype=np.int32)

    @cached_property
    def first_slot(self) -> Lengths:
        """First slot of each of those, (S + 1,)."""
        return np.arange(self.slots + 1, dtype=np.int64)

    def between(self, one: npt.ArrayLike, other: npt.ArrayLike) -> Lengths:
        """Return the cable length between slots, elementwise; 0 from a slot to itself."""
        return np.asarray(self.length_mm[np.asarray(one), np.asarray(other)])

    def matrix(self) -> Lengths:
        """Return the lengths between all slots, (S, S)."""
        return self.length_mm

    def by_cabinet(self) -> Lengths:
        """Return the lengths between all slots, (S, S): each is its own."""
        return self.length_mm

    def only(self, slots: npt.NDArray[np.integer[Any]]) -> "RoutedLengths":
        """Return the same floor with no slots but these, ascending; their cabinets are numbered anew."""
        home = np.unique(self.cabinet_of_slot[slots], return_inverse=True)[1].astype(np.int32)
        return RoutedLengths(self.length_mm[np.ix_(slots, slots)], home, self.x_mm[slots], self.y_mm[slots])

    @cached_property
    def all_mm(self) -> Lengths:
        """Every length that a cable can have, ascending."""
        apart = ~np.eye(self.slots, dtype=bool)
        return np.unique(self.length_mm[apart])

    @property
    def grain_mm(self) -> int:
        """What divides every length."""
        return math.gcd(*self.all_mm.tolist())

    @cached_property
    def share(self) -> int:
        """The one of `SHARES` that promises the longest cables in the grid below."""
        return max(SHARES, key=lambda share: self._promise(self.grid_below(share)))

    @cached_property
    def below(self) -> GridLengths:
        """A grid of the same slots, positions shrunk, in which no two are farther apart than here."""
        return self.grid_below(self.share)

    def grid_below(self, share: int) -> GridLengths:
        """Return the longest grid that lies below for positions of ``share`` thousandths."""
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
        spread = sum(float(np.abs(one[:, None] - one[None, :]).mean()) for one in (x, y))
        return grid.apart_mm + PLACED * spread


FloorLengths = GridLengths | RoutedLengths
