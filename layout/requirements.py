"""What people require of a placement beside its cost, as they write it and as slots."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.units import metres_to_mm
from netfloor.layout.switch_places import SwitchPlace, rack_top_slots, row_cabinets
from netfloor.rooms.any_room import AnyRoom, rows_by_cabinet
from netfloor.rooms.hall.hall import Hall
from netfloor.topologies.parameters import shown
from netfloor.topologies.topology import Topology

Kind = Literal["keep-free", "apart", "contiguous", "groups-together"] | SwitchPlace
#: Every kind, and how it is written.
KINDS: dict[Kind, str] = {
    "keep-free": "keep-free=CABINET or keep-free=row:ROW",
    "apart": "apart=SWITCH,SWITCH and :cabinet, :row or :METRES",
    "contiguous": "contiguous",
    "groups-together": "groups-together or groups-together=FILE",
    "own-racks": "own-racks=CABINET or own-racks=row:ROW",
    "row-ends": "row-ends or row-ends=CABINET",
    "row-middles": "row-middles or row-middles=CABINET",
    "rack-tops": "rack-tops",
}
#: Those that only say which slots are open to switches: lower bounds are proved of these slots alone.
OF_SLOTS: tuple[Kind, ...] = ("keep-free", "own-racks", "row-ends", "row-middles", "rack-tops")
#: Those whose cabinets no server may be in.
_NO_SERVERS: tuple[Kind, ...] = OF_SLOTS[:-1]
#: Those that need a value, and those that take none.
_WITH_VALUE, _WITHOUT = ("keep-free", "apart", "own-racks"), ("contiguous", "rack-tops")


@dataclass(frozen=True)
class Requirement:
    """One requirement.

    Attributes
    ----------
    kind, value
        What is written before and behind the equals sign, spelled as room and network spell it.
    switches, rule
        Of ``apart``: the two, and "cabinet", "row" or metres.
    group_of
        Of ``groups-together``: the group of each switch.
    closes
        Slots that servers close because of it, beside those that its words close: no bound rests on them.
    """

    kind: Kind
    value: str = ""
    switches: tuple[int, int] = (-1, -1)
    rule: str = ""
    group_of: tuple[int, ...] = ()
    closes: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The requirement as it is written."""
        return f"{self.kind}={self.value}" if self.value else self.kind


def read_requirement(
    text: str, topology: Topology, room: AnyRoom, groups: Sequence[int] = ()
) -> Requirement:
    """Return a requirement as a user writes it; `InputError` for what network or room do not have.

    ``groups``: those of a file, where one is named.
    """
    name, _, value = (part.strip() for part in text.partition("="))
    kind = next((one for one in KINDS if one == name), None)
    if kind is None or (kind in _WITHOUT if value else kind in _WITH_VALUE):
        known = "; ".join(KINDS.values())
        raise InputError(setting("require"), f"{shown(text)!r} is not a requirement", known)
    if kind == "apart":
        return _apart(value, topology)
    if kind in _WITHOUT:
        if kind == "rack-tops" and not isinstance(room, Hall):
            what = "rack-tops, but the cabinets of a grid have no units"
            raise InputError(setting("require"), what, "take a hall, or another place for the switches")
        return Requirement(kind)
    if kind == "groups-together":
        return Requirement(kind, value, group_of=tuple(groups) or _own_groups(topology))
    if kind in ("row-ends", "row-middles"):
        return Requirement(kind, ",".join(_in_rows(kind, value, room)))
    return Requirement(kind, ",".join(_named_cabinets(value, room)))


def _in_rows(kind: Kind, value: str, room: AnyRoom) -> Sequence[str]:
    """Return the named ones of the cabinets at the ends, or in the middle, of rows; without names all."""
    there = row_cabinets(kind, room)
    named = tuple(_named_cabinets(value, room)) if value else there
    for name in named:
        if name not in there:
            where = "at the end" if kind == "row-ends" else "in the middle"
            raise InputError(setting("require"), f"{name} is not {where} of a row", f"such as {there[0]}")
    return named


def apart_requirement(one: int, other: int, rule: str, topology: Topology) -> Requirement:
    """Return the requirement that two switches keep away; `InputError` if they are named like others."""
    names = f"{topology.label(one)},{topology.label(other)}"
    _two_switches(names, topology)
    return Requirement("apart", f"{names}:{rule}", (one, other), rule)


