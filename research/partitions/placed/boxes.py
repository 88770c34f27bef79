"""Boxes of coordinates in tori, meshes, hypercubes and HyperX, and lexicographic sets."""

import math
from collections.abc import Iterator, Sequence
from itertools import islice, permutations, product

import numpy as np

from netfloor.research.partitions.bounds.cuboids import cuboids
from netfloor.research.partitions.placed.candidate import Candidate, candidate, evenly
from netfloor.topologies.families.lattices.lattice import Dimension, lattice_routers

#: Limits on boxes of one size, and on their shapes.
MAX_BOXES, MAX_SHAPES = 2048, 64
#: Limits on orders of the dimensions, and on first switches, of lexicographic sets.
MAX_ORDERS, MAX_STARTS = 24, 64


def boxes(dimensions: Sequence[Dimension], size: int) -> Iterator[Candidate]:
    """Yield boxes of exactly ``size`` switches, every shape at many positions.

    In rings and complete graphs a box may begin anywhere, in paths only where it fits.
    """
    sizes = [part.size for part in dimensions]
    shapes = list(islice(cuboids(sizes, size), MAX_SHAPES))
    for sides in shapes:
        network = box_network(dimensions, sides)
        begins = [range(_places(part, side)) for part, side in zip(dimensions, sides, strict=True)]
        every = math.prod(map(len, begins))
        for place in evenly(every, MAX_BOXES // len(shapes)):
            corner = np.unravel_index(place, [len(begin) for begin in begins])
            along = [
                (begin + np.arange(side)) % part.size
                for begin, side, part in zip(corner, sides, dimensions, strict=True)
            ]
            routers = np.ravel_multi_index(np.meshgrid(*along, indexing="ij"), sizes).ravel()
            yield Candidate("box", np.sort(routers).astype(np.int32), sides, network)


def box_network(dimensions: Sequence[Dimension], sides: Sequence[int]) -> tuple[Dimension, ...]:
    """Return the network of a box: a ring that it does not span becomes a path."""
    parts = []
    for part, side in zip(dimensions, sides, strict=True):
        if side == 1:
            continue
        kind = "path" if part.kind == "ring" and side < part.size else part.kind
        parts.append(Dimension(side, "clique" if side == 2 else kind, part.links))
    return tuple(parts)


def _places(part: Dimension, side: int) -> int:
    if side == part.size:
        return 1
    return part.size - side + 1 if part.kind == "path" else part.size


def lexicographic_sets(dimensions: Sequence[Dimension], size: int) -> Iterator[Candidate]:
    """Yield the first ``size`` switches in lexicographic order, from many switches, in many orders.

    They are boxes with a partial layer, for any size: the best sets of hypercubes (Harper) and HyperX
    (Lindsey) among them.
    """
    sizes = [part.size for part in dimensions]
    numbers = np.arange(lattice_routers(dimensions)).reshape(sizes)
    turns = [1 if part.kind == "path" else part.size for part in dimensions]
    starts = [np.unravel_index(i, turns) for i in evenly(math.prod(turns), MAX_STARTS)]
    for order, start in product(islice(permutations(range(len(sizes))), MAX_ORDERS), starts):
        turned = np.roll(numbers, [-int(step) for step in start], axis=range(len(sizes)))
        yield candidate("lexicographic", turned.transpose(order).ravel()[:size])
