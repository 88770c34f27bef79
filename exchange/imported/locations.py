"""Device locations: the user's CSV that supplements the fabric's file, and the form to fill in."""

from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

from netfloor.exchange.imported.network import router_labels
from netfloor.exchange.lists.subjects import RACKS, UNITS
from netfloor.exchange.tables.fields import UNIT_FROM_TOP, checked_name, units_of
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.read import read_with_or_without_headings
from netfloor.exchange.tables.rows import SubjectRow
from netfloor.exchange.tables.subject import Meaning, TableField, TableSubject
from netfloor.exchange.tables.text_input import source_name
from netfloor.fabric.fabric import Fabric, FloorCabinet
from netfloor.foundation.errors import InputError
from netfloor.foundation.spreadsheet_text import cell, human_csv
from netfloor.topologies.parameters import shown
from netfloor.topologies.router_names import known_by

PLACES = TableSubject(
    "places",
    (
        TableField(
            "switch",
            "router,device,name,node,hostname,server,host,gerat,geratename,appareil,nom,equipo,nombre",
            needed=True,
        ),
        TableField("cabinet", RACKS, needed=True),
        TableField("unit", UNITS),
        TableField("guid", "node guid"),
    ),
)
MAX_UNIT = 1000
#: Columns of the form: first the user's entries, then the data that identifies a switch.
_FORM = ("switch", "cabinet", "unit", "ports", "links", "hosts", "guid", "model", "attached_to")
#: Number of neighbours named in the form.
_FEW = 3


def with_locations(fabric: Fabric, path: Path) -> Fabric:
    """Return a fabric with the locations of a file, which override the fabric's own.

    One device per line: name or GUID, cabinet and, if known, rack unit. An optional header line
    (``switch,cabinet,unit,guid``, in any order) allows further columns, which are ignored, and lines
    without a cabinet, which count as not yet filled in. Raises `InputError` if a device does not exist, is
    repeated, or shares its name with another; if the file belongs to another fabric.
    """
    known, problems = _known(fabric), Problems(source_name(path))
    given, has_headings = read_with_or_without_headings(
        path, "locations", PLACES, ("switch", "cabinet", "unit"), problems
    )
    filled = [row for row in given if "cabinet" in row or not has_headings]
    if len(given) > 1 and not any(_matches(row, known) for row in given):
        what = f"none of its {len(given):,} names is in {shown(fabric.name)}, such as "
        what += repr(shown(_name(given[0])))
        raise InputError(source_name(path), what, "the places of this fabric's switches")
    devices = list(fabric.devices)
    floor = {cabinet.name: index for index, cabinet in enumerate(fabric.cabinets)}
    seen: dict[int, str] = {}
    for row in filled:
        with problems.collecting():
            index, cabinet, unit, span = _place(row, known)
            if index in seen:
                raise InputError(
                    row.where, f"{shown(_name(row))!r} is given twice ({seen[index]})", "one line each"
                )
            seen[index] = row.where
            place = floor.setdefault(cabinet, len(floor))
            device = replace(devices[index], cabinet=place, unit=unit, units=span or devices[index].units)
            if (meaning := _unit_meaning(row)) and meaning.from_top and unit is not None:
                attributes = {**device.attributes, UNIT_FROM_TOP: str(unit)}
                device = replace(device, unit=None, attributes=attributes)
            devices[index] = device
    problems.raise_all()
    cabinets = (*fabric.cabinets, *(FloorCabinet(name) for name in list(floor)[len(fabric.cabinets) :]))
    return _without_emptied(replace(fabric, devices=tuple(devices), cabinets=cabinets), fabric)


def _without_emptied(fabric: Fabric, before: Fabric) -> Fabric:
    """Return a fabric without the cabinets emptied by the move; cabinets of the hall stay."""
    held, holding = ({device.cabinet for device in item.devices} for item in (before, fabric))
    left = [index for index in range(len(fabric.cabinets)) if index in holding or index not in held]
    place = {old: new for new, old in enumerate(left)}
    devices = (
        replace(device, cabinet=None if device.cabinet is None else place[device.cabinet])
        for device in fabric.devices
    )
    return replace(fabric, devices=tuple(devices), cabinets=tuple(fabric.cabinets[old] for old in left))


def _unit_meaning(row: SubjectRow) -> Meaning | None:
    column = row.table.columns.get("unit")
    return column.meaning if column else None


def _name(row: SubjectRow) -> str:
    return row.text("switch") or row.text("guid")


def _known(fabric: Fabric) -> dict[str, list[int]]:
    """Return the devices by each name that a line may use."""
    known: dict[str, list[int]] = defaultdict(list)
    names = Counter(device.name for device in fabric.devices)
    switches = {fabric.devices[index].name: index for index in fabric.switches}
    for name, index in known_by(switches).items():
        if name not in names:  # 0 matches r0 and vice versa
            known[name].append(index)
    for index, device in enumerate(fabric.devices):
        known[device.name].append(index)
        if device.guid is not None:
            known[f"0x{device.guid:016x}"].append(index)
    for index, label in zip(fabric.switches, router_labels(fabric), strict=True):
        for name in {label, cell(label)}:  # as in the form
            if name not in known:
                known[name].append(index)
    return known


def _matches(row: SubjectRow, known: dict[str, list[int]]) -> list[int]:
    """Return the devices that match a line."""
    name = _name(row)
    return known.get(name) or known.get(_as_guid(name)) or known.get(_as_guid(row.text("guid")), [])


def _place(row: SubjectRow, known: dict[str, list[int]]) -> tuple[int, str, int | None, int | None]:
    """Return the device, cabinet and unit of a line, and the height of a unit range such as 40-41."""
    name, matches = _name(row), _matches(row, known)
    if not matches:
        raise InputError(row.where, f"there is no device {shown(name)!r}", "a name or GUID of the fabric")
    if len(matches) > 1:
        matches = known.get(_as_guid(row.text("guid")), matches)
    if len(matches) > 1:
        raise InputError(row.where, f"{len(matches)} devices are called {shown(name)!r}", "its GUID")
    cabinet = checked_name(row.text("cabinet"), row.where, "a cabinet")
    text = row.text("unit")
    unit, span = units_of(text, row.where, 0, MAX_UNIT) if text else (None, None)
    return matches[0], cabinet, unit, span


def _as_guid(text: str) -> str:
    digits = text.lower().removeprefix("0x")
    return f"0x{digits:0>16}" if text.lower().startswith("0x") else ""


def places_form(fabric: Fabric) -> str:
    """Return a CSV form of the switches, with cabinet and unit where known.

    Columns: the switch's name, cabinet, rack unit, port count, cables to switches, cables to servers, GUID,
    model, and the first attached devices.
    """
    rows = []
    for index, label in zip(fabric.switches, router_labels(fabric), strict=True):
        device = fabric.devices[index]
        far = [fabric.devices[fabric.far_end(index, cable).device] for _, cable in fabric.cables_of[index]]
        links = sum(other.kind == device.kind for other in far)
        # server names are more informative than switches' factory names
        names = dict.fromkeys(other.name for other in sorted(far, key=lambda item: item.kind))
        attached = " | ".join(list(names)[:_FEW]) + (" ..." if len(names) > _FEW else "")
        unit = "" if device.unit is None else str(device.unit)
        guid = "" if device.guid is None else f"0x{device.guid:016x}"
        counts = (str(device.ports), str(links), str(len(far) - links))
        rows.append((label, fabric.cabinet_name(index), unit, *counts, guid, device.model, attached))
    return human_csv(_FORM, rows)
