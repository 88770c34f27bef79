"""A table declared once: columns over typed rows, of which every format shows its own.

`Listing` renders it: `terminal`, `page`, `sheet` (of a workbook, also as CSV), `records` (JSON).
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
    """A format for people; JSON has every column that has a key."""

    TERMINAL = auto()
    PAGE = auto()
    SHEET = auto()


EVERYWHERE = Where.TERMINAL | Where.PAGE | Where.SHEET
ONLY_JSON = Where(0)


@dataclass(frozen=True)
class RowColumn(Generic[Row]):
    """A column, and how its value is got from a row.

    Attributes
    ----------
    of
        The value, such as cents or millimetres: the column converts it. Of a formula only sheets have more
        than its value.
    key
        Its name in JSON documents; empty where these do not have it.
    where
        The formats for people that show it.
    short, short_form
        Its head, and the form of its numbers, in a terminal, which has little room; empty: as elsewhere.
    wording
        How people read its texts; JSON has them as they are.
    page_cell
        The cell of a page by its row and the plain cell: adds marks and details.
    """

    column: Column
    of: Callable[[Row], Value]
    key: str = ""
    where: Where = EVERYWHERE
    short: str = ""
    short_form: str = ""
    wording: Callable[[str], str] | None = None
    page_cell: Callable[[Row, Cell], Cell] | None = None

    def value(self, row: Row) -> Value:
        """Return the value of a row as people get it, a formula included."""
        value = self.of(row)
        return self.wording(value) if self.wording is not None and isinstance(value, str) else value

    def in_json(self, row: Row) -> str | float | int | None:
        """Return the value of a row in the unit of the column."""
        value = _plain(self.of(row))
        return float(self.column.exact(value)) if isinstance(value, int) and self.column.decimals else value

    def cell(self, row: Row) -> Cell:
        """Return the cell of a page."""
        value = _plain(self.value(row))
        text = NOTHING if value is None else one_line(self.column.text(value))
        plain = Cell(text, (), not isinstance(value, str))
        return plain if self.page_cell is None else self.page_cell(row, plain)


def json_column(key: str, of: Callable[[Row], Value], decimals: int = 0) -> RowColumn[Row]:
    """Return a column that JSON alone has; values are in so many decimals of its unit."""
    return RowColumn(Column(key, decimals=decimals), of, key, ONLY_JSON)


@dataclass(frozen=True)
class Listing(Generic[Row]):
    """A table of typed rows; caption and note as `Table` has them."""

    caption: str
    columns: Sequence[RowColumn[Row]]
    rows: Sequence[Row]
    note: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of the columns in JSON, and in CSV for programs."""
        return tuple(column.key for column in self.columns if column.key)

    def records(self) -> list[dict[str, Any]]:
        """Return the rows for JSON, by the keys of the columns."""
        keyed = [column for column in self.columns if column.key]
        return [{column.key: column.in_json(row) for column in keyed} for row in self.rows]

    def sheet(self) -> Table:
        """Return the sheet of a workbook, also for CSV."""
        shown = self._shown(Where.SHEET)
        rows = [tuple(column.value(row) for column in shown) for row in self.rows]
        return Table(self.caption, [column.column for column in shown], rows, self.note)

    def terminal(self) -> Table:
        """Return the table of a terminal: short headings, and the units in them."""
        shown = self._shown(Where.TERMINAL)
        columns = [
            replace(
                one.column,
                head=one.short or one.column.head,
                unit="" if one.short else one.column.unit,
                form=one.short_form or one.column.form,
            )
            for one in shown
        ]
        rows = [tuple(one.value(row) for one in shown) for row in self.rows]
        return Table(self.caption, columns, rows, self.note)

    def page(self, *, with_sums: bool = False, mark: str = "") -> Table:
        """Return the table of a page.

        Parameters
        ----------
        with_sums
            Whether a last row has the sums of the columns that have one.
        mark
            Stands after each sum.
        """
        shown = self._shown(Where.PAGE)
        rows = [tuple(column.cell(row) for column in shown) for row in self.rows]
        if with_sums:
            rows.append(tuple(self._sum(place, column, mark) for place, column in enumerate(shown)))
        heads = [replace(one.column, head=head_text(one.column.head)) for one in shown]
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
