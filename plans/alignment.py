"""Match the devices and cables of two fabrics: which of the old are which of the new."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeVar

from netfloor.fabric.fabric import SERVER, SWITCH, Cable, Device, Fabric, name_key

#: Index in the old fabric and in the new one; None where the item is in only one of them.
Pair = tuple[int | None, int | None]
#: Names of the two devices, in order, and the number among their parallel cables, from 1.
Link = tuple[str, str, int]
#: Cabinet, rack unit or position, and the face of a half-depth device.
Place = tuple[str, int, str]
#: Name of a server, numbers of its switches, its place.
_Server = tuple[str, tuple[int, ...], Place | None]
_Item = TypeVar("_Item")
_What = TypeVar("_What")


@dataclass(frozen=True, eq=False)
class PricedFabric:
    """A fabric with the prices of its cables.

    Attributes
    ----------
    cents
        Price of each cable with its transceivers; empty if the fabric has no prices.
    chosen_by
        Catalogue, terms and cages from which each part was chosen; empty if the cable shares a cage with
        other links. Two parts of one length with equal entries are interchangeable: only quantity prices,
        packs or stock made them differ.
    """

    fabric: Fabric
    cents: Sequence[int] = ()
    chosen_by: Sequence[str] = ()

    def price_cents(self, cable: int) -> int:
        """Return the price of a cable, 0 without prices."""
        return self.cents[cable] if cable < len(self.cents) else 0

    def terms(self, cable: int) -> str:
        """Return the terms on which the part of a cable was chosen; empty if unknown."""
        return self.chosen_by[cable] if cable < len(self.chosen_by) else ""


class _CableRow(NamedTuple):
    """A cable of either fabric: its devices, its turn among parallel cables (new, old), its indices."""

    ends: tuple[int, int]
    turn: int
    old_turn: int
    pair: Pair


class CableFacts(NamedTuple):
    """The properties that distinguish a cable; ends are in the order of the aligned devices."""

    places: tuple[Place | None, Place | None]
    ports: tuple[str, str]
    length_mm: int
    gbps: float | None
    article: tuple[str, str]  # part with its transceivers, medium
    ordered_mm: int

    @property
    def way(self) -> tuple[object, ...]:
        """The properties that decide how the cable is laid."""
        return self.places, self.length_mm, self.gbps


@dataclass(frozen=True, eq=False)
class Alignment:
    """Two fabrics with their devices and cables matched.

    Attributes
    ----------
    old, new
        Both fabrics; end ``a`` of every cable is at the device that comes first in ``devices``.
    devices
        All devices of both fabrics, sorted by ``names``.
    names
        Name in the new fabric; a removed device keeps its old name, prefixed with ``old`` if the new fabric
        uses that name for another device.
    cables
        All cables of both fabrics, sorted by ``ends`` and ``turns``.
    ends, turns
        The two devices of each cable, and its number among their parallel cables, from 1. Cables of the new
        fabric come first, by port.
    old_turns
        Number among the parallel cables in the old fabric, by port; 0 for an added cable.
    by_units
        Whether both fabrics give heights in rack units; otherwise positions are compared.
    """

    old: PricedFabric
    new: PricedFabric
    devices: tuple[Pair, ...]
    names: tuple[str, ...]
    cables: tuple[Pair, ...]
    ends: tuple[tuple[int, int], ...]
    turns: tuple[int, ...]
    old_turns: tuple[int, ...]
    by_units: bool

    @cached_property
    def places(self) -> tuple[tuple[Place | None, Place | None], ...]:
        """Place of each device in the old and in the new fabric; None if unknown."""
        sides = self.old.fabric, self.new.fabric
        return tuple(
            (
                None if old is None else place_of(sides[0], old, by_units=self.by_units),
                None if new is None else place_of(sides[1], new, by_units=self.by_units),
            )
            for old, new in self.devices
        )

    def device(self, number: int) -> Device:
        """Return a device from the new fabric, or from the old one if it was removed."""
        old, new = self.devices[number]
        if new is not None:
            return self.new.fabric.devices[new]
        assert old is not None  # noqa: S101 - it is in one of them
        return self.old.fabric.devices[old]

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kind of each device, as in the new fabric."""
        return tuple(self.device(number).kind for number in range(len(self.devices)))

    def link(self, cable: int) -> Link:
        """Return the names of a cable's devices and its number among their parallel cables."""
        a, b = self.ends[cable]
        return self.names[a], self.names[b], self.turns[cable]

    def is_between_switches(self, cable: int) -> bool:
        """Return whether both ends of a cable are at switches."""
        return all(self.kinds[end] == SWITCH for end in self.ends[cable])

    def old_facts(self, cable: int) -> CableFacts | None:
        """Return the properties of a cable in the old fabric, None for an added cable."""
        return self._facts(cable, 0)

    def new_facts(self, cable: int) -> CableFacts | None:
        """Return the properties of a cable in the new fabric, None for a removed cable."""
        return self._facts(cable, 1)

    def serves_on(self, cable: int) -> bool:
        """Return whether the installed part of a cable can stay in the new fabric."""
        (was, will), before, after = self.cables[cable], self.old_facts(cable), self.new_facts(cable)
        if was is None or will is None or before is None or after is None or before.way != after.way:
            return False
        return bool(self.new.terms(will)) and self.new.terms(will) == self.old.terms(was)

    def _facts(self, number: int, side: int) -> CableFacts | None:
        own = self.cables[number][side]
        if own is None:
            return None
        cable = (self.old, self.new)[side].fabric.cables[own]
        a, b = (self.places[end][side] for end in self.ends[number])
        return facts_of(cable, (a, b))


