"""Tables of typed rows, with columns declared once for every format.

`Listing` renders them: `terminal`, `page`, `sheet` (of a workbook, also as CSV), `records` (JSON).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Flag, auto
from typing import Any, Generic, TypeVar

from netfloor.reports.formats.marks import spaced
from netfloor.reports.formats.table import Cell, Column, Formula, Table, Value
from netfloor.reports.formats.text import NOTHING, head_text, one_line

Row = TypeVar("Row")


class Where(Flag):
    """A format for people; JSON has every column with a key."""

    TERMINAL = auto()
    PAGE = auto()
    SHEET = auto()


EVERYWHERE = Where.TERMINAL | Where.PAGE | Where.SHEET
ONLY_JSON = Where(0)


@dataclass(frozen=True)
class RowColumn(Generic[Row]):
    """A column and the function that gets its value from a row."""

    column: Column
    # returns the value, such as cents or millimetres, which the column converts; only sheets show a formula
    of: Callable[[Row], Value]
    key: str = ""  # name in JSON documents; empty if they omit the column
    where: Where = EVERYWHERE  # formats for people that show the column
    short: str = ""  # heading in a terminal; empty: as elsewhere
    short_form: str = ""  # number format in a terminal; empty: as elsewhere
    wording: Callable[[str], str] | None = None  # translates texts for people; JSON keeps them as they are
    # adds marks and details to the plain cell of a page, given the row
    page_cell: Callable[[Row, Cell], Cell] | None = None

    def value(self, row: Row) -> Value:
        """Return the value of a row for people, which may be a formula."""
        value = self.of(row)
        return self.wording(value) if self.wording is not None and isinstance(value, str) else value

    def in_json(self, row: Row) -> str | float | int | None:
        """Return the value of a row in the unit of the column."""
        value = _plain(self.of(row))
        return float(self.column.exact(value)) if isinstance(value, int) and self.column.decimals else value

    def cell(self, row: Row) -> Cell:
        """Return the cell on a page."""
        value = _plain(self.value(row))
        text = NOTHING if value is None else one_line(self.column.text(value))
        plain = Cell(text, (), not isinstance(value, str))
        return plain if self.page_cell is None else self.page_cell(row, plain)


def json_column(key: str, of: Callable[[Row], Value], decimals: int = 0) -> RowColumn[Row]:
    """Return a column for JSON only; values have this many decimals of its unit."""
    return RowColumn(Column(key, decimals=decimals), of, key, ONLY_JSON)


@dataclass(frozen=True)
class Listing(Generic[Row]):
    """A table of typed rows, with caption and note as in `Table`."""

    caption: str
    columns: Sequence[RowColumn[Row]]
    rows: Sequence[Row]
    note: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Names of the columns in JSON, and in CSV for programs."""
        return tuple(column.key for column in self.columns if column.key)

    def records(self) -> list[dict[str, Any]]:
        """Return the rows for JSON, by column key."""
        keyed = [column for column in self.columns if column.key]
        return [{column.key: column.in_json(row) for column in keyed} for row in self.rows]

    def sheet(self) -> Table:
        """Return the sheet of a workbook, also for CSV."""
        shown = self._shown(Where.SHEET)
        rows = [tuple(column.value(row) for column in shown) for row in self.rows]
        return Table(self.caption, [column.column for column in shown], rows, self.note)

    def terminal(self) -> Table:
        """Return the table for a terminal, with short headings that contain the units."""
        shown = self._shown(Where.TERMINAL)
        columns = [
            replace(
                item.column,
                head=item.short or item.column.head,
                unit="" if item.short else item.column.unit,
                form=item.short_form or item.column.form,
            )
            for item in shown
        ]
        rows = [tuple(item.value(row) for item in shown) for row in self.rows]
        return Table(self.caption, columns, rows, self.note)

    def page(self, *, with_sums: bool = False, mark: str = "") -> Table:
        """Return the table for a page, with an optional row of totals, each followed by ``mark``."""
        shown = self._shown(Where.PAGE)
        rows = [tuple(column.cell(row) for column in shown) for row in self.rows]
        if with_sums:
            rows.append(tuple(self._sum(place, column, mark) for place, column in enumerate(shown)))
        heads = [replace(item.column, head=head_text(item.column.head)) for item in shown]
        return Table(self.caption, [replace(head, total=False) for head in heads], rows, self.note)

    def only(self, *keys: str) -> tuple[RowColumn[Row], ...]:
        """Return the columns with these keys, in this order, for another table of the same rows."""
        by_key = {column.key: column for column in self.columns}
        return tuple(by_key[key] for key in keys)

    def _shown(self, where: Where) -> list[RowColumn[Row]]:
        return [column for column in self.columns if column.where & where]

    def _sum(self, place: int, column: RowColumn[Row], mark: str) -> Cell:
        if place == 0:
            return Cell("Total", numeric=False)
        if not column.column.total:
            return Cell("")
        total = column.column.sum(column.value(row) for row in self.rows)
        return Cell(format(total, column.column.form) + spaced(mark))


def _plain(value: Value) -> str | int | float | None:
    return value.value if isinstance(value, Formula) else value
