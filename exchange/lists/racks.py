"""The racks that lists of devices and cables name, before there is a room."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from netfloor.exchange.lists.cable_rows import CableRows
from netfloor.exchange.lists.cables import read_cables
from netfloor.exchange.lists.cabling import panel_numbers
from netfloor.exchange.lists.cells.rack_names import rack_key
from netfloor.exchange.lists.devices import DeviceBook
from netfloor.exchange.lists.forms.places import unread_units
from netfloor.exchange.lists.list_tables import list_tables
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.lists.units import check_units
from netfloor.exchange.tables.kinds import kinds_by_patterns
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
        Height of each device without a rack; 1 if unknown.
    heights
        Height in units of the racks of which a list of racks states it.
    """

    highest_unit: Mapping[str, int]
    without: Sequence[int]
    heights: Mapping[str, int] = field(default_factory=dict)


@collector_paused()
def listed_racks(paths: Sequence[Path], request: TableRequest) -> ListedRacks:
    """Return the racks that lists of devices and cables name, in the order of the lists.

    Raises `InputError` with all problems of all lists, by file and line: those that no room can solve.
    """
    problems, notes = Problems(), request.report.notes
    tables, racks = list_tables(paths, CABLES, request, problems)
    problems.include_all(unread_units(tables))
    book = DeviceBook(None, problems, from_top=racks.from_top, grows=True)
    book.join_spellings(tables)
    book.read([table for table in tables if table.subject is DEVICES], notes)
    rows = CableRows(book, problems)
    for table in tables:
        if table.subject is CABLES:
            rows.read(table, notes)
    book.settle(notes)
    check_units(book.devices, None, problems)
    panels = book.panels
    with problems.collecting():
        by_pattern = kinds_by_patterns(book.names, request.patterns)
        panels = panel_numbers(book, rows.cables, by_pattern)
    read_cables(rows.cables, book.names, panels, problems)
    problems.raise_all()
    highest: dict[str, int] = {}
    for device in book.devices:
        if (rack := device.value("rack")) is not None:
            first = device.number("unit") or device.number("unit_from_top") or 0
            top = first + (device.number("height") or 1) - 1 if first else 0
            highest[str(rack)] = max(highest.get(str(rack), 0), top)
    free = (device.number("height") for device in book.devices if "rack" not in device.values)
    without = [1 if height is None else height for height in free]
    heights = {rack_key(name): units for name, units in racks.heights.items()}
    of_lists = {name: heights[key] for name in highest if (key := rack_key(name)) in heights}
    return ListedRacks(highest, without, of_lists)