def place_of(fabric: Fabric, device: int, *, by_units: bool) -> Place | None:
    """Return the cabinet and the rack unit or position of a device; None if unknown."""
    item, cabinet = fabric.devices[device], fabric.cabinet_name(device)
    if not cabinet:
        return None
    height = item.unit if by_units or item.position is None else item.position
    side = (item.face or "front") if item.half_depth else ""
    return cabinet, height or 0, f"{side} {item.bay}".strip()


def facts_of(cable: Cable, places: tuple[Place | None, Place | None]) -> CableFacts:
    """Return the properties of a cable whose ends are at the given places."""
    return CableFacts(
        places,
        (cable.a.port_text, cable.b.port_text),
        cable.length_mm or 0,
        cable.gbps,
        (cable.article, cable.medium),
        cable.ordered_mm or 0,
    )


def align(old: PricedFabric, new: PricedFabric, switches: Mapping[str, str] | None = None) -> Alignment:
    """Match the devices and cables of two fabrics.

    Devices match by name, or by ``switches`` (new name of each old switch) where given: other switches are
    removed. Servers without stated names are interchangeable: as many as possible keep their place, at the
    same switch if possible; the rest move, in the order of their names. Cables between the same two devices
    match by id if every id joins the same devices in both fabrics; otherwise they are paired so that few
    change.
    """
    by_units = not (old.fabric.lacks_units or new.fabric.lacks_units)
    same = _same_devices(old.fabric, new.fabric, switches, by_units=by_units)
    named = _device_rows(old.fabric, new.fabric, same)
    pairs = tuple(pair for _, pair in named)
    first, second = (_turned(item, _ranks(pairs, side)) for side, item in enumerate((old, new)))
    alignment = Alignment(
        old=first,
        new=second,
        devices=pairs,
        names=tuple(name for name, _ in named),
        cables=(),
        ends=(),
        turns=(),
        old_turns=(),
        by_units=by_units,
    )
    rows = sorted(_same_cables(alignment))
    return replace(
        alignment,
        cables=tuple(row.pair for row in rows),
        ends=tuple(row.ends for row in rows),
        turns=tuple(row.turn for row in rows),
        old_turns=tuple(row.old_turn for row in rows),
    )


