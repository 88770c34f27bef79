"""Sheets of one device with a label and a value in each row, as openDCIM's work orders have them.

``Device Label | sw-core-01``, ``Manufacturer | Arista``, ``Target Cabinet | A07``, ``Position | 40``: the
labels become the headings, the values the only row.
"""

from dataclasses import replace

from netfloor.exchange.lists.subjects import DEVICES
from netfloor.exchange.tables.subject import HeadingReader, words_of
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.topologies.parameters import shown

#: Known labels of such a sheet, and its rows, at least and at most.
_FEWEST_KNOWN, _MAX_ROWS = 3, 60
#: Words before the label of a place.
_BEFORE = frozenset({"target", "destination", "ziel", "new"})


def device_of_labels(table: TextTable, notes: list[str]) -> TextTable | None:
    """Return a table of one device for a sheet of labels and values, None for another table."""
    rows = [row for row in table.rows if not row.is_empty]
    if not _FEWEST_KNOWN <= len(rows) <= _MAX_ROWS:
        return None
    if any(not row.cells[0] or any(row.cells[2:]) for row in rows):
        return None
    labels, reader = [_label(row.cells[0]) for row in rows], HeadingReader(DEVICES)
    known = {meaning.field.name for label in labels if (meaning := reader.meaning(label))}
    if "name" not in known or len(known) < _FEWEST_KNOWN or len({*labels}) < len(labels):
        return None
    values = tuple(row.cells[1] if len(row.cells) > 1 else "" for row in rows)
    where = rows[0].where
    notes.append(f"{where}: labels below {shown(labels[0])!r} and their values, read as one device")
    result = TableRow(where, tuple(labels)), TableRow(where, values)
    return replace(table, rows=result, titles=frozenset())


def _label(text: str) -> str:
    """Return a label without a colon, and without the word before that of a place: ``Target Cabinet``."""
    label = text.strip().rstrip(":").strip()
    first, _, rest = label.partition(" ")
    return rest if rest and {*words_of(first)} & _BEFORE else label
