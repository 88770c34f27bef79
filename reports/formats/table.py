"""One table for every format: columns with units, rows of figures and texts, sums, a note.

`html.page` and `markdown.page` render it for people, `Table.texts` for a terminal, `csv_text.table_csv` as
CSV, and `workbook.workbook_bytes` as a sheet.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from netfloor.reports.formats.text import clean_text, finite, head_text

#: Stands for all rows of a table in a `Ref`.
EVERY_ROW = -1


@dataclass(frozen=True)
class Ref:
    """A cell that a formula reads: by the head of its column, in the same row unless a row is named.

    ``sheet`` is the caption of another table, ``row`` the number of a row there, or `EVERY_ROW`.
    """

    head: str
    sheet: str = ""
    row: int | None = None


@dataclass(frozen=True)
class Formula:
    """A figure that a workbook works out again where a buyer changes a cell, and what it came to here.

    ``text`` is as spreadsheets write it, ``{0}`` the first cell of ``refs``; other formats show the value.
    """

    text: str
    refs: tuple[Ref, ...]
    value: int | float | None


#: A figure or a text; a missing value is an empty cell.
Value = str | int | float | Formula | None
#: Headings, which may have line breaks, and rows, as a terminal shows them.
Texts = tuple[tuple[str, ...], list[tuple[str, ...]]]


@dataclass(frozen=True)
class Cell:
    """One cell for people: its text, and smaller lines that belong under it, such as a printed value."""

    text: str
    details: tuple[str, ...] = ()
    numeric: bool = True


@dataclass(frozen=True)
class Column:
    """One column.

    Attributes
    ----------
    head, unit
        Name and unit; it is headed ``head (unit)``, in a terminal with the line breaks that ``head`` has.
    number_format
        As spreadsheets write it, for numbers only.
    decimals
        Values are in this many decimals of the unit: 2 for cents, 3 for millimetres shown in metres.
        Every format converts them by the column; sums, workbooks and CSV take integers alone and stay
        exact to the last digit.
    total
        Whether a sheet ends with the column's sum.
    form
        How people read its numbers, as `format` takes it; ``%`` is a share as per cent, ``g`` leaves zeros
        at the end away.
    to_change
        Whether a buyer may put another number into a workbook's cells; they look so.
    """

    head: str
    unit: str = ""
    number_format: str = "General"
    decimals: int = 0
    total: bool = False
    form: str = ""
    to_change: bool = False

    @property
    def title(self) -> str:
        """What stands at its head."""
        if not self.unit:
            return self.head
        gap = "" if self.head.endswith("\n") else " "
        return f"{self.head}{gap}({self.unit})"

    def text(self, value: Value) -> str:
        """Return a value as people read it, a dash for none."""
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
        """Return a number in the unit of the column; an integer exactly, a mean as it is.

        A form of significant digits, ``g``, has no use for the zeros that an exact number ends with.
        """
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
        """Return the sum of all that are numbers, in the unit of the column."""
        plain = map(figure, values)
        figures = (value for value in plain if not isinstance(value, str | Cell))
        numbers = [number for one in figures if (number := finite(one)) is not None]
        if any(isinstance(number, float) for number in numbers):
            self._refuse_float()
            return math.fsum(numbers)
        return Decimal(sum(int(number) for number in numbers)).scaleb(-self.decimals)

    def _refuse_float(self) -> None:
        if self.decimals:
            raise ValueError(f"values of column {self.head!r} must be integers")


def figure(value: Cell | Value) -> Cell | str | int | float | None:
    """Return a value, of a formula what it came to."""
    return value.value if isinstance(value, Formula) else value


def text_column(head: str) -> Column:
    """Return a column of texts."""
    return Column(head, number_format="@")


def count_column(head: str, unit: str = "", *, total: bool = False, to_change: bool = False) -> Column:
    """Return a column of whole numbers."""
    return Column(head, unit, "#,##0", 0, total, ",", to_change)


def money_column(head: str, currency: str, *, total: bool = False, to_change: bool = False) -> Column:
    """Return a column whose values are integer cents, shown in whole currency units."""
    return Column(head, currency, "#,##0.00", 2, total, ",.2f", to_change)


def length_column(head: str, *, total: bool = False) -> Column:
    """Return a column whose values are integer millimetres, shown in metres."""
    return Column(head, "m", "#,##0.000", 3, total, ",.1f")


def number_column(head: str, unit: str = "", *, total: bool = False, to_change: bool = False) -> Column:
    """Return a column of any numbers, with all digits that they have."""
    return Column(head, unit, "#,##0.###", 0, total, ",.12g", to_change)


#: The columns of a table; a text is the head of a column of which there is no more to say.
Columns = Sequence[Column | str]


@dataclass(frozen=True)
class Table:
    """A table; in a report for people its first column names the rows.

    Attributes
    ----------
    caption
        What it shows; the name of a sheet.
    columns
        At least one.
    rows
        As many cells a row as there are columns.
    note
        Sentences under it, one a line; may be empty.
    """

    caption: str
    columns: Columns
    rows: Sequence[Sequence[Cell | Value]]
    note: str = ""

    def __post_init__(self) -> None:
        if not self.columns:
            raise ValueError(f"table {self.caption!r} has no columns")
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"table {self.caption!r} has rows that do not fit its columns")

    @property
    def typed(self) -> tuple[Column, ...]:
        """All columns as such."""
        return tuple(Column(one) if isinstance(one, str) else one for one in self.columns)

    @property
    def heads(self) -> tuple[str, ...]:
        """What stands above the columns, each in one line."""
        return tuple(column.title.replace("\n", " ") for column in self.typed)

    @property
    def cells(self) -> list[tuple[Cell, ...]]:
        """The rows as people read them."""
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
        """Return the table with one-line headings that begin with a capital letter, and one-line texts."""
        columns = (replace(one, head=head_text(" ".join(one.head.split()))) for one in self.typed)
        rows = [[clean_text(one) if isinstance(one, str) else one for one in row] for row in self.rows]
        return replace(self, columns=tuple(columns), rows=rows)

    def without_empty_columns(self) -> "Table":
        """Return the table without columns that hold nothing in any row; the first one stays."""
        if not self.rows:
            return self
        kept = [0, *(p for p in range(1, len(self.columns)) if any(_holds(row[p]) for row in self.rows))]
        return replace(
            self,
            columns=tuple(self.columns[place] for place in kept),
            rows=[tuple(row[place] for place in kept) for row in self.rows],
        )

    def turned(self) -> "Table":
        """Return the table with a column for each row, for many figures of few things."""
        cells, heads = self.cells, self.heads
        columns = (heads[0], *(row[0].text for row in cells))
        rows = [
            (Cell(heads[place], numeric=False), *(row[place] for row in cells))
            for place in range(1, len(heads))
        ]
        return Table(self.caption, columns, rows, self.note)

    def totals(self) -> dict[int, Decimal | float]:
        """Return the sum of each column that has one, by place, in the unit that it shows."""
        return {
            place: column.sum(row[place] for row in self.rows)
            for place, column in enumerate(self.typed)
            if column.total
        }


def _cell(value: Cell | Value, column: Column) -> Cell:
    return value if isinstance(value, Cell) else Cell(column.text(value), (), not isinstance(value, str))


def _holds(value: Cell | Value) -> bool:
    """Return whether a cell would hold anything."""
    value = figure(value)
    text = value.text if isinstance(value, Cell) else value
    return text.strip() != "" if isinstance(text, str) else finite(text) is not None


def words(*texts: str) -> tuple[Cell, ...]:
    """Return cells that hold text."""
    return tuple(Cell(text, numeric=False) for text in texts)


def numbers(texts: Iterable[str]) -> tuple[Cell, ...]:
    """Return cells that hold numbers."""
    return tuple(Cell(text) for text in texts)
