"""Links between ports of switches and end devices, each over one cable or several pieces through panels."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from netfloor.fabric.fabric import PANEL, Cable, Device, End, Fabric

#: A port: device and port number.
_Port = tuple[int, int]


@dataclass(frozen=True)
class Link:
    """A link and its cables from end A to end B, each oriented along the path."""

    a: End
    b: End
    pieces: tuple[Cable, ...]

    @property
    def length_mm(self) -> int | None:
        """Total length of all pieces; None if any is unknown."""
        lengths = [piece.length_mm for piece in self.pieces]
        known = [length for length in lengths if length is not None]
        return sum(known) if len(known) == len(lengths) else None

    @property
    def gbps(self) -> float | None:
        """Lowest known rate of a piece."""
        return min((piece.gbps for piece in self.pieces if piece.gbps is not None), default=None)


@dataclass(frozen=True)
class OpenPath:
    """A path that ends inside a panel.

    Attributes
    ----------
    start
        End at a switch or end device; for paths between panels only, the port where the path begins.
    pieces
        Cables from ``start``.
    stop
        The panel port without a continuation.
    is_loop
        Whether the path returns to a port it has passed.
    """

    start: End
    pieces: tuple[Cable, ...]
    stop: End
    is_loop: bool = False


@dataclass(frozen=True)
class TracedLinks:
    """The links of a fabric and its open paths."""

    links: tuple[Link, ...]
    #: Paths from switches or end devices that end inside a panel.
    open_paths: tuple[OpenPath, ...]


def trace_links(fabric: Fabric) -> TracedLinks:
    """Follow the cables of every device through panels, in the order of the cables.

    Inside a panel, a path continues from a front port to its rear port, and at the far panel from the rear
    port to the front port of the same position (NetBox's cable paths, ``docs/models/dcim/rearport.md``
    there).
    """
    panels = {index for index, device in enumerate(fabric.devices) if device.kind == PANEL}
    if not panels:
        return TracedLinks(tuple(Link(cable.a, cable.b, (cable,)) for cable in fabric.cables), ())
    tracer = _Tracer(fabric, panels)
    links, open_paths, done = list[Link](), list[OpenPath](), set[_Port]()
    for cable in fabric.cables:
        for end in cable.ends:
            if end.device in panels or (end.device, end.port) in done:
                continue
            result = tracer.follow(end, cable)
            done.add((end.device, end.port))
            if isinstance(result, OpenPath):
                open_paths.append(result)
            else:
                done.add((result.b.device, result.b.port))
                links.append(result)
    return TracedLinks(tuple(links), tuple(open_paths))


def loose_paths(fabric: Fabric, traced: TracedLinks) -> Iterator[OpenPath]:
    """Yield paths of panel cords with no device at either end, and loops of cables.

    Installed paths, and single cables between the rear ports of two panels, are spares.
    """
    panels = {index for index, device in enumerate(fabric.devices) if device.kind == PANEL}
    tracer = _Tracer(fabric, panels)
    traced_pieces = [*(link.pieces for link in traced.links), *(item.pieces for item in traced.open_paths)]
    done = {piece.id for pieces in traced_pieces for piece in pieces}
    for cable in fabric.cables:
        if cable.id in done or not {cable.a.device, cable.b.device} <= panels:
            continue
        path = tracer.follow(cable.a, cable)
        assert isinstance(path, OpenPath)  # noqa: S101 - a path to a device was traced from there
        back = tracer.follow(cable.b, cable)
        whole = (*back.pieces[:0:-1], *path.pieces)
        done |= {piece.id for piece in whole}
        is_behind = len(whole) == 1 and all(side_of(end.port_text) == "r" for end in cable.ends)
        if path.is_loop or not (is_behind or all(piece.installed for piece in whole)):
            yield path


class _Tracer:
    """Follows paths, with lookup tables for the cable and the internal connections of every port."""

    def __init__(self, fabric: Fabric, panels: set[int]) -> None:
        self.panels = panels
        self.cable_at = {(end.device, end.port): cable for cable in fabric.cables for end in cable.ends}
        self.rear_of: dict[_Port, tuple[_Port, int]] = {}
        self.front_of: dict[_Port, dict[int, _Port]] = {}
        for index in panels:
            for front, rear, position in fabric.devices[index].passes:
                self.rear_of[index, front] = (index, rear), position
                self.front_of.setdefault((index, rear), {})[position] = index, front

    def follow(self, start: End, cable: Cable) -> Link | OpenPath:
        """Follow the path from an end of a cable."""
        pieces = [_from(cable, (start.device, start.port))]
        positions, passed = list[int](), {(start.device, start.port)}
        end = pieces[0].b
        while end.device in self.panels:
            port = end.device, end.port
            inner = self._inner(port, positions)
            if inner is None or inner not in self.cable_at or inner in passed:
                is_loop = inner is not None and inner in passed
                return OpenPath(start, tuple(pieces), end, is_loop)
            passed |= {port, inner}
            pieces.append(_from(self.cable_at[inner], inner))
            end = pieces[-1].b
        return Link(start, end, tuple(pieces))

    def _inner(self, port: _Port, positions: list[int]) -> _Port | None:
        """Return the port connected to ``port`` inside a panel, keeping positions until the far panel."""
        if port in self.rear_of:
            rear, position = self.rear_of[port]
            if self._is_shared(rear):
                positions.append(position)
            return rear
        if not self._is_shared(port):
            return next(iter(self.front_of.get(port, {}).values()), None)
        return self.front_of[port].get(positions.pop()) if positions else None

    def _is_shared(self, rear: _Port) -> bool:
        """Whether a rear port has several positions."""
        return max(self.front_of.get(rear, {1: rear})) > 1


def _from(cable: Cable, port: _Port) -> Cable:
    return cable if (cable.a.device, cable.a.port) == port else cable.turned


def links_alone(fabric: Fabric, *, power: bool = False) -> Fabric:
    """Return the fabric's links as cables, without panels, open paths and (unless ``power``) power cords.

    A link of several pieces keeps the id of the first and has their total length.
    """
    fabric = fabric if power else fabric.without_power()
    if not any(device.kind == PANEL for device in fabric.devices):
        return fabric
    cables = tuple(_as_cable(link) for link in trace_links(fabric).links)
    return replace(fabric, cables=cables).without(PANEL)


@dataclass(frozen=True)
class PanelCabling:
    """The panels and panel cables of a fabric that `links_alone` leaves out.

    Devices are numbered with those of the links first, then the panels.
    """

    panels: tuple[Device, ...]
    cables: tuple[Cable, ...]

    def added_to(self, links: Fabric) -> Fabric:
        """Return the fabric of some links with the panels, splitting links through panels into pieces."""
        pieces = {cable.id for cable in self.cables}
        kept = tuple(cable for cable in links.cables if cable.id not in pieces)
        return replace(links, devices=(*links.devices, *self.panels), cables=(*kept, *self.cables))


def panel_cabling(fabric: Fabric, place: Mapping[int, int]) -> PanelCabling:
    """Return the panels of a fabric and the cables at them; ``place`` maps other devices to new numbers."""
    panels = [number for number, device in enumerate(fabric.devices) if device.kind == PANEL]
    own = {number: len(place) + at for at, number in enumerate(panels)}
    both = {**place, **own}
    cables = tuple(
        replace(cable, a=replace(a, device=both[a.device]), b=replace(b, device=both[b.device]))
        for cable in fabric.cables
        for a, b in [cable.ends]
        if own.keys() & {a.device, b.device}
    )
    return PanelCabling(tuple(fabric.devices[number] for number in panels), cables)


def onward_ends(fabric: Fabric) -> dict[tuple[str, int, int], tuple[End, ...]]:
    """Return the continuation of links from each end of a piece: front ports, then the far end.

    The keys are the id of the piece, the device and the port.
    """
    behind = {
        (number, rear) for number, device in enumerate(fabric.devices) for _, rear, _ in device.passes
    }
    result: dict[tuple[str, int, int], tuple[End, ...]] = {}
    for link in trace_links(fabric).links:
        pieces = link.pieces if len(link.pieces) > 1 else ()
        for way in (pieces, tuple(piece.turned for piece in pieces[::-1])):
            ends = [end for piece in way for end in piece.ends]
            for at, piece in enumerate(way):
                rest = ends[2 * at + 2 :]
                onward = tuple(end for end in rest if (end.device, end.port) not in behind)
                result[piece.id, piece.b.device, piece.b.port] = _without_twice(piece.b, onward)
    return result


def _without_twice(first: End, ends: tuple[End, ...]) -> tuple[End, ...]:
    """Drop ends that repeat the end before them."""
    return tuple(end for before, end in zip((first, *ends), ends, strict=False) if end != before)


def _as_cable(link: Link) -> Cable:
    first = link.pieces[0]
    if len(link.pieces) == 1:
        return first
    return Cable(first.id, link.a, link.b, link.length_mm, link.gbps, kind=first.kind)


def with_named_passes(fabric: Fabric) -> Fabric:
    """Return a fabric whose panels connect front and rear ports of corresponding names.

    A name that begins or ends in ``f`` or ``front``, or names neither side, is connected to the same name
    with ``r`` or ``rear``, such as F1 or 1 and R1. The only rear port of a panel is a trunk of all its
    front ports if a cable joins it to another such port. Panels with connected ports stay unchanged.
    """
    names: dict[int, dict[int, str]] = {}
    for cable in fabric.cables:
        for end in cable.ends:
            device = fabric.devices[end.device]
            if device.kind == PANEL and not device.passes:
                names.setdefault(end.device, {})[end.port] = end.port_name
    devices = list(fabric.devices)
    trunks = _trunk_ports(fabric, names)
    for index, of_ports in names.items():
        trunk = trunks.get(index)
        passes = _passes_by_name(of_ports) if trunk is None else _passes_of_trunk(of_ports, trunk)
        devices[index] = replace(devices[index], passes=tuple(passes))
    return replace(fabric, devices=tuple(devices)) if names else fabric


#: Words at the beginning or end of a port's name that name its side of the panel, in pairs: front, rear.
_WORD_PAIRS = (
    ("front", "rear"),
    ("front side", "rear side"),
    ("front", "back"),
    ("vorne", "hinten"),
    ("vorn", "hinten"),
    ("vorderseite", "r\u00fcckseite"),
    ("vorderseite", "rueckseite"),
    ("vorderseite", "ruckseite"),
    ("vorderseitig", "r\u00fcckseitig"),
    ("face avant", "face arri\u00e8re"),
    ("face avant", "face arriere"),
    ("avant", "arri\u00e8re"),
    ("avant", "arriere"),
    ("av", "ar"),
    ("av", "arr"),
    ("parte delantera", "parte trasera"),
    ("delante", "detr\u00e1s"),
    ("delante", "detras"),
    ("delantero", "trasero"),
    ("delantera", "trasera"),
    ("frontal", "posterior"),
    ("anterior", "posterior"),
    ("voorzijde", "achterzijde"),
    ("voorkant", "achterkant"),
    ("voor", "achter"),
    ("fronte", "retro"),
    ("anteriore", "posteriore"),
    ("f", "r"),
)
#: The words of each side, the usual one first.
SIDE_WORDS: Mapping[str, tuple[str, ...]] = {
    "front": tuple(dict.fromkeys(front for front, _ in _WORD_PAIRS)),
    "rear": tuple(dict.fromkeys(rear for _, rear in _WORD_PAIRS)),
}
_SIDES = {side[0]: words for side, words in SIDE_WORDS.items()}
_MARKS = " -_./:"
_NUMBER = re.compile(r"[0-9]{1,4}")
_OTHER_SIDE = {
    **{rear: front for front, rear in reversed(_WORD_PAIRS)},
    **dict(reversed(_WORD_PAIRS)),
}
#: Words that may be part of a longer one: ``Frontport 1``; ``Backbone 1`` is not a port at the back.
_JOINED = frozenset({"front", "rear"})


def side_of(name: str) -> str:
    """Return ``f`` for a front port's name, ``r`` for a rear port's, else an empty string."""
    return next((side for side, words in _SIDES.items() if _without(name.casefold(), words)), "")


def with_side_word(name: str) -> str:
    """Return the name of a panel's port with its side as a word: ``rear 1`` for ``R1`` and ``1-r``.

    A name without a side stays as it is.
    """
    side = side_of(name)
    return f"{_SIDES[side][0]} {_without(name.casefold(), _SIDES[side])}" if side else name


def other_side(name: str) -> str:
    """Return the port name on the other side of a panel; for a name without a side, the rear name."""
    for word, other in _OTHER_SIDE.items():
        first, rest = name[: len(word)], name[len(word) :]
        if _is_word(first, rest[:1], word) and rest.strip(_MARKS):
            return _cased(other, first) + rest
        rest, last = name[: -len(word)], name[-len(word) :]
        if _is_word(last, rest[-1:], word) and rest.strip(_MARKS):
            return rest + _cased(other, last)
    return f"rear {name}"


def _cased(word: str, like: str) -> str:
    return word.upper() if like.isupper() else word.title() if like.istitle() else word


def _trunk_ports(fabric: Fabric, names: Mapping[int, Mapping[int, str]]) -> dict[int, int]:
    """Return the rear ports that carry all front ports of their panel, by panel.

    Each is the only rear port of a panel with several front ports, at either end of the only cable between
    two panels: others between them would carry their own ports. If no name has a
    side, it is the only port that is not called like the others: ``Trunk 1`` beside ``Port 1``.
    """
    alone: dict[int, int] = {}
    for index, of_ports in names.items():
        rears = [port for port, name in of_ports.items() if side_of(name) == "r"]
        if not any(map(side_of, of_ports.values())):
            stems = {
                port: _NUMBER.sub("", name.casefold()).strip(_MARKS) for port, name in of_ports.items()
            }
            times = Counter(stems.values())
            rears = [port for port, stem in stems.items() if times[stem] == 1]
            rears = rears if len(times) == 2 else []  # Trunk 1 beside Port 1 and Port 2
        if len(rears) == 1 and len(of_ports) > 2:
            alone[index] = rears[0]
    result = dict[int, int]()
    pairs = Counter(frozenset(end.device for end in cable.ends) for cable in fabric.cables)
    for cable in fabric.cables:
        pair = frozenset(end.device for end in cable.ends)
        if pairs[pair] == 1 and all(alone.get(end.device) == end.port for end in cable.ends):
            result |= {end.device: end.port for end in cable.ends}
    return result


def _passes_of_trunk(names: Mapping[int, str], rear: int) -> Iterator[tuple[int, int, int]]:
    """Yield a position of the rear port for each front port: their numbers, or else their order."""
    fronts = {port: name for port, name in names.items() if port != rear}
    numbers = {port: int(digits[-1]) for port, name in fronts.items() if (digits := _NUMBER.findall(name))}
    is_numbered = len({*numbers.values()}) == len(fronts) and 0 not in numbers.values()
    ordered = sorted(fronts, key=lambda port: (len(fronts[port]), fronts[port]))
    places = numbers if is_numbered else {port: at for at, port in enumerate(ordered, 1)}
    for port in ordered:
        yield port, rear, places[port]


def _passes_by_name(names: Mapping[int, str]) -> Iterator[tuple[int, int, int]]:
    sides: dict[str, dict[str, int]] = {"f": {}, "r": {}, "": {}}
    for port, name in names.items():
        side = side_of(name)
        rest = _without(name.casefold(), _SIDES[side]) if side else name.casefold()
        sides[side].setdefault(rest, port)
    for rest, rear in sides["r"].items():
        front = sides["f"].get(rest, sides[""].get(rest))
        if front is not None:
            yield front, rear, 1


def _without(name: str, words: tuple[str, ...]) -> str:
    """Strip one of the words from the beginning or end of a name; empty if there is none."""
    for word in words:
        first, rest = name[: len(word)], name[len(word) :]
        if _is_word(first, rest[:1], word) and rest.strip(_MARKS):
            return rest.strip(_MARKS)
        rest, last = name[: -len(word)], name[-len(word) :]
        if _is_word(last, rest[-1:], word) and rest.strip(_MARKS):
            return rest.strip(_MARKS)
    return ""


def _is_word(text: str, beside: str, word: str) -> bool:
    """Whether a text is a word for a side: F1 and 1F contain it, Fibre1 does not."""
    return text.casefold() == word and (word in _JOINED or not beside.isalpha())
