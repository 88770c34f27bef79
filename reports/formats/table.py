"""Tables for every format: columns with units, rows of figures and texts, totals, a note.

`html.page` and `markdown.page` render them for people, `Table.texts` for a terminal, `csv_text.table_csv`
as CSV, and `workbook.workbook_bytes` as a sheet.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from netfloor.reports.formats.text import clean_text, finite, head_text

#: All rows of a table, in a `Ref`.
EVERY_ROW = -1


@dataclass(frozen=True)
class Ref:
    """A reference to a cell by the heading of its column."""

    head: str
    sheet: str = ""  # caption of another table
    row: int | None = None  # row number or `EVERY_ROW`; None: the same row


@dataclass(frozen=True)
class Formula:
    """A figure that a workbook recomputes when a buyer changes a cell."""

    text: str  # spreadsheet formula with ``{0}`` for the first cell of ``refs``
    refs: tuple[Ref, ...]
    value: int | float | None  # the result, which other formats show


#: A figure or text; None is an empty cell.
Value = str | int | float | Formula | None
#: Headings, which may have line breaks, and rows for a terminal.
Texts = tuple[tuple[str, ...], list[tuple[str, ...]]]


@dataclass(frozen=True)
class Cell:
    """A cell for people: its text, and smaller lines below it, such as a printed value."""

    text: str
    details: tuple[str, ...] = ()
    numeric: bool = True


@dataclass(frozen=True)
class Column:
    """A column, whose heading is ``head (unit)``."""

    head: str  # its line breaks appear only in a terminal
    unit: str = ""
    number_format: str = "General"  # spreadsheet format, for numbers only
    # decimals of integer values: 2 for cents, 3 for millimetres shown in metres. Sums, workbooks and CSV
    # accept only integers and stay exact to the last digit.
    decimals: int = 0
    total: bool = False  # whether a sheet ends with the sum of the column
    # number format for people, as in `format`; ``%`` shows a share in per cent, ``g`` drops trailing zeros
    form: str = ""
    to_change: bool = False  # whether a buyer may change the cells in a workbook; they are highlighted

    @property
    def title(self) -> str:
        """The heading with the unit."""
        if not self.unit:
            return self.head
        gap = "" if self.head.endswith("\n") else " "
        return f"{self.head}{gap}({self.unit})"

    def text(self, value: Value) -> str:
        """Return a value as text, a dash for None."""
        if isinstance(value, Formula):
            value = value.value
        if value is None:
            return "-"
        if isinstance(value, str):
            return value
        if self.form == "%":
            return f"{100 * value:.1f} %"
        number = self.in_unit(value)
        return format(float(number) if self.form.endswith("g") else number, self.form)

    def in_unit(self, number: float) -> Decimal | float | int:
        """Return a number in the unit of the column; integers stay exact unless the form is ``g``."""
        if self.decimals and (isinstance(number, float) or self.form.endswith("g")):
            return float(number / 10**self.decimals)
        return self.exact(number)

    def exact(self, number: float) -> Decimal | float | int:
        """Return a number in the unit of the column."""
        if isinstance(number, float):
            self._refuse_float()
            return number
        return Decimal(int(number)).scaleb(-self.decimals) if self.decimals else int(number)

    def sum(self, values: Iterable[Cell | Value]) -> Decimal | float:
        """Return the sum of all numbers, in the unit of the column."""
        plain = map(figure, values)
        figures = (value for value in plain if not isinstance(value, str | Cell))
        numbers = [number for item in figures if (number := finite(item)) is not None]
        if any(isinstance(number, float) for number in numbers):
            self._refuse_float()
            return math.fsum(numbers)
        return Decimal(sum(int(number) for number in numbers)).scaleb(-self.decimals)

    def _refuse_float(self) -> None:
        if self.decimals:
            raise ValueError(f"values of column {self.head!r} must be integers")


def figure(value: Cell | Value) -> Cell | str | int | float | None:
    """Return a value; for a formula, its result."""
    return value.value if isinstance(value, Formula) else value


def text_column(head: str) -> Column:
    """Return a column of texts."""
    return Column(head, number_format="@")


def count_column(head: str, unit: str = "", *, total: bool = False, to_change: bool = False) -> Column:
    """Return a column of whole numbers."""
    return Column(
        head=head,
        unit=unit,
        number_format="#,##0",
        decimals=0,
        total=total,
        form=",",
        to_change=to_change,
    )


def money_column(head: str, currency: str, *, total: bool = False, to_change: bool = False) -> Column:
    """Return a column of integer cents, shown in currency units."""
    return Column(
        head=head,
        unit=currency,
        number_format="#,##0.00",
        decimals=2,
        total=total,
        form=",.2f",
        to_change=to_change,
    )


def length_column(head: str, *, total: bool = False) -> Column:
    """Return a column of integer millimetres, shown in metres."""
    return Column(head, "m", "#,##0.000", 3, total, ",.1f")


def number_column(head: str, unit: str = "", *, total: bool = False, to_change: bool = False) -> Column:
    """Return a column of any numbers, shown with all their digits."""
    return Column(
        head=head,
        unit=unit,
        number_format="#,##0.###",
        decimals=0,
        total=total,
        form=",.12g",
        to_change=to_change,
    )


#: The columns of a table; a string is the heading of a plain column.
Columns = Sequence[Column | str]


@dataclass(frozen=True)
class Table:
    """A table; in a report for people its first column names the rows."""

    caption: str  # also the name of a sheet
    columns: Columns  # at least one
    rows: Sequence[Sequence[Cell | Value]]
    note: str = ""  # sentences below the table, one per line; may be empty

    def __post_init__(self) -> None:
        if not self.columns:
            raise ValueError(f"table {self.caption!r} has no columns")
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"table {self.caption!r} has rows that do not fit its columns")

    @property
    def typed(self) -> tuple[Column, ...]:
        """All columns as `Column`."""
        return tuple(Column(column) if isinstance(column, str) else column for column in self.columns)

    @property
    def heads(self) -> tuple[str, ...]:
        """The headings on one line each."""
        return tuple(column.title.replace("\n", " ") for column in self.typed)

    @property
    def cells(self) -> list[tuple[Cell, ...]]:
        """The rows as cells for people."""
        columns = self.typed
        return [tuple(map(_cell, row, columns)) for row in self.rows]

    @property
    def numeric(self) -> tuple[bool, ...]:
        """True for each column that holds numbers only."""
        rows = self.cells
        return tuple(bool(rows) and all(row[i].numeric for row in rows) for i in range(len(self.columns)))

    def texts(self) -> Texts:
        """Return the table for a terminal."""
        heads = tuple(column.title for column in self.typed)
        return heads, [tuple(cell.text for cell in row) for row in self.cells]

    def for_page(self) -> "Table":
        """Return the table with capitalised one-line headings and one-line texts."""
        columns = (replace(item, head=head_text(" ".join(item.head.split()))) for item in self.typed)
        rows = [[clean_text(item) if isinstance(item, str) else item for item in row] for row in self.rows]
        return replace(self, columns=tuple(columns), rows=rows)

    def without_empty_columns(self) -> "Table":
        """Return the table without empty columns; the first one stays."""
        if not self.rows:
            return self
        kept = [0, *(p for p in range(1, len(self.columns)) if any(_holds(row[p]) for row in self.rows))]
        return replace(
            self,
            columns=tuple(self.columns[place] for place in kept),
            rows=[tuple(row[place] for place in kept) for row in self.rows],
        )

    def turned(self) -> "Table":
        """Return the transposed table, for many figures of few things."""
        cells, heads = self.cells, self.heads
        columns = (heads[0], *(row[0].text for row in cells))
        rows = [
            (Cell(heads[place], numeric=False), *(row[place] for row in cells))
            for place in range(1, len(heads))
        ]
        return Table(self.caption, columns, rows, self.note)

    def totals(self) -> dict[int, Decimal | float]:
        """Return the sum of each column that has one, by index, in the unit of the column."""
        return {
            place: column.sum(row[place] for row in self.rows)
            for place, column in enumerate(self.typed)
            if column.total
        }


def _cell(value: Cell | Value, column: Column) -> Cell:
    return value if isinstance(value, Cell) else Cell(column.text(value), (), not isinstance(value, str))


def _holds(value: Cell | Value) -> bool:
    value = figure(value)
    text = value.text if isinstance(value, Cell) else value
    return text.strip() != "" if isinstance(text, str) else finite(text) is not None


def words(*texts: str) -> tuple[Cell, ...]:
    """Return text cells."""
    return tuple(Cell(text, numeric=False) for text in texts)


def numbers(texts: Iterable[str]) -> tuple[Cell, ...]:
    """Return number cells."""
    return tuple(Cell(text) for text in texts)
