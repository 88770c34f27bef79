"""Sheets for installers: one per cabinet and one per tray, listing cables in working order."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from netfloor.exchange.job import Exporter, Files, Job
from netfloor.exchange.tray_runs import TrayPoint, TrayRuns
from netfloor.exchange.writers.number_text import metres_up
from netfloor.exchange.writers.sheets.labels import (
    DEFAULT,
    Place,
    Wire,
    bought_text,
    installed_note,
    label_format,
    label_of,
    looks_text,
    part_text,
    place_of,
    plugs_of,
)
from netfloor.fabric.fabric import Cable, End, Fabric
from netfloor.foundation.spreadsheet_text import human_csv, one_line
from netfloor.foundation.wording import key_label

COLUMNS = (
    *("Cabinet", "Row", "To", "CableID", "Work", "Unit", "Port"),
    *("FarCabinet", "FarUnit", "FarPort", "Device", "FarDevice"),
    *("Metres", "Medium", "Part", "Trays", "Label"),
)
TRAY_COLUMNS = ("Tray", "CableID", "InAtM", "From", "OutAtM", "To", "Metres", "Part", "Label")
INSIDE = "inside this cabinet"
_NOWHERE = "place not known"
#: Maximum number of cables named in a warning.
_NAMED = 20


@dataclass(frozen=True)
class SheetLine:
    """One line of a cabinet's sheet: one end of a cable.

    Attributes
    ----------
    here, there
        The end in this cabinet and the far end.
    action
        ``pull`` on the first sheet that names the cable, ``connect`` on the second, ``patch``
        inside a cabinet.
    medium
        ``copper`` or ``optical`` once parts are chosen, then the listed category and colour.
    trays
        The trays along the cable, from this end to the far end.
    """

    id: str
    action: str
    here: Place
    there: Place
    length_m: str
    medium: str
    part: str
    trays: tuple[str, ...]
    label: str


@dataclass(frozen=True)
class SheetSection:
    """The lines of cables to one row of cabinets."""

    title: str
    lines: tuple[SheetLine, ...]


@dataclass(frozen=True)
class PullSheet:
    """The sheet of all cables that end in one cabinet."""

    cabinet: str
    row: str
    parts: tuple[SheetSection, ...]

    @property
    def cables(self) -> int:
        """Number of lines."""
        return sum(len(part.lines) for part in self.parts)


def write(job: Job) -> Files:
    """Return ``pull-sheets.csv``, and ``trays.csv`` for a hall with trays; formulas are neutralised."""
    form = label_format(job)
    files = {"pull-sheets.csv": human_csv(COLUMNS, _rows(job, form))}
    if job.trays is not None:
        files["trays.csv"] = human_csv(TRAY_COLUMNS, _tray_rows(job.fabric, job.trays, form))
    return files


def _rows(job: Job, form: str) -> Iterator[tuple[str, ...]]:
    for sheet in sheets(job.fabric, form, job.trays):
        for part in sheet.parts:
            for line in part.lines:
                here, there = line.here, line.there
                places = (here.spot, here.port, there.cabinet, there.spot, there.port)
                names = (one_line(here.device), one_line(there.device))
                bought = (line.length_m, line.medium, line.part, " > ".join(line.trays), line.label)
                yield (sheet.cabinet, sheet.row, part.title, line.id, line.action, *places, *names, *bought)


def _tray_rows(fabric: Fabric, trays: TrayRuns, form: str) -> Iterator[tuple[str, ...]]:
    for sheet in tray_sheets(fabric, trays, form):
        for line in sheet.lines:
            spots = (line.start.at_m, line.start.what, line.end.at_m, line.end.what)
            yield (sheet.tray, line.id, *spots, line.length_m, line.part, line.label)


def sheets(fabric: Fabric, form: str = DEFAULT, trays: TrayRuns | None = None) -> Iterator[PullSheet]:
    """Yield a sheet for each cabinet where a cable ends, in floor order.

    Cables within the cabinet come first, then cables to each row, by row number; within a row, short cables
    come first because they are laid below long ones.
    """
    way = {} if trays is None else {fabric.cables[i].id: names for i, names in trays.trays_of.items()}
    label = _labels(fabric, form)
    first = {cable.trunk or cable.id: cable.id for cable in fabric.pulled}
    ends: dict[int | None, list[tuple[Cable, End, End]]] = {}
    legs = _legs(fabric)
    for cable in fabric.cables:
        if cable.installed:
            continue
        if cable.trunk and legs[_between(cable)][0] is not cable:
            continue
        for near, far in ((cable.a, cable.b), (cable.b, cable.a)):
            home = fabric.devices[near.device].cabinet
            if near is cable.a or home is None or home != fabric.devices[far.device].cabinet:
                ends.setdefault(home, []).append((cable, near, far))
    for home in sorted(ends, key=lambda index: (index is None, index or 0)):
        cabinet = None if home is None else fabric.cabinets[home]
        lines: dict[str, list[SheetLine]] = {}
        for cable, near, far in sorted(ends[home], key=lambda entry: _order(fabric, *entry)):
            lines.setdefault(_row_title(fabric, near, far), []).append(
                _line(fabric, label, (cable, near, far), way.get(first[cable.trunk or cable.id], ()), legs)
            )
        yield PullSheet(
            cabinet=_NOWHERE if cabinet is None else one_line(cabinet.name),
            row="" if cabinet is None else one_line(cabinet.row_name),
            parts=tuple(SheetSection(title, tuple(rows)) for title, rows in lines.items()),
        )


def _order(fabric: Fabric, cable: Cable, near: End, far: End) -> tuple[object, ...]:
    """Return the sort key of a cabinet's cables: row of the far end, length, then the far port."""
    home, away = (fabric.devices[end.device].cabinet for end in (near, far))
    cabinet = fabric.cabinet_of(far.device)
    row = None if cabinet is None else cabinet.row
    inside = away is not None and away == home
    known = (row is None, row or 0, "" if cabinet is None or row is not None else cabinet.row_name)
    place = (-1 if away is None else away, far.device, far.port, near.device, near.port)
    return (not inside, *known, cable.bought_mm or 0, *place)


