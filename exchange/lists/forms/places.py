"""Columns with rack and unit in one cell, such as ``A1-U38``, split in two."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from netfloor.exchange.lists.subjects import PLACE_PATTERN
from netfloor.exchange.tables.columns import TableColumn
from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.layout import RACK_PATTERN
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.subject import Meaning
from netfloor.exchange.tables.tables import TableRow
from netfloor.topologies.parameters import shown

_NAMED = 10
#: Between the heading of a location and what a column made from it holds.
OF_PLACE = ": "


def with_split_places(tables: Sequence[SubjectTable], notes: list[str]) -> list[SubjectTable]:
    """Return tables with location columns split into rack and unit columns, to the right of all others.

    A table that already has a rack for an end keeps it, and its location column stays an extra column. A
    rack alone has no unit; other texts are left out with a note.
    """
    return [
        _split(table, notes) if any(key.startswith("place") for key in table.columns) else table
        for table in tables
    ]


def _split(table: SubjectTable, notes: list[str]) -> SubjectTable:
    columns = list(table.layout.columns)
    sources: list[int] = []
    for key, column in table.columns.items():
        if not key.startswith("place"):
            continue
        side = key.removeprefix("place_") if column.meaning and column.meaning.field.sided else ""
        columns[column.index] = replace(column, meaning=None)
        names = [f"rack_{side}", f"unit_{side}"] if side else ["rack", "unit"]
        if any(name in table.columns for name in names):
            continue
        sources.append(column.index)
        for name in ("rack", "unit"):
            meaning = Meaning(table.subject.by_name[name], side)
            if column.meaning is not None:  # a blank location is a blank rack and unit
                own = column.meaning
                meaning = replace(meaning, as_above=own.as_above, as_written=own.as_written)
            columns.append(TableColumn(len(columns), f"{column.heading}{OF_PLACE}{name}", meaning))
    width = len(table.layout.columns)
    rows = list(table.table.rows)
    body = rows[table.layout.first :]
    alone = _racks_alone([cell_at(row.cells, index) for row in body for index in sources])
    odd: list[str] = []
    for number in range(table.layout.first, len(rows)):
        cells = [*rows[number].cells[:width], *[""] * (width - len(rows[number].cells))]
        for index in sources:
            place = _rack_and_unit(cells[index][:80].strip(), alone)
            if cells[index] and not any(place) and sum(map(bool, cells)) > 1:
                odd.append(f"{rows[number].where} ({shown(cells[index][:40])!r})")
            cells += place
        rows[number] = TableRow(rows[number].where, tuple(cells) if any(cells) else ())
    if odd:
        notes.append(f"locations without rack and unit are left out: {shortened(odd, _NAMED)}")
    layout = replace(table.layout, columns=tuple(columns))
    return replace(table, table=replace(table.table, rows=tuple(rows)), layout=layout)


def _rack_and_unit(text: str, alone: Mapping[str, str]) -> tuple[str, str]:
    """Return rack and unit of a location, or a rack alone; both blank for another text."""
    if match := re.fullmatch(PLACE_PATTERN, text):
        return alone.get(match[1], match[1]), match[2]
    return (text, "") if re.fullmatch(RACK_PATTERN, text) else ("", "")


def _racks_alone(places: Sequence[str]) -> dict[str, str]:
    """Return the racks in locations such as ``Hall A > Rack 01 > U4``, without the hall if unambiguous."""
    racks = {match[1] for text in {*places} if (match := re.fullmatch(PLACE_PATTERN, text[:80]))}
    last = Counter(rack.rpartition(">")[2].strip() for rack in racks)
    return {rack: own for rack in racks if last[own := rack.rpartition(">")[2].strip()] == 1}
