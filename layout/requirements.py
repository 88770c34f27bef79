"""User requirements on a placement besides its cost, as text and as slots."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.units import metres_to_mm
from netfloor.foundation.wording import known_text
from netfloor.layout.switch_places import SwitchPlace, rack_top_slots, row_cabinets
from netfloor.rooms.any_room import Room, rows_by_cabinet
from netfloor.rooms.hall.hall import Hall
from netfloor.topologies.parameters import shown
from netfloor.topologies.switch_roles import switch_roles
from netfloor.topologies.topology import Topology

Kind = Literal["keep-free", "apart", "only", "contiguous", "groups-together"] | SwitchPlace
#: Every kind, with its syntax.
KINDS: dict[Kind, str] = {
    "keep-free": "keep-free=CABINET or keep-free=row:ROW",
    "apart": "apart=SWITCH,SWITCH or apart=PATTERN and :cabinet, :row or :METRES",
    "only": "only=PATTERN in row:ROW or only=PATTERN in CABINET",
    "contiguous": "contiguous",
    "groups-together": "groups-together or groups-together=FILE",
    "own-racks": "own-racks=CABINET or own-racks=row:ROW",
    "row-ends": "row-ends or row-ends=CABINET",
    "row-middles": "row-middles or row-middles=CABINET",
    "rack-tops": "rack-tops",
}
#: Kinds that only restrict the slots open to switches; lower bounds are proved for these slots alone.
OF_SLOTS: tuple[Kind, ...] = ("keep-free", "own-racks", "row-ends", "row-middles", "rack-tops")
#: Kinds whose cabinets must not hold servers.
_NO_SERVERS: tuple[Kind, ...] = OF_SLOTS[:-1]
#: Kinds that need a value, and kinds without a value.
_WITH_VALUE = ("keep-free", "apart", "only", "own-racks")
_WITHOUT = ("contiguous", "rack-tops")
#: Separators between patterns and their network, and between patterns and cabinets.
_OF, _IN = " of ", " in "


@dataclass(frozen=True)
class Requirement:
    """A requirement.

    Attributes
    ----------
    kind, value
        Text before and after the equals sign, with the names of room and network.
    switches, rule
        Of ``apart``: at least two switches, and "cabinet", "row" or metres. Of ``only``: the restricted
        switches, and their cabinets as in ``value``.
    patterns
        Whether a pattern or role names the switches, so that another network may have others.
    group_of
        Of ``groups-together``: the group of each switch.
    closes
        Additional slots closed by servers because of the requirement; no bound relies on them.
    """

    kind: Kind
    value: str = ""
    switches: tuple[int, ...] = ()
    rule: str = ""
    patterns: bool = False
    group_of: tuple[int, ...] = ()
    closes: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The requirement as written."""
        return f"{self.kind}={self.value}" if self.value else self.kind


def read_requirement(text: str, topology: Topology, room: Room, groups: Sequence[int] = ()) -> Requirement:
    """Parse a requirement; raise `InputError` for names unknown to network or room.

    ``groups``: groups from a file, if one is named.
    """
    name, _, value = (part.strip() for part in text.partition("="))
    kind = next((item for item in KINDS if item == name), None)
    if kind is None or (kind in _WITHOUT if value else kind in _WITH_VALUE):
        known = "; ".join(KINDS.values())
        raise InputError(setting("require"), f"{shown(text)!r} is not a requirement", known)
    if kind == "apart":
        return _apart(value, topology)
    if kind == "only":
        return _only(value, topology, room)
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


def _in_rows(kind: Kind, value: str, room: Room) -> Sequence[str]:
    """Return the named cabinets at row ends or middles, or all of them if no names are given."""
    there = row_cabinets(kind, room)
    named = tuple(_named_cabinets(value, room)) if value else there
    for name in named:
        if name not in there:
            where = "at the end" if kind == "row-ends" else "in the middle"
            raise InputError(setting("require"), f"{name} is not {where} of a row", f"such as {there[0]}")
    return named


def apart_requirement(value: int, other: int, rule: str, topology: Topology) -> Requirement:
    """Build the requirement that separates two switches; raise `InputError` for ambiguous names."""
    names = f"{topology.label(value)},{topology.label(other)}"
    _two_switches(names, topology)
    return Requirement("apart", f"{names}:{rule}", (value, other), rule)


