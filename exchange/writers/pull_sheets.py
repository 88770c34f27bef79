"""Sheets for installers: one a cabinet, every cable that ends there in the order of the work."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from exchange.fabric import Cable, End, Fabric
from exchange.human_text import one_line
from exchange.job import Exporter, Files, Job
from exchange.label_format import DEFAULT, check_format
from exchange.place_text import Place, place_of
from exchange.writers.sheet_text import bought_text, label_text, part_text
from exchange.writers.tray_sheets import tray_sheets

if TYPE_CHECKING:
    from jinja2 import Template

#: What the page may load: nothing but the styles within it.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
INSIDE = "inside this cabinet"
_NOWHERE = "place not known"
#: Most cables that a warning names.
_NAMED = 20


@dataclass(frozen=True)
class Line:
    """One end of a cable on the sheet of its cabinet.

    Attributes
    ----------
    here, there
        The end in this cabinet and the other one.
    action
        ``pull`` on the first sheet that names the cable, ``connect`` on the second, ``patch``
        inside a cabinet.
    """

    id: str
    action: str
    here: Place
    there: Place
    length_m: str
    part: str
    label: str


@dataclass(frozen=True)
class Part:
    """Lines to one row of cabinets."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Sheet:
    """All that ends in one cabinet."""

    cabinet: str
    row: str
    parts: tuple[Part, ...]

    @property
    def cables(self) -> int:
        """Number of lines."""
        return sum(len(part.lines) for part in self.parts)


def write(job: Job) -> Files:
    """Return ``pull-sheets.html``: no script, nothing loaded, everything escaped."""
    form = check_format(DEFAULT if job.label_format is None else job.label_format)
    page = _template().render(
        name=one_line(job.fabric.name),
        sheets=list(sheets(job.fabric, form)),
        trays=[] if job.trays is None else list(tray_sheets(job.fabric, job.trays, form)),
        policy=POLICY,
    )
    return {"pull-sheets.html": page}


def sheets(fabric: Fabric, form: str = DEFAULT) -> Iterator[Sheet]:
    """Yield a sheet for each cabinet that a cable ends in, in the order of the floor.

    First the cables that stay inside, then those to each row of cabinets, the nearest row
    number first; within a row the short ones first, which are laid below the long ones.
    """
    ends: dict[int | None, list[tuple[Cable, End, End]]] = {}
    for cable in fabric.cables:
        for near, far in ((cable.a, cable.b), (cable.b, cable.a)):
            home = fabric.devices[near.device].cabinet
            if near is cable.a or home is None or home != fabric.devices[far.device].cabinet:
                ends.setdefault(home, []).append((cable, near, far))
    for home in sorted(ends, key=lambda index: (index is None, index or 0)):
        cabinet = None if home is None else fabric.cabinets[home]
        lines: dict[str, list[Line]] = {}
        for cable, near, far in sorted(ends[home], key=lambda entry: _order(fabric, *entry)):
            lines.setdefault(_row_title(fabric, near, far), []).append(
                _line(fabric, form, cable, near, far)
            )
        yield Sheet(
            cabinet=_NOWHERE if cabinet is None else one_line(cabinet.name),
            row="" if cabinet is None else one_line(cabinet.row_name),
            parts=tuple(Part(title, tuple(rows)) for title, rows in lines.items()),
        )


def _order(fabric: Fabric, cable: Cable, near: End, far: End) -> tuple[object, ...]:
    """Return what sorts the cables of a cabinet: row of the far end, length, then the far port."""
    away, here = fabric.devices[far.device], fabric.devices[near.device]
    cabinet = fabric.cabinet_of(far.device)
    row = None if cabinet is None else cabinet.row
    inside = away.cabinet is not None and away.cabinet == here.cabinet
    known = (row is None, row or 0, "" if cabinet is None or row is not None else cabinet.row_name)
    place = (-1 if away.cabinet is None else away.cabinet, far.device, far.port, near.device, near.port)
    return (not inside, *known, cable.bought_mm or 0, *place)


def _row_title(fabric: Fabric, near: End, far: End) -> str:
    cabinet = fabric.cabinet_of(far.device)
    if cabinet is None:
        return _NOWHERE
    if fabric.devices[near.device].cabinet == fabric.devices[far.device].cabinet:
        return INSIDE
    return "to " + (one_line(cabinet.row_name) or "a row without a name")


def _line(fabric: Fabric, form: str, cable: Cable, near: End, far: End) -> Line:
    home, away = fabric.devices[near.device].cabinet, fabric.devices[far.device].cabinet
    inside = home is not None and home == away
    first = near is cable.a if home is None or away is None else home < away
    return Line(
        id=cable.id,
        action="patch" if inside else "pull" if first else "connect",
        here=place_of(fabric, near),
        there=place_of(fabric, far),
        length_m=bought_text(cable),
        part=part_text(cable),
        label=label_text(fabric, form, cable, near, far),
    )


@cache
def _template() -> "Template":
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    environment = Environment(
        loader=PackageLoader("exchange", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("pull_sheets.html.jinja")


def _warnings(job: Job) -> tuple[str, ...]:
    """Name the cables that go around full trays: a plan does not hold the trays of their ways."""
    around = () if job.trays is None else job.trays.around
    if not around:
        return ()
    named = ", ".join(job.fabric.cables[index].id for index in around[:_NAMED])
    more = f" and {len(around) - _NAMED} more" if len(around) > _NAMED else ""
    return (f"cables that go around full trays are on no tray's sheet: {named}{more}",)


EXPORTER = Exporter(
    name="pull-sheets",
    summary="a printable page, a sheet for each cabinet and each tray",
    losses="rates",
    write=write,
    labels=True,
    trays=True,
    orders=True,
    warnings=_warnings,
)
