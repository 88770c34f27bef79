"""Workbooks whose only formulas are our own; `table_csv` writes the same tables as CSV."""

import io
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from netfloor.foundation.errors import InputError, UnplannedStopError
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.sheet_cells import CellNames, column_widths, head_lines, is_text, row_lines
from netfloor.reports.formats.table import Cell, Formula, Table, Value
from netfloor.reports.formats.text import clean_text, finite, one_line

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

#: Maximum rows of a sheet, by the file format.
MAX_ROWS = 1_048_576
#: Cells above which a workbook is written row by row instead of being held in memory.
MANY_CELLS = 200_000
#: Largest integer that every spreadsheet keeps exact; larger ones are written as text.
_MAX_EXACT = 10**15
#: A fixed date, so that equal sheets make equal bytes.
_CREATED = datetime(2000, 1, 1)  # noqa: DTZ001 - the format stores no time zone
#: Height of a text line in points, and the paper number of A4.
_LINE_POINTS, _A4 = 15, 9


def workbook_bytes(sheets: Sequence[Table], head: ReportHead | None = None) -> bytes:
    """Return a workbook with landscape A4 pages, whose only formulas are those of the tables.

    Text never becomes a formula. Each formula is stored with its result, for programs that do not
    calculate. Empty columns are left out, and equal sheets give equal bytes. Control characters are
    replaced, and texts longer than a cell are cut, as in `one_line`. ``head`` fills the page footer; its
    warnings are the first sheet. `InputError` if a sheet has more rows than the format allows,
    `UnplannedStopError` if the disk is full.
    """
    from xlsxwriter import Workbook  # noqa: PLC0415 - heavy

    if not sheets:
        raise ValueError("a workbook needs at least one sheet")
    for sheet in sheets:
        _refuse_long(sheet)
    head = head or ReportHead()
    warned = [head.warning_table()] if head.warnings else []
    sheets = [*warned, *(sheet.without_empty_columns() for sheet in sheets)]
    many = sum(len(sheet.rows) * len(sheet.columns) for sheet in sheets) > MANY_CELLS
    buffer = io.BytesIO()
    options = dict.fromkeys(("strings_to_formulas", "strings_to_urls", "strings_to_numbers"), False)
    book = Workbook(buffer, {**options, "constant_memory": many, "in_memory": not many})
    book.set_properties({"created": _CREATED, "title": one_line(head.title, 200)})
    formats = _Formats(book)
    names = safe_sheet_names([sheet.caption for sheet in sheets])
    cells = CellNames({sheet.caption: (name, sheet) for name, sheet in zip(names, sheets, strict=True)})
    try:
        for name, sheet in zip(names, sheets, strict=True):
            page = book.add_worksheet(name)
            _fill(page, sheet, formats, cells)
            _set_page(page, sheet, head)
        book.close()
    except OSError as error:
        raise UnplannedStopError(f"workbook: no temporary file can be written ({error})") from error
    return buffer.getvalue()


def _refuse_long(sheet: Table) -> None:
    extra = 1 + bool(sheet.totals()) + (len(sheet.note.split("\n")) + 1 if sheet.note else 0)
    if len(sheet.rows) + extra > MAX_ROWS:
        raise InputError(
            f"sheet {one_line(sheet.caption, 100)!r}",
            f"has {len(sheet.rows):,} rows; a workbook sheet holds at most {MAX_ROWS:,}",
            "use its CSV file",
        )


#: Styles of a cell in addition to its number format.
_LOOKS: dict[str, dict[str, Any]] = {
    "": {},
    "sum": {"bold": True, "top": 1},
    "to change": {"font_color": "#0000c0", "bg_color": "#fff8dc"},
}


class _Formats(dict[tuple[str, str], "Format"]):
    """The workbook's cell formats by number format and style, created on first use."""

    def __init__(self, book: "Workbook") -> None:
        super().__init__()
        self._book = book
        head = {"bold": True, "text_wrap": True, "bottom": 1, "valign": "bottom"}
        self.heads = (
            book.add_format({**head, "align": "right"}),
            book.add_format({**head, "align": "left", "indent": 1}),
        )
        self.note = book.add_format({"text_wrap": True, "valign": "top"})

    def __missing__(self, key: tuple[str, str]) -> "Format":
        number_format, look = key
        text = {"text_wrap": True, "align": "left", "indent": 1} if number_format == "@" else {}
        own = {"num_format": number_format, "valign": "top"}
        self[key] = self._book.add_format({**own, **text, **_LOOKS[look]})
        return self[key]


