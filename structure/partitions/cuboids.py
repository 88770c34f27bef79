"""Cuboids of a product of paths, rings and complete graphs, and the links around them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from topologies.lattice import Dimension


@dataclass(frozen=True)
class Cuboid:
    """A box of consecutive coordinates, by its sides, and the links that leave it."""

    sides: tuple[int, ...]
    links: int


def line_cut(dimension: Dimension, count: int) -> int:
    """Return the links from the first ``count`` routers of one line to its others."""
    if count in {0, dimension.size}:
        return 0
    pairs = {"path": 1, "ring": 2}.get(dimension.kind, count * (dimension.size - count))
    return pairs * dimension.links


def cuboid_cut(dimensions: Sequence[Dimension], sides: Sequence[int]) -> int:
    """Return the links that leave a cuboid which begins at coordinate 0 of each dimension."""
    routers = math.prod(sides)
    pairs = zip(dimensions, sides, strict=True)
    return sum(routers // side * line_cut(part, side) for part, side in pairs)


def cuboids(sizes: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield the sides of every cuboid of exactly ``size`` routers that fits."""
    if not sizes:
        yield from [()] if size == 1 else []
        return
    room = math.prod(sizes[1:])
    for side in range(1, min(sizes[0], size) + 1):
        if size % side == 0 and size // side <= room:
            yield from ((side, *rest) for rest in cuboids(sizes[1:], size // side))


def best_cuboid(dimensions: Sequence[Dimension], size: int) -> Cuboid | None:
    """Return the cuboid of ``size`` routers with the fewest links around it, None where none fits.

    Of several, the one with the shortest longest side.
    """
    sizes = [part.size for part in dimensions]
    found = (Cuboid(sides, cuboid_cut(dimensions, sides)) for sides in cuboids(sizes, size))
    return min(found, key=lambda one: (one.links, sorted(one.sides)[::-1], one.sides), default=None)
