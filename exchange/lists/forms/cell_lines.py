"""Several cables in one row, on lines of their own in its cells: ``R1-U24-P8A to R1-U1-P3A``, Alt+Enter."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from netfloor.exchange.lists.forms.ends.end_pairs import is_pair
from netfloor.exchange.lists.subjects import CABLES
from netfloor.exchange.tables.heading_lines import MAX_ABOVE
from netfloor.exchange.tables.headings.layout import Asked, Layout, find_layout
from netfloor.exchange.tables.subject import HeadingReader
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: Fields of an end whose cells have a line for each cable.
_OF_CABLES = frozenset({"device", "port"})


def with_lines_apart(table: TextTable, notes: list[str], asked: Asked) -> TextTable:
    """Return a table with a row for each line of cells that state several cables, with the other cells.

    Every line of a cell is a pair of ends, or device and port columns of a row have equally many lines. Two
    lines that are one end each are one pair. Raises `InputError` if such columns differ in their lines.
    """
    if not any("\n" in cell for row in table.rows for cell in row.cells):
        return table
    layout = find_layout(table, CABLES, asked)
    ids = _id_columns(table)
    rows: list[TableRow] = []
    titles: list[int] = []
    parts = 0
    first = ""
    for number, given in enumerate(table.rows):
        titles += [len(rows)] if number in table.titles else []
        lines = {i: _lines(cell) for i, cell in enumerate(given.cells) if "\n" in cell}
        row = _with_ends_joined(given, lines)
        count = _cables(row, lines, layout) if layout is None or number >= layout.first else 1
        if count == 1:
            rows.append(row)
            continue
        first, parts = first or row.where, parts + count
        rows += [_line_of(row, lines, line, count, ids) for line in range(count)]
    if first:
        notes.append(f"{first}: lines within cells are a cable each: {count_text(parts, 'cable')}")
    return replace(table, rows=tuple(rows), titles=frozenset(titles))


def _lines(cell: str) -> list[str]:
    return [line.strip() for line in cell.splitlines() if line.strip()]


def _id_columns(table: TextTable) -> set[int]:
    """Return the columns whose headings surely name the cables' ids."""
    reader = HeadingReader(CABLES)
    return {
        index
        for row in table.rows[:MAX_ABOVE]
        for index, cell in enumerate(row.cells)
        if (meaning := reader.meaning(cell)) and meaning.field.name == "id" and meaning.is_sure
    }


def _with_ends_joined(row: TableRow, lines: dict[int, list[str]]) -> TableRow:
    """Return a row whose cells of two lines, an end of a cable each, are on one line."""
    joined = {
        index: text
        for index, own in lines.items()
        if len(own) == 2 and not any(map(is_pair, own)) and is_pair(text := " / ".join(own))
    }
    for index in joined:
        del lines[index]
    return replace(row, cells=tuple(joined.get(i, cell) for i, cell in enumerate(row.cells)))


def _cables(row: TableRow, lines: Mapping[int, Sequence[str]], layout: Layout | None) -> int:
    """Return the number of cables that the lines of a row's cells state, 1 if they state no others."""
    if layout is None:
        return max((len(own) for own in lines.values() if all(map(is_pair, own))), default=1)
    of_ends = [
        len(lines[column.index])
        for column in layout.columns
        if column.meaning and column.meaning.field.name in _OF_CABLES and column.index in lines
    ]
    if not of_ends:
        return 1
    if len({*of_ends}) == 1 and sum(len(own) == of_ends[0] for own in lines.values()) > 1:
        return of_ends[0]
    heads = {column.index: shown(column.heading) for column in layout.columns}
    told = ", ".join(f"{heads.get(i, '')!r} {len(own)}" for i, own in lines.items())
    what = f"cells of several lines, but not equally many: {told}"
    raise InputError(row.where, what, "as many lines in each cell as there are cables, or a row for each")


def _line_of(
    row: TableRow, lines: Mapping[int, Sequence[str]], line: int, count: int, ids: set[int]
) -> TableRow:
    """Return the row of one cable; an id of one line is numbered, other cells are repeated."""
    cells = list(row.cells)
    for index, cell in enumerate(cells):
        if index in lines and len(lines[index]) == count:
            cells[index] = lines[index][line]
        elif index in lines:
            cells[index] = " ".join(lines[index])
        elif cell and index in ids:
            cells[index] = f"{cell}-{line + 1}"
    return replace(row, cells=tuple(cells))
