"""Sets that are the first in lexicographic order: Harper's, Lindsey's, and those of any product."""

import math
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice

import numpy as np
import numpy.typing as npt

from topologies.lattice import Dimension

Counts = npt.NDArray[np.int64]
#: At most so many orders of the dimensions are tried.
MOST_ORDERS = 720
#: And only while this many sizes times orders times dimensions are not exceeded: a second.
MOST_STEPS = 30_000_000


def prefix_cuts(order: Sequence[Dimension], sizes: Counts) -> Counts:
    """Return the links that leave the first so many routers in lexicographic order.

    The first dimension counts most: whole layers are filled along it, and the last layer,
    begun, is filled in the same manner.

    Parameters
    ----------
    order
        The dimensions, at least one.
    sizes
        Routers of each set, any shape, 0 .. n.
    """
    first, rest = order[0], order[1:]
    layer = math.prod(part.size for part in rest)
    full, begun = np.divmod(sizes, layer)
    lines = line_cuts(first)
    total = begun * lines[np.minimum(full + 1, first.size)] + (layer - begun) * lines[full]
    return np.asarray(total + prefix_cuts(rest, begun) if rest else total, dtype=np.int64)


def line_cuts(dimension: Dimension) -> Counts:
    """Return the links from the first 0 .. size routers of a line to its others, (size + 1,)."""
    count = np.arange(dimension.size + 1)
    pairs = count * (dimension.size - count)
    if dimension.kind != "clique":
        pairs = np.where(pairs > 0, 1 if dimension.kind == "path" else 2, 0)
    return np.asarray(pairs * dimension.links, dtype=np.int64)


def harper_cuts(dimensions: int, sizes: Counts) -> Counts:
    """Return the least links that leave a set of each size in a hypercube.

    The routers 0 .. t-1, read as binary numbers, are joined among themselves by the most links
    (Harper: Optimal assignments of numbers to vertices, 1964).
    """
    return prefix_cuts([Dimension(2, "clique")] * dimensions, sizes)


def lindsey_cuts(cliques: Sequence[int], sizes: Counts) -> Counts:
    """Return the least links that leave a set of each size in a product of complete graphs.

    Lexicographic order with the largest complete graph filled first is best (Lindsey: Assignment
    of numbers to vertices, 1964), where every joined pair has one link.
    """
    return prefix_cuts([Dimension(size, "clique") for size in sorted(cliques)], sizes)


def best_prefix_cuts(dimensions: Sequence[Dimension], sizes: Counts) -> Counts:
    """Return the fewest links of several orders of the dimensions, for each size."""
    most = MOST_STEPS // (len(sizes) * len(dimensions))
    tried = islice(orders(dimensions), max(2, min(MOST_ORDERS, most)))
    return reduce(np.minimum, (prefix_cuts(order, sizes) for order in tried))


def orders(dimensions: Sequence[Dimension]) -> Iterator[tuple[Dimension, ...]]:
    """Yield every different order of the dimensions, the longest first to begin with."""
    if not dimensions:
        yield ()
    for first in sorted(set(dimensions), key=lambda part: (-part.size, part.kind, part.links)):
        rest = list(dimensions)
        rest.remove(first)
        yield from ((first, *others) for others in orders(rest))
