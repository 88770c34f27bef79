"""Cuboids of products of paths, rings and complete graphs: the links around them, and a bound in tori."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from netfloor.structure.lattice_lines import line_cut
from netfloor.topologies.families.lattices.lattice import Dimension


@dataclass(frozen=True)
class Cuboid:
    """A box of consecutive coordinates, by its sides, and the links that leave it."""

    sides: tuple[int, ...]
    links: int


def cuboid_cut(dimensions: Sequence[Dimension], sides: Sequence[int]) -> int:
    """Return the links that leave a cuboid which begins at coordinate 0 of each dimension."""
    routers = math.prod(sides)
    pairs = zip(dimensions, sides, strict=True)
    return sum(routers // side * line_cut(part, side) for part, side in pairs)


def cuboids(sizes: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield the sides of every cuboid of exactly ``size`` switches that fits."""
    if not sizes:
        yield from [()] if size == 1 else []
        return
    room = math.prod(sizes[1:])
    for side in range(1, min(sizes[0], size) + 1):
        if size % side == 0 and size // side <= room:
            yield from ((side, *rest) for rest in cuboids(sizes[1:], size // side))


def best_cuboid(dimensions: Sequence[Dimension], size: int) -> Cuboid | None:
    """Return the cuboid of ``size`` switches with the fewest links around it, None if none fits.

    Ties are broken by the shortest longest side.
    """
    sizes = [part.size for part in dimensions]
    result = (Cuboid(sides, cuboid_cut(dimensions, sides)) for sides in cuboids(sizes, size))
    return min(result, key=lambda item: (item.links, sorted(item.sides)[::-1], item.sides), default=None)


@dataclass(frozen=True)
class TorusBound:
    """A lower bound on the links around cuboids of a size.

    Attributes
    ----------
    value, links
        The bound as a real number, and rounded up.
    """

    value: float
    links: int


def torus_bound(sizes: Sequence[int], size: int) -> TorusBound:
    """Return the least of ``2 m (k t^(m-1))^(1/m)`` over the dimensions left uncovered.

    ``k`` is the product of the r smallest sizes, ``m = D - r``, ``t`` the switches of the set (Oltchik,
    Schwartz: Network Partitioning and Avoidable Contention, Theorem 3.1). It holds for cuboids where a ring
    of 2 has two links; with one link it fails for 2x2x2. For other sets the paper only conjectures it.

    Parameters
    ----------
    sizes
        Switches along each dimension, at least 1.
    size
        Switches of the set, 1 .. half of all.

    Raises
    ------
    ValueError
        If the set is empty or larger than half of the torus.
    """
    lengths = sorted(length for length in sizes if length > 1)
    if not 1 <= size <= math.prod(lengths) // 2:
        raise ValueError("the bound is for 1 .. half of all switches")
    bounds = []
    for covered in range(len(lengths)):
        m = len(lengths) - covered
        inside = math.prod(lengths[:covered]) * size ** (m - 1)
        whole = _root((2 * m) ** m * inside, m)
        exact = whole**m == (2 * m) ** m * inside
        bounds.append(TorusBound(float(whole) if exact else 2 * m * math.exp(math.log(inside) / m), whole))
    return min(bounds, key=lambda bound: bound.value)


def _root(number: int, degree: int) -> int:
    """Return the smallest integer x with ``x^degree >= number``."""
    low, high = 0, 1 << -(-number.bit_length() // degree)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if middle**degree >= number else (middle, high)
    return high
