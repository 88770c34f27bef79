"""Where devices stand: a CSV of the user's beside the fabric's own file, and the one to be filled in."""

from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

from netfloor.exchange.imported.network import router_labels
from netfloor.exchange.readers.input.fields import checked_name, whole
from netfloor.exchange.readers.input.tables import Columns, Record, csv_table, has_columns, records
from netfloor.exchange.readers.input.text_input import checked_text, source_name
from netfloor.fabric.fabric import Fabric, FloorCabinet
from netfloor.foundation.errors import InputError
from netfloor.foundation.spreadsheet_text import cell, human_csv
from netfloor.topologies.parameters import shown
from netfloor.topologies.router_names import known_by

COLUMNS: Columns = {
    "switch": ("switch", "router", "device", "name"),
    "cabinet": ("cabinet", "rack"),
    "unit": ("unit", "u", "rack_unit"),
    "guid": ("guid",),
}
NEEDED = ("switch", "cabinet")
MOST_UNIT = 1000
#: Of the file to be filled in: what a person writes, then what a switch is known by.
_FORM = ("switch", "cabinet", "unit", "ports", "links", "hosts", "guid", "model", "attached_to")
#: Neighbours that are named there.
_FEW = 3


def with_locations(fabric: Fabric, path: Path) -> Fabric:
    """Return a fabric with the places that a file gives; they beat those of the fabric.

    One device a line: name or GUID, cabinet and, where known, rack unit. A first line of headings
    (``switch,cabinet,unit,guid``, in any order) allows more columns, which are passed over, and
    lines without a cabinet, which nobody has filled in yet.

    Raises
    ------
    InputError
        If a device does not exist, comes twice, or has the name of another; if the file is that of
        another fabric.
    """
    known = _known(fabric)
    given, filled = _records(path)
    if len(given) > 1 and not any(_matches(record, known) for record in given):
        what = f"none of its {len(given):,} names is in {shown(fabric.name)}, such as "
        what += repr(shown(given[0].text("switch") or given[0].text("guid")))
        raise InputError(source_name(path), what, "the places of this fabric's switches")
    devices = list(fabric.devices)
    floor = {cabinet.name: index for index, cabinet in enumerate(fabric.cabinets)}
    seen: dict[int, str] = {}
    for record in filled:
        index, cabinet, unit = _place(record, known)
        if index in seen:
            name = shown(record.text("switch"))
            raise InputError(record.where, f"{name!r} is given twice ({seen[index]})", "one line each")
        seen[index] = record.where
        place = floor.setdefault(cabinet, len(floor))
        devices[index] = replace(devices[index], cabinet=place, unit=unit)
    cabinets = (*fabric.cabinets, *(FloorCabinet(name) for name in list(floor)[len(fabric.cabinets) :]))
    return replace(fabric, devices=tuple(devices), cabinets=cabinets)


def _records(path: Path) -> tuple[list[Record], list[Record]]:
    """Return all lines of a file, with headings or without, and those that say a place."""
    table = csv_table(checked_text(path, "locations"), source_name(path))
    rows = tuple(row for row in table.rows if not row.is_empty and not row.cells[0].startswith("#"))
    table = replace(table, rows=rows)
    if has_columns(table, COLUMNS, NEEDED):
        given = list(records(table, COLUMNS, NEEDED))
        return given, [record for record in given if record.text("cabinet")]
    plain = []
    for row in rows:
        if len(row.cells) not in {2, 3}:
            expected = "switch,cabinet or switch,cabinet,unit; a first line of headings allows more"
            raise InputError(row.where, f"{len(row.cells)} columns", expected)
        plain.append(Record(row.where, dict(zip(COLUMNS, row.cells, strict=False))))
    return plain, plain


def _known(fabric: Fabric) -> dict[str, list[int]]:
    """Return the devices by each name that a line may give."""
    known: dict[str, list[int]] = defaultdict(list)
    names = Counter(device.name for device in fabric.devices)
    switches = {fabric.devices[index].name: index for index in fabric.switches}
    for name, index in known_by(switches).items():
        if name not in names:  # 0 for r0, and the other way round
            known[name].append(index)
    for index, device in enumerate(fabric.devices):
        known[device.name].append(index)
        if device.guid is not None:
            known[f"0x{device.guid:016x}"].append(index)
    for index, label in zip(fabric.switches, router_labels(fabric), strict=True):
        for name in {label, cell(label)}:  # as the form to be filled in writes it
            if name not in known:
                known[name].append(index)
    return known


def _matches(record: Record, known: dict[str, list[int]]) -> list[int]:
    """Return the devices that a line may mean."""
    name = record.text("switch") or record.text("guid")
    return known.get(name) or known.get(_as_guid(name)) or known.get(_as_guid(record.text("guid")), [])


def _place(record: Record, known: dict[str, list[int]]) -> tuple[int, str, int | None]:
    """Return device, cabinet and unit of a line."""
    name = record.text("switch") or record.text("guid")
    matches = _matches(record, known)
    if not matches:
        raise InputError(
            record.where, f"there is no device {shown(name)!r}", "a name or GUID of the fabric"
        )
    if len(matches) > 1:
        matches = known.get(_as_guid(record.text("guid")), matches)
    if len(matches) > 1:
        raise InputError(record.where, f"{len(matches)} devices are called {shown(name)!r}", "its GUID")
    cabinet = checked_name(record.text("cabinet"), record.where, "a cabinet")
    text = record.text("unit").upper().removeprefix("U")
    return matches[0], cabinet, whole(text, record.where, "unit", 0, MOST_UNIT) if text else None


def _as_guid(text: str) -> str:
    digits = text.lower().removeprefix("0x")
    return f"0x{digits:0>16}" if text.lower().startswith("0x") else ""


def places_form(fabric: Fabric) -> str:
    """Return the switches as a CSV to be filled in: cabinet and unit where the fabric has them.

    Columns: the switch's own name, cabinet, rack unit, ports that it has, cables to switches, cables to
    hosts, GUID, model, and the first devices that it is attached to.
    """
    rows = []
    for index, label in zip(fabric.switches, router_labels(fabric), strict=True):
        device = fabric.devices[index]
        far = [fabric.devices[fabric.far_end(index, cable).device] for _, cable in fabric.cables_of[index]]
        links = sum(other.kind == device.kind for other in far)
        # hosts tell a person more than switches of a factory name
        names = dict.fromkeys(other.name for other in sorted(far, key=lambda one: one.kind))
        attached = " | ".join(list(names)[:_FEW]) + (" ..." if len(names) > _FEW else "")
        unit = "" if device.unit is None else str(device.unit)
        guid = "" if device.guid is None else f"0x{device.guid:016x}"
        counts = (str(device.ports), str(links), str(len(far) - links))
        rows.append((label, fabric.cabinet_name(index), unit, *counts, guid, device.model, attached))
    return human_csv(_FORM, rows)
