"""Columns with rack and unit in one cell, such as ``A1-U38``, split in two."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from netfloor.exchange.lists.subjects import PLACE_PATTERN
from netfloor.exchange.tables.columns import TableColumn
from netfloor.exchange.tables.heading_lines import cell_at, column_letter
from netfloor.exchange.tables.headings.layout import RACK_PATTERN, SKIPPED
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.rows import SubjectTable
from netfloor.exchange.tables.subject import HeadingReader, Meaning, label
from netfloor.exchange.tables.tables import TableRow
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_NAMED = 10
_BEGINS_WITH_UNIT = re.compile(r"(?:r?u|ou|ur|he)\s?[0-9]{1,2}(?![0-9])", re.IGNORECASE)
#: A rack, and a text that begins like a unit and is none: ``A1-U21xx``.
_NO_UNIT = re.compile(rf"{PLACE_PATTERN}([^\W\d_]\w{{0,6}})")
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


def unread_units(tables: Sequence[SubjectTable]) -> Iterator[InputError]:
    """Yield a problem for each column beside racks that is not read and names a unit in some cells.

    Other cells keep it from being read as units, such as ``bay 3`` below ``Location``: a device whose unit
    is stated must not be placed elsewhere.
    """
    for table in tables:
        reader = HeadingReader(table.subject)
        second = table.columns.get("device_b")
        for index, heading in table.further:
            meaning = reader.likely(table.layout.columns[index].heading, "unit")
            if meaning is None or table.layout.columns[index].meaning:
                continue
            side = meaning.side or ("b" if second and index > second.index else "a")
            rack, unit = (f"{name}_{side}" if meaning.field.sided else name for name in ("rack", "unit"))
            if rack not in table.columns or unit in table.columns:
                continue
            rows = table.table.rows[table.layout.first :]
            cells = [(cell, row.where) for row in rows if (cell := cell_at(row.cells, index))]
            units = [(cell, where) for cell, where in cells if _BEGINS_WITH_UNIT.match(cell)]
            for cell, where in units[:1]:
                alike = [item.heading for item in table.layout.columns].count(
                    table.layout.columns[index].heading
                )
                named = shown(heading) if alike == 1 else column_letter(index)
                counted = f"{len(units):,} of {count_text(len(cells), 'cell')}"
                what = f"{shown(heading)!r} names a unit in {counted}, {shown(cell[:40])!r}"
                option = f'{setting("map")} "{named}='
                remedy = f'{option}{label(unit)}" if all are units, {option}{SKIPPED}" for any units'
                yield InputError(where, what, remedy)


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
        return alone.get(match[1], match[1]), match[2] + match[3]
    if match := _NO_UNIT.fullmatch(text):  # refused where units are read
        return alone.get(match[1], match[1]), match[2] + match[4]
    return (text, "") if re.fullmatch(RACK_PATTERN, text) else ("", "")


def _racks_alone(places: Sequence[str]) -> dict[str, str]:
    """Return the racks in locations such as ``Hall A > Rack 01 > U4``, without the hall if unambiguous."""
    racks = {match[1] for text in {*places} if (match := re.fullmatch(PLACE_PATTERN, text[:80]))}
    last = Counter(rack.rpartition(">")[2].strip() for rack in racks)
    return {rack: own for rack in racks if last[own := rack.rpartition(">")[2].strip()] == 1}
