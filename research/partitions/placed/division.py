"""Divide the whole machine into partitions of one size."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from netfloor.research.partitions.bounds.cuboids import cuboids
from netfloor.research.partitions.placed.boxes import box_network
from netfloor.research.partitions.placed.candidate import Candidate, candidate
from netfloor.research.partitions.placed.grown_sets import SHARES
from netfloor.research.partitions.placed.measure import Region, measure
from netfloor.research.partitions.placed.parts import metis_parts, swapped, weight_between
from netfloor.research.partitions.placed.search import part_sizes
from netfloor.research.partitions.placed.units import Indices, Units

#: User-visible objective for each share of length in the weight of cables between partitions.
OBJECTIVES = dict(zip(SHARES, ("number", "both", "metres"), strict=True))
#: Runs of annealing for each objective.
ANNEALINGS = 3
#: Starting method, and the part of each unit.
Start = tuple[str, Indices]


@dataclass(frozen=True, eq=False)
class Division:
    """As many partitions of one size as fit, and the number of remaining units.

    Swaps minimised ``objective``: ``number``, ``metres`` or ``both`` of the cables between partitions. The
    best result began from ``start``: ``METIS``, ``floor``, ``boxes`` or ``annealing``. ``crossing`` counts
    each cable that leaves a partition once.
    """

    objective: str
    start: str
    regions: tuple[Region, ...]
    left_over: int
    crossing: int
    crossing_mm: int

    @property
    def worst(self) -> Region:
        """The partition with the least bandwidth."""
        return min(self.regions, key=lambda region: (region.bisection.links, -region.edge.crossing_mm))

    @property
    def best(self) -> Region:
        """The partition with the most bandwidth."""
        return max(self.regions, key=lambda region: (region.bisection.links, -region.edge.crossing_mm))


def divide(units: Units, size: int, seed: int = 0) -> tuple[Division, ...]:
    """Return a division for each objective.

    Raises
    ------
    ValueError
        If there are fewer units.
    """
    if not 1 <= size <= len(units):
        raise ValueError("there are fewer units")
    result: dict[float, Start] = {}
    for share in SHARES:
        result[share] = _annealed(units, size, share, seed)
    done: dict[bytes, tuple[Region, ...]] = {}
    divisions = []
    starts = [*_starts(units, size), *result.values()]
    for share, objective in OBJECTIVES.items():
        start, parts = _divided(units, share, starts)
        starts.append((start, parts))
        if parts.tobytes() not in done:
            done[parts.tobytes()] = _measured(units, size, parts, start, seed)
        apart = parts[units.ends[:, 0]] != parts[units.ends[:, 1]]
        length_mm = int(units.cables.length_mm[apart].sum())
        regions, left_over = done[parts.tobytes()], len(units) % size
        divisions.append(Division(objective, start, regions, left_over, int(apart.sum()), length_mm))
    return tuple(divisions)


def _annealed(units: Units, size: int, share: float, seed: int) -> Start:
    """Return METIS's parts, or those of annealing if they have less weight between them."""
    joined = units.joined(units.cable_weights(share))
    parts = metis_parts(joined, part_sizes(len(units), size), seed)
    named = [("METIS", swapped(joined, parts, seed=seed))]
    named += [("annealing", swapped(joined, parts, seed=seed + i, anneal=True)) for i in range(ANNEALINGS)]
    return min(named, key=lambda result: weight_between(joined, result[1]))


def _divided(units: Units, share: float, starts: Sequence[Start]) -> Start:
    """Return the start and the parts with the lowest weight between them, after swaps."""
    joined = units.joined(units.cable_weights(share))
    improved = [(name, swapped(joined, parts)) for name, parts in starts]
    return min(improved, key=lambda result: weight_between(joined, result[1]))


def _measured(units: Units, size: int, parts: Indices, start: str, seed: int) -> tuple[Region, ...]:
    members = [np.flatnonzero(parts == part).astype(np.int32) for part in range(len(units) // size)]
    return tuple(measure(units, _named(units, member, start), seed) for member in members)


def _starts(units: Units, size: int) -> Iterator[Start]:
    yield "floor", floor_parts(units, size)
    if units.lattice is not None:
        yield from (("boxes", parts) for parts in tilings(units, size))


def floor_parts(units: Units, size: int) -> Indices:
    """Split the floor repeatedly across its longer side; return the part of each unit, (U,) int32."""
    parts = np.empty(len(units), dtype=np.int32)
    sizes = part_sizes(len(units), size)
    pending = [(np.arange(len(units)), list(range(len(sizes))))]
    while pending:
        members, numbers = pending.pop()
        if len(numbers) == 1:
            parts[members] = numbers[0]
            continue
        wide, deep = np.ptp(units.x_mm[members]), np.ptp(units.y_mm[members])
        first, second = (units.x_mm, units.y_mm) if wide >= deep else (units.y_mm, units.x_mm)
        order = members[np.lexsort((members, units.cabinet[members], second[members], first[members]))]
        low, high = numbers[: len(numbers) // 2], numbers[len(numbers) // 2 :]
        at = sum(sizes[number] for number in low)
        pending += [(order[:at], low), (order[at:], high)]
    return parts


def tilings(units: Units, size: int) -> Iterator[Indices]:
    """Yield the parts of every tiling of a lattice by equal boxes of ``size`` switches, (U,) int32."""
    if units.lattice is None:
        return
    sizes = [part.size for part in units.lattice]
    coordinates = np.unravel_index(np.arange(len(units)), sizes)
    for sides in cuboids(sizes, size):
        if all(whole % side == 0 for whole, side in zip(sizes, sides, strict=True)):
            counts = [whole // side for whole, side in zip(sizes, sides, strict=True)]
            tiles = [place // side for place, side in zip(coordinates, sides, strict=True)]
            yield np.ravel_multi_index(tiles, counts).astype(np.int32)


def _named(units: Units, members: Indices, start: str) -> Candidate:
    """Return a part as a candidate, as a box if it is one."""
    plain = candidate(start, members)
    if units.lattice is None:
        return plain
    sizes = [part.size for part in units.lattice]
    along = [np.unique(place) for place in np.unravel_index(plain.members, sizes)]
    sides = tuple(len(item) for item in along)
    consecutive = all(int(item[-1] - item[0]) == len(item) - 1 for item in along)
    if int(np.prod(sides)) != len(plain.members) or not consecutive:
        return plain
    return Candidate("box", plain.members, sides, box_network(units.lattice, sides))
