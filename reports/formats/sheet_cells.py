"""Positions of cells in a workbook, column widths, and formulas that refer to cells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from netfloor.reports.formats.table import (
    EVERY_ROW,
    Cell,
    Column,
    Formula,
    Ref,
    Table,
    Value,
    figure,
)
from netfloor.reports.formats.text import finite

#: Characters that fit across a landscape A4 page at a legible size.
PAGE_WIDTH = 160
_NARROWEST, _SAMPLE = 6, 1000
#: Narrowest width of a text column that is shrunk to fit a page.
_NARROW_TEXT = 12


@dataclass(frozen=True)
class CellNames:
    """The tables of a workbook by caption, with their sheet names."""

    sheets: Mapping[str, tuple[str, Table]]

    def formula(self, formula: Formula, sheet: Table, row: int) -> str:
        """Return the spreadsheet formula of a cell in ``row`` (0: the heading)."""
        return "=" + formula.text.format(*(self._cell(ref, sheet, row) for ref in formula.refs))

    def sum_of(self, sheet: Table, place: int) -> str:
        """Return the formula for the sum of a column, rounded to hide errors of binary fractions."""
        from xlsxwriter.utility import xl_range  # noqa: PLC0415

        column = sheet.typed[place]
        cells = f"SUM({xl_range(1, place, len(sheet.rows), place)})"
        return f"=ROUND({cells}, {column.decimals})" if column.decimals else f"={cells}"

    def _cell(self, ref: Ref, sheet: Table, row: int) -> str:
        """Return the reference to a cell; 0 if its column was left out as empty."""
        from xlsxwriter.utility import quote_sheetname, xl_range, xl_rowcol_to_cell  # noqa: PLC0415

        name, table = self.sheets[ref.sheet] if ref.sheet else ("", sheet)
        place = next((p for p, column in enumerate(table.typed) if column.head == ref.head), None)
        if place is None:
            return "0"
        before = f"{quote_sheetname(name)}!" if ref.sheet else ""
        if ref.row == EVERY_ROW:
            return before + str(xl_range(1, place, max(len(table.rows), 1), place))
        return before + str(xl_rowcol_to_cell(row if ref.row is None else ref.row + 1, place))


def column_widths(sheet: Table) -> list[int]:
    """Return the width of each column in characters; long texts shrink to fit a page.

    The first column, which names the rows, shrinks last.
    """
    widths = [_natural_width(sheet, place) for place in range(len(sheet.columns))]
    texts = [place for place in range(len(widths)) if is_text(sheet, place)]
    minimum = {place: max(_NARROW_TEXT, _head_width(sheet, place)) for place in texts}
    for giving in (texts[1:], texts):
        while sum(widths) > PAGE_WIDTH and any(widths[place] > minimum[place] for place in giving):
            widest = max(giving, key=lambda place: (widths[place] > minimum[place], widths[place]))
            widths[widest] -= 1
    return widths


def row_lines(row: Sequence[Cell | Value], widths: Sequence[int]) -> int:
    """Return the number of lines that the tallest text of a row needs."""
    texts = [(value, width - 1) for value, width in zip(row, widths, strict=True) if isinstance(value, str)]
    return max((len(wrap(text, room)) for text, room in texts if len(text) > room), default=1)


def head_lines(sheet: Table, widths: Sequence[int]) -> int:
    """Return the number of lines that the tallest heading needs, broken at blanks."""
    room = [max(width - 2, 1) for width in widths]
    return max(len(wrap(column.title, wide)) for column, wide in zip(sheet.typed, room, strict=True)) or 1


def is_text(sheet: Table, place: int) -> bool:
    """Return whether a column holds text, judged by its first rows."""
    return any(isinstance(row[place], str) for row in sheet.rows[:_SAMPLE])


def _head_width(sheet: Table, place: int) -> int:
    """Return the width of the heading's longest word plus the filter button."""
    return max(map(len, sheet.typed[place].title.split()), default=0) + 3


def _natural_width(sheet: Table, place: int) -> int:
    column = sheet.typed[place]
    values = [figure(row[place]) for row in sheet.rows[:_SAMPLE]]
    texts = [value if isinstance(value, str) else _number_text(value, column) for value in values]
    if (total := sheet.totals().get(place)) is not None:
        texts.append(f"{total:,.{column.decimals}f}")
    widest = max((min(len(text) + 3, PAGE_WIDTH) for text in texts), default=0)
    return max(_NARROWEST, _head_width(sheet, place), widest)


def _number_text(value: Cell | float | None, column: Column) -> str:
    """Return a number about as wide as a sheet shows it."""
    if value is None or isinstance(value, Cell) or (number := finite(value)) is None:
        return value.text if isinstance(value, Cell) else ""
    return f"{number / 10**column.decimals:,.{column.decimals}f}" if column.decimals else f"{number:,}"
