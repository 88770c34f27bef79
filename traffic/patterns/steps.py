"""Patterns of a fixed distance: ring, tornado, neighbours in three dimensions."""

import numpy as np

from netfloor.topologies.families.lattices.lattice_families import lattice_of
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.endpoints import Endpoints
from netfloor.traffic.patterns.pattern import Pattern, fixed_pattern, listed_pattern


def tornado_shift(size: int) -> int:
    """Return ``ceil(k / 2) - 1``, almost half way around k (Dally, Towles 2004, table 3.1)."""
    return -(-size // 2) - 1


def ring(name: str, endpoints: Endpoints) -> Pattern:
    """Return the pattern in which every rank sends to the next, the last to the first."""
    count = len(endpoints.rank)
    return fixed_pattern(name, endpoints, np.roll(np.arange(count, dtype=np.int32), -1))


def tornado(name: str, endpoints: Endpoints, topology: Topology) -> Pattern:
    """Return the pattern in which ranks send almost half way around.

    On a lattice with equally many endpoints on each switch and a rank on each endpoint, in every dimension
    at once, from the switch at x to that at ``x + ceil(k / 2) - 1 mod k``; otherwise in the order of the
    ranks.
    """
    dimensions = lattice_of(topology)
    count = len(endpoints.rank)
    each = int(topology.endpoints[0])
    if dimensions is None or endpoints.seed is not None or (topology.endpoints != each).any():
        to = (np.arange(count) + tornado_shift(count)) % count
        return fixed_pattern(
            name, endpoints, to.astype(np.int32), f"tornado in the order of {count:,} ranks"
        )
    sizes = [dimension.size for dimension in dimensions]
    places = np.stack(np.unravel_index(np.arange(topology.routers), sizes))
    shifts = np.array([tornado_shift(size) for size in sizes])
    there = np.ravel_multi_index(tuple((places + shifts[:, None]) % np.array(sizes)[:, None]), sizes)
    to = (there[:, None] * each + np.arange(each)).ravel()
    steps = ", ".join(map(str, shifts.tolist()))
    return fixed_pattern(
        name, endpoints, to.astype(np.int32), f"tornado by {steps} switches along the dimensions"
    )


def near_cube(count: int) -> tuple[int, int, int]:
    """Return the sides, at most 2 to 1, of the largest block of up to ``count`` ranks, ascending."""
    for ranks in range(count, 0, -1):
        sides = [
            (a, b, ranks // (a * b))
            for a in range(1, round(ranks ** (1 / 3)) + 2)
            if ranks % a == 0
            for b in range(a, int((ranks // a) ** 0.5) + 1)
            if ranks // a % b == 0 and ranks // (a * b) <= 2 * a
        ]
        if sides:
            return max(sides)
    raise ValueError("no rank at all")


def neighbours_3d(name: str, endpoints: Endpoints, sides: tuple[int, int, int]) -> Pattern:
    """Return the pattern in which every rank of a block sends to its neighbours, with wrap-around.

    One packet in six goes in each direction along each dimension. Both directions of a side of 2 lead to
    one neighbour, which gets twice as many. A side of 1 has no neighbour, and the other sides share its
    packets.
    """
    count = len(endpoints.rank)
    places = np.stack(np.unravel_index(np.arange(count), sides))
    near: list[IntArray] = []
    for axis in range(3):
        for step in (-1, 1):
            moved = places.copy()
            moved[axis] = (moved[axis] + step) % sides[axis]
            near.append(np.ravel_multi_index(tuple(moved), sides).astype(np.int32))
    table = np.stack(near, axis=1)
    lists = [_fewest(row[row != rank]) for rank, row in enumerate(table)]
    block = " x ".join(map(str, sides))
    return listed_pattern(
        name, endpoints, lists, f"ranks form a block of {block}, neighbours round its edges too"
    )


def _fewest(ranks: IntArray) -> IntArray:
    """Return the ranks in order, each once if all are equally frequent; otherwise as often as given."""
    once, counts = np.unique(ranks, return_counts=True)
    return once if (counts == counts[0]).all() else np.sort(ranks)