def _apart(value: str, topology: Topology) -> Requirement:
    names, colon, rule = value.rpartition(":")
    if not colon:
        names, rule = value, "cabinet"
    if rule not in ("cabinet", "row"):
        try:
            rule = f"{metres_to_mm(float(rule), setting('require')) / 1000:g}"
        except ValueError:
            what = f"{shown(rule)!r} is not a distance rule"
            raise InputError(setting("require"), what, "cabinet, row or metres") from None
    if _pairs_named(names, topology) or not _has_patterns(names, topology):
        return apart_requirement(*_two_switches(names, topology), rule, topology)
    switches = _matching(names, topology)
    if len(switches) < 2:
        what = f"{shown(names)!r} names a single switch"
        raise InputError(setting("require"), what, "at least two switches, or a pattern such as spine*")
    return Requirement("apart", f"{names}:{rule}", switches, rule, patterns=True)


def _only(value: str, topology: Topology, room: Room) -> Requirement:
    names, sign, areas = value.rpartition(_IN)
    if not sign:
        what = f"{shown(value)!r} names no cabinets"
        raise InputError(setting("require"), what, KINDS["only"])
    spelled = ",".join(_named_cabinets(areas, room))
    switches = _matching(names, topology)
    return Requirement("only", f"{names}{_IN}{spelled}", switches, spelled, patterns=True)


def _called(topology: Topology, network: str = "") -> tuple[dict[str, int], dict[str, int]]:
    """Return the switches by name and by role, optionally within a network."""
    labels = {topology.label(switch): switch for switch in range(topology.routers)}
    roles = {role: switch for switch, role in enumerate(switch_roles(topology)) if role}
    if not network:
        return labels, roles
    known = [part.name for part in topology.networks or ()]
    if network not in known:
        what, some = f"unknown network {shown(network)!r}", known_text(network, known)
        raise InputError(setting("require"), what, some if known else "omit it: there is a single network")
    of = topology.network_of_switches == known.index(network)
    own_labels, own_roles = (
        {name.removeprefix(f"{network}."): switch for name, switch in every.items() if of[switch]}
        for every in (labels, roles)
    )
    return own_labels, own_roles


def _matching(names: str, topology: Topology) -> tuple[int, ...]:
    """Return the switches that match patterns; raise `InputError` for a pattern without a match.

    A pattern applies to names, or if no name matches, to roles such as ``spine1``. `` of `` is followed by
    the network of all of them, whose name the patterns then omit.
    """
    patterns, sign, network = names.rpartition(_OF)
    called = _called(topology, network.strip()) if sign else _called(topology)
    results: set[int] = set()
    for pattern in (part.strip() for part in (patterns if sign else names).split(",")):
        matched = next(filter(None, (_named_by(pattern, every) for every in called)), [])
        if not matched:
            known = [name for every in called for name in [*every][:1]]
            also = _OF + topology.networks[0].name if topology.networks and not sign else ""
            some = f"such as {' or '.join(known)}" + (f", or names{also}" if also else "")
            raise InputError(setting("require"), f"no switch is called {shown(pattern)!r}", some)
        results |= {*matched}
    return tuple(sorted(results))


def _named_by(pattern: str, called: Mapping[str, int]) -> list[int]:
    """Return the switches that match a name or pattern."""
    if pattern in called:
        return [called[pattern]]
    if not {*pattern} & {*"*?["}:
        return []
    return [switch for name, switch in called.items() if fnmatchcase(name, pattern)]


def _has_patterns(names: str, topology: Topology) -> bool:
    """Return True if a text other than two names uses patterns, roles or a network."""
    parts = [part.strip() for part in names.split(",")]
    by_signs = len(parts) > 2 or any(sign in names for sign in (*"*?[", _OF))
    return by_signs or not _called(topology)[1].keys().isdisjoint(parts)


def _pairs_named(names: str, topology: Topology) -> list[tuple[int, int]]:
    """Return all readings of a text as a pair of switches; several if names contain commas."""
    number = {topology.label(router): router for router in range(topology.routers)}
    cuts = [at for at, sign in enumerate(names) if sign == ","]
    halves = [(names[:at].strip(), names[at + 1 :].strip()) for at in cuts]
    return [(number[a], number[b]) for a, b in halves if a in number and b in number and a != b]