def _row_title(fabric: Fabric, near: End, far: End) -> str:
    cabinet = fabric.cabinet_of(far.device)
    if cabinet is None:
        return _NOWHERE
    if fabric.devices[near.device].cabinet == fabric.devices[far.device].cabinet:
        return INSIDE
    return "to " + (one_line(cabinet.row_name) or "a row without a name")


def _labels(fabric: Fabric, form: str) -> dict[tuple[str, End], str]:
    """Return the first label line at each end of each link; links of a plug share one."""
    return {
        (cable.id, near): text
        for plug in plugs_of(fabric)
        for text in [one_line(label_of(fabric, form, plug.links)[0])]
        for cable, near, _ in plug.links
    }


def _between(cable: Cable) -> tuple[str, int, int]:
    """Return the key of a trunk segment: the trunk and the panels at its ends."""
    return cable.trunk, cable.a.device, cable.b.device


def _legs(fabric: Fabric) -> dict[tuple[str, int, int], list[Cable]]:
    """Return the links of each trunk segment in order; a segment is one line."""
    legs: dict[tuple[str, int, int], list[Cable]] = {}
    for cable in fabric.cables:
        if cable.trunk:
            legs.setdefault(_between(cable), []).append(cable)
    return legs


def _line(
    fabric: Fabric,
    label: dict[tuple[str, End], str],
    ends: Wire,
    trays: tuple[str, ...],
    legs: dict[tuple[str, int, int], list[Cable]],
) -> SheetLine:
    """Return the line of a cable, or of a whole trunk segment between two panels."""
    cable, near, far = ends
    last = legs.get(_between(cable), [cable])[-1]
    last_near, last_far = (last.a, last.b) if near is cable.a else (last.b, last.a)
    home, away = fabric.devices[near.device].cabinet, fabric.devices[far.device].cabinet
    inside = home is not None and home == away
    first = near is cable.a if home is None or away is None else home < away
    return SheetLine(
        id=cable.trunk or cable.id,
        action="patch" if inside else "pull" if first else "connect",
        here=_to(place_of(fabric, near), place_of(fabric, last_near)),
        there=_to(place_of(fabric, far), place_of(fabric, last_far)),
        length_m=bought_text(cable),
        medium=looks_text(cable),
        part=part_text(cable),
        trays=tuple(one_line(name) for name in (trays if near is cable.a else trays[::-1])),
        label=" to ".join(dict.fromkeys((label[cable.id, near], label[last.id, last_near]))),
    )


def _to(first: Place, last: Place) -> Place:
    """Return the port range between two ports of a device."""
    return first if first == last else replace(first, port=f"{first.port} to {last.port}")


@dataclass(frozen=True)
class TraySpot:
    """Where a cable enters or leaves a tray: metres from the tray's first point, and the neighbour."""

    at_m: str
    what: str


@dataclass(frozen=True)
class TrayLine:
    """One section of a cable in a tray; ``start`` is the end nearer to the tray's first point.

    Links in one piece of cable have separate lines; ``in_hand`` gives the id of the piece.
    """

    id: str
    in_hand: str
    start: TraySpot
    end: TraySpot
    length_m: str
    part: str
    label: str


@dataclass(frozen=True)
class TraySheet:
    """The sheet of all cables in one tray."""

    tray: str
    what: str
    lines: tuple[TrayLine, ...]


def tray_sheets(fabric: Fabric, trays: TrayRuns, form: str) -> Iterator[TraySheet]:
    """Yield a sheet for each occupied tray, in the order of the hall's file.

    Cables are sorted by entry point, then by exit point, from the tray's first point.
    """
    label = _labels(fabric, form)
    for number, runs in trays.of_trays():
        tray = trays.hall.trays[number]
        lines = []
        for run in runs:
            cable = fabric.cables[run.cable]
            lines.append(
                TrayLine(
                    id=cable.trunk or cable.id,
                    in_hand=cable.in_hand,
                    start=_spot(run.start),
                    end=_spot(run.end),
                    length_m=bought_text(cable),
                    part=part_text(cable),
                    label=label[cable.id, cable.a],
                )
            )
        height = (
            f"{tray.height_mm / 1000:g} m above the floor" if tray.height_mm >= 0 else "under the floor"
        )
        yield TraySheet(
            one_line(tray.name), f"{height}, {' and '.join(map(key_label, tray.media))}", tuple(lines)
        )


def _spot(spot: TrayPoint) -> TraySpot:
    return TraySpot(metres_up(spot.at_mm), one_line(spot.what))


def _warnings(job: Job) -> tuple[str, ...]:
    """Name the cables rerouted around full trays, because a plan does not record routes through trays."""
    around = () if job.trays is None else job.trays.around
    told = installed_note(job.fabric)
    if not around:
        return told
    named = ", ".join(job.fabric.cables[index].id for index in around[:_NAMED])
    more = f" and {len(around) - _NAMED} more" if len(around) > _NAMED else ""
    return (*told, f"cables that go around full trays are on no tray's sheet: {named}{more}")


EXPORTER = Exporter(
    name="pull-sheets",
    summary="CSV files of what ends in each cabinet and lies in each tray",
    losses="rates",
    write=write,
    labels=True,
    trays=True,
    orders=True,
    power=True,
    pieces=True,
    warnings=_warnings,
)
