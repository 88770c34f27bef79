"""Separation rules: pairs of switches that must be apart, and cabinets that switches must avoid."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.wording import join_words
from netfloor.layout.requirements import Requirement, allowed_cabinets
from netfloor.rooms.any_room import Room, rows_by_cabinet
from netfloor.rooms.grid_lengths import GridLengths
from netfloor.rooms.routed_lengths import FloorLengths

Slots = npt.NDArray[np.int32]
#: Rules quoted in a message.
MAX_NAMED = 8


@dataclass(frozen=True, eq=False, repr=False)
class SwitchRule:
    """A rule on the location of some switches: every two apart, or each one only in some cabinets.

    ``kind`` is the index of the rule's table in ``Apart.clash``; ``alone`` marks rules on single switches.
    """

    text: str
    members: Slots
    kind: int
    alone: bool

    @property
    def pairs(self) -> Slots:
        """The affected pairs, (p, 2); for a rule on single switches, each switch paired with itself."""
        if self.alone:
            return np.column_stack([self.members, self.members])
        item, other = np.triu_indices(len(self.members), 1)
        return np.column_stack([self.members[item], self.members[other]])

    def exclusive(
        self, stands: Mapping[int, Mapping[int, Any]], clash: npt.NDArray[np.bool_], cabinets: int
    ) -> Iterator[list[Any]]:
        """Yield sets of choices of which at most one may be taken.

        ``stands`` maps each switch to its choices by cell; cell modulo ``cabinets`` is the cabinet.
        """
        if self.alone:
            return
        members = self.members.tolist()
        area = clash.argmax(axis=1)
        by_area = np.array_equal(clash, area[:, None] == area)
        if by_area and len(members) > 2:  # one set per area for all switches
            sets: dict[int, list[Any]] = {}
            for switch in members:
                for cell, choice in stands[switch].items():
                    sets.setdefault(int(area[cell % cabinets]), []).append(choice)
            yield from sets.values()
            return
        for u, v in self.pairs.tolist():
            for cell, here in stands[u].items():
                near = [item for c, item in stands[v].items() if clash[cell % cabinets, c % cabinets]]
                yield [here, *near]

    def shut(
        self, stands: Mapping[int, Mapping[int, Any]], clash: npt.NDArray[np.bool_], cabinets: int
    ) -> Iterator[Any]:
        """Yield the choices that no switch may take."""
        for switch in self.members.tolist() if self.alone else ():
            yield from (item for c, item in stands[switch].items() if clash[c % cabinets, c % cabinets])


@dataclass(frozen=True, eq=False, repr=False)
class Apart:
    """Pairs of switches, and the pairs of cabinets that each of them may not occupy.

    A switch paired with itself must avoid cabinets that clash with themselves.
    """

    pairs: Slots  # (p, 2) int32
    kind: Slots  # index into ``clash`` of each pair, (p,) int32
    clash: npt.NDArray[np.bool_]  # True for two cabinets that are too close, (K, C, C)
    home: Slots  # cabinet of each slot, (S,) int32
    rules: tuple[SwitchRule, ...] = ()  # source of the pairs

    @property
    def text(self) -> str:
        """The rules as the user wrote them, at most `MAX_NAMED`."""
        texts = [rule.text for rule in self.rules]
        more = [f"{len(texts) - MAX_NAMED} other rules"] if len(texts) > MAX_NAMED else []
        return join_words([*texts[:MAX_NAMED], *more])

    def impossible(self, found: str) -> str:
        """Build the message that the rules cannot be kept, with the remedy."""
        return f"{found} that satisfies {self.text}: allow more cabinets, or fewer switches per rule"

    def by_router(self, routers: int) -> tuple[npt.NDArray[np.int64], Slots, Slots]:
        """Index the pairs by switch: where each begins, (n + 1,), the partners and their kinds, (2 p,)."""
        item, other = np.concatenate([self.pairs, self.pairs[:, ::-1]]).T
        order = np.argsort(item, kind="stable")
        begins = np.searchsorted(item[order], np.arange(routers + 1))
        return begins, other[order], np.concatenate([self.kind, self.kind])[order]

    def clashing(self, slot_of: Slots) -> npt.NDArray[np.bool_]:
        """Return a mask of the pairs that are too close to each other, (p,)."""
        item, other = self.home[slot_of[self.pairs]].T
        return np.asarray(self.clash[self.kind, item, other])

    def surely_fits(self, opened: npt.NDArray[np.bool_]) -> bool:
        """Return True if the pairs fit into the open slots, (S,), for any placement of the others.

        Placed first, each switch of a pair finds a slot: its partners close at most the slots near the most
        crowded cabinet, and a rule on single switches closes all slots of the forbidden cabinets.
        """
        held = np.bincount(self.home[opened], minlength=self.clash.shape[1])
        near = (self.clash @ held).max(axis=1)
        kept_out = np.array([held[np.diagonal(item)].sum() for item in self.clash])
        alone = self.pairs[:, 0] == self.pairs[:, 1]
        each = np.where(alone, kept_out[self.kind], near[self.kind])
        closed = np.zeros(int(self.pairs.max()) + 1, dtype=np.int64)
        np.add.at(closed, self.pairs, each[:, None])
        return int(held.sum()) >= len(np.unique(self.pairs)) + int(closed.max())


#: No separation rules.
NO_CONSTRAINTS = Apart(
    np.zeros((0, 2), np.int32), np.zeros(0, np.int32), np.zeros((0, 0, 0), bool), np.zeros(0, np.int32)
)


def apart_pairs(requirements: Sequence[Requirement], room: Room) -> Apart | None:
    """Collect the separation rules of the requirements in a room; None if there are none."""
    asked = [requirement for requirement in requirements if requirement.kind in ("apart", "only")]
    if not asked:
        return None
    tables = list(dict.fromkeys((item.kind, item.rule) for item in asked))
    rules = tuple(
        SwitchRule(
            item.text,
            np.array(item.switches, dtype=np.int32),
            tables.index((item.kind, item.rule)),
            item.kind == "only",
        )
        for item in asked
    )
    clash = [
        _too_near(rule, room) if kind == "apart" else np.diag(~allowed_cabinets(rule, room))
        for kind, rule in tables
    ]
    kinds = [np.full(len(rule.pairs), rule.kind, dtype=np.int32) for rule in rules]
    pairs = np.concatenate([rule.pairs for rule in rules]).astype(np.int32)
    return Apart(pairs, np.concatenate(kinds), np.array(clash), room.lengths.cabinet_of_slot, rules)


def _too_near(rule: str, room: Room) -> npt.NDArray[np.bool_]:
    """Return True for every two cabinets that are too close by a rule, (C, C)."""
    count, rows = room.cabinet_count, rows_by_cabinet(room)
    if rule == "cabinet":
        return np.eye(count, dtype=bool)
    if rule == "row":
        row = np.array([rows[room.cabinet_name(cabinet)] for cabinet in range(count)])
        return np.asarray(row[:, None] == row[None, :])
    return np.asarray(cabinet_distances(room.lengths) < round(float(rule) * 1000))


def cabinet_distances(floor: FloorLengths) -> npt.NDArray[np.int64]:
    """Return the rectilinear distances between the centres of all cabinets, (C, C) mm."""
    first = np.unique(floor.cabinet_of_slot, return_index=True)[1]
    if isinstance(floor, GridLengths):
        x, y = floor.column_mm[floor.slot_column], floor.row_mm[floor.slot_row]
    else:
        x, y = floor.x_mm, floor.y_mm
    return np.asarray(sum(abs(at[first][:, None] - at[first][None, :]) for at in (x, y)))
