"""Links between ports of switches and end devices: each one cable, or several pieces through panels."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from netfloor.fabric.fabric import PANEL, PDU, Cable, End, Fabric

#: A port: device and number.
_Port = tuple[int, int]


@dataclass(frozen=True)
class Link:
    """A link and its cables in their order from end A to end B."""

    a: End
    b: End
    pieces: tuple[Cable, ...]

    @property
    def length_mm(self) -> int | None:
        """Length of all pieces together; None where that of one is not known."""
        lengths = [piece.length_mm for piece in self.pieces]
        known = [length for length in lengths if length is not None]
        return sum(known) if len(known) == len(lengths) else None

    @property
    def gbps(self) -> float | None:
        """Least rate that is known of a piece."""
        return min((piece.gbps for piece in self.pieces if piece.gbps is not None), default=None)


@dataclass(frozen=True)
class TracedLinks:
    """The links of a fabric, and the ends from which a path leads nowhere."""

    links: tuple[Link, ...]
    #: Ends of cables at switches or end devices whose path ends inside a panel.
    open_ends: tuple[End, ...]


def trace_links(fabric: Fabric) -> TracedLinks:
    """Follow the cables of every device through panels, in the order of the cables.

    Inside a panel a path leads from a front port to its rear port, and from the rear port of the far panel
    to the front port of the same position (NetBox's cable paths, ``docs/models/dcim/rearport.md`` there).
    """
    panels = {index for index, device in enumerate(fabric.devices) if device.kind == PANEL}
    if not panels:
        return TracedLinks(tuple(Link(cable.a, cable.b, (cable,)) for cable in fabric.cables), ())
    tracer = _Tracer(fabric, panels)
    links, open_ends, done = list[Link](), list[End](), set[_Port]()
    for cable in fabric.cables:
        for end in cable.ends:
            if end.device in panels or (end.device, end.port) in done:
                continue
            pieces, far = tracer.follow(end, cable)
            done.add((end.device, end.port))
            if far is None:
                open_ends.append(end)
            else:
                done.add((far.device, far.port))
                links.append(Link(end, far, pieces))
    return TracedLinks(tuple(links), tuple(open_ends))


class _Tracer:
    """Follows paths; the cable and the inner joints of every port are looked up."""

    def __init__(self, fabric: Fabric, panels: set[int]) -> None:
        self.panels = panels
        self.cable_at = {(end.device, end.port): cable for cable in fabric.cables for end in cable.ends}
        self.rear_of: dict[_Port, tuple[_Port, int]] = {}
        self.front_of: dict[_Port, dict[int, _Port]] = {}
        for index in panels:
            for front, rear, position in fabric.devices[index].passes:
                self.rear_of[index, front] = (index, rear), position
                self.front_of.setdefault((index, rear), {})[position] = index, front

    def follow(self, start: End, cable: Cable) -> tuple[tuple[Cable, ...], End | None]:
        """Return the cables from an end on, and where they end; None inside a panel."""
        pieces, positions, passed = [cable], list[int](), set[_Port]()
        end = _other(cable, (start.device, start.port))
        while end.device in self.panels:
            port = end.device, end.port
            inner = self._inner(port, positions)
            if inner is None or inner not in self.cable_at or port in passed:
                return tuple(pieces), None
            passed.add(port)
            pieces.append(self.cable_at[inner])
            end = _other(pieces[-1], inner)
        return tuple(pieces), end

    def _inner(self, port: _Port, positions: list[int]) -> _Port | None:
        """Return the port that a panel joins to one of its own; positions are kept until the far panel."""
        if port in self.rear_of:
            rear, position = self.rear_of[port]
            if self._is_shared(rear):
                positions.append(position)
            return rear
        if not self._is_shared(port):
            return next(iter(self.front_of.get(port, {}).values()), None)
        return self.front_of[port].get(positions.pop()) if positions else None

    def _is_shared(self, rear: _Port) -> bool:
        """Return True if a rear port has several positions."""
        return max(self.front_of.get(rear, {1: rear})) > 1


def _other(cable: Cable, port: _Port) -> End:
    return cable.b if (cable.a.device, cable.a.port) == port else cable.a


def links_alone(fabric: Fabric, *, power: bool = False) -> Fabric:
    """Return a fabric whose cables are its links: without panels, open paths and, unless ``power``, PDUs.

    A link of several pieces keeps the id of the first; its length is that of all of them.
    """
    fabric = fabric if power else fabric.without(PDU)
    if not any(device.kind == PANEL for device in fabric.devices):
        return fabric
    cables = tuple(_as_cable(link) for link in trace_links(fabric).links)
    return replace(fabric, cables=cables).without(PANEL)


def _as_cable(link: Link) -> Cable:
    first = link.pieces[0]
    if len(link.pieces) == 1:
        return first
    return Cable(first.id, link.a, link.b, link.length_mm, link.gbps, kind=first.kind)


def with_named_passes(fabric: Fabric) -> Fabric:
    """Return a fabric whose panels join the ports that are called alike in front and behind.

    A name that begins or ends in ``f`` or ``front`` is joined to the one with ``r`` or ``rear`` in its
    stead, such as F1 and R1; panels whose ports are joined already stay as they are.
    """
    names: dict[int, dict[int, str]] = {}
    for cable in fabric.cables:
        for end in cable.ends:
            device = fabric.devices[end.device]
            if device.kind == PANEL and not device.passes:
                names.setdefault(end.device, {})[end.port] = end.port_name
    devices = list(fabric.devices)
    for index, of_ports in names.items():
        devices[index] = replace(devices[index], passes=tuple(_passes_by_name(of_ports)))
    return replace(fabric, devices=tuple(devices)) if names else fabric


def _passes_by_name(names: Mapping[int, str]) -> Iterator[tuple[int, int, int]]:
    sides: dict[str, dict[str, int]] = {"f": {}, "r": {}}
    for port, name in names.items():
        for side, words in (("f", ("front", "f")), ("r", ("rear", "r"))):
            rest = _without(name.casefold(), words)
            if rest:
                sides[side].setdefault(rest, port)
    for rest, front in sides["f"].items():
        if rest in sides["r"]:
            yield front, sides["r"][rest], 1


def _without(name: str, words: tuple[str, ...]) -> str:
    """Return a name without one of the words at its beginning or end; empty where it has none."""
    for word in words:
        for rest in (name.removeprefix(word), name.removesuffix(word)):
            if rest != name and rest.strip(" -_./:"):
                return rest.strip(" -_./:")
    return ""
