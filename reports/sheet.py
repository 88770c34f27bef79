"""A table for spreadsheets, before any format: columns with units and exact numbers, rows, sums."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from reports.text import finite, one_line

#: What a cell may hold; a missing value is an empty cell.
Value = str | int | float | None
#: Characters of a cell, by the file format of workbooks.
MAX_TEXT = 32_767


@dataclass(frozen=True)
class Column:
    """One column of a sheet.

    Attributes
    ----------
    head, unit
        Name and unit; the sheet shows ``head (unit)``.
    number_format
        As spreadsheets write it, for numbers only.
    decimals
        Values are integers in this many decimals of the unit: 2 for cents, 3 for
        millimetres shown in metres; exact to the last digit in sums and in CSV.
    total
        Whether the sheet ends with the column's sum.
    """

    head: str
    unit: str = ""
    number_format: str = "General"
    decimals: int = 0
    total: bool = False

    @property
    def title(self) -> str:
        """What stands at its head."""
        return f"{self.head} ({self.unit})" if self.unit else self.head


def text_column(head: str) -> Column:
    """Return a column of texts."""
    return Column(head, number_format="@")


def count_column(head: str, unit: str = "", *, total: bool = False) -> Column:
    """Return a column of whole numbers."""
    return Column(head, unit, "#,##0", 0, total)


def money_column(head: str, currency: str, *, total: bool = False) -> Column:
    """Return a column whose values are integer cents, shown in whole currency units."""
    return Column(head, currency, "#,##0.00", 2, total)


def length_column(head: str, *, total: bool = False) -> Column:
    """Return a column whose values are integer millimetres, shown in metres."""
    return Column(head, "m", "#,##0.000", 3, total)


def number_column(head: str, unit: str = "", *, total: bool = False) -> Column:
    """Return a column of any numbers, shown as they are."""
    return Column(head, unit, "#,##0.###", 0, total)


@dataclass(frozen=True)
class Sheet:
    """A table with a name.

    Attributes
    ----------
    name
        Any text; the workbook makes a valid sheet name of it.
    columns
        At least one.
    rows
        As many values a row as there are columns.
    notes
        Sentences under the table of the workbook, such as what a mark means.
    """

    name: str
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Value]]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.columns:
            raise ValueError(f"sheet {self.name!r} has no columns")
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"sheet {self.name!r} has rows that do not fit its columns")

    def totals(self) -> dict[int, Decimal | float]:
        """Return the sum of each column that has one, by place, in the unit that it shows."""
        places = (place for place, column in enumerate(self.columns) if column.total)
        return {place: self._total(place) for place in places}

    def _total(self, place: int) -> Decimal | float:
        values = [row[place] for row in self.rows if not isinstance(row[place], str)]
        numbers = [number for value in values if (number := finite(value)) is not None]
        if any(isinstance(number, float) for number in numbers):
            _refuse_float(self.columns[place])
            return math.fsum(numbers)
        return Decimal(sum(int(number) for number in numbers)).scaleb(-self.columns[place].decimals)


def clean_text(text: str) -> str:
    """Return what `one_line` does, quickly where every character is printable."""
    return text.strip() if text.isprintable() and len(text) <= MAX_TEXT else one_line(text, MAX_TEXT)


def shown_number(number: float, column: Column) -> Decimal | float | int:
    """Return a number in the unit of its column."""
    if isinstance(number, float):
        _refuse_float(column)
        return number
    return Decimal(int(number)).scaleb(-column.decimals) if column.decimals else int(number)


def _refuse_float(column: Column) -> None:
    if column.decimals:
        raise ValueError(f"values of column {column.head!r} must be integers")
