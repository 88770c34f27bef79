"""Tables for terminals and pipes: numbers right-aligned, texts left-aligned."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest

from netfloor.terminal.style import Paint, plain

GAP, NARROW_GAP = "  ", " "
#: Minimum width of a folded text column, besides its longest word.
NARROWEST = 12
#: Columns continue below rather than folding the widest text below this width.
LEGIBLE = 24


def table_text(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    width: int | None = None,
    spare: int = 0,
    paint: Paint = plain,
) -> str:
    """Format a table as lines; headings may contain line breaks.

    Parameters
    ----------
    spare
            Number of last columns that may be omitted to save width; a line below names them.
    width
            Maximum width. Gaps are narrowed first, then the widest texts are folded between words, then
        columns continue below, each part with the columns that name a row. Only long words can exceed it.
        None: no limit.
    paint
            Styles ``heading``, ``rule`` and ``row`` lines.
    """
    columns = [_Column(cells[0], cells[1:], 0).fitted() for cells in zip(headings, *rows, strict=True)]
    if width is None or _total(columns, GAP) <= width:
        return _text(columns, GAP, paint)
    kept = _without_spare(columns, spare, width)
    blocks = [_text(_narrowed(part, width), NARROW_GAP, paint) for part in _parts(kept, width, spare)]
    if len(kept) < len(columns):
        names = ", ".join(" ".join(column.heading.split()) for column in columns[len(kept) :])
        blocks[-1] += "\n" + textwrap.fill(f"(omitted: {names}; use a wider terminal or --json)", width)
    return "\n\n".join(blocks)


def count_fitting_columns(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> int:
    """Return how many of the first columns fit in a width without folding, at least two."""
    columns = [_Column(cells[0], cells[1:], 0).fitted() for cells in zip(headings, *rows, strict=True)]
    count = len(columns)
    while count > 2 and _total(columns[:count], GAP) > width:
        count -= 1
    return count


@dataclass(frozen=True)
class _Column:
    """A heading and its cells, with a width in characters."""

    heading: str
    cells: tuple[str, ...]
    width: int

    def fitted(self) -> "_Column":
        """Return the column as wide as its widest line."""
        return replace(self, width=max(len(line) for line in self._lines))

    @property
    def _lines(self) -> list[str]:
        return [line for cell in (self.heading, *self.cells) for line in cell.split("\n")]

    @cached_property
    def numeric(self) -> bool:
        """True if all cells are numbers."""
        return all(_is_number(cell) for cell in self.cells)

    @cached_property
    def least(self) -> int:
        """Minimum width: all of its numbers, or its longest word."""
        if self.numeric:
            return self.width
        heads = (len(line) for line in self.heading.split("\n"))
        words = (len(word) for cell in self.cells for word in cell.split())
        return min(self.width, max(NARROWEST, *heads, *words))

    @property
    def legible(self) -> int:
        """Width below which the column is not folded as long as columns can continue below."""
        return min(self.width, max(self.least, LEGIBLE))

    def lines_of(self, cell: str) -> list[str]:
        """Return the lines of a cell, folded between words."""
        if len(cell) <= self.width:
            return [cell]
        return textwrap.wrap(cell, self.width, break_on_hyphens=False, break_long_words=False)


def _is_number(cell: str) -> bool:
    return not cell.strip(" -") or cell.lstrip("+-~=")[:1].isdigit()


def _total(columns: Sequence[_Column], gap: str) -> int:
    return sum(column.width for column in columns) + len(gap) * (len(columns) - 1)


def _without_spare(columns: Sequence[_Column], spare: int, width: int) -> Sequence[_Column]:
    """Drop spare columns from the end until the others fit."""
    kept = len(columns)
    while kept > len(columns) - spare and sum(c.least for c in columns[:kept]) + kept - 1 > width:
        kept -= 1
    return columns[:kept]


def _parts(columns: Sequence[_Column], width: int, spare: int) -> list[list[_Column]]:
    """Split columns into parts that fit, each starting with the columns that name a row.

    That is the first column, and the second if the first has numbers such as ranks.
    """
    if spare and sum(column.least for column in columns) + len(columns) - 1 <= width:
        return [list(columns)]
    names = 2 if columns[0].numeric and len(columns) > 2 and not columns[1].numeric else 1
    head, others = list(columns[:names]), columns[names:]
    parts = [list(head)]
    for column in others:
        part = [*parts[-1], column]
        if len(part) > names + 1 and sum(item.legible for item in part) + len(part) - 1 > width:
            parts.append([*head, column])
        else:
            parts[-1].append(column)
    return parts


def _narrowed(columns: Sequence[_Column], width: int) -> list[_Column]:
    """Narrow the columns to a width, each time the widest text."""
    columns = list(columns)
    while _total(columns, NARROW_GAP) > width:
        texts = [i for i, column in enumerate(columns) if column.width > column.least]
        if not texts:
            break
        widest = max(texts, key=lambda i: columns[i].width)
        columns[widest] = replace(columns[widest], width=columns[widest].width - 1)
    return columns


def _text(columns: Sequence[_Column], gap: str, paint: Paint) -> str:
    heads = [column.heading.split("\n") for column in columns]
    tallest = max(len(lines) for lines in heads)
    head = _lines([[""] * (tallest - len(lines)) + lines for lines in heads], columns, gap)
    rule = gap.join("-" * column.width for column in columns)
    body = [
        line
        for row in zip(*(column.cells for column in columns), strict=True)
        for line in _lines([c.lines_of(cell) for c, cell in zip(columns, row, strict=True)], columns, gap)
    ]
    painted = [paint("heading", line) for line in head], [paint("row", line) for line in body]
    return "\n".join([*painted[0], paint("rule", rule), *painted[1]])


def _lines(cells: list[list[str]], columns: Sequence[_Column], gap: str) -> list[str]:
    """Format the lines of a row whose cells are lists of lines."""
    return [
        gap.join(
            part.rjust(column.width) if column.numeric else part.ljust(column.width)
            for part, column in zip(parts, columns, strict=True)
        ).rstrip()
        for parts in zip_longest(*cells, fillvalue="")
    ]
