"""Sheets for people in one workbook that runs nothing; `sheet_csv` gives the same as CSV."""

import io
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from foundation.errors import InputError, UnplannedStopError
from foundation.files import write_atomic
from reports.sheet import (
    Column,
    Sheet,
    Value,
    clean_text,
    count_column,
    length_column,
    money_column,
    number_column,
    shown_number,
    text_column,
)
from reports.sheet_csv import sheet_csv
from reports.sheet_names import safe_sheet_names
from reports.text import finite, one_line

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

__all__ = [
    "Column",
    "Sheet",
    "Value",
    "count_column",
    "length_column",
    "money_column",
    "number_column",
    "sheet_csv",
    "text_column",
    "workbook_bytes",
    "write_workbook",
]

#: Rows of a sheet, by the file format.
MAX_ROWS = 1_048_576
#: Cells above which a workbook is written row by row instead of being held in memory.
MANY_CELLS = 200_000
#: Largest integer that every spreadsheet keeps to the last digit; beyond it a text is written.
_MAX_EXACT = 10**15
#: A fixed date, so that equal sheets make equal bytes.
_CREATED = datetime(2000, 1, 1)  # noqa: DTZ001 - the format stores no time zone
_WIDEST, _NARROWEST, _SAMPLE = 60, 6, 1000


def write_workbook(path: Path, sheets: Sequence[Sheet]) -> None:
    """Write sheets into one workbook, whole or not at all.

    Raises
    ------
    InputError
        If a sheet has more rows than the format holds, or the file cannot be written.
    """
    write_atomic(path, workbook_bytes(sheets))


def workbook_bytes(sheets: Sequence[Sheet]) -> bytes:
    """Return a workbook: texts are texts whatever they look like, sums are numbers, no formula.

    Equal sheets make equal bytes. Control characters of texts are replaced, and texts
    longer than a cell holds are cut, as `one_line` does it.

    Raises
    ------
    InputError
        If a sheet has more rows than the format holds.
    UnplannedStopError
        If the disk has no room for temporary files.
    """
    from xlsxwriter import Workbook  # noqa: PLC0415 - heavy

    if not sheets:
        raise ValueError("a workbook needs at least one sheet")
    for sheet in sheets:
        _refuse_long(sheet)
    many = sum(len(sheet.rows) * len(sheet.columns) for sheet in sheets) > MANY_CELLS
    buffer = io.BytesIO()
    book = Workbook(buffer, _options(row_by_row=many))
    book.set_properties({"created": _CREATED})
    formats = _Formats(book)
    try:
        for name, sheet in zip(safe_sheet_names([s.name for s in sheets]), sheets, strict=True):
            _fill(book.add_worksheet(name), sheet, formats)
        book.close()
    except OSError as error:
        raise UnplannedStopError(f"workbook: no temporary file can be written ({error})") from error
    return buffer.getvalue()


def _refuse_long(sheet: Sheet) -> None:
    extra = 1 + bool(sheet.totals()) + (len(sheet.notes) + 1 if sheet.notes else 0)
    if len(sheet.rows) + extra > MAX_ROWS:
        raise InputError(
            f"sheet {one_line(sheet.name, 100)!r}",
            f"has {len(sheet.rows):,} rows, and a workbook holds {MAX_ROWS:,} a sheet",
            "use its CSV file",
        )


def _options(*, row_by_row: bool) -> dict[str, Any]:
    off = dict.fromkeys(("strings_to_formulas", "strings_to_urls", "strings_to_numbers"), False)
    return {**off, "constant_memory": row_by_row, "in_memory": not row_by_row}


class _Formats:
    """The workbook's cell formats, made once each."""

    def __init__(self, book: "Workbook") -> None:
        self._book = book
        self._made: dict[tuple[str, bool], Format] = {}
        self.head = book.add_format({"bold": True, "text_wrap": True, "bottom": 1, "valign": "top"})

    def of(self, number_format: str, *, bold: bool = False) -> "Format":
        key = (number_format, bold)
        if key not in self._made:
            look = {"bold": True, "top": 1} if bold else {}
            self._made[key] = self._book.add_format({"num_format": number_format, **look})
        return self._made[key]


def _fill(page: "Worksheet", sheet: Sheet, formats: _Formats) -> None:
    """Write a sheet from its first row to its last, as writing row by row demands."""
    writers = [_cell_writer(page, column, formats) for column in sheet.columns]
    for place, column in enumerate(sheet.columns):
        page.write_string(0, place, clean_text(column.title), formats.head)
        page.set_column(place, place, _width(sheet, place))
    for row_number, row in enumerate(sheet.rows, 1):
        for place, value in enumerate(row):
            if value is not None:
                writers[place](row_number, place, value)
    last = len(sheet.rows)
    if sheet.rows:
        page.autofilter(0, 0, last, len(sheet.columns) - 1)
    after = _write_totals(page, sheet, formats, last + 1)
    for row_number, note in enumerate(sheet.notes, after + 1):
        page.write_string(row_number, 0, clean_text(note))
    page.freeze_panes(1, 0)
    page.repeat_rows(0)
    page.set_landscape()
    page.fit_to_pages(1, 0)


def _cell_writer(page: "Worksheet", column: Column, formats: _Formats) -> Callable[[int, int, Value], Any]:
    text_format, number_format = formats.of("@"), formats.of(column.number_format)

    def write(row: int, place: int, value: Value) -> None:
        if isinstance(value, str):
            if text := clean_text(value):
                page.write_string(row, place, text, text_format)
        elif (number := finite(value)) is not None:
            _write_number(page, (row, place), shown_number(number, column), number_format)

    return write


def _write_number(
    page: "Worksheet", at: tuple[int, int], number: Decimal | float, number_format: "Format"
) -> None:
    """Write a number, as text where a spreadsheet would lose its last digits."""
    exact = isinstance(number, float) or abs(number) <= _MAX_EXACT
    if exact:
        page.write_number(*at, number, number_format)
    else:
        page.write_string(*at, f"{number:f}" if isinstance(number, Decimal) else str(number), number_format)


def _write_totals(page: "Worksheet", sheet: Sheet, formats: _Formats, row: int) -> int:
    """Write the sums under the table and return the first row after them."""
    totals = sheet.totals()
    if not totals:
        return row
    for place, column in enumerate(sheet.columns):
        look = formats.of(column.number_format, bold=True)
        if place in totals:
            _write_number(page, (row, place), totals[place], look)
        elif place == 0:
            page.write_string(row, place, "Total", look)
        else:
            page.write_blank(row, place, None, look)
    return row + 1


def _width(sheet: Sheet, place: int) -> int:
    """Return a width that fits the head's longest word and the first rows' values."""
    words = max(map(len, sheet.columns[place].title.split()), default=0) + 3  # the filter's button
    return max(_NARROWEST, min(_WIDEST, max(words, *_lengths(sheet, place), 0)))


def _lengths(sheet: Sheet, place: int) -> Iterator[int]:
    decimals = sheet.columns[place].decimals
    yield 0
    for row in sheet.rows[:_SAMPLE]:
        text = str(row[place])
        yield len(text) + 2 + (0 if isinstance(row[place], str) else (decimals > 0) + len(text) // 3)
