"""Sheets with several tables one below the other, such as devices above and cables below."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.heading_lines import is_letter, plain
from netfloor.exchange.tables.headings.layout import Asked, find_layout
from netfloor.exchange.tables.headings.unknown_headings import passed_over, unread_cables
from netfloor.exchange.tables.subject import HeadingReader, TableSubject
from netfloor.exchange.tables.tables import TableRow, TextTable, is_comment
from netfloor.foundation.wording import count_text

#: Rows below a heading row that show whether it is one.
_SAMPLE = 60
_DIGIT = re.compile("[0-9]")
#: Minimum filled cells of a heading row below the first.
_FEWEST = 2
#: Maximum heading rows of a sheet; more of them are data.
_MOST = 500


class _Head(NamedTuple):
    """A heading row: its number, the kind of its rows, and its texts."""

    row: int
    what: str
    texts: tuple[str, ...]


def tables_below_each_other(table: TextTable, notes: list[str], asked: Asked) -> list[TextTable]:
    """Return each table of a sheet that has headings of its own; none if all rows share one heading row.

    A heading row of other texts starts a table if it is below a blank row or a title, or if its rows are of
    another kind: cables below devices.
    """
    heads = _heads(table, asked)
    if len(heads) < _FEWEST:
        return []
    starts = [0, *(_with_titles(table, head.row) for head in heads[1:])]
    ends = [*starts[1:], len(table.rows)]
    kinds = dict.fromkeys(head.what for head in heads)
    notes.append(
        f"{table.where}: {count_text(len(heads), 'table')} below each other ({' and '.join(kinds)}), each "
        f"read by its own headings, the second from {table.rows[heads[1].row].where}"
    )
    return [
        replace(
            table,
            rows=table.rows[first:end],
            titles=frozenset(number - first for number in table.titles if first <= number < end),
        )
        for first, end in zip(starts, ends, strict=True)
    ]


def with_unknown_table(table: TextTable, notes: list[str], asked: Asked) -> list[TextTable]:
    """Return a table with unknown headings beside a readable one, and the rest; empty if there is none.

    They are read apart if the user names a heading of the first; otherwise rows above the readable headings
    are only noted. Raises `InputError` if the rows look like cables.
    """
    groups = _groups(table)
    if len(groups) < _FEWEST or any(map(is_letter, asked)):
        return []
    layouts = [find_layout(table, subject, asked) for subject in (CABLES, DEVICES)]
    heads = {layout.where for layout in layouts if layout is not None}
    is_below = False
    for group in groups if heads else ():
        rows = [table.rows[number] for number in group]
        if any(row.where in heads for row in rows):
            is_below = True
            continue
        part = replace(table, rows=tuple(rows), titles=frozenset())
        error = unread_cables(part, (CABLES,), {})
        if (is_below and error is None) or not _is_table(rows):
            continue
        if {plain(cell) for cell in rows[0].cells} & {plain(name) for name in asked}:
            blank = (replace(row, cells=()) if n in group else row for n, row in enumerate(table.rows))
            return [part, replace(table, rows=tuple(blank))]
        if error is not None:
            raise error
        if (note := f"{table.where}: {passed_over(part, (CABLES,), asked)}") not in notes:
            notes.append(note)
    return []


def _groups(table: TextTable) -> list[list[int]]:
    """Return the rows of each group of rows of several texts.

    A blank row, a title or a row of one text ends a group; a blank row may be below its headings.
    """
    groups: list[list[int]] = [[]]
    for number, row in enumerate(table.rows):
        filled = sum(map(bool, row.cells))
        if number not in table.titles and filled > 1:
            groups[-1].append(number)
        elif filled or len(groups[-1]) != 1:
            groups.append([])
    return [group for group in groups if group]


def _is_table(rows: Sequence[TableRow]) -> bool:
    """Return whether at least two rows fill the same columns, without labels such as ``Date:``."""
    cells = [row.cells for row in rows]
    patterns = Counter(tuple(index for index, cell in enumerate(row) if cell) for row in cells)
    are_labels = any(next(filter(None, row)).endswith(":") for row in cells)
    return not are_labels and max(patterns.values()) >= _FEWEST


def _heads(table: TextTable, asked: Asked) -> list[_Head]:
    """Return the first heading row of each table in a sheet."""
    likely = _likely_heads(table)
    if not likely:
        return []
    ends = [number for number in likely if number - 1 not in likely]
    heads: list[_Head] = []
    since = 0  # rows of data below the last heading row
    for number, row in enumerate(table.rows):
        if row.is_empty or number in table.titles or sum(map(bool, row.cells)) < _FEWEST:
            continue
        end = next((other for other in ends if other > number), len(table.rows)) if number in likely else 0
        if not end or not (what := _kind(table, number, end, asked)):
            since += not is_comment(row.cells)
            continue
        texts = tuple(plain(cell) for cell in row.cells if cell)
        last = heads[-1] if heads else None
        is_apart = last is None or (
            since > 0 and (what != last.what or (_is_below_gap(table, number) and texts != last.texts))
        )
        if is_apart:
            heads.append(_Head(number, what, texts))
        since = 0 if is_apart else since + 1
    return heads


def _likely_heads(table: TextTable) -> dict[int, None]:
    """Return the rows most of whose cells are known headings, in order; none if there are very many."""
    readers = [HeadingReader(subject) for subject in (CABLES, DEVICES)]
    results: dict[int, None] = {}
    for number, row in enumerate(table.rows):
        if row.is_empty or (
            _DIGIT.search("".join(row.cells)) and number and not _is_below_gap(table, number)
        ):
            continue  # a row of data, without the cost of reading its cells as headings
        if any(_may_head(row.cells, reader) for reader in readers):
            results[number] = None
            if len(results) > _MOST:
                return {}
    return results


def _may_head(cells: Sequence[str], reader: HeadingReader) -> bool:
    """Return whether most cells are known headings and none is a number or a long text."""
    filled = [cell for cell in cells if cell]
    if any(len(cell) > 60 or cell.isdecimal() for cell in filled):
        return False
    if not reader.meaning(filled[0]) and not reader.meaning(filled[-1]) and len(filled) < 3:
        return False
    known = sum(reader.meaning(cell) is not None for cell in filled)
    return known >= _FEWEST and 2 * known >= len(filled)


def _kind(table: TextTable, number: int, end: int, asked: Asked) -> str:
    """Return the kind of the table that a heading row begins; empty if it is not a heading row."""
    below = range(number, min(number + _SAMPLE, end))
    titles = frozenset(item - number for item in table.titles if item in below)
    part = replace(table, rows=table.rows[number : below.stop], titles=titles)
    found: list[tuple[bool, int, TableSubject]] = []
    for subject in (CABLES, DEVICES):
        layout = find_layout(part, subject, asked)
        if layout is not None and layout.where == table.rows[number].where:
            found.append((layout.tells_ends, len(layout.by_key), subject))
    return max(found, key=lambda item: item[:2])[2].what if found else ""


def _is_below_gap(table: TextTable, number: int) -> bool:
    above = table.rows[number - 1]
    return above.is_empty or number - 1 in table.titles or sum(map(bool, above.cells)) == 1


def _with_titles(table: TextTable, number: int) -> int:
    """Return the first row of the titles directly above a heading row, which belong to its table."""
    while (
        number and not table.rows[number - 1].is_empty and sum(map(bool, table.rows[number - 1].cells)) == 1
    ):
        number -= 1
    return number
