"""Links that leave any set of so many routers at least, in products of rings and complete graphs."""

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from topologies.lattice import Dimension

Counts = npt.NDArray[np.int64]


def certified_cuts(dimensions: Sequence[Dimension], sizes: Counts) -> Counts:
    """Return the largest of the proven lower bounds, for sets of any form, raised to their parity.

    Parameters
    ----------
    dimensions
        At least one.
    sizes
        Routers of each set, (any number,), 1 .. n / 2.
    """
    bounds = [routing_cuts(dimensions, sizes), projection_cuts(dimensions, sizes)]
    if _is_cubic_torus(dimensions):
        bounds.append(_cubic_cuts(dimensions, sizes))
    return _to_parity(dimensions, sizes, np.maximum.reduce(bounds))


def routing_cuts(dimensions: Sequence[Dimension], sizes: Counts) -> Counts:
    """Return ``s (n - s) / (n load)``: all routers send to all, and no link carries more than ``n load``.

    As for bisections (Leighton: Introduction to Parallel Algorithms and Architectures, 1992,
    section 1.9), for sets of any size.
    """
    routers = math.prod(part.size for part in dimensions)
    share = 1 / (routers * max(line_load(part) for part in dimensions))
    parted = sizes * (routers - sizes)
    return np.asarray(-(-parted * share.numerator // share.denominator), dtype=np.int64)


def line_load(part: Dimension) -> Fraction:
    """Return what the fullest link of a dimension carries when all send to all, divided by n."""
    halves = (part.size // 2) * (part.size - part.size // 2)
    each = {"path": Fraction(halves, part.size), "ring": Fraction(halves, 2 * part.size)}
    return each.get(part.kind, Fraction(1, part.size)) / part.links


def projection_cuts(dimensions: Sequence[Dimension], sizes: Counts) -> Counts:
    """Return what the lines cost that a set must touch without filling them.

    A set of s routers fills at most ``s / a`` of the lines of a dimension of size a, and the numbers p of
    the lines that it touches have a product of at least ``s^(D-1)`` (Loomis, Whitney: An inequality related
    to the isoperimetric inequality, 1949). A line touched and not filled is cut by w links or
    more, so the sum of ``w (p - s / a)`` is at least ``D (s^(D-1) prod w)^(1/D) - s sum(w / a)``
    by the means' inequality.
    """
    count = len(dimensions)
    widths = [_narrowest(part) for part in dimensions]
    mean = math.exp(sum(math.log(width) for width in widths) / count)
    filled = sum(width / part.size for width, part in zip(widths, dimensions, strict=True))
    values = count * mean * sizes ** ((count - 1) / count) - sizes * filled
    return _whole(values)


def _narrowest(part: Dimension) -> int:
    return {"path": 1, "ring": 2}.get(part.kind, part.size - 1) * part.links


def _is_cubic_torus(dimensions: Sequence[Dimension]) -> bool:
    return len(set(dimensions)) == 1 and dimensions[0].kind == "ring"


def _cubic_cuts(dimensions: Sequence[Dimension], sizes: Counts) -> Counts:
    """Return the theorem of Bollobas and Leader (1991) for tori of equal sides, true of all sets."""
    side, count = dimensions[0].size, len(dimensions)
    values = [
        2 * m * (float(side) ** (count - m) * sizes ** float(m - 1)) ** (1 / m) for m in range(1, count + 1)
    ]
    return _whole(np.minimum.reduce(values)) * dimensions[0].links


def _whole(values: npt.NDArray[np.float64]) -> Counts:
    """Return the next whole numbers; a little less, so that rounding cannot raise a bound."""
    return np.asarray(np.ceil(values * (1 - 1e-9) - 1e-6), dtype=np.int64)


def _to_parity(dimensions: Sequence[Dimension], sizes: Counts, bounds: Counts) -> Counts:
    """Return the next numbers that leave an even number of link ends inside, for equal degrees."""
    if any(part.kind == "path" and part.size > 2 for part in dimensions):
        return bounds
    degree = sum(_degree(part) for part in dimensions)
    return np.asarray(bounds + (bounds + degree * sizes) % 2, dtype=np.int64)


def _degree(part: Dimension) -> int:
    return (2 if part.kind == "ring" else part.size - 1) * part.links
