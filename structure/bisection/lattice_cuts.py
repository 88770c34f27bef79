"""Balanced cuts of products of paths, rings and complete graphs, with proven bounds."""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import TypeVar

import numpy as np

from netfloor.structure.arrays import LongArray
from netfloor.structure.bisection.partitioners import Sides
from netfloor.structure.lattice_lines import as_cliques, line_cut, line_load
from netfloor.topologies.families.lattices.lattice import Dimension, lattice_routers

Dimensions = tuple[Dimension, ...]
#: Switches in a set, or in each of several sets.
Size = TypeVar("Size", int, LongArray)
#: Up to this many odd dimensions, all their orders are tried (1,957 at most).
_ALL_ORDERS = 6


def lattice_bound(dimensions: Sequence[Dimension]) -> tuple[int, str]:
    """Return the best proven lower bound on balanced cuts, and the theorem's name as text."""
    products = list(views(dimensions))
    exact = lindsey_bound(dimensions)
    half = lattice_routers(dimensions) // 2
    return max(
        (max(routing_bound(product, half) for product in products), "all-to-all routing (Leighton 1992)"),
        (max(map(boundary_bound, products)), "normalised boundary (Azizoglu, Egecioglu 2003)"),
        (-1 if exact is None else exact, "Lindsey's order (1964)"),
        key=lambda bound: bound[0],
    )


def routing_bound(dimensions: Sequence[Dimension], sizes: Size) -> Size:
    """Return a lower bound on the links that leave any set of a given size, by all-to-all routing.

    Every pair of switches sends a unit from dimension to dimension, along shortest routes and evenly over
    both if there are two, so all parallel links of a dimension have the same load. A set of s of the n
    switches separates ``s (n - s)`` pairs, and no link has more than the maximum load (Leighton:
    Introduction to Parallel Algorithms and Architectures, 1992, section 1.9, for bisections). For balanced
    cuts it is exact if the dimension with the fullest links is even: the longest for meshes and tori, that
    of the smallest K S for HyperX.

    Parameters
    ----------
    sizes
        Switches of a set, or of each of several, (any number,).
    """
    routers = lattice_routers(dimensions)
    share = 1 / (routers * max(map(line_load, dimensions)))
    return -(-sizes * (routers - sizes) * share.numerator // share.denominator)


def boundary_bound(dimensions: Sequence[Dimension]) -> int:
    """Return a lower bound on the links of every balanced cut, by the normalised boundary.

    Azizoglu and Egecioglu (Extremal sets minimizing dimension-normalized boundary in Hamming graphs, 2003):
    consider all sets of half the vertices in a product of complete graphs of ``k1 >= k2 >= ...`` vertices.
    The sum over the dimensions of (edges cut) / b, b = k^2 for k even and k^2 - 1 for k odd, is smallest
    for the first vertices in lexicographic order: a quarter of ``k2 k3 ... + k3 k4 ... + ...``, with a term
    for each odd k before the first even one, and one more. A path or ring joins all pairs of its switches
    with b / 4 or b / 8 of them over a link, so it is cut at least 4 / b or 8 / b times as often. Exact for
    meshes, and for tori without rings of 2 that count once (Arjona Aroca, Fernandez Anta: Bisection
    (Band)Width of Product Networks with Application to Data Centers, 2014).
    """
    rest = lattice_routers(dimensions)
    quarters = 0
    for size in sorted((part.size for part in dimensions), reverse=True):
        rest //= size
        quarters += rest
        if size % 2 == 0:
            break
    return math.ceil(Fraction(quarters * min(map(_cut_per_boundary, dimensions)), 4))


def lindsey_bound(dimensions: Sequence[Dimension]) -> int | None:
    """Return the links of the smallest balanced cut of a product of complete graphs.

    Among all sets of s vertices, the first s in lexicographic order, filling larger sizes first, have the
    most links among themselves (Lindsey: Assignment of numbers to vertices, 1964; for hypercubes Harper
    1964). Exact if all joined pairs have the same number of links, else a bound with the smallest. None if
    a dimension is not a complete graph.
    """
    parts = [part for dimension in dimensions for part in as_cliques(dimension)]
    if any(part.kind != "clique" for part in parts):
        return None
    sizes = sorted(part.size for part in parts)
    return min(part.links for part in parts) * half_cut_links([Dimension(size, "clique") for size in sizes])


def half_cut_links(order: Sequence[Dimension]) -> int:
    """Return the links between the first ``floor(n/2)`` switches in lexicographic order and the others.

    All lines of the first, most significant dimension are halved; if its size is odd, the middle layer is
    halved in turn.
    """
    total, rest = 0, lattice_routers(order)
    for part in order:
        rest //= part.size
        total += rest * line_cut(part, part.size // 2)
        if part.size % 2 == 0:
            break
    return total


def best_half(dimensions: Sequence[Dimension]) -> Sides:
    """Return the best balanced cut by any lexicographic order, (n,) int8 of 0 and 1."""
    order = min(_orders(dimensions), key=lambda axes: half_cut_links([dimensions[i] for i in axes]))
    sizes = [dimensions[axis].size for axis in order]
    rank = np.arange(math.prod(sizes)).reshape(sizes).transpose(np.argsort(order)).ravel()
    return (rank >= len(rank) // 2).astype(np.int8)


def views(dimensions: Sequence[Dimension]) -> Iterator[Dimensions]:
    """Yield the same network as different products: a ring of 4 is a hypercube of 2 dimensions."""
    yield tuple(dimensions)
    split = tuple(part for dimension in dimensions for part in as_cliques(dimension))
    yield split
    pairs = [part for part in split if part.size == 2]
    for links in {part.links for part in pairs}:
        equal = [part for part in pairs if part.links == links]
        others = [part for part in split if part not in equal]
        rings = [Dimension(4, "ring", links)] * (len(equal) // 2)
        yield (*others, *rings, *equal[: len(equal) % 2])


def _cut_per_boundary(part: Dimension) -> int:
    """Return the fewest links cut for each edge of a complete graph, times b."""
    halves = (part.size // 2) * (part.size - part.size // 2)
    return {"path": 4, "ring": 8}.get(part.kind, 4 * halves) * part.links


def _orders(dimensions: Sequence[Dimension]) -> Iterator[tuple[int, ...]]:
    """Yield orders of the dimensions by number: odd sizes first, then at most one even size."""
    numbers = range(len(dimensions))
    odd = sorted((i for i in numbers if dimensions[i].size % 2), key=lambda i: -line_load(dimensions[i]))
    tails: list[tuple[int, ...]] = [(i,) for i in numbers if dimensions[i].size % 2 == 0]
    for length in range(len(odd) + 1) if tails else [len(odd)]:
        heads = permutations(odd, length) if len(odd) <= _ALL_ORDERS else [tuple(odd[:length])]
        for head in heads:
            for tail in tails or [()]:
                start = (*head, *tail)
                yield (*start, *(i for i in numbers if i not in start))
