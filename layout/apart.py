"""Pairs of switches that have to keep away from each other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.layout.requirements import Requirement
from netfloor.rooms.any_room import AnyRoom, rows_by_cabinet
from netfloor.rooms.grid_lengths import GridLengths
from netfloor.rooms.routed_lengths import FloorLengths

Slots = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False, repr=False)
class Apart:
    """Pairs of switches and the cabinets that the two of each may not stand in."""

    pairs: Slots  # two switches of each, (p, 2) int32
    kind: Slots  # which table of ``clash`` holds for each pair, (p,) int32
    clash: npt.NDArray[np.bool_]  # True for two cabinets that are too near to each other, (K, C, C)
    home: Slots  # cabinet of each slot, (S,) int32

    def by_router(self, routers: int) -> tuple[npt.NDArray[np.int64], Slots, Slots]:
        """Return where each router's partners begin, (n + 1,), the partners and their kinds, (2 p,)."""
        one, other = np.concatenate([self.pairs, self.pairs[:, ::-1]]).T
        order = np.argsort(one, kind="stable")
        begins = np.searchsorted(one[order], np.arange(routers + 1))
        return begins, other[order], np.concatenate([self.kind, self.kind])[order]

    def clashing(self, slot_of: Slots) -> npt.NDArray[np.bool_]:
        """Return which pairs stand too near to each other, (p,)."""
        one, other = self.home[slot_of[self.pairs]].T
        return np.asarray(self.clash[self.kind, one, other])

    def surely_fits(self, opened: npt.NDArray[np.bool_]) -> bool:
        """Return True if pairs can be kept apart in any case, in so many open slots, (S,).

        Placed before all others, each switch of a pair finds a slot: its partners close at most as many as
        are near the most crowded cabinet.
        """
        held = np.bincount(self.home[opened], minlength=self.clash.shape[1])
        near = (self.clash @ held).max(axis=1)[self.kind]
        closed = np.zeros(int(self.pairs.max()) + 1, dtype=np.int64)
        np.add.at(closed, self.pairs, near[:, None])
        return int(held.sum()) >= len(np.unique(self.pairs)) + int(closed.max())


#: Where no pair has to keep away.
NOBODY = Apart(
    np.zeros((0, 2), np.int32), np.zeros(0, np.int32), np.zeros((0, 0, 0), bool), np.zeros(0, np.int32)
)


def apart_pairs(requirements: Sequence[Requirement], room: AnyRoom) -> Apart | None:
    """Return the pairs that requirements keep apart in a room; None where they keep none."""
    asked = [one for one in requirements if one.kind == "apart"]
    if not asked:
        return None
    rules = sorted({one.rule for one in asked})
    pairs = np.array([one.switches for one in asked], dtype=np.int32)
    kind = np.array([rules.index(one.rule) for one in asked], dtype=np.int32)
    clash = np.array([_too_near(rule, room) for rule in rules])
    return Apart(pairs, kind, clash, room.lengths.cabinet_of_slot)


def _too_near(rule: str, room: AnyRoom) -> npt.NDArray[np.bool_]:
    """Return True for two cabinets that a rule keeps a pair out of, (C, C)."""
    count, rows = room.cabinet_count, rows_by_cabinet(room)
    if rule == "cabinet":
        return np.eye(count, dtype=bool)
    if rule == "row":
        row = np.array([rows[room.cabinet_name(cabinet)] for cabinet in range(count)])
        return np.asarray(row[:, None] == row[None, :])
    return np.asarray(cabinet_distances(room.lengths) < round(float(rule) * 1000))


def cabinet_distances(floor: FloorLengths) -> npt.NDArray[np.int64]:
    """Return how far the middles of cabinets are from each other, along rows and across, (C, C) mm."""
    first = np.unique(floor.cabinet_of_slot, return_index=True)[1]
    if isinstance(floor, GridLengths):
        x, y = floor.column_mm[floor.slot_column], floor.row_mm[floor.slot_row]
    else:
        x, y = floor.x_mm, floor.y_mm
    return np.asarray(sum(abs(at[first][:, None] - at[first][None, :]) for at in (x, y)))
