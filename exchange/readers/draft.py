"""The draft of a fabric: nodes by key, wires between their ports, and device kinds to be settled."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count, filterfalse
from typing import NamedTuple

from netfloor.exchange.tables.fields import PortText, natural, number_ports
from netfloor.exchange.tables.kinds import MANY_CABLES
from netfloor.fabric.fabric import PANEL, SERVER, SWITCH, Cable, Device, End, Fabric, FloorCabinet
from netfloor.fabric.links import trace_links
from netfloor.fabric.power_ports import PowerPort
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text
from netfloor.layout.cable_plan import cable_id
from netfloor.topologies.parameters import shown

Key = Hashable
#: Start of notes on devices whose kind the file does not give.
NO_TYPE = "no type given for"
_NO_ATTRIBUTES: Mapping[str, str] = {}  # shared, because a list may have 500,000 cables


@dataclass(frozen=True)
class Node:
    """A switch or server of a file; see `fabric.fabric.Device`.

    Attributes
    ----------
    where
        File and line of the declaration, for messages.
    ports
        Number of ports in the file; 0 if not given.
    cabinet
        Name of its cabinet; empty if not given.
    passes
        Front port, rear port and rear position in a panel, by name; `Device.passes` has their numbers.
    """

    name: str
    kind: str
    where: str
    ports: int = 0
    cabinet: str = ""
    unit: int | None = None
    guid: int | None = None
    model: str = ""
    kind_stated: bool = True
    units: int | None = None
    watts: float | None = None
    kilograms: float | None = None
    face: str = ""
    half_depth: bool = False
    bay: str = ""
    feed: str = ""
    inlets: tuple[PowerPort, ...] = ()
    outlets: tuple[PowerPort, ...] = ()
    rating_w: float | None = None
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)
    passes: tuple[tuple[PortText, PortText, int], ...] = ()


class Plug(NamedTuple):
    """A wire's end: a node and its port; a tuple to save memory."""

    node: Key
    port: PortText


class Wire(NamedTuple):
    """A cable as stated on one line of a file; see `fabric.fabric.Cable`.

    Attributes
    ----------
    power
        Whether it is a power cord, whose ports are numbered after all others.
    id
        Its own id; empty if it gets the next number.
    piece
        Common id of the wires in one piece of cable; empty for other wires.
    installed, length_listed
        Whether the cable is installed, and whether its length is listed.
    attributes
        Heading and text of each extra column.
    """

    a: Plug
    b: Plug
    where: str
    gbps: float | None = None
    length_mm: int | None = None
    one_end: bool = False
    power: bool = False
    id: str = ""
    kind: str = ""
    piece: str = ""
    installed: bool = False
    length_listed: bool = False
    attributes: tuple[tuple[str, str], ...] = ()

    @property
    def plugs(self) -> tuple[Plug, Plug]:
        """Both ends."""
        return self.a, self.b


@dataclass
class Draft:
    """The complete result of reading one file."""

    name: str
    nodes: dict[Key, Node] = field(default_factory=dict)
    wires: list[Wire] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, key: Key, node: Node) -> None:
        """Add a node; raise `InputError` if its key is taken."""
        if key in self.nodes:
            what = f"{shown(node.name)!r} is declared twice, first at {self.nodes[key].where}"
            raise InputError(node.where, what)
        self.nodes[key] = node