def _device_rows(old: Fabric, new: Fabric, same: Mapping[int, int]) -> list[tuple[str, Pair]]:
    """Return all devices by name, sorted; a removed device gets a name that no other device has."""
    back = {number: own for own, number in same.items()}
    rows: list[tuple[str, Pair]] = [
        (device.name, (back.get(number), number)) for number, device in enumerate(new.devices)
    ]
    taken = {name for name, _ in rows}
    going = [number for number in range(len(old.devices)) if number not in same]
    for number in sorted(going, key=lambda item: name_key(old.devices[item].name)):
        name = old.devices[number].name
        while name in taken:
            name = f"old {name}"
        taken.add(name)
        rows.append((name, (number, None)))
    return sorted(rows, key=lambda row: name_key(row[0]))


def _ranks(pairs: Sequence[Pair], side: int) -> dict[int, int]:
    """Return the rank of each device of one fabric among all aligned devices."""
    return {own: rank for rank, pair in enumerate(pairs) if (own := pair[side]) is not None}


def _turned(priced: PricedFabric, ranks: Mapping[int, int]) -> PricedFabric:
    """Return a fabric in which each cable begins at the device that comes first."""
    fabric = priced.fabric
    wrong = [ranks[cable.a.device] > ranks[cable.b.device] for cable in fabric.cables]
    if not any(wrong):
        return priced
    cables = (cable.turned if turn else cable for cable, turn in zip(fabric.cables, wrong, strict=True))
    return replace(priced, fabric=replace(fabric, cables=tuple(cables)))


def _same_devices(
    old: Fabric, new: Fabric, switches: Mapping[str, str] | None, *, by_units: bool
) -> dict[int, int]:
    """Return the new number of each old device that is also in the new fabric."""
    sides = old, new
    counted = [
        {number for number, item in enumerate(side.devices) if item.kind == SERVER and not item.name_stated}
        for side in sides
    ]
    same: dict[int, int] = {}
    taken: set[int] = set()
    matched = {} if switches is None else switches
    for is_switch in (True, False):  # switches first: they may have new names
        for number, device in enumerate(old.devices):
            if (device.kind == SWITCH) != is_switch or number in counted[0]:
                continue
            name = matched.get(device.name) if is_switch and switches is not None else device.name
            there = None if name is None else new.device_named.get(name)
            if there is not None and there not in taken and there not in counted[1]:
                same[number] = there
                taken.add(there)
    if any(counted):
        same |= _same_servers(sides, same, by_units=by_units)
    return same


def _same_servers(
    sides: tuple[Fabric, Fabric], same: Mapping[int, int], *, by_units: bool
) -> dict[int, int]:
    """Return the new number of each old server that has no match by name."""
    known = set(same), set(same.values())
    before, after = (
        _servers(fabric, own, same if side == 0 else None, by_units=by_units)
        for side, (fabric, own) in enumerate(zip(sides, known, strict=True))
    )
    keys: tuple[Callable[[_Server], Hashable], ...] = (
        lambda item: item,
        lambda item: item[1:],
        lambda item: item[2],
        lambda item: item[:2],
        lambda item: item[1],
        lambda _: None,
    )
    return _paired(before, after, keys)


def _servers(
    fabric: Fabric, known: set[int], same: Mapping[int, int] | None, *, by_units: bool
) -> dict[int, _Server]:
    """Return the servers without a match by name, with their switches by new number, -1 for none."""
    servers = [
        number
        for number, device in enumerate(fabric.devices)
        if device.kind == SERVER and number not in known
    ]
    servers.sort(key=lambda number: name_key(fabric.devices[number].name))
    homes: dict[int, list[int]] = {number: [] for number in servers}
    for cable in fabric.cables:
        for here, there in (cable.ends, cable.ends[::-1]):
            if here.device in homes:
                home = there.device if same is None else same.get(there.device, -1)
                homes[here.device].append(home)
    return {
        number: (
            fabric.devices[number].name,
            tuple(sorted(homes[number])),
            place_of(fabric, number, by_units=by_units),
        )
        for number in servers
    }


def _paired(
    old: Mapping[_Item, _What], new: Mapping[_Item, _What], keys: Iterable[Callable[[_What], Hashable]]
) -> dict[_Item, _Item]:
    """Pair items that agree in the first key, then the rest by the second key, and so on."""
    result: dict[_Item, _Item] = {}
    left, free = dict(old), dict(new)
    for key in keys:
        waiting: dict[Hashable, list[_Item]] = defaultdict(list)
        for item, what in reversed(free.items()):
            waiting[key(what)].append(item)
        for item, what in list(left.items()):
            if same := waiting.get(key(what)):
                result[item] = same.pop()
                del left[item], free[result[item]]
    return result