def _fill(page: "Worksheet", sheet: Table, formats: _Formats, cells: CellNames) -> None:
    """Write a sheet from its first row to its last, as row-by-row writing requires."""
    widths = column_widths(sheet)
    writers = [_cell_writer(page, sheet, place, formats, cells) for place in range(len(sheet.columns))]
    page.set_row(0, _LINE_POINTS * head_lines(sheet, widths) + 3)
    for place, (column, width) in enumerate(zip(sheet.typed, widths, strict=True)):
        page.write_string(0, place, clean_text(column.title), formats.heads[is_text(sheet, place)])
        page.set_column(place, place, width)
    for row_number, row in enumerate(sheet.rows, 1):
        if (lines := row_lines(row, widths)) > 1:
            page.set_row(row_number, _LINE_POINTS * lines)
        for place, value in enumerate(row):
            if value is not None:
                writers[place](row_number, place, value)
    last = len(sheet.rows)
    if sheet.rows:
        page.autofilter(0, 0, last, len(sheet.columns) - 1)
    after = _write_totals(page, sheet, formats, cells, last + 1)
    _write_notes(page, sheet, formats, after + 1, int(sum(widths)))


def _write_notes(page: "Worksheet", sheet: Table, formats: _Formats, row: int, width: int) -> None:
    """Write each sentence of the note below the table, merged across all columns."""
    for row_number, sentence in enumerate(sheet.note.split("\n") if sheet.note else (), row):
        text, last = clean_text(sentence), len(sheet.columns) - 1
        page.set_row(row_number, _LINE_POINTS * (1 + len(text) // max(width - 2, 1)))
        if last:
            page.merge_range(row_number, 0, row_number, last, "", formats.note)
        page.write_string(row_number, 0, text, formats.note)


def _set_page(page: "Worksheet", sheet: Table, head: ReportHead) -> None:
    """Set up printing: landscape A4, scaled to the page width, headings on every page."""
    rows = len(sheet.rows) + bool(sheet.totals()) + (len(sheet.note.split("\n")) + 1 if sheet.note else 0)
    page.freeze_panes(1, 0)
    page.repeat_rows(0)
    page.set_landscape()
    page.set_paper(_A4)
    page.set_margins(left=0.4, right=0.4, top=0.6, bottom=0.6)
    page.print_area(0, 0, rows, len(sheet.columns) - 1)
    page.fit_to_pages(1, 0)
    page.set_header(f"&L&B{_escaped(one_line(sheet.caption, 80))}")
    page.set_footer(f"&L{_escaped(head.foot())}&RPage &P of &N")


def _escaped(text: str) -> str:
    return text.replace("&", "&&")


def _cell_writer(
    page: "Worksheet", sheet: Table, place: int, formats: _Formats, cells: CellNames
) -> Callable[[int, int, Cell | Value], Any]:
    column = sheet.typed[place]
    text_format = formats["@", ""]
    number_format = formats[column.number_format, "to change" if column.to_change else ""]
    formula_format = formats[column.number_format, ""]

    def write(row: int, at: int, value: Cell | Value) -> None:
        if isinstance(value, str | Cell):
            if text := clean_text(value if isinstance(value, str) else value.text):
                page.write_string(row, at, text, text_format)
        elif isinstance(value, Formula):
            if (number := finite(value.value)) is not None:
                text = cells.formula(value, sheet, row)
                page.write_formula(row, at, text, formula_format, float(column.exact(number)))
        elif (number := finite(value)) is not None:
            _write_number(page, (row, at), column.exact(number), number_format)

    return write


def _write_number(
    page: "Worksheet", at: tuple[int, int], number: Decimal | float, number_format: "Format"
) -> None:
    """Write a number; as text if a spreadsheet would lose its last digits."""
    exact = isinstance(number, float) or abs(number) <= _MAX_EXACT
    if exact:
        page.write_number(*at, number, number_format)
    else:
        page.write_string(*at, f"{number:f}" if isinstance(number, Decimal) else str(number), number_format)


def _write_totals(page: "Worksheet", sheet: Table, formats: _Formats, cells: CellNames, row: int) -> int:
    """Write the totals, as formulas if there are rows, and return the next free row."""
    totals = sheet.totals()
    if not totals:
        return row
    for place, column in enumerate(sheet.typed):
        look = formats[column.number_format, "sum"]
        if place in totals and sheet.rows and abs(float(totals[place])) <= _MAX_EXACT:
            text = cells.sum_of(sheet, place)
            page.write_formula(row, place, text, look, float(totals[place]))
        elif place in totals:
            _write_number(page, (row, place), totals[place], look)
        elif place == 0:
            page.write_string(row, place, "Total", look)
        else:
            page.write_blank(row, place, None, look)
    return row + 1


#: Most UTF-16 units of a sheet name.
MAX_NAME = 31
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")
#: Excel reserves this name.
_RESERVED = "history"


def safe_sheet_names(names: Sequence[str]) -> list[str]:
    r"""Return valid, unique sheet names in the same order.

    A name has at most 31 UTF-16 units, none of ``[ ] : * ? / \``, no apostrophe at either end, and does not
    differ from another in case alone. Duplicates get a number.
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
    """Return a name of at most ``limit`` UTF-16 units, without half characters."""
    kept = name.encode("utf-16-le")[: 2 * limit].decode("utf-16-le", "ignore")
    return kept.strip("' ") or "Sheet"