def _two_switches(names: str, topology: Topology) -> tuple[int, int]:
    """Return the pair of switches named by a text; raise `InputError` if there is none or several."""
    result = _pairs_named(names, topology)
    if not result:
        what = f"{shown(names)!r} does not name two switches of the network"
        raise InputError(setting("require"), what, f"such as {topology.label(0)},{topology.label(1)}")
    if len(result) > 1:
        what = f"{shown(names)!r} is ambiguous because names contain commas"
        raise InputError(setting("require"), what, "rename a switch in the network's file")
    return result[0]


def _own_groups(topology: Topology) -> tuple[int, ...]:
    if topology.groups is None:
        what = f"{topology.name} has no groups of its own"
        raise InputError(setting("require"), what, "give a CSV of switch,group: groups-together=FILE")
    return tuple(topology.groups.tolist())


def _named_cabinets(value: str, room: Room) -> Iterator[str]:
    """Yield the parts of a list of cabinets and rows as the room spells them."""
    rows = rows_by_cabinet(room)
    names = [*rows, *(f"row:{row}" for row in rows.values())]
    spelled = {name.upper(): name for name in names}
    for part in value.split(","):
        result = spelled.get(part.strip().upper())
        if result is None:
            some = f"such as {next(iter(rows))} or row:{next(iter(rows.values()))}"
            raise InputError(
                setting("require"), f"the room has no cabinet or row {shown(part.strip())!r}", some
            )
        yield result


def kept_free_cabinets(requirements: Sequence[Requirement], room: Room) -> tuple[str, ...]:
    """Return the names of all cabinets that requirements keep free of servers."""
    return _cabinets_of(
        [requirement for requirement in requirements if requirement.kind in _NO_SERVERS], room
    )


def _cabinets_of(requirements: Sequence[Requirement], room: Room) -> tuple[str, ...]:
    parts = {part for requirement in requirements for part in requirement.value.split(",")}
    rows = rows_by_cabinet(room).items() if parts else ()
    return tuple(name for name, row in rows if name in parts or f"row:{row}" in parts)


def kept_free_slots(requirements: Sequence[Requirement], room: Room) -> npt.NDArray[np.bool_] | None:
    """Return the slots that requirements keep free of switches, (S,); None if there are none."""
    free = np.zeros(room.slots, dtype=bool)
    for requirement in requirements:
        if requirement.kind == "rack-tops" and isinstance(room, Hall):
            free |= ~rack_top_slots(room)
        elif requirement.kind in OF_SLOTS and (names := set(_cabinets_of([requirement], room))):
            held = np.array([room.cabinet_name(cabinet) in names for cabinet in range(room.cabinet_count)])
            free |= (held if requirement.kind == "keep-free" else ~held)[room.lengths.cabinet_of_slot]
    return free if free.any() else None


def closed_with(
    requirements: Sequence[Requirement], closed: npt.NDArray[np.bool_] | None, slots: int
) -> npt.NDArray[np.bool_] | None:
    """Return the closed slots together with those closed by requirements, (S,)."""
    more = [slot for requirement in requirements for slot in requirement.closes]
    if not more:
        return closed
    every = np.zeros(slots, dtype=bool) if closed is None else closed.copy()
    every[more] = True
    return every


def row_numbers(room: Room) -> npt.NDArray[np.int32]:
    """Return the row number of each usable cabinet, in the order of the rows, (C,)."""
    rows = rows_by_cabinet(room)
    number = {row: at for at, row in enumerate(dict.fromkeys(rows.values()))}
    names = (room.cabinet_name(cabinet) for cabinet in range(room.cabinet_count))
    return np.array([number[rows[name]] for name in names], dtype=np.int32)


def allowed_cabinets(areas: str, room: Room) -> npt.NDArray[np.bool_]:
    """Return a mask of the usable cabinets named in a list of cabinets and rows, (C,)."""
    names = {*areas.split(",")}
    rows = rows_by_cabinet(room)
    own = (room.cabinet_name(cabinet) for cabinet in range(room.cabinet_count))
    return np.array([name in names or f"row:{rows[name]}" in names for name in own], dtype=bool)