#: Keys by which parallel cables match if they have no common id, strictest first: all properties; all but
#: ports; places and rate; none.
_CABLE_KEYS: tuple[Callable[[CableFacts], Hashable], ...] = (
    lambda facts: facts,
    lambda facts: facts._replace(ports=("", "")),
    lambda facts: (facts.places, facts.gbps),
    lambda _: None,
)


def _same_cables(aligned: Alignment) -> Iterator[_CableRow]:
    """Yield every cable of either fabric once."""
    sides = aligned.old.fabric, aligned.new.fabric
    groups: dict[tuple[int, int], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, fabric in enumerate(sides):
        ranks = _ranks(aligned.devices, side)
        for number, cable in enumerate(fabric.cables):
            groups[ranks[cable.a.device], ranks[cable.b.device]][side].append(number)
    of_id = _by_id(sides, groups)
    for ends, both in groups.items():
        mine, theirs = (
            sorted(own, key=lambda number: (cables[number].a.port, cables[number].b.port))
            for own, cables in zip(both, (side.cables for side in sides), strict=True)
        )
        result = {mine[0]: theirs[0]} if len(mine) == len(theirs) == 1 else {}
        if not result and mine and theirs:
            result = {own: of_id[own] for own in mine if own in of_id}
            left = set(mine) - result.keys(), set(theirs) - set(result.values())
            facts = [
                {
                    number: facts_of(
                        fabric.cables[number],
                        (aligned.places[ends[0]][side], aligned.places[ends[1]][side]),
                    )
                    for number in own
                    if number in left[side]
                }
                for side, (fabric, own) in enumerate(zip(sides, (mine, theirs), strict=True))
            ]
            result |= _paired(facts[0], facts[1], _CABLE_KEYS)
        back = {number: own for own, number in result.items()}
        turn_of = {own: turn for turn, own in enumerate(mine, start=1)}
        for turn, number in enumerate(theirs, start=1):
            own = back.get(number)
            yield _CableRow(ends, turn, 0 if own is None else turn_of[own], (own, number))
        going = [own for own in mine if own not in result]
        for turn, own in enumerate(going, start=len(theirs) + 1):
            yield _CableRow(ends, turn, turn_of[own], (own, None))


def _by_id(
    sides: tuple[Fabric, Fabric], groups: Mapping[tuple[int, int], tuple[list[int], list[int]]]
) -> dict[int, int]:
    """Match cables by id; return nothing if an id joins different devices in the two fabrics."""
    old, new = sides
    ends = [
        {number: pair for pair, both in groups.items() for number in both[side]}
        for side in range(len(sides))
    ]
    result = {
        number: there
        for number, cable in enumerate(old.cables)
        if (there := new.cable_of_id.get(cable.id)) is not None
    }
    return result if all(ends[0][own] == ends[1][there] for own, there in result.items()) else {}


def with_laid_parts(aligned: Alignment) -> Alignment:
    """Return an alignment whose new cables keep the installed parts where these can stay.

    A larger order may choose another part for an otherwise unchanged cable, because quantity prices, packs
    and stock are used differently: the installed cable stays.
    """
    old, new = aligned.old, aligned.new
    if not (old.chosen_by and new.chosen_by):
        return aligned
    cables, cents = list(new.fabric.cables), list(new.cents)
    for number, (was, will) in enumerate(aligned.cables):
        if was is None or will is None or not aligned.serves_on(number):
            continue
        laid = old.fabric.cables[was]
        cables[will] = replace(
            cables[will],
            part=laid.part,
            modules=laid.modules,
            medium=laid.medium,
            ordered_mm=laid.ordered_mm,
        )
        cents[will] = old.price_cents(was)
    return replace(aligned, new=replace(new, fabric=replace(new.fabric, cables=tuple(cables)), cents=cents))
