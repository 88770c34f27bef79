"""Rows of figures side by side, with or without a baseline: the tables and records of every report.

Comparisons of studies and plans, what-if points, differences and fronts are such rows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from netfloor.layout.result import gap_text, is_useful
from netfloor.reports.figures.figure import Figure, Kind, Number, Unit
from netfloor.reports.figures.lookup import used
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.formats.table import (
    Cell,
    Column,
    Table,
    Value,
    number_column,
    numbers,
    text_column,
    words,
)
from netfloor.reports.formats.text import one_line

#: Maximum characters of a row's name in a heading.
NAME_LENGTH = 60


class FigureRow(Protocol):
    """A network, plan or point with figures by key."""

    @property
    def name(self) -> str:
        """Display name."""
        ...

    @property
    def figures(self) -> Mapping[str, Number | None]:
        """Values by key of `FIGURES`."""
        ...

    @property
    def is_complete(self) -> bool:
        """Whether its cost covers everything."""
        ...

    @property
    def currency(self) -> str:
        """Currency of the row if rows differ; empty for that of the table."""
        ...


@dataclass(frozen=True)
class NamedFigures:
    """A row that has only a name and figures."""

    name: str
    figures: Mapping[str, Number | None]
    is_complete: bool = True
    currency: str = ""


def figure_text(row: FigureRow, key: str) -> str:
    """Return a figure as text; incomplete amounts are marked."""
    figure, value = FIGURES[key], row.figures.get(key)
    partly = figure.of_parts and not row.is_complete and value is not None
    return f"{figure.text(value)} (incomplete)" if partly else figure.text(value)


@dataclass(frozen=True)
class FigureTable:
    """Rows in a common currency, with an optional baseline row."""

    rows: Sequence[FigureRow]
    currency: str
    baseline: FigureRow | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the rows, as headings."""
        return tuple(one_line(row.name, NAME_LENGTH) for row in self.rows)

    @property
    def used(self) -> list[str]:
        """Keys of the figures that at least one row has."""
        return used(row.figures for row in self.rows)

    def heading(self, key: str) -> str:
        """Return the heading of a figure, with its unit."""
        return FIGURES[key].heading(one_line(self.currency))

    def short_heading(self, key: str) -> str:
        """Return the heading of a figure in a narrow column."""
        return FIGURES[key].short_heading(one_line(self.currency, 12))

    def all_have(self, key: str) -> bool:
        """Return whether every row has a figure."""
        return all(row.figures.get(key) is not None for row in self.rows)

    def text(self, row: FigureRow, key: str) -> str:
        """Return a figure as text; money in a currency other than the table's names it."""
        other = row.currency and row.currency != self.currency and FIGURES[key].unit is Unit.MONEY
        known = row.figures.get(key) is not None
        return (
            f"{figure_text(row, key)} {one_line(row.currency, 12)}"
            if other and known
            else figure_text(row, key)
        )

    def difference(self, row: FigureRow, key: str) -> Number | None:
        """Return the difference of a row from the baseline; None if amounts are not comparable."""
        other = self.baseline
        if other is None or (FIGURES[key].of_parts and not (row.is_complete and other.is_complete)):
            return None
        if FIGURES[key].unit is Unit.MONEY and row.currency != other.currency:
            return None
        return FIGURES[key].difference(row.figures.get(key), other.figures.get(key))

    def across(self, caption: str, keys: Sequence[str] | None = None, note: str = "") -> Table:
        """Return a table with a line per figure and a column per row."""
        shown = self.used if keys is None else keys
        lines = [
            (*words(self.heading(key)), *numbers(self.text(row, key) for row in self.rows)) for key in shown
        ]
        return Table(caption, ("Figure", *self.names), lines, note)

    def across_with_differences(self, caption: str, keys: Sequence[str], note: str = "") -> Table:
        """Return `across` with the difference of the last row from the baseline."""
        lines = [
            (*line, *numbers([FIGURES[key].signed_text(self.difference(self.rows[-1], key))]))
            for key, line in zip(keys, self.across(caption, keys).cells, strict=True)
        ]
        return Table(caption, ("Figure", *self.names, "Difference"), lines, note)

    def down(
        self,
        caption: str,
        keys: Sequence[str],
        note: str = "",
        *,
        head: str = "Plan",
        cell: Callable[[FigureRow, str], Cell] | None = None,
        mark: Callable[[str, str], str] = lambda heading, _: heading,
    ) -> Table:
        """Return a table with a line per row and a column per figure.

        ``mark`` changes a heading, ``cell`` makes a cell.
        """
        make = cell or (lambda row, key: Cell(self.text(row, key)))
        lines = [
            (*words(name), *(make(row, key) for key in keys))
            for name, row in zip(self.names, self.rows, strict=True)
        ]
        return Table(caption, (head, *(mark(self.heading(key), key) for key in keys)), lines, note)

    def differences(self, keys: Sequence[str]) -> list[tuple[Cell, ...]]:
        """Return the signed differences of every row from the baseline."""
        return [
            numbers(FIGURES[key].signed_text(self.difference(row, key)) for key in keys)
            for row in self.rows
        ]

    def with_differences(self, caption: str, keys: Sequence[str], note: str = "") -> Table:
        """Return a line per row, each figure followed by its difference, for narrow columns."""
        heads = [head for key in keys for head in (self.short_heading(key), "\nchange")]
        lines = []
        for name, row, changes in zip(self.names, self.rows, self.differences(keys), strict=True):
            own = numbers(self.text(row, key) for key in keys)
            cells = [cell for pair in zip(own, changes, strict=True) for cell in pair]
            lines.append((*words(name), *cells))
        return Table(caption, ("", *heads), lines, note)

    def sheet(self, caption: str, first: Sequence[Sequence[Value]] = (), note: str = "") -> Table:
        """Return a workbook sheet with a line per figure, after the ``first`` lines."""
        columns: tuple[Column, ...] = (
            text_column("figure"),
            text_column("unit"),
            *map(number_column, self.names),
        )
        lines: list[Sequence[Value]] = [*first]
        lines += [
            (FIGURES[key].name, _sheet_unit(FIGURES[key], self.currency), *self._numbers(key))
            for key in self.used
        ]
        return Table(caption, columns, lines, note)

    def _numbers(self, key: str) -> Iterator[Value]:
        """Yield a figure of each row, shares in per cent; incomplete amounts are marked text."""
        figure = FIGURES[key]
        for row in self.rows:
            value = row.figures.get(key)
            if figure.of_parts and not row.is_complete and value is not None:
                yield self.text(row, key)
            elif value is None or figure.unit.kind is not Kind.SHARE:
                yield value
            else:
                yield 100 * value if figure.unit is not Unit.GAP or is_useful(value) else gap_text(value)

    def columns(self) -> dict[str, list[Number | None]]:
        """Return the values of every figure as a list, for data frames."""
        return {key: [row.figures.get(key) for row in self.rows] for key in FIGURES}

    def record(self, row: FigureRow) -> dict[str, Number | None]:
        """Return every figure of a row by key, for JSON."""
        return {key: row.figures.get(key) for key in FIGURES}

    def differences_record(self, row: FigureRow) -> dict[str, Number | None]:
        """Return every difference of a row from the baseline by key, for JSON."""
        return {key: self.difference(row, key) for key in FIGURES}

    def csv_columns(self) -> list[str]:
        """Return the column names of `csv_record`."""
        ends = ("",) if self.baseline is None else ("", "_difference")
        return [f"{key}{end}" for key in FIGURES for end in ends]

    def csv_record(self, row: FigureRow) -> dict[str, Any]:
        """Return every figure of a row; with a baseline, also the differences from it."""
        record: dict[str, Any] = self.record(row)
        if self.baseline is not None and row is not self.baseline:
            record |= {f"{key}_difference": value for key, value in self.differences_record(row).items()}
        return record


def _sheet_unit(figure: Figure, currency: str) -> str:
    return "%" if figure.unit.kind is Kind.SHARE else figure.unit_text(currency)
