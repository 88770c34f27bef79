"""Pairs of switches that have to keep away from each other."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.wording import join_words
from netfloor.layout.requirements import Requirement, allowed_cabinets
from netfloor.rooms.any_room import AnyRoom, rows_by_cabinet
from netfloor.rooms.grid_lengths import GridLengths
from netfloor.rooms.routed_lengths import FloorLengths

Slots = npt.NDArray[np.int32]
#: Rules that a message names.
MAX_NAMED = 8


@dataclass(frozen=True, eq=False, repr=False)
class SwitchRule:
    """A rule on where some switches may be: each two of them apart, or each alone in some cabinets.

    ``kind`` is the table of ``Apart.clash`` that holds for them.
    """

    text: str
    members: Slots
    kind: int
    alone: bool

    @property
    def pairs(self) -> Slots:
        """The pairs that it is about, (p, 2); of a rule on each alone a switch and itself."""
        if self.alone:
            return np.column_stack([self.members, self.members])
        one, other = np.triu_indices(len(self.members), 1)
        return np.column_stack([self.members[one], self.members[other]])

    def exclusive(
        self, stands: Mapping[int, Mapping[int, Any]], clash: npt.NDArray[np.bool_], cabinets: int
    ) -> Iterator[list[Any]]:
        """Yield sets of choices of which at most one may be taken.

        ``stands``: of each switch the choices by cell, of which each is the ``cabinets``-th of a zone.
        """
        if self.alone:
            return
        members = self.members.tolist()
        area = clash.argmax(axis=1)
        by_area = np.array_equal(clash, area[:, None] == area)
        if by_area and len(members) > 2:  # once for all switches
            sets: dict[int, list[Any]] = {}
            for switch in members:
                for cell, choice in stands[switch].items():
                    sets.setdefault(int(area[cell % cabinets]), []).append(choice)
            yield from sets.values()
            return
        for u, v in self.pairs.tolist():
            for cell, here in stands[u].items():
                near = [one for c, one in stands[v].items() if clash[cell % cabinets, c % cabinets]]
                yield [here, *near]

    def shut(
        self, stands: Mapping[int, Mapping[int, Any]], clash: npt.NDArray[np.bool_], cabinets: int
    ) -> Iterator[Any]:
        """Yield the choices that no switch may take."""
        for switch in self.members.tolist() if self.alone else ():
            yield from (one for c, one in stands[switch].items() if clash[c % cabinets, c % cabinets])


@dataclass(frozen=True, eq=False, repr=False)
class Apart:
    """Pairs of switches and the cabinets that the two of each may not stand in.

    A pair of a switch and itself keeps it out of cabinets: those that clash with themselves.
    """

    pairs: Slots  # two switches of each, (p, 2) int32
    kind: Slots  # which table of ``clash`` holds for each pair, (p,) int32
    clash: npt.NDArray[np.bool_]  # True for two cabinets that are too near to each other, (K, C, C)
    home: Slots  # cabinet of each slot, (S,) int32
    rules: tuple[SwitchRule, ...] = ()  # that the pairs come from

    @property
    def text(self) -> str:
        """The rules as they are written."""
        texts = [rule.text for rule in self.rules]
        more = [f"{len(texts) - MAX_NAMED} other rules"] if len(texts) > MAX_NAMED else []
        return join_words([*texts[:MAX_NAMED], *more])

    def impossible(self, found: str) -> str:
        """Return that nothing keeps the rules, and what to do."""
        return f"{found} that keeps {self.text}: give the switches more cabinets, or name fewer in a rule"

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
        are near the most crowded cabinet, and what keeps it alone out of cabinets all their slots.
        """
        held = np.bincount(self.home[opened], minlength=self.clash.shape[1])
        near = (self.clash @ held).max(axis=1)
        kept_out = np.array([held[np.diagonal(one)].sum() for one in self.clash])
        alone = self.pairs[:, 0] == self.pairs[:, 1]
        each = np.where(alone, kept_out[self.kind], near[self.kind])
        closed = np.zeros(int(self.pairs.max()) + 1, dtype=np.int64)
        np.add.at(closed, self.pairs, each[:, None])
        return int(held.sum()) >= len(np.unique(self.pairs)) + int(closed.max())


#: Where no pair has to keep away.
NOBODY = Apart(
    np.zeros((0, 2), np.int32), np.zeros(0, np.int32), np.zeros((0, 0, 0), bool), np.zeros(0, np.int32)
)


def apart_pairs(requirements: Sequence[Requirement], room: AnyRoom) -> Apart | None:
    """Return the pairs that requirements keep apart in a room; None where they keep none."""
    asked = [one for one in requirements if one.kind in ("apart", "only")]
    if not asked:
        return None
    tables = list(dict.fromkeys((one.kind, one.rule) for one in asked))
    rules = tuple(
        SwitchRule(
            one.text,
            np.array(one.switches, dtype=np.int32),
            tables.index((one.kind, one.rule)),
            one.kind == "only",
        )
        for one in asked
    )
    clash = [
        _too_near(rule, room) if kind == "apart" else np.diag(~allowed_cabinets(rule, room))
        for kind, rule in tables
    ]
    kinds = [np.full(len(rule.pairs), rule.kind, dtype=np.int32) for rule in rules]
    pairs = np.concatenate([rule.pairs for rule in rules]).astype(np.int32)
    return Apart(pairs, np.concatenate(kinds), np.array(clash), room.lengths.cabinet_of_slot, rules)


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
