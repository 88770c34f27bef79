"""Reader of external tables, CSV or workbooks, as numbered rows or as records by column."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.text_input import (
    MAX_ROWS,
    aligned_tables,
    decoded_table,
    lines_of,
    source_name,
)
from netfloor.exchange.tables.workbook_input import DateCell, MergedRange, Sheet, is_archive, read_sheets
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

WORKBOOKS = (".xlsx", ".xlsm")
#: Maximum cells of a CSV file; a line of separators alone could create thousands of cells.
MAX_CELLS = 8_000_000
SEPARATORS = ",;\t|"
#: Characters and lines used to detect the separator.
SAMPLE, SAMPLE_LINES = 100_000, 200
MAX_KEPT = 50_000
#: Width from which a merged cell is a title, and maximum total cells filled from merged ranges.
MERGED_TITLE, MAX_FILLED = 7, 1_000_000
#: The same where the merged cell has the only text of its row.
LONE_TITLE = 2
#: Maximum spans of lines in a note.
_SPANS = 20
_RULE, MAX_RULED = re.compile("[:-]{3,2000}"), 100
_SEP_LINE = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
#: Error values of spreadsheets.
BROKEN = frozenset({"#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!"})
#: A number behind its sign: ``#1``, ``# 12``.
_NUMBER_SIGN = re.compile(r"# ?[0-9]{1,9}(?:[-/.][0-9A-Za-z]{1,9})?\Z")
#: Possible columns for each field of a record, in `column_name` form.
Columns = Mapping[str, Sequence[str]]
#: Maximum characters of a cell; patterns are not applied to longer cells.
LONGEST_CELL = 200


@dataclass(frozen=True)
class TableRow:
    """One row: file, sheet and number for messages, and its texts."""

    where: str
    cells: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """True if all its cells are empty."""
        return not any(self.cells)


@dataclass(frozen=True)
class TextTable:
    """A sheet, or a CSV file."""

    where: str
    rows: tuple[TableRow, ...]
    sheet: str = ""
    titles: frozenset[int] = frozenset()  # rows, from 0, with one cell merged over many columns
    notes: tuple[str, ...] = ()
    separator: str = ""  # for a text file
    is_drawing: bool = False  # whether it may leave out devices, as elevations do
    is_of_links: bool = False  # whether several rows, cords, come from one row of a link


@dataclass(frozen=True)
class Record:
    """A row by the fields that a reader knows."""

    where: str
    values: Mapping[str, str]

    def text(self, name: str) -> str:
        """Return a field, empty if missing; refuse spreadsheet errors and conversions."""
        return sound_text(self.values.get(name, ""), self.where, name)

    def needed(self, name: str) -> str:
        """Return a field that must not be empty."""
        if not (value := self.text(name)):
            raise InputError(self.where, f"{name} is empty", "a value in every row")
        return value


def is_comment(cells: Sequence[str], *, is_name: bool | None = None) -> bool:
    """Return whether a row is a comment: ``# text``, unlike ``#1`` or ``#K-7`` in a column of ids.

    ``is_name``: whether the first column names a device, which does not begin with the sign; None if
    that is not known yet.
    """
    first = cells[0] if cells else ""
    if first[:1] != "#" or first in BROKEN:
        return False
    may_be_id = _NUMBER_SIGN.match(first) or (is_name is False and first[1:2].isalnum())
    return bool(is_name) or not (may_be_id and any(cells[1:]))


def sound_text(value: str, where: str, name: str) -> str:
    """Return a cell; refuse spreadsheet errors, and dates in place of text."""
    if value in BROKEN or isinstance(value, DateCell):
        what = f"the date {value}" if isinstance(value, DateCell) else repr(value)
        raise InputError(where, f"{name} is {what}", "format the cells as text")
    return value


def checked_cell(text: str, where: str, name: str) -> str:
    """Return a cell; refuse spreadsheet errors and texts that cannot be displayed."""
    if len(text) > LONGEST_CELL:
        raise InputError(where, f"{name} has {len(text):,} characters", f"at most {LONGEST_CELL}")
    if not text.isprintable():
        raise InputError(where, f"{name} {shown(text)!r} holds a control character")
    return sound_text(text, where, name)


def read_tables(path: Path, what: str, separator: str = "") -> list[TextTable]:
    """Return every visible sheet of a workbook, or the single table of a text file.

    Raises `InputError` if the file is neither, or too large.
    """
    where = source_name(path)
    if path.suffix.lower() not in WORKBOOKS and not is_archive(path):
        text, guessed = decoded_table(path, what)
        read = _of_aligned(text, where) if not separator else []
        read = read or [csv_table(text, where, separator)]
        if guessed:
            note = f"{where} was read as {guessed}, as it is not UTF-8"
            read[0] = replace(read[0], notes=(note, *read[0].notes))
        return read
    tables = []
    for sheet in read_sheets(path, what):
        at = f"{where}: sheet {shown(sheet.name)!r}"
        _fill_merged(sheet, at)
        numbered = (
            TableRow(f"{at}: row {number}", tuple(cells)) for number, cells in enumerate(sheet.rows, 1)
        )
        wide = frozenset(
            number
            for item in sheet.merged
            if _is_title(sheet, item)
            for number in range(item.top, min(item.bottom + 1, len(sheet.rows)))
        )
        tables.append(TextTable(at, tuple(numbered), sheet.name, titles=wide))
    return tables


def _of_aligned(text: str, where: str) -> list[TextTable]:
    """Return the tables of a text that are aligned by blanks, the first with a note on all other lines."""
    aligned, rest = aligned_tables(text, where)
    if not aligned:
        return []
    note = f"{where}: {count_text(len(aligned), 'table')} aligned by blanks below lines of dashes"
    if rest:
        note += f"; {count_text(len(rest), 'line')} outside them not read: {_spans(rest)}"
    tables = [
        TextTable(where, tuple(TableRow(f"{where}: line {number}", cells) for number, cells in table.rows))
        for table in aligned
    ]
    return [replace(tables[0], notes=(note,)), *tables[1:]]


def _spans(numbers: Sequence[int]) -> str:
    """Return ascending numbers with neighbours as spans: ``1 to 3 and 7``."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    texts = [str(first) if first == last else f"{first} to {last}" for first, last in spans]
    return shortened(texts, _SPANS)


