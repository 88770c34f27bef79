"""The edge-isoperimetric problem on a product of two complete graphs whose links differ in capacity."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from topologies.lattice import Dimension

Counts = npt.NDArray[np.int64]
_NONE = np.int64(-(1 << 62))


def two_clique_cuts(dimensions: Sequence[Dimension]) -> Counts:
    """Return the least capacity that leaves a set of 0 .. n routers, (n + 1,), exactly.

    Pushing the members of every line to its start, in one dimension and then the other, does
    not lose a joined pair, whatever the capacities: some best set is a staircase, rows of
    falling lengths. Row i (from 0) of length r has ``C(r, 2)`` pairs along it and ``i r`` pairs
    with the rows above. The longest rows are found row by row, for every last length and every
    number of members. For the dragonfly groups K16 x K6 of the Cray XC, whose K6 links have
    three times the capacity (Oltchik, Schwartz, section 5).

    Raises
    ------
    ValueError
        If the product is not of two complete graphs.
    """
    if len(dimensions) != 2 or any(part.kind != "clique" for part in dimensions):
        raise ValueError("two complete graphs are needed")
    rows, columns = sorted(dimensions, key=lambda part: part.size)
    inner = _most_inside(rows, columns)
    degree = (rows.size - 1) * rows.links + (columns.size - 1) * columns.links
    return np.asarray(degree * np.arange(len(inner)) - 2 * inner, dtype=np.int64)


def _most_inside(rows: Dimension, columns: Dimension) -> Counts:
    """Return the most capacity inside a set of 0 .. n members, (n + 1,)."""
    n, longest = rows.size * columns.size, columns.size
    best = np.full((longest + 1, n + 1), _NONE)
    best[longest, 0] = 0
    for row in range(rows.size):
        # any longer row may stand above this one
        above = np.maximum.accumulate(best[::-1], axis=0)[::-1]
        best = np.full_like(best, _NONE)
        for length in range(longest + 1):
            gain = length * (length - 1) // 2 * columns.links + row * length * rows.links
            before = above[length, : n + 1 - length]
            best[length, length:] = np.where(before == _NONE, _NONE, before + gain)
    return np.asarray(best.max(axis=0), dtype=np.int64)
