"""Balanced cuts of products of paths, rings and complete graphs: proven bounds, and the cuts."""

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
#: Routers of a set, or of each of several.
Size = TypeVar("Size", int, LongArray)
#: Up to so many odd dimensions, their orders are all tried (1,957 at most).
_ALL_ORDERS = 6


def lattice_bound(dimensions: Sequence[Dimension]) -> tuple[int, str]:
    """Return the most links that a theorem proves of every balanced cut, and its name for people."""
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
    """Return the links that leave any set of so many routers at least, by routing all to all.

    Every pair of routers sends one unit from dimension to dimension, along shortest ways and
    both alike where there are two, so all parallel links of a dimension carry the same. A set of s
    of the n routers parts ``s (n - s)`` pairs, and no link carries more than the fullest (Leighton:
    Introduction to Parallel Algorithms and Architectures, 1992, section 1.9, for bisections).
    Of balanced cuts exact where the dimension with the fullest links is even: for meshes and tori the
    longest, for HyperX that of the smallest K S.

    Parameters
    ----------
    sizes
        Routers of one set, or of each of several, (any number,).
    """
    routers = lattice_routers(dimensions)
    share = 1 / (routers * max(map(line_load, dimensions)))
    return -(-sizes * (routers - sizes) * share.numerator // share.denominator)


def boundary_bound(dimensions: Sequence[Dimension]) -> int:
    """Return the links that every balanced cut has at least, by the normalised boundary.

    Azizoglu and Egecioglu (Extremal sets minimizing dimension-normalized boundary in Hamming graphs,
    2003): of all sets of half the vertices in a product of complete graphs of ``k1 >= k2 >= ...``
    vertices, the sum over the dimensions of (edges cut) / b, b = k^2 for k even and k^2 - 1 for k odd, is
    least for the first in lexicographic order: a quarter of ``k2 k3 ... + k3 k4 ... + ...``, as many
    terms as there are odd k before the first even one, and one more. A path or ring joins all pairs of
    its routers with b / 4 or b / 8 of them over a link: it is cut at least 4 / b or 8 / b times as often.

    Exact for meshes, and for tori without rings of 2 that count once (Arjona Aroca, Fernandez Anta:
    Bisection (Band)Width of Product Networks with Application to Data Centers, 2014).
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

    Of all sets of s vertices the first s in lexicographic order, larger sizes filled first, are
    joined among themselves by the most links (Lindsey: Assignment of numbers to vertices,
    1964; for hypercubes Harper 1964). Exact where all joined pairs have the same number
    of links, else a bound with the smallest. None where some dimension is no complete graph.
    """
    parts = [part for dimension in dimensions for part in as_cliques(dimension)]
    if any(part.kind != "clique" for part in parts):
        return None
    sizes = sorted(part.size for part in parts)
    return min(part.links for part in parts) * half_cut_links([Dimension(size, "clique") for size in sizes])


def half_cut_links(order: Sequence[Dimension]) -> int:
    """Return the links from the first ``floor(n/2)`` routers in lexicographic order to the others.

    The first dimension counts most. All its lines are halved; where its size is odd, the
    layer in the middle is halved in turn.
    """
    total, rest = 0, lattice_routers(order)
    for part in order:
        rest //= part.size
        total += rest * line_cut(part, part.size // 2)
        if part.size % 2 == 0:
            break
    return total


def best_half(dimensions: Sequence[Dimension]) -> Sides:
    """Return the best balanced cut that some lexicographic order gives, (n,) int8 of 0 and 1."""
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
    """Return how many links are cut at least for each edge of a complete graph, times b."""
    halves = (part.size // 2) * (part.size - part.size // 2)
    return {"path": 4, "ring": 8}.get(part.kind, 4 * halves) * part.links


def _orders(dimensions: Sequence[Dimension]) -> Iterator[tuple[int, ...]]:
    """Yield orders of the dimensions, by number: odd ones first, then at most one even one."""
    numbers = range(len(dimensions))
    odd = sorted((i for i in numbers if dimensions[i].size % 2), key=lambda i: -line_load(dimensions[i]))
    tails: list[tuple[int, ...]] = [(i,) for i in numbers if dimensions[i].size % 2 == 0]
    for length in range(len(odd) + 1) if tails else [len(odd)]:
        heads = permutations(odd, length) if len(odd) <= _ALL_ORDERS else [tuple(odd[:length])]
        for head in heads:
            for tail in tails or [()]:
                start = (*head, *tail)
                yield (*start, *(i for i in numbers if i not in start))
