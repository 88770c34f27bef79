"""Lower bounds on the links that leave any set of a size, in products of rings and complete graphs."""

import math
from collections.abc import Sequence

import numpy as np

from netfloor.structure.arrays import FloatArray, LongArray
from netfloor.structure.bisection.lattice_cuts import routing_bound
from netfloor.structure.lattice_lines import line_cut, line_degree
from netfloor.topologies.families.lattices.lattice import Dimension


def certified_cuts(dimensions: Sequence[Dimension], sizes: LongArray) -> LongArray:
    """Return the largest of the proven lower bounds, for sets of any form, raised to their parity.

    ``sizes`` are the switches of each set, of any shape, 1 .. n / 2, in a product of one dimension or more.
    """
    bounds = [routing_bound(dimensions, sizes), projection_cuts(dimensions, sizes)]
    if len(set(dimensions)) == 1 and dimensions[0].kind == "ring":
        bounds.append(_cubic_cuts(dimensions, sizes))
    return _to_parity(dimensions, sizes, np.maximum.reduce(bounds))


def projection_cuts(dimensions: Sequence[Dimension], sizes: LongArray) -> LongArray:
    """Return a bound from the lines that a set must touch without filling them.

    A set of s switches fills at most ``s / a`` of the lines of a dimension of size a, and the numbers p of
    the lines that it touches have a product of at least ``s^(D-1)`` (Loomis, Whitney: An inequality related
    to the isoperimetric inequality, 1949). A line touched but not filled is cut by w links or more, so the
    sum of ``w (p - s / a)`` is at least ``D (s^(D-1) prod w)^(1/D) - s sum(w / a)`` by the inequality of
    arithmetic and geometric means.
    """
    count = len(dimensions)
    widths = [line_cut(part, 1) for part in dimensions]
    mean = math.exp(sum(math.log(width) for width in widths) / count)
    filled = sum(width / part.size for width, part in zip(widths, dimensions, strict=True))
    values = count * mean * sizes ** ((count - 1) / count) - sizes * filled
    return _whole(values)


def _cubic_cuts(dimensions: Sequence[Dimension], sizes: LongArray) -> LongArray:
    """Return the bound of Bollobas and Leader (1991) for tori of equal sides, valid for all sets."""
    side, count = dimensions[0].size, len(dimensions)
    values = [
        2 * m * (float(side) ** (count - m) * sizes ** float(m - 1)) ** (1 / m) for m in range(1, count + 1)
    ]
    return _whole(np.minimum.reduce(values)) * dimensions[0].links


def _whole(values: FloatArray) -> LongArray:
    """Round up to integers, with a margin so that rounding cannot raise a bound."""
    return np.asarray(np.ceil(values * (1 - 1e-9) - 1e-6), dtype=np.int64)


def _to_parity(dimensions: Sequence[Dimension], sizes: LongArray, bounds: LongArray) -> LongArray:
    """Round up to numbers that leave an even number of link ends inside, for equal degrees."""
    if any(part.kind == "path" and part.size > 2 for part in dimensions):
        return bounds
    degree = sum(map(line_degree, dimensions))
    return np.asarray(bounds + (bounds + degree * sizes) % 2, dtype=np.int64)
