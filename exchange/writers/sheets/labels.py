"""Cable labels: a CSV for label printers with one row per end of each cable.

A cable with several links, such as a twin or breakout cable, has one label at each of its plugs. A label
format is text with fields and nothing executable.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from netfloor.exchange.cable_looks import category_of, color_of
from netfloor.exchange.job import Exporter, Files, Job
from netfloor.exchange.writers.number_text import metres_up
from netfloor.fabric.fabric import Cable, End, Fabric
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.spreadsheet_text import human_csv, one_line
from netfloor.foundation.wording import count_text, key_label
from netfloor.topologies.parameters import shown

COLUMNS = ("CableID", "End", "Line1", "Line2", "Barcode", "Copies")
#: Near end, then far end, as on TIA-606-B labels: cabinet-unit:port/cabinet-unit:port.
TIA = "{near_cabinet}-{near_spot:2}:{near_port:2}/{far_cabinet}-{far_spot:2}:{far_port:2}"
DEFAULT = TIA + r"\n{id} {length_m} m"
#: The format for named devices: name and port of both ends, then their locations.
DEFAULT_NAMED = (
    r"{near_device} {near_port} / {far_device} {far_port}\n"
    "{near_cabinet}-{near_spot:2}/{far_cabinet}-{far_spot:2} {id} {length_m} m"
)
_SIDES = ("near", "far")
FIELDS = (
    "id",
    "length_m",
    "medium",
    "part",
    "color",
    "category",
    *(f"{side}_{what}" for side in _SIDES for what in ("cabinet", "spot", "port", "device")),
)
_LONGEST = 500
_WIDEST = 12
#: A link with its near end and its far end.
Wire = tuple[Cable, End, End]
_TOKEN = re.compile(r"\{\{|\}\}|\{([a-z_]+)(?::([0-9]{1,2}))?\}|[{}]")


@dataclass(frozen=True)
class Place:
    """A cable end as a technician locates it."""

    cabinet: str  # name; empty if unknown
    spot: str  # rack unit, otherwise position in the cabinet, otherwise the device's name
    port: str  # the port's name, otherwise its number
    device: str  # name
    named: bool = False  # True if people refer to the device by its name

    @property
    def text(self) -> str:
        """Cabinet, unit and port, such as ``A04-41:03``; for a named device ``leaf1 Eth1/49 (A04-41)``."""
        cabinet = one_line(self.cabinet)
        if self.named:
            return self._named(f"{cabinet}-{one_line(self.spot)}" if cabinet else "")
        return f"{cabinet}-{self._spot_and_port}" if cabinet else self._spot_and_port

    @property
    def text_here(self) -> str:
        """The same text for a reader at the cabinet."""
        return self._named(one_line(self.spot)) if self.named else self._spot_and_port

    @property
    def _spot_and_port(self) -> str:
        return (
            f"{one_line(self.spot)}:{self.port.zfill(2) if self.port.isdecimal() else one_line(self.port)}"
        )

    def _named(self, place: str) -> str:
        name = f"{one_line(self.device)} {one_line(self.port)}"
        return f"{name} ({place})" if place and place != one_line(self.device) else name


@dataclass(frozen=True)
class PieceEnd:
    """One plug of a cable, which gets one label."""

    id: str  # id of the cable, which is that of its first link
    end: str  # ``A`` or ``B``, numbered if the cable has several plugs on that side
    links: tuple[Wire, ...]  # every link in the plug, seen from this end


def plugs_of(fabric: Fabric) -> list[PieceEnd]:
    """Return every plug of every cable yet to be installed, in the order of their first links.

    Links of a cable share a plug if they share a cage, or a device if the fabric names no cages.
    """
    side: dict[tuple[str, int, int], str] = {}
    links: dict[tuple[str, int, int], list[Wire]] = {}
    for cable in fabric.cables:
        if cable.installed:
            continue
        piece = cable.piece or cable.id
        a, b = (
            (piece, *at) for at in zip((end.device for end in cable.ends), cable.cage_numbers, strict=True)
        )
        first = side.setdefault(a, "A" if side.get(b, "B") == "B" else "B")
        side.setdefault(b, "B" if first == "A" else "A")
        links.setdefault(a, []).append((cable, cable.a, cable.b))
        links.setdefault(b, []).append((cable, cable.b, cable.a))
    count = Counter((plug[0], side[plug]) for plug in links)
    numbers: Counter[tuple[str, str]] = Counter()
    results = []
    for plug, wires in links.items():
        end = plug[0], side[plug]
        numbers[end] += 1
        results.append(PieceEnd(plug[0], f"{end[1]}{numbers[end] if count[end] > 1 else ''}", tuple(wires)))
    return results


def installed_note(fabric: Fabric) -> tuple[str, ...]:
    """Return a note with the number of installed cables, which the sheets leave out."""
    installed = sum(cable.installed for cable in fabric.cables)
    if not installed:
        return ()
    return (f"no label and no line for {count_text(installed, 'installed cable')}",)


def place_of(fabric: Fabric, end: End) -> Place:
    """Return the location of an end."""
    device = fabric.devices[end.device]
    return Place(
        cabinet=fabric.cabinet_name(end.device),
        spot=device.name if device.height is None else f"{device.height:02d}",
        port=end.port_name or str(end.port),
        device=device.name,
        named=fabric.named,
    )


def write(job: Job) -> Files:
    """Return ``labels.csv``; texts that a spreadsheet would run as formulas are neutralised."""
    form = label_format(job)
    rows = [
        (plug.id, plug.end, *label_of(job.fabric, form, plug.links), plug.id, "1")
        for plug in plugs_of(job.fabric)
    ]
    return {"labels.csv": human_csv(COLUMNS, rows)}


def label_format(job: Job) -> str:
    """Return the validated label format of an export."""
    return chosen_format(job.fabric, job.label_format)


def chosen_format(fabric: Fabric, form: str | None) -> str:
    """Return the validated label format, or the default if none is given."""
    usual = DEFAULT_NAMED if fabric.named else DEFAULT
    return check_format(usual if form is None else form)


def check_format(form: str) -> str:
    """Return a label format; refuse unknown fields, stray braces and too many lines."""
    where = setting("label-format")
    if len(form) > _LONGEST or not form.isprintable():
        raise InputError(where, f"{shown(form)!r} is not one line of at most {_LONGEST} characters")
    if form.count(r"\n") > 1:
        raise InputError(where, "has more than two lines", r"write \n once at most")
    for token in _TOKEN.finditer(form):
        if token[0] in {"{", "}"}:
            raise InputError(
                where, f"column {token.start() + 1}: {token[0]!r} belongs to no field", "write {{ or }}"
            )
        if token[1] and token[1] not in FIELDS:
            raise InputError(where, f"there is no field {shown(token[1])!r}", f"known: {', '.join(FIELDS)}")
        if token[2] and int(token[2]) > _WIDEST:
            raise InputError(where, f"{token[0]} is wider than {_WIDEST}")
    return form


def label_of(fabric: Fabric, form: str, links: Sequence[Wire]) -> tuple[str, str]:
    """Return both lines of the label of a plug; ``form`` must come from `check_format`.

    A field that differs between the links joins their values with ``+``.
    """
    texts: dict[str, list[str]] = {}
    for cable, *ends in links:
        values = {
            "id": cable.id,
            "length_m": bought_text(cable),
            "medium": cable.medium,
            "part": cable.part,
            "color": color_of(cable),
            "category": category_of(cable),
        }
        for side, end in zip(_SIDES, ends, strict=True):
            values |= {f"{side}_{what}": text for what, text in _fields(place_of(fabric, end))}
        for name, text in values.items():
            texts.setdefault(name, []).append(text)
    return label_lines(
        form, {name: result if len(set(result)) > 1 else result[:1] for name, result in texts.items()}
    )


def _fields(place: Place) -> tuple[tuple[str, str], ...]:
    return tuple((name, getattr(place, name)) for name in ("cabinet", "spot", "port", "device"))


def label_lines(form: str, values: Mapping[str, Sequence[str]]) -> tuple[str, str]:
    r"""Return both lines of a label; ``\n`` in the format starts the second.

    ``{near_port:2}`` pads numbers with zeros to two digits and leaves other texts unchanged.
    """

    def text(token: re.Match[str]) -> str:
        if not token[1]:
            return token[0][0]
        width = int(token[2] or 0)
        return "+".join(
            item.zfill(width) if item.isascii() and item.isdecimal() else item for item in values[token[1]]
        )

    first, _, second = form.partition(r"\n")
    return _TOKEN.sub(text, first), _TOKEN.sub(text, second)


def bought_text(cable: Cable) -> str:
    """Return the purchased length of the cable in metres; empty if unknown."""
    return "" if cable.bought_mm is None else metres_up(cable.bought_mm)


def medium_text(cable: Cable) -> str:
    """Return ``copper`` or ``optical``; empty if undecided."""
    return key_label(cable.medium)


def looks_text(cable: Cable) -> str:
    """Return medium, category and colour of a cable, as far as order and list state them."""
    return ", ".join(filter(None, (medium_text(cable), category_of(cable), color_of(cable))))


def part_text(cable: Cable) -> str:
    """Return the part number of a cable and the id of the cable it shares a piece with."""
    part = one_line(cable.part)
    first = f"{cable.trunk}-01" if cable.trunk else cable.piece
    return part if cable.piece == "" or cable.id == first else f"{part}, one piece with {cable.piece}"


EXPORTER = Exporter(
    name="labels",
    summary="a CSV for label printers, one row for each end of a cable",
    losses="rates",
    write=write,
    labels=True,
    orders=True,
    power=True,
    pieces=True,
    warnings=lambda job: installed_note(job.fabric),
)
