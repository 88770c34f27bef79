"""Cable labels: a CSV for label printers, two rows a cable, one for each end.

A label says what a format says: a text with fields, and nothing else that could be run.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from netfloor.exchange.fabric import Cable, End, Fabric
from netfloor.exchange.job import Exporter, Files, Job
from netfloor.exchange.writers.number_text import metres_up
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.spreadsheet_text import human_csv, one_line
from netfloor.foundation.wording import said
from netfloor.topologies.parameters import shown

COLUMNS = ("CableID", "End", "Line1", "Line2", "Barcode", "Copies")
#: Near end first, then the far one, as on TIA-606-B labels: cabinet-unit:port/cabinet-unit:port.
TIA = "{near_cabinet}-{near_spot:2}:{near_port:2}/{far_cabinet}-{far_spot:2}:{far_port:2}"
DEFAULT = TIA + r"\n{id} {length_m} m"
_SIDES = ("near", "far")
FIELDS = (
    "id",
    "length_m",
    "medium",
    "part",
    *(f"{side}_{what}" for side in _SIDES for what in ("cabinet", "spot", "port", "device")),
)
_LONGEST = 500
_WIDEST = 12
_TOKEN = re.compile(r"\{\{|\}\}|\{([a-z_]+)(?::([0-9]{1,2}))?\}|[{}]")


@dataclass(frozen=True)
class Place:
    """One end of a cable as a technician finds it.

    Attributes
    ----------
    cabinet
        Name; empty where nobody said.
    spot
        Rack unit, else position in the cabinet, else the device's name.
    port
        Its own name, else its number.
    device
        Name.
    """

    cabinet: str
    spot: str
    port: str
    device: str


def place_of(fabric: Fabric, end: End) -> Place:
    """Return where an end is."""
    device = fabric.devices[end.device]
    return Place(
        cabinet=fabric.cabinet_name(end.device),
        spot=device.name if device.height is None else f"{device.height:02d}",
        port=end.port_name or str(end.port),
        device=device.name,
    )


def write(job: Job) -> Files:
    """Return ``labels.csv``; texts that a spreadsheet would run as formulas are neutralised."""
    form = label_format(job)
    rows = [
        (cable.id, name, *label_of(job.fabric, form, cable, near, far), cable.id, "1")
        for cable in job.fabric.cables
        for name, near, far in (("A", cable.a, cable.b), ("B", cable.b, cable.a))
    ]
    return {"labels.csv": human_csv(COLUMNS, rows)}


def label_format(job: Job) -> str:
    """Return the format of an export's labels, checked."""
    return check_format(DEFAULT if job.label_format is None else job.label_format)


def check_format(form: str) -> str:
    """Return a label format; refuse one with an unknown field, a stray brace or too many lines."""
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


def label_of(fabric: Fabric, form: str, cable: Cable, near: End, far: End) -> tuple[str, str]:
    """Return both lines of the label at one end of a cable; ``form`` as `check_format` returns it."""
    values = {"id": cable.id, "length_m": bought_text(cable), "medium": cable.medium, "part": cable.part}
    for side, end in zip(_SIDES, (near, far), strict=True):
        values |= {f"{side}_{what}": text for what, text in vars(place_of(fabric, end)).items()}
    return label_lines(form, values)


def label_lines(form: str, values: Mapping[str, str]) -> tuple[str, str]:
    r"""Return both lines of a label; ``\n`` in the format begins the second.

    ``{near_port:2}`` fills a number up with zeros to two digits; other texts stay as they are.
    """

    def text(token: re.Match[str]) -> str:
        if not token[1]:
            return token[0][0]
        value = values[token[1]]
        digits = value.isascii() and value.isdecimal()
        return value.zfill(int(token[2])) if token[2] and digits else value

    first, _, second = form.partition(r"\n")
    return _TOKEN.sub(text, first), _TOKEN.sub(text, second)


def bought_text(cable: Cable) -> str:
    """Return the metres of the cable in the hand; empty where nobody said."""
    return "" if cable.bought_mm is None else metres_up(cable.bought_mm)


def medium_text(cable: Cable) -> str:
    """Return ``copper`` or ``optical``; empty where nobody chose."""
    return said(cable.medium)


def part_text(cable: Cable) -> str:
    """Return the part number of a cable, and with which other one it is one piece."""
    part = one_line(cable.part)
    return f"{part}, one piece with {cable.piece}" if cable.piece not in {"", cable.id} else part


EXPORTER = Exporter(
    name="labels",
    summary="a CSV for label printers, two rows a cable",
    losses="rates",
    write=write,
    labels=True,
    orders=True,
)