def _fill_merged(sheet: Sheet, where: str) -> None:
    """Copy the value of a merged range to each of its cells, unless it is a title."""
    budget = MAX_FILLED
    for item in sheet.merged:
        if item.top >= len(sheet.rows) or _is_title(sheet, item):
            continue
        first = sheet.rows[item.top]
        value = first[item.left] if item.left < len(first) else ""
        if not value:
            continue
        for cells in sheet.rows[item.top : item.bottom + 1]:
            budget -= item.right + 1 - item.left
            if budget < 0:
                raise InputError(where, "has too many merged cells", f"at most {MAX_FILLED:,}")
            cells.extend([""] * (item.right + 1 - len(cells)))
            cells[item.left : item.right + 1] = [value] * (item.right + 1 - item.left)


def _is_title(sheet: Sheet, merged_range: MergedRange) -> bool:
    """Return whether a merged range is a title: very wide, or the only text of its row, over columns."""
    if merged_range.right - merged_range.left >= MERGED_TITLE or merged_range.top >= len(sheet.rows):
        return merged_range.top < len(sheet.rows)
    others = (cell for index, cell in enumerate(sheet.rows[merged_range.top]) if index != merged_range.left)
    return (
        merged_range.top == merged_range.bottom
        and merged_range.right - merged_range.left >= LONE_TITLE
        and not any(others)
    )


def csv_table(text: str, where: str, separator: str = "") -> TextTable:
    """Return the rows of a CSV text; the default separator is the most consistent one.

    Raises `InputError` with the line, if a quote is unterminated, a line is too long, or there are too many
    rows.
    """
    if (count := text.count("\n")) > MAX_ROWS:
        raise InputError(where, f"has {count:,} lines", f"at most {MAX_ROWS:,}: split it")
    text = text.removeprefix("\ufeff")
    named = _SEP_LINE.match(text)
    if named is not None:  # the separator line that spreadsheets write before the headings
        text, separator = "\n" + text[named.end() :], separator or named[1]
    for _ in lines_of(text, where):
        pass
    separator = separator or _separator(text)
    return TextTable(where, tuple(_csv_rows(text, separator, where)), separator=separator)


