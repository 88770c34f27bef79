"""What a report for people is made of, before any format: sections, tables, charts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """One cell: its text, and smaller lines that belong under it, such as a printed value."""

    text: str
    details: tuple[str, ...] = ()
    numeric: bool = True


@dataclass(frozen=True)
class Table:
    """A table whose first column names the rows.

    Attributes
    ----------
    caption
        What the table shows.
    columns
        Heads of all columns, the first included.
    rows
        Cells, as many per row as there are columns.
    note
        A sentence under the table; may be empty.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    @property
    def numeric(self) -> tuple[bool, ...]:
        """True for each column that holds numbers only."""
        places = range(len(self.columns))
        return tuple(bool(self.rows) and all(row[i].numeric for row in self.rows) for i in places)


@dataclass(frozen=True)
class Chart:
    """A picture: ``draw`` takes a prefix for the ids inside and returns SVG for HTML.

    A ``wide`` one has a line of the page to itself.
    """

    caption: str
    draw: Callable[[str], str]
    wide: bool = True


@dataclass(frozen=True)
class Section:
    """A headed part of the report; an empty one is left out by every format."""

    anchor: str
    heading: str
    paragraphs: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()
    listed: tuple[str, ...] = ()
    list_heading: str = ""

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to show."""
        return not (self.paragraphs or self.tables or self.charts or self.listed)


def words(*texts: str) -> tuple[Cell, ...]:
    """Return cells that hold text."""
    return tuple(Cell(text, numeric=False) for text in texts)


def numbers(texts: Sequence[str]) -> tuple[Cell, ...]:
    """Return cells that hold numbers."""
    return tuple(Cell(text) for text in texts)
