"""Which lists are of devices and which of cables, by their headings."""

from collections.abc import Sequence
from pathlib import Path

from netfloor.exchange.readers.input.tables import column_name, read_tables
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown


def sorted_lists(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Return the lists of devices and those of cables.

    Raises
    ------
    InputError
        If the headings of a file name neither, or there is no list of devices.
    """
    devices, cables = [], []
    for path in paths:
        headings = _headings(path)
        if {"a", "b"} <= headings:
            cables.append(path)
        elif "name" in headings:
            devices.append(path)
        else:
            advice = (
                "name, kind, rack, unit, height ... for devices; a, port a, b, port b, rate ... for cables"
            )
            raise InputError(str(path), "has neither the headings of devices nor those of cables", advice)
    if not devices:
        raise InputError(
            "lists", "hold no devices", "give a list with the heading name, such as devices.csv"
        )
    return devices, cables


def _headings(path: Path) -> set[str]:
    """Return the headings of the table: its first row that is not empty nor a comment."""
    filled = [
        (table.sheet, rows)
        for table in read_tables(path, "list")
        if (rows := [row for row in table.rows if not row.is_empty and not row.cells[0].startswith("#")])
    ]
    if len(filled) > 1:
        names = ", ".join(repr(shown(sheet)) for sheet, _ in filled)
        what = f"has {len(filled)} filled sheets: {names}"
        raise InputError(str(path), what, "one list a file: save each sheet by itself")
    return set(map(column_name, filled[0][1][0].cells)) if filled else set()
