"""Tables for terminals and pipes: numbers to the right, texts to the left."""

import textwrap
from collections.abc import Sequence
from itertools import zip_longest

GAP, NARROW_GAP = "  ", " "
#: No text column is folded to less.
NARROWEST = 12


def table_text(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int | None = None) -> str:
    """Return a table as lines; a heading may hold line breaks.

    Parameters
    ----------
    width
        Move the columns together, then fold the widest texts, until the table is no wider
        than this, where that is possible; None does neither.
    """
    numeric = [all(_is_number(row[i]) for row in rows) for i in range(len(headings))]
    columns = zip(headings, *rows, strict=True)
    widths = [max(len(line) for cell in cells for line in cell.split("\n")) for cells in columns]
    gap = GAP if width is None or _total(widths, GAP) <= width else NARROW_GAP
    if width is not None:
        widths = _narrowed(widths, numeric, width, gap)
    parts = [heading.split("\n") for heading in headings]
    tallest = max(len(lines) for lines in parts)
    head = _lines([[""] * (tallest - len(lines)) + lines for lines in parts], widths, numeric, gap)
    body = [line for row in rows for line in _lines(_folded(row, widths), widths, numeric, gap)]
    rule = gap.join("-" * w for w in widths)
    return "\n".join([*head, rule, *body])


def _is_number(cell: str) -> bool:
    return not cell.strip(" -") or cell.lstrip("+-~=")[:1].isdigit()


def _total(widths: Sequence[int], gap: str) -> int:
    return sum(widths) + len(gap) * (len(widths) - 1)


def _narrowed(widths: list[int], numeric: list[bool], width: int, gap: str) -> list[int]:
    """Return widths that fit, taken from the widest text column each time."""
    widths = list(widths)
    while _total(widths, gap) > width:
        texts = [i for i, number in enumerate(numeric) if not number and widths[i] > NARROWEST]
        if not texts:
            break
        widths[max(texts, key=widths.__getitem__)] -= 1
    return widths


def _folded(row: Sequence[str], widths: list[int]) -> list[list[str]]:
    return [
        [cell] if len(cell) <= width else textwrap.wrap(cell, width, break_on_hyphens=False)
        for cell, width in zip(row, widths, strict=True)
    ]


def _lines(cells: list[list[str]], widths: list[int], numeric: list[bool], gap: str) -> list[str]:
    """Return the lines of one row whose cells are lists of lines."""
    return [
        gap.join(
            part.rjust(width) if number else part.ljust(width)
            for part, width, number in zip(parts, widths, numeric, strict=True)
        ).rstrip()
        for parts in zip_longest(*cells, fillvalue="")
    ]
