"""Sets of units that stand together: rectangles of cabinets, strips along the rows, neighbourhoods."""

from collections.abc import Iterator

import numpy as np

from netfloor.research.partitions.placed.candidate import Candidate, candidate, evenly
from netfloor.research.partitions.placed.units import Counts, Units

#: Rectangles and strips that are kept, the smallest rectangles.
MOST_RECTANGLES, MOST_STRIPS, MOST_CENTRES = 300, 256, 256
#: Rows and columns that are told apart; a floor with more is seen in so many bands.
MOST_LINES = 64


def rectangles(units: Units, size: int) -> Iterator[Candidate]:
    """Yield rectangles of cabinets that hold ``size`` units and do so in no smaller rectangle.

    Where one holds more, the last of its rows or columns is begun only.
    """
    x, y = _lines(units.x_mm), _lines(units.y_mm)
    found = []
    for top, bottom in _ranges(int(y.max()) + 1):
        inside = (y >= top) & (y <= bottom)
        counted = np.concatenate([[0], np.cumsum(np.bincount(x[inside], minlength=int(x.max()) + 1))])
        for left in range(len(counted) - 1):
            right = int(np.searchsorted(counted, counted[left] + size)) - 1
            least = right < len(counted) - 1 and counted[right + 1] - counted[left + 1] < size
            if least:
                found.append((top, bottom, left, right))
    found.sort(key=lambda box: (_half_round_mm(units, x, y, box), box))
    for top, bottom, left, right in found[:MOST_RECTANGLES]:
        members = np.flatnonzero((y >= top) & (y <= bottom) & (x >= left) & (x <= right))
        orders = [
            np.lexsort((members, x[members], y[members])),
            np.lexsort((members, y[members], x[members])),
        ]
        for order in orders if len(members) > size else orders[:1]:
            yield candidate("rectangle", members[order[:size]])


def strips(units: Units, size: int) -> Iterator[Candidate]:
    """Yield runs of ``size`` units along the rows, which turn back at their ends, and along the columns."""
    x, y = _lines(units.x_mm), _lines(units.y_mm)
    for along, across in ((x, y), (y, x)):
        order = np.lexsort((units.cabinet, np.where(across % 2, -along, along), across))
        for begin in evenly(len(units) - size + 1, MOST_STRIPS):
            yield candidate("strip", order[begin : begin + size])


def neighbourhoods(units: Units, size: int) -> Iterator[Candidate]:
    """Yield the ``size`` units that stand nearest to one, those joined to it first among equals."""
    links = units.joined(1)
    for centre in evenly(len(units), MOST_CENTRES):
        away = np.abs(units.x_mm - units.x_mm[centre]) + np.abs(units.y_mm - units.y_mm[centre])
        joined = links[[centre]].toarray().ravel()
        joined[centre] = joined.max(initial=0) + 1
        yield candidate("nearest", np.lexsort((-joined, away))[:size])


def _lines(position_mm: Counts) -> Counts:
    """Return the row or column of each unit, counted from 0 without gaps."""
    lines, line = np.unique(position_mm, return_inverse=True)
    if len(lines) > MOST_LINES:
        bands = (position_mm - lines[0]) * MOST_LINES // (lines[-1] - lines[0] + 1)
        _, line = np.unique(bands, return_inverse=True)
    return line.astype(np.int64)


def _ranges(lines: int) -> Iterator[tuple[int, int]]:
    yield from ((first, last) for first in range(lines) for last in range(first, lines))


def _half_round_mm(units: Units, x: Counts, y: Counts, box: tuple[int, int, int, int]) -> int:
    """Return width and depth of a rectangle together."""
    top, bottom, left, right = box
    wide = units.x_mm[x == right].max() - units.x_mm[x == left].min()
    deep = units.y_mm[y == bottom].max() - units.y_mm[y == top].min()
    return int(wide + deep)
