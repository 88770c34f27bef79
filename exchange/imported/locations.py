"""Where devices stand, from a CSV of the user's beside the fabric's own file."""

from collections import defaultdict
from dataclasses import replace
from pathlib import Path

from netfloor.exchange.fabric import Fabric, FloorCabinet
from netfloor.exchange.readers.input.fields import checked_name, whole
from netfloor.exchange.readers.input.tables import TableRow, csv_table
from netfloor.exchange.readers.input.text_input import checked_text, source_name
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

COLUMNS = "router,cabinet or router,cabinet,unit; the router by its name or as 0x and its GUID"
_HEADINGS = ("router", "cabinet")
MOST_UNIT = 1000


def with_locations(fabric: Fabric, path: Path) -> Fabric:
    """Return a fabric with the places that a file gives; they beat those of the fabric.

    One device a line: name or GUID, cabinet and, where known, rack unit. A first line
    ``router,cabinet`` is a heading.

    Raises
    ------
    InputError
        If a device does not exist, comes twice, or has the name of another.
    """
    table = csv_table(checked_text(path, "locations"), source_name(path))
    known = _known(fabric)
    devices = list(fabric.devices)
    floor = {cabinet.name: index for index, cabinet in enumerate(fabric.cabinets)}
    seen: dict[int, str] = {}
    rows = [row for row in table.rows if not row.is_empty and not row.cells[0].startswith("#")]
    for number, row in enumerate(rows):
        if number == 0 and tuple(cell.lower() for cell in row.cells[:2]) == _HEADINGS:
            continue
        index, cabinet, unit = _place(row, known)
        if index in seen:
            raise InputError(
                row.where, f"{shown(row.cells[0])!r} comes twice ({seen[index]})", "one line each"
            )
        seen[index] = row.where
        place = floor.setdefault(cabinet, len(floor))
        devices[index] = replace(devices[index], cabinet=place, unit=unit)
    cabinets = (*fabric.cabinets, *(FloorCabinet(name) for name in list(floor)[len(fabric.cabinets) :]))
    return replace(fabric, devices=tuple(devices), cabinets=cabinets)


def _known(fabric: Fabric) -> dict[str, list[int]]:
    """Return the devices by each name that a line may give."""
    known: dict[str, list[int]] = defaultdict(list)
    for index, device in enumerate(fabric.devices):
        known[device.name].append(index)
        if device.guid is not None:
            known[f"0x{device.guid:016x}"].append(index)
    return known


def _place(row: TableRow, known: dict[str, list[int]]) -> tuple[int, str, int | None]:
    """Return device, cabinet and unit of a line."""
    cells = [cell.strip() for cell in row.cells]
    if len(cells) not in {2, 3}:
        raise InputError(row.where, f"{len(cells)} columns", COLUMNS)
    matches = known.get(cells[0]) or known.get(_as_guid(cells[0]), [])
    if not matches:
        raise InputError(
            row.where, f"there is no device {shown(cells[0])!r}", "a name or GUID of the fabric"
        )
    if len(matches) > 1:
        raise InputError(row.where, f"{len(matches)} devices are called {shown(cells[0])!r}", "its GUID")
    cabinet = checked_name(cells[1], row.where, "a cabinet")
    text = cells[2].upper().removeprefix("U") if len(cells) == 3 else ""
    return matches[0], cabinet, whole(text, row.where, "unit", 0, MOST_UNIT) if text else None


def _as_guid(text: str) -> str:
    digits = text.lower().removeprefix("0x")
    return f"0x{digits:0>16}" if text.lower().startswith("0x") else ""
