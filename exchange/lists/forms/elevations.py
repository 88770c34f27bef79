"""Elevations: a column for each rack, a row for each unit, devices in the cells."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from netfloor.exchange.lists.subjects import DEVICES
from netfloor.exchange.tables.heading_lines import MAX_ABOVE, cell_at
from netfloor.exchange.tables.headings.layout import RACK_PATTERN
from netfloor.exchange.tables.kinds import kind_of_name
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.row_kinds.totals import is_free
from netfloor.exchange.tables.subject import HeadingReader
from netfloor.exchange.tables.tables import TableRow, TextTable
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

#: Name and model in a cell of an elevation; a model has a letter.
_NAME_MODEL = re.compile(r"(\S.{0,80}?)\s{1,3}\(([^()]{0,80}[A-Za-z][^()]{0,80})\)")
#: Plates that cover free units.
_BLANK_PANEL = re.compile(
    r"(?:[1-9]\s?(?:u|he)\s)?(?:blank(?:ing)?(?: ?(?:panel|plate|filler)s?)?|filler(?: panel)?"
    r"|blindplatten?|blindblenden?|obturateurs?|panel ciego|tapa ciega)(?:\s\(?[1-9]\s?(?:u|he)\)?)?",
    re.IGNORECASE,
)
#: Fewest rows of units below headings that are not clearly racks.
_FEWEST_UNITS = 4
_RACK = re.compile(RACK_PATTERN)
_UNIT = re.compile(r"(?:R?U|HE)?\s?([0-9]{1,3})(?:\.0)?(?:\s?(?:U|HE))?", re.IGNORECASE)
#: Several names in one cell: ``n1 / n2``.
_SEVERAL = re.compile(r"\S{0,60}[0-9]\S{0,60}(?:(?:\s/\s|\s?\n\s?)\S{1,60}){1,9}")
_NAMED = 6
#: Highest unit below a blank heading.
_HIGHEST = 60


def devices_of_elevation(table: TextTable, notes: list[str]) -> TextTable | None:
    """Return a row for each device of an elevation, None for another table.

    A device occupies the consecutive units that repeat its text, as merged cells do. A column of units
    counts for the racks to its right, up to the next one; its heading may be blank.
    """
    reader = HeadingReader(DEVICES)
    for first, row in enumerate(table.rows[:MAX_ABOVE]):
        below = table.rows[first + 1 :]
        if first in table.titles or (rows := _columns_of_units(row, below, reader)) is None:
            continue
        racks = [index for index, cell in enumerate(row.cells) if cell and index not in rows]
        blocks = [
            (row.cells[index], *block)
            for index in racks
            for block in _blocks(rows[max(start for start in rows if start < index)], index)
        ]
        several = [block for block in blocks if _SEVERAL.fullmatch(block[1])]
        blocks = [block for block in blocks if block not in several]
        if several:
            told = [f"{shown(text)!r} in {shown(rack)} U{unit}" for rack, text, unit, *_ in several]
            notes.append(
                f"{row.where}: cells of several devices, which other lists have to place: "
                f"{shortened(told, _NAMED)}"
            )
        times = Counter(text for _, text, *_ in blocks)
        alike = Counter(_name_and_model(text)[0] for text in times)
        head = TableRow(row.where, ("name", "rack", "unit", "model"))
        results = [head]
        for rack, text, lowest, highest, where in blocks:
            own, model = _name_and_model(text)
            if alike[own] > 1:  # PDU (A) and PDU (B)
                own, model = text, ""
            name = own if times[text] == 1 else f"{own} {rack} U{lowest}"
            results.append(TableRow(where, (name, rack, f"{lowest}-{highest}", model)))
        repeated = sum(count for count in times.values() if count > 1)
        named = f"; {repeated} whose text stands several times are called by rack and unit too"
        notes.append(
            f"{row.where}: an elevation of {count_text(len(racks), 'rack')}: "
            f"{count_text(len(blocks), 'device')}, each as high as its cells{named * bool(repeated)}"
        )
        return replace(table, rows=tuple(results), titles=frozenset(), is_drawing=True)
    return None


def _columns_of_units(
    row: TableRow, below: Sequence[TableRow], reader: HeadingReader
) -> Mapping[int, list[tuple[int, TableRow]]] | None:
    """Return the rows of each column of units below a row of racks, None for another row.

    The headings are all racks by their names if there are few units. Below a blank heading the units have
    texts beside them, and no heading is a device.
    """
    at = [index for index, cell in enumerate(row.cells) if cell]
    starts = [index for index in at if _is_of_units(reader, row.cells[index])]
    racks = [index for index in at if index not in starts]
    if not racks or any(reader.meaning(row.cells[index]) for index in racks):
        return None
    is_blank = not starts
    if is_blank:
        starts = [i for i in range(racks[-1]) if i not in racks and _rows_of_units(below, i)]
    if not starts or starts[0] > racks[0]:
        return None
    results = {start: _rows_of_units(below, start) for start in starts}
    are_racks = all(_RACK.fullmatch(row.cells[index]) for index in racks)
    if any(len(own) < (1 if are_racks else _FEWEST_UNITS) for own in results.values()):
        return None
    if is_blank:
        units = [number for own in results.values() for number, _ in own]
        cells = [
            cell_at(item.cells, index) for own in results.values() for _, item in own for index in racks
        ]
        is_port_map = any(kind_of_name(row.cells[index]) for index in racks)
        if max(units) > _HIGHEST or is_port_map or not any(map(str.isalpha, "".join(cells))):
            return None
    return results


def _is_of_units(reader: HeadingReader, heading: str) -> bool:
    meaning = reader.meaning(heading)
    return meaning is not None and meaning.field.name == "unit" and not meaning.from_top


def _name_and_model(text: str) -> tuple[str, str]:
    """Return the name and the model in a cell such as ``esx01 (DL380 Gen11)``."""
    match = _NAME_MODEL.fullmatch(text)
    return (match[1], match[2]) if match else (text, "")


def _rows_of_units(rows: Sequence[TableRow], index: int) -> list[tuple[int, TableRow]]:
    """Return the rows with unit numbers, ascending or descending, perhaps with gaps."""
    results: list[tuple[int, TableRow]] = []
    for row in rows:
        match = _UNIT.fullmatch(cell_at(row.cells, index).strip())
        numbers = [*(number for number, _ in results[-2:]), int(match[1])] if match else []
        if not numbers or (len(numbers) > 1 and sorted({*numbers}) not in (numbers, numbers[::-1])):
            break
        results.append((numbers[-1], row))
    return results


def _blocks(rows: Sequence[tuple[int, TableRow]], index: int) -> Iterator[tuple[str, int, int, str]]:
    """Yield text, lowest unit, highest unit and location of each run of equal cells, free ones excepted."""
    start = 0
    texts = [cell_at(row.cells, index) for _, row in rows]
    for end in range(1, len(rows) + 1):
        is_next = end < len(rows) and abs(rows[end][0] - rows[end - 1][0]) == 1
        if is_next and texts[end] == texts[start]:
            continue
        if texts[start] and not is_free(texts[start]) and not _BLANK_PANEL.fullmatch(texts[start][:60]):
            units = rows[start][0], rows[end - 1][0]
            yield texts[start], min(units), max(units), rows[start][1].where
        start = end
