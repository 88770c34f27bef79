"""Optimal sets of products: the first in lexicographic order (Harper, Lindsey), and staircases."""

import math
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice

import numpy as np

from netfloor.structure.arrays import LongArray
from netfloor.structure.lattice_lines import line_cuts
from netfloor.topologies.families.lattices.lattice import Dimension

#: Limit on tried orders of the dimensions.
MAX_ORDERS = 720
#: Limit on sizes times orders times dimensions: about a second.
MAX_STEPS = 30_000_000


def prefix_cuts(order: Sequence[Dimension], sizes: LongArray) -> LongArray:
    """Return the links that leave the first switches in lexicographic order, by their number.

    The first dimension of the ``order`` is the most significant: whole layers along it are filled, and the
    partial last layer in the same manner. ``sizes`` may have any shape, 0 .. n each.
    """
    first, rest = order[0], order[1:]
    layer = math.prod(part.size for part in rest)
    full, begun = np.divmod(sizes, layer)
    lines = line_cuts(first)
    total = begun * lines[np.minimum(full + 1, first.size)] + (layer - begun) * lines[full]
    return np.asarray(total + prefix_cuts(rest, begun) if rest else total, dtype=np.int64)


def lindsey_cuts(cliques: Sequence[int], sizes: LongArray) -> LongArray:
    """Return the minimum links that leave a set of each size in a product of complete graphs.

    Lexicographic order with the largest complete graph filled first is optimal (Lindsey: Assignment of
    numbers to vertices, 1964; for hypercubes Harper: Optimal assignments of numbers to vertices, 1964) if
    every adjacent pair has one link.
    """
    return prefix_cuts([Dimension(size, "clique") for size in sorted(cliques)], sizes)


def best_prefix_cuts(dimensions: Sequence[Dimension], sizes: LongArray) -> LongArray:
    """Return the fewest links over several orders of the dimensions, for each size."""
    maximum = MAX_STEPS // (len(sizes) * len(dimensions))
    tried = islice(orders(dimensions), max(2, min(MAX_ORDERS, maximum)))
    return reduce(np.minimum, (prefix_cuts(order, sizes) for order in tried))


def orders(dimensions: Sequence[Dimension]) -> Iterator[tuple[Dimension, ...]]:
    """Yield every distinct order of the dimensions, first those that begin with the longest."""
    if not dimensions:
        yield ()
    for first in sorted(set(dimensions), key=lambda part: (-part.size, part.kind, part.links)):
        rest = list(dimensions)
        rest.remove(first)
        yield from ((first, *others) for others in orders(rest))


_NONE = np.int64(-(1 << 62))


def two_clique_cuts(dimensions: Sequence[Dimension]) -> LongArray:
    """Return the minimum capacity that leaves a set of 0 .. n switches, (n + 1,), exactly.

    Pushing the members of every line to its start, in one dimension and then the other, loses no adjacent
    pair, whatever the capacities: some optimal set is a staircase, rows of decreasing length. Row i (from
    0) of length r has ``C(r, 2)`` pairs along it and ``i r`` pairs with the rows above. The longest rows
    are found row by row, for every last length and every number of members. For the dragonfly groups K16 x
    K6 of the Cray XC, whose K6 links have three times the capacity (Oltchik, Schwartz, section 5).

    Raises
    ------
    ValueError
        If the product is not of two complete graphs.
    """
    if len(dimensions) != 2 or any(part.kind != "clique" for part in dimensions):
        raise ValueError("two complete graphs are needed")
    rows, columns = sorted(dimensions, key=lambda part: part.size)
    inner = _max_inside(rows, columns)
    degree = (rows.size - 1) * rows.links + (columns.size - 1) * columns.links
    return np.asarray(degree * np.arange(len(inner)) - 2 * inner, dtype=np.int64)


def _max_inside(rows: Dimension, columns: Dimension) -> LongArray:
    """Return the maximum capacity inside a set of 0 .. n members, (n + 1,)."""
    n, longest = rows.size * columns.size, columns.size
    best = np.full((longest + 1, n + 1), _NONE)
    best[longest, 0] = 0
    for row in range(rows.size):
        # any longer row may be above this one
        above = np.maximum.accumulate(best[::-1], axis=0)[::-1]
        best = np.full_like(best, _NONE)
        for length in range(longest + 1):
            gain = length * (length - 1) // 2 * columns.links + row * length * rows.links
            before = above[length, : n + 1 - length]
            best[length, length:] = np.where(before == _NONE, _NONE, before + gain)
    return np.asarray(best.max(axis=0), dtype=np.int64)
