"""Tables for people as sheets of a workbook that runs nothing; `table_csv` gives the same as CSV."""

import io
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from netfloor.foundation.errors import InputError, UnplannedStopError
from netfloor.reports.formats.table import Cell, Column, Table, Value
from netfloor.reports.formats.text import clean_text, finite, one_line

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

#: Rows of a sheet, by the file format.
MAX_ROWS = 1_048_576
#: Cells above which a workbook is written row by row instead of being held in memory.
MANY_CELLS = 200_000
#: Largest integer that every spreadsheet keeps to the last digit; beyond it a text is written.
_MAX_EXACT = 10**15
#: A fixed date, so that equal sheets make equal bytes.
_CREATED = datetime(2000, 1, 1)  # noqa: DTZ001 - the format stores no time zone
_WIDEST, _NARROWEST, _SAMPLE = 60, 6, 1000


def workbook_bytes(sheets: Sequence[Table]) -> bytes:
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
    options = dict.fromkeys(("strings_to_formulas", "strings_to_urls", "strings_to_numbers"), False)
    book = Workbook(buffer, {**options, "constant_memory": many, "in_memory": not many})
    book.set_properties({"created": _CREATED})
    formats = _Formats(book)
    try:
        for name, sheet in zip(safe_sheet_names([sheet.caption for sheet in sheets]), sheets, strict=True):
            _fill(book.add_worksheet(name), sheet, formats)
        book.close()
    except OSError as error:
        raise UnplannedStopError(f"workbook: no temporary file can be written ({error})") from error
    return buffer.getvalue()


def _refuse_long(sheet: Table) -> None:
    extra = 1 + bool(sheet.totals()) + (len(sheet.note.split("\n")) + 1 if sheet.note else 0)
    if len(sheet.rows) + extra > MAX_ROWS:
        raise InputError(
            f"sheet {one_line(sheet.caption, 100)!r}",
            f"has {len(sheet.rows):,} rows, and a workbook holds {MAX_ROWS:,} a sheet",
            "use its CSV file",
        )


class _Formats(dict[tuple[str, bool], "Format"]):
    """The workbook's cell formats by number format and whether they are those of sums, made once each."""

    def __init__(self, book: "Workbook") -> None:
        super().__init__()
        self._book = book
        self.head = book.add_format({"bold": True, "text_wrap": True, "bottom": 1, "valign": "top"})

    def __missing__(self, key: tuple[str, bool]) -> "Format":
        number_format, is_sum = key
        look = {"bold": True, "top": 1} if is_sum else {}
        self[key] = self._book.add_format({"num_format": number_format, **look})
        return self[key]


def _fill(page: "Worksheet", sheet: Table, formats: _Formats) -> None:
    """Write a sheet from its first row to its last, as writing row by row demands."""
    writers = [_cell_writer(page, column, formats) for column in sheet.typed]
    for place, column in enumerate(sheet.typed):
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
    for row_number, sentence in enumerate(sheet.note.split("\n") if sheet.note else (), after + 1):
        page.write_string(row_number, 0, clean_text(sentence))
    page.freeze_panes(1, 0)
    page.repeat_rows(0)
    page.set_landscape()
    page.fit_to_pages(1, 0)


def _cell_writer(
    page: "Worksheet", column: Column, formats: _Formats
) -> Callable[[int, int, Cell | Value], Any]:
    text_format, number_format = formats["@", False], formats[column.number_format, False]

    def write(row: int, place: int, value: Cell | Value) -> None:
        if isinstance(value, str | Cell):
            if text := clean_text(value if isinstance(value, str) else value.text):
                page.write_string(row, place, text, text_format)
        elif (number := finite(value)) is not None:
            _write_number(page, (row, place), column.exact(number), number_format)

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


def _write_totals(page: "Worksheet", sheet: Table, formats: _Formats, row: int) -> int:
    """Write the sums under the table and return the first row after them."""
    totals = sheet.totals()
    if not totals:
        return row
    for place, column in enumerate(sheet.typed):
        look = formats[column.number_format, True]
        if place in totals:
            _write_number(page, (row, place), totals[place], look)
        elif place == 0:
            page.write_string(row, place, "Total", look)
        else:
            page.write_blank(row, place, None, look)
    return row + 1


def _width(sheet: Table, place: int) -> int:
    """Return a width that fits the head's longest word and the first rows' values."""
    column = sheet.typed[place]
    widths = [max(map(len, column.title.split()), default=0) + 3]  # the filter's button
    for row in sheet.rows[:_SAMPLE]:
        text = str(row[place])
        marks = 0 if isinstance(row[place], str) else (column.decimals > 0) + len(text) // 3
        widths.append(len(text) + 2 + marks)
    return max(_NARROWEST, min(_WIDEST, max(widths)))


#: UTF-16 units of a sheet name.
MAX_NAME = 31
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")
#: Excel keeps this name for itself.
_RESERVED = "history"


def safe_sheet_names(names: Sequence[str]) -> list[str]:
    r"""Return valid names in the same order; what would stand twice gets a number.

    At most 31 UTF-16 units; none of ``[ ] : * ? / \``; no apostrophe at either end; no two
    that differ in case alone.
    """
    safe: list[str] = []
    taken = {_RESERVED}
    for name in names:
        wanted = _FORBIDDEN.sub("_", one_line(name))
        number, tried = 1, _cut(wanted, MAX_NAME)
        while tried.casefold() in taken:
            number += 1
            ending = f" ({number})"
            tried = _cut(wanted, MAX_NAME - len(ending)) + ending
        taken.add(tried.casefold())
        safe.append(tried)
    return safe


def _cut(name: str, limit: int) -> str:
    """Return a name of at most ``limit`` UTF-16 units, never half a character."""
    kept = name.encode("utf-16-le")[: 2 * limit].decode("utf-16-le", "ignore")
    return kept.strip("' ") or "Sheet"