def _separator(text: str) -> str:
    """Return the separator that splits the first lines most consistently and into the most columns."""
    lines = [line for line in text[:SAMPLE].splitlines()[:SAMPLE_LINES] if line.strip()]
    best, maximum = SEPARATORS[0], (0.0, 0)
    for sign in SEPARATORS:
        counts = Counter(count for line in lines if (count := _outside_quotes(line, sign)))
        if counts:
            columns, times = max(counts.items(), key=lambda pair: (pair[1], pair[0]))
            if (weight := (times * columns**0.5, columns)) > maximum:
                best, maximum = sign, weight
    return best


def _outside_quotes(line: str, sign: str) -> int:
    """Count the occurrences of a separator outside quotes in a line."""
    return sum(part.count(sign) for part in line.split('"')[::2])


def _csv_rows(text: str, separator: str, where: str) -> Iterator[TableRow]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    total, known = 0, dict[str, str]()
    try:
        for count, cells in enumerate(reader):
            total += len(cells)
            if count >= MAX_ROWS or total > MAX_CELLS:
                what = "rows" if count >= MAX_ROWS else "cells"
                limit = f"at most {MAX_ROWS:,} rows and {MAX_CELLS:,} cells"
                raise InputError(f"{where}: line {reader.line_num}", f"too many {what}", limit)
            plain = [_plain_cell(cell) for cell in cells]
            if _RULE.fullmatch("".join(plain[:MAX_RULED])):
                plain = []  # the line below the headings of a Markdown table
            if len(known) < MAX_KEPT:  # texts shared by many cells are stored once
                plain = [known.setdefault(cell, cell) for cell in plain]
            else:
                plain = [known.get(cell, cell) for cell in plain]
            yield TableRow(f"{where}: line {reader.line_num}", tuple(plain))
    except csv.Error as error:
        raise InputError(f"{where}: line {reader.line_num}", f"is not valid CSV ({error})") from error


def _plain_cell(cell: str) -> str:
    """Return a cell without surrounding spaces; spreadsheets use ``="0815"`` to keep zeros."""
    cell = cell.strip()
    return cell[2:-1] if cell[:2] == '="' and cell[-1] == '"' and len(cell) > 3 else cell


def with_headings(table: TextTable, headings: Sequence[str]) -> TextTable:
    """Return a table without headings, with headings added."""
    return replace(table, rows=(TableRow(table.where, tuple(headings)), *table.rows), titles=frozenset())


def column_name(text: str) -> str:
    """Return a heading in the form of `Columns`: ``A-Node Name`` becomes ``a_node_name``."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def records(table: TextTable, columns: Columns, needed: Iterable[str]) -> list[Record]:
    """Return the non-empty rows below a table's headings.

    Raises `InputError` if a required column is missing, a column is duplicate, or a row has too many cells.
    """
    rows = [row for row in table.rows if not row.is_empty]
    if not rows:
        raise InputError(table.where, "holds no row", "a row of headings, then records")
    place = _places(rows[0], columns)
    for name in needed:
        if name not in place:
            known = ", ".join(columns[name])
            raise InputError(rows[0].where, f"there is no column {name}", f"one of {known}")
    width = len(rows[0].cells)
    return [_record(row, place, width) for row in rows[1:]]


def first_row(table: TextTable) -> TableRow:
    """Return the first non-empty row, for a message about headings."""
    return next((row for row in table.rows if not row.is_empty), TableRow(table.where, ()))


def has_columns(table: TextTable, columns: Columns, needed: Iterable[str]) -> bool:
    """Return True if a table's first row names these columns."""
    names = {column_name(cell) for cell in first_row(table).cells}
    return all(names & set(columns[name]) for name in needed)


def _places(headings: TableRow, columns: Columns) -> dict[str, int]:
    """Return the column index of each field."""
    names = [column_name(cell) for cell in headings.cells]
    place: dict[str, int] = {}
    for field, aliases in columns.items():
        indices = [index for index, name in enumerate(names) if name in aliases]
        if len(indices) > 1:
            what = f"{field} has two columns: {', '.join(shown(headings.cells[i]) for i in indices)}"
            raise InputError(headings.where, what, "one")
        if indices:
            place[field] = indices[0]
    return place


def _record(row: TableRow, place: Mapping[str, int], width: int) -> Record:
    if any(row.cells[width:]):
        raise InputError(row.where, f"has {len(row.cells)} cells, the headings {width}", "as many")
    values = {name: row.cells[index] for name, index in place.items() if index < len(row.cells)}
    return Record(row.where, values)
