"""Sets of units that are close on the floor: rectangles of cabinets, strips along rows, neighbourhoods."""

from collections.abc import Iterator

import numpy as np

from netfloor.research.partitions.placed.candidate import Candidate, candidate, evenly
from netfloor.research.partitions.placed.units import Counts, Units

#: Limits on rectangles (the smallest are kept), strips and centres.
MAX_RECTANGLES, MAX_STRIPS, MAX_CENTRES = 300, 256, 256
#: Limit on distinct rows and columns; a larger floor is divided into this many bands.
MAX_LINES = 64


def rectangles(units: Units, size: int) -> Iterator[Candidate]:
    """Yield rectangles of cabinets that hold ``size`` units, while no smaller rectangle inside does.

    If one holds more, its last row or column is only partly used.
    """
    x, y = _lines(units.x_mm), _lines(units.y_mm)
    results = []
    for top, bottom in _ranges(int(y.max()) + 1):
        inside = (y >= top) & (y <= bottom)
        counted = np.concatenate([[0], np.cumsum(np.bincount(x[inside], minlength=int(x.max()) + 1))])
        for left in range(len(counted) - 1):
            right = int(np.searchsorted(counted, counted[left] + size)) - 1
            minimum = right < len(counted) - 1 and counted[right + 1] - counted[left + 1] < size
            if minimum:
                results.append((top, bottom, left, right))
    results.sort(key=lambda box: (_half_round_mm(units, x, y, box), box))
    for top, bottom, left, right in results[:MAX_RECTANGLES]:
        members = np.flatnonzero((y >= top) & (y <= bottom) & (x >= left) & (x <= right))
        orders = [
            np.lexsort((members, x[members], y[members])),
            np.lexsort((members, y[members], x[members])),
        ]
        for order in orders if len(members) > size else orders[:1]:
            yield candidate("rectangle", members[order[:size]])


def strips(units: Units, size: int) -> Iterator[Candidate]:
    """Yield runs of ``size`` units in serpentine order along the rows, and along the columns."""
    x, y = _lines(units.x_mm), _lines(units.y_mm)
    for along, across in ((x, y), (y, x)):
        order = np.lexsort((units.cabinet, np.where(across % 2, -along, along), across))
        for begin in evenly(len(units) - size + 1, MAX_STRIPS):
            yield candidate("strip", order[begin : begin + size])


def neighbourhoods(units: Units, size: int) -> Iterator[Candidate]:
    """Yield the ``size`` units nearest to each centre; units joined to it win ties."""
    links = units.joined(1)
    for centre in evenly(len(units), MAX_CENTRES):
        away = np.abs(units.x_mm - units.x_mm[centre]) + np.abs(units.y_mm - units.y_mm[centre])
        joined = links[[centre]].toarray().ravel()
        joined[centre] = joined.max(initial=0) + 1
        yield candidate("nearest", np.lexsort((-joined, away))[:size])


def _lines(position_mm: Counts) -> Counts:
    """Return the row or column of each unit, numbered from 0 without gaps."""
    lines, line = np.unique(position_mm, return_inverse=True)
    if len(lines) > MAX_LINES:
        bands = (position_mm - lines[0]) * MAX_LINES // (lines[-1] - lines[0] + 1)
        _, line = np.unique(bands, return_inverse=True)
    return line.astype(np.int64)


def _ranges(lines: int) -> Iterator[tuple[int, int]]:
    yield from ((first, last) for first in range(lines) for last in range(first, lines))


def _half_round_mm(units: Units, x: Counts, y: Counts, box: tuple[int, int, int, int]) -> int:
    """Return the sum of width and depth of a rectangle."""
    top, bottom, left, right = box
    wide = units.x_mm[x == right].max() - units.x_mm[x == left].min()
    deep = units.y_mm[y == bottom].max() - units.y_mm[y == top].min()
    return int(wide + deep)
