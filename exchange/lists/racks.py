"""The racks that lists of devices and cables name, before there is a room."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from netfloor.exchange.lists.cable_rows import CableRows
from netfloor.exchange.lists.devices import DeviceBook
from netfloor.exchange.lists.forms.places import unread_units
from netfloor.exchange.lists.list_tables import list_tables
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.read import TableRequest, collector_paused


@dataclass(frozen=True)
class ListedRacks:
    """The racks of some lists.

    Attributes
    ----------
    highest_unit
        Highest rack unit in use, by the name of each rack; 0 if no list states a unit there.
    without
        Number of devices without a rack.
    """

    highest_unit: Mapping[str, int]
    without: int


@collector_paused()
def listed_racks(paths: Sequence[Path], request: TableRequest) -> ListedRacks:
    """Return the racks that lists of devices and cables name, in the order of the lists.

    Raises `InputError` with all problems of all lists, by file and line.
    """
    problems, notes = Problems(), request.report.notes
    tables, from_top = list_tables(paths, CABLES, request, problems)
    problems.include_all(unread_units(tables))
    book = DeviceBook(None, problems, from_top=from_top, grows=True)
    book.read([table for table in tables if table.subject is DEVICES], notes)
    rows = CableRows(book, problems, as_built=True)
    for table in tables:
        if table.subject is CABLES:
            rows.read(table, notes)
    book.settle(notes)
    problems.raise_all()
    highest: dict[str, int] = {}
    for device in book.devices:
        if (rack := device.value("rack")) is not None:
            first = device.number("unit") or device.number("unit_from_top") or 0
            top = first + (device.number("height") or 1) - 1 if first else 0
            highest[str(rack)] = max(highest.get(str(rack), 0), top)
    without = sum("rack" not in device.values for device in book.devices)
    return ListedRacks(highest, without)