def finish(draft: Draft, cabinets: Iterable[FloorCabinet] = ()) -> Fabric:
    """Return the fabric of a draft.

    ``cabinets``: cabinets with known properties; further cabinets are added as devices name them.

    Raises `InputError` if there is no device, a port holds two cables, or an end has no device.
    """
    if not draft.nodes:
        raise InputError(draft.name, "holds no device")
    _check_wires(draft)
    _leave_out_loops(draft)
    numbers = _port_numbers(draft)
    ends = _number_ends(draft, numbers)
    ids = _ids(draft)
    pieces = Counter(wire.piece for wire in draft.wires if wire.piece)
    first = {wire.piece: name for wire, name in zip(draft.wires[::-1], ids[::-1], strict=True)}
    further: dict[tuple[tuple[str, str], ...], Mapping[str, str]] = {}  # shares equal attributes
    cables = tuple(
        Cable(
            name,
            ends[2 * i],
            ends[2 * i + 1],
            wire.length_mm,
            wire.gbps,
            kind=wire.kind,
            piece=first[wire.piece] if pieces[wire.piece] > 1 else "",
            one_end=wire.one_end,
            installed=wire.installed,
            length_listed=wire.length_listed,
            attributes=further.setdefault(wire.attributes, dict(wire.attributes))
            if wire.attributes
            else _NO_ATTRIBUTES,
        )
        for i, (wire, name) in enumerate(zip(draft.wires, ids, strict=True))
    )
    floor = {cabinet.name: cabinet for cabinet in cabinets}
    for node in draft.nodes.values():
        if node.cabinet:
            floor.setdefault(node.cabinet, FloorCabinet(node.cabinet))
    place = {name: index for index, name in enumerate(floor)}
    ports = [node.ports for node in draft.nodes.values()]
    for end in ends:
        ports[end.device] = max(ports[end.device], end.port)
    devices = []
    for (key, node), maximum in zip(draft.nodes.items(), ports, strict=True):
        number = numbers[key][0]
        passes = tuple((number[front], number[rear], at) for front, rear, at in node.passes)
        joined = max((port for *both, _ in passes for port in both), default=0)
        devices.append(
            Device(
                node.name,
                node.kind,
                max(maximum, joined),
                place.get(node.cabinet),
                unit=node.unit,
                units=node.units,
                guid=node.guid,
                model=node.model,
                kind_stated=node.kind_stated,
                watts=node.watts,
                kilograms=node.kilograms,
                face=node.face,
                half_depth=node.half_depth,
                bay=node.bay,
                feed=node.feed,
                inlets=node.inlets,
                outlets=node.outlets,
                rating_w=node.rating_w,
                attributes=node.attributes,
                passes=passes,
            )
        )
    return Fabric(draft.name, tuple(devices), cables, tuple(floor.values()), tuple(draft.notes))


def panel_notes(fabric: Fabric, why: str) -> list[str]:
    """Return notes with ``why`` on links through panels, and on panel ports without a continuation."""
    if not any(device.kind == PANEL for device in fabric.devices):
        return []
    traced, notes = trace_links(fabric), []
    if through := sum(len(link.pieces) > 1 for link in traced.links):
        what = f"{count_text(through, 'link')} through panels"
        notes.append(f"{what}: each length is the sum of its pieces")
    if traced.open_paths:
        many = count_text(len(traced.open_paths), "interface")
        end = "ends" if len(traced.open_paths) == 1 else "end"
        notes.append(f"{many} {end} at a panel whose other end is not known: {why}")
    return notes


def _ids(draft: Draft) -> list[str]:
    """Return the id of each cable: the file's, or else the next unused number."""
    stated = Counter(wire.id for wire in draft.wires if wire.id)
    if twice := [name for name, times in stated.items() if times > 1]:
        what = f"ids that several cables share are not kept: {len(twice):,}, such as {shown(twice[0])}"
        draft.notes.append(what)
    new = (name for number in count() if (name := cable_id(number)) not in stated)
    return [wire.id if stated[wire.id] == 1 else next(new) for wire in draft.wires]


def _check_wires(draft: Draft) -> None:
    """Refuse ends without a device, and ports with two cables."""
    used: dict[Plug, str] = {}
    for wire in draft.wires:
        for plug in wire.plugs:
            if plug.node not in draft.nodes:
                raise InputError(wire.where, f"there is no device {shown(str(plug.node))!r}")
            if plug.port is None:
                continue
            if plug in used and wire.a != wire.b:
                name = shown(draft.nodes[plug.node].name)
                what = f"port {shown(str(plug.port))} of {name!r} holds a cable already ({used[plug]})"
                raise InputError(wire.where, what, "one cable per port")
            used[plug] = wire.where


def _leave_out_loops(draft: Draft) -> None:
    """Remove cables from a device to itself, in place; loops at a panel stay, because they join links."""
    loops = [
        wire
        for wire in draft.wires
        if wire.a.node == wire.b.node and draft.nodes[wire.a.node].kind != PANEL
    ]
    if loops:
        out = set(map(id, loops))
        draft.wires = [wire for wire in draft.wires if id(wire) not in out]
        what = f"cables from a device to itself are left out: {len(loops):,}"
        draft.notes.append(f"{what}, first at {loops[0].where}")


def _port_numbers(draft: Draft) -> dict[Key, tuple[dict[PortText, int], bool]]:
    """Return a number for each named port of a node, and whether the names contain the numbers.

    Ports of power cords come last, so they do not change the numbers of network ports.
    """
    stated: dict[Key, list[PortText]] = {key: [] for key in draft.nodes}
    power: dict[Key, list[PortText]] = {key: [] for key in draft.nodes}
    for wire in draft.wires:
        for plug in wire.plugs:
            (power if wire.power else stated)[plug.node].append(plug.port)
    for key, node in draft.nodes.items():
        stated[key] += [port for *both, _ in node.passes for port in both]
    numbers = {}
    for key, ports in stated.items():
        network, said = number_ports(ports)
        cords, cords_said = number_ports(power[key])
        if not ports:
            network, said = cords, cords_said
        elif cords:
            above = max(network.values(), default=0)
            named = sorted(cords, key=lambda port: natural(str(port)))
            network |= {port: above + place for place, port in enumerate(named, 1)}
        numbers[key] = network, said
    return numbers