def _apart(value: str, topology: Topology) -> Requirement:
    names, colon, rule = value.rpartition(":")
    if not colon:
        names, rule = value, "cabinet"
    if rule not in ("cabinet", "row"):
        try:
            rule = f"{metres_to_mm(float(rule), setting('require')) / 1000:g}"
        except ValueError:
            what = f"{shown(rule)!r} is no way to be apart"
            raise InputError(setting("require"), what, "cabinet, row or metres") from None
    return apart_requirement(*_two_switches(names, topology), rule, topology)


def _two_switches(names: str, topology: Topology) -> tuple[int, int]:
    """Return the two switches that a text names; `InputError` if it is none, or more than one pair."""
    number = {topology.label(router): router for router in range(topology.routers)}
    cuts = [at for at, sign in enumerate(names) if sign == ","]
    halves = [(names[:at].strip(), names[at + 1 :].strip()) for at in cuts]
    found = [(number[a], number[b]) for a, b in halves if a in number and b in number and a != b]
    if not found:
        what = f"{shown(names)!r} are not two switches of the network"
        raise InputError(setting("require"), what, f"such as {topology.label(0)},{topology.label(1)}")
    if len(found) > 1:
        what = f"{shown(names)!r} names switches in more than one way, as names have commas"
        raise InputError(setting("require"), what, "rename one of these switches in the network's file")
    return found[0]


def _own_groups(topology: Topology) -> tuple[int, ...]:
    if topology.groups is None:
        what = f"{topology.name} has no groups of its own"
        raise InputError(setting("require"), what, "give a CSV of switch,group: groups-together=FILE")
    return tuple(topology.groups.tolist())


def _named_cabinets(value: str, room: AnyRoom) -> Iterator[str]:
    """Yield the parts of a list of cabinets and rows, each as the room spells it."""
    rows = rows_by_cabinet(room)
    names = [*rows, *(f"row:{row}" for row in rows.values())]
    spelled = {name.upper(): name for name in names}
    for part in value.split(","):
        found = spelled.get(part.strip().upper())
        if found is None:
            some = f"such as {next(iter(rows))} or row:{next(iter(rows.values()))}"
            raise InputError(
                setting("require"), f"the room has no cabinet or row {shown(part.strip())!r}", some
            )
        yield found


def kept_free_cabinets(requirements: Sequence[Requirement], room: AnyRoom) -> tuple[str, ...]:
    """Return the names of all cabinets that requirements keep free of servers."""
    return _cabinets_of([one for one in requirements if one.kind in _NO_SERVERS], room)


def _cabinets_of(requirements: Sequence[Requirement], room: AnyRoom) -> tuple[str, ...]:
    parts = {part for one in requirements for part in one.value.split(",")}
    rows = rows_by_cabinet(room).items() if parts else ()
    return tuple(name for name, row in rows if name in parts or f"row:{row}" in parts)


def kept_free_slots(requirements: Sequence[Requirement], room: AnyRoom) -> npt.NDArray[np.bool_] | None:
    """Return the slots that requirements keep free of switches, (S,); None where they keep none."""
    free = np.zeros(room.slots, dtype=bool)
    for one in requirements:
        if one.kind == "rack-tops" and isinstance(room, Hall):
            free |= ~rack_top_slots(room)
        elif one.kind in OF_SLOTS and (names := set(_cabinets_of([one], room))):
            held = np.array([room.cabinet_name(cabinet) in names for cabinet in range(room.cabinet_count)])
            free |= (held if one.kind == "keep-free" else ~held)[room.lengths.cabinet_of_slot]
    return free if free.any() else None


def closed_with(
    requirements: Sequence[Requirement], closed: npt.NDArray[np.bool_] | None, slots: int
) -> npt.NDArray[np.bool_] | None:
    """Return slots that are closed, with those that servers close because of requirements, (S,)."""
    more = [slot for one in requirements for slot in one.closes]
    if not more:
        return closed
    every = np.zeros(slots, dtype=bool) if closed is None else closed.copy()
    every[more] = True
    return every


def row_numbers(room: AnyRoom) -> npt.NDArray[np.int32]:
    """Return the number of the row of each usable cabinet, in the rows' order, (C,)."""
    rows = rows_by_cabinet(room)
    number = {row: at for at, row in enumerate(dict.fromkeys(rows.values()))}
    names = (room.cabinet_name(cabinet) for cabinet in range(room.cabinet_count))
    return np.array([number[rows[name]] for name in names], dtype=np.int32)
