"""Elevations of racks, a column for each and a row for each unit, as a list of devices."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from netfloor.exchange.lists.subjects import DEVICES
from netfloor.exchange.tables.heading_lines import MOST_ABOVE, cell_at
from netfloor.exchange.tables.subject import HeadingReader
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.foundation.wording import count_text

_FEWEST_UNITS = 4
_HEADINGS = ("name", "rack", "unit")


def devices_of_elevation(table: TextTable, notes: list[str]) -> TextTable | None:
    """Return a row for each device of an elevation, None for another table.

    A device covers as many units as its text stands in one below the other, as merged cells do.
    """
    reader = HeadingReader(DEVICES)
    for first, row in enumerate(table.rows[:MOST_ABOVE]):
        at = [index for index, cell in enumerate(row.cells) if cell]
        meaning = reader.meaning(row.cells[at[0]]) if at else None
        if meaning is None or meaning.field.name != "unit" or meaning.from_top or len(at) < 2:
            continue
        racks = at[1:]
        if any(reader.meaning(row.cells[index]) for index in racks):
            continue
        rows = _rows_of_units(table.rows[first + 1 :], at[0])
        if len(rows) < _FEWEST_UNITS:
            continue
        blocks = [(row.cells[index], *one) for index in racks for one in _blocks(rows, index)]
        times = Counter(text for _, text, *_ in blocks)
        head = TableRow(row.where, _HEADINGS)
        found = [head]
        for rack, text, lowest, highest, where in blocks:
            name = text if times[text] == 1 else f"{text} {rack} U{lowest}"
            found.append(TableRow(where, (name, rack, f"{lowest}-{highest}")))
        repeated = sum(count for count in times.values() if count > 1)
        named = f"; {repeated} whose text stands several times are called by rack and unit too"
        notes.append(
            f"{row.where}: an elevation of {count_text(len(racks), 'rack')}: "
            f"{count_text(len(blocks), 'device')}, each as high as its cells{named * bool(repeated)}"
        )
        return replace(table, rows=tuple(found), titles=frozenset())
    return None


def _rows_of_units(rows: Sequence[TableRow], index: int) -> list[tuple[int, TableRow]]:
    """Return the rows with the numbers of units that follow each other, up or down."""
    found: list[tuple[int, TableRow]] = []
    for row in rows:
        text = cell_at(row.cells, index).upper().removeprefix("U").removesuffix("U").removesuffix(".0")
        number = int(text) if text.strip().isdecimal() and len(text) < 4 else None
        if number is None or (found and abs(found[-1][0] - number) != 1):
            break
        found.append((number, row))
    return found


def _blocks(rows: Sequence[tuple[int, TableRow]], index: int) -> Iterator[tuple[str, int, int, str]]:
    """Yield text, lowest and highest unit and place of each run of equal cells."""
    start = 0
    texts = [cell_at(row.cells, index) for _, row in rows]
    for end in range(1, len(rows) + 1):
        if end < len(rows) and texts[end] == texts[start]:
            continue
        if texts[start]:
            units = rows[start][0], rows[end - 1][0]
            yield texts[start], min(units), max(units), rows[start][1].where
        start = end