def _number_ends(draft: Draft, numbers: Mapping[Key, tuple[dict[PortText, int], bool]]) -> list[End]:
    """Return both ends of every wire; unnamed ports get the lowest free numbers."""
    free: dict[Key, Iterator[int]] = {}
    index_of = {key: index for index, key in enumerate(draft.nodes)}
    ends = []
    for wire in draft.wires:
        for plug in wire.plugs:
            of_port, names_say_it = numbers[plug.node]
            if plug.port is None and plug.node not in free:
                free[plug.node] = filterfalse(set(of_port.values()).__contains__, count(1))
            number = next(free[plug.node]) if plug.port is None else of_port[plug.port]
            name = plug.port if isinstance(plug.port, str) else ""
            is_stated = isinstance(plug.port, int) or (names_say_it and plug.port is not None)
            ends.append(End(index_of[plug.node], number, name, is_stated))
    return ends


def pair(draft: Draft) -> None:
    """Merge the two statements of each cable into one wire, in place, and note unmatched statements.

    Raises `InputError` if the two ends of a cable contradict each other, or a node is not declared.
    """
    stated = _by_end(draft)
    kept: list[Wire] = []
    alone: list[Wire] = []
    unequal: list[Wire] = []
    done: set[Plug] = set()
    for end, wire in stated.items():
        if end in done:
            continue
        done |= {end, wire.b}
        back = stated.get(wire.b)
        if back is None:
            alone.append(wire)
        elif back.b != end:
            what = f"{_text(draft, end)} leads to {_text(draft, wire.b)}, which leads elsewhere"
            raise InputError(wire.where, f"{what} at {back.where}", "both ends of a cable name each other")
        elif None not in {wire.gbps, back.gbps} and wire.gbps != back.gbps:
            unequal.append(wire)
        kept.append(wire if back is None else _merged(wire, back))
    draft.wires = kept
    if alone and len(alone) < len(kept):  # all unmatched is a file style; some unmatched suggests lost data
        listing, lost = {wire.a.node for wire in stated.values()}, set(alone)
        draft.wires = [
            wire._replace(one_end=True) if wire in lost and wire.b.node in listing else wire
            for wire in kept
        ]
        what = f"{len(alone):,} of {len(kept):,} cables are listed at one end only"
        draft.notes.append(f"{what}, first at {alone[0].where}")
    if unequal:
        draft.notes.append(
            f"{len(unequal):,} cables have a different rate at the other end, first at {unequal[0].where}"
        )


def _by_end(draft: Draft) -> dict[Plug, Wire]:
    """Return the statement of each end; repeated statements must agree."""
    stated: dict[Plug, Wire] = {}
    for wire in draft.wires:
        for plug in wire.plugs:
            if plug.node not in draft.nodes:
                raise InputError(
                    wire.where,
                    f"leads to {shown(str(plug.node))!r}, which is not in the file",
                    "use the complete output",
                )
        before = stated.setdefault(wire.a, wire)
        if before.b != wire.b:
            what = f"{_text(draft, wire.a)} was joined to {_text(draft, before.b)} at {before.where}"
            raise InputError(wire.where, what, "a port holds one cable")
    return stated


def _merged(wire: Wire, back: Wire) -> Wire:
    """Return a cable that combines the data of both statements."""
    gbps = wire.gbps if wire.gbps is not None else back.gbps
    length_mm = wire.length_mm if wire.length_mm is not None else back.length_mm
    return wire._replace(gbps=gbps, length_mm=length_mm)


def _text(draft: Draft, plug: Plug) -> str:
    return f"port {shown(str(plug.port))} of {shown(draft.nodes[plug.node].name)!r}"


def settle_kinds(draft: Draft, known: Mapping[Key, str]) -> None:
    """Set the kind of each node, in place: as known, otherwise by its cables; a note gives the number."""
    cables = Counter(plug.node for wire in draft.wires for plug in wire.plugs)
    guessed = 0
    for key, node in draft.nodes.items():
        kind = known.get(key, "")
        guessed += not kind
        told = kind or (SWITCH if cables[key] >= MANY_CABLES else SERVER)
        draft.nodes[key] = replace(node, kind=told, kind_stated=bool(kind))
    if guessed:
        draft.notes.append(
            f"{NO_TYPE} {count_text(guessed, 'device')}: "
            f"those with {MANY_CABLES} cables or more are treated as switches"
        )
