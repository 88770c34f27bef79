"""Search partitions of one size: candidates from all methods, the best of them measured."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from netfloor.research.partitions.placed.boxes import boxes, lexicographic_sets
from netfloor.research.partitions.placed.candidate import Candidate, candidate
from netfloor.research.partitions.placed.floor_sets import neighbourhoods, rectangles, strips
from netfloor.research.partitions.placed.grown_sets import SHARES, grown_sets
from netfloor.research.partitions.placed.measure import Edge, Region, edge_of, measure
from netfloor.research.partitions.placed.parts import metis_parts, swapped
from netfloor.research.partitions.placed.units import Units

#: Limit on bisected candidates, except boxes of known bisection.
MAX_MEASURED = 24
#: Limit on candidates from which swaps begin, for each weighting of cables.
MAX_SWAPPED = 4


@dataclass(frozen=True, eq=False)
class RegionSearch:
    """The number of candidates of each kind for one size, and the measured ones.

    ``regions`` are sorted by cable length across the boundary; ``front`` is True for Pareto-optimal ones in
    bandwidth and that length.
    """

    searched: Mapping[str, int]
    regions: tuple[Region, ...]
    front: tuple[bool, ...]


@dataclass(frozen=True, eq=False)
class _Scored:
    found: Candidate
    edge: Edge


def search_regions(units: Units, size: int, seed: int = 0, known: Sequence[Region] = ()) -> RegionSearch:
    """Return the best partitions of ``size`` units.

    A heuristic search: bandwidth is estimated by the links inside until the best are bisected.

    Parameters
    ----------
    known
        Partitions of this size that were measured before, those of a division.

    Raises
    ------
    ValueError
        If there are fewer units.
    """
    if not 1 <= size <= len(units):
        raise ValueError("there are fewer units")
    pool = _different(units, _candidates(units, size, seed))
    pool = _different(units, [entry.found for entry in pool] + list(_swapped(units, pool, seed)))
    measured = {entry.found.key(): entry for entry in known}
    for item in _worth_measuring(pool):
        measured[item.key()] = measured.get(item.key()) or measure(units, item, seed)
    regions = list(measured.values())
    regions.sort(key=lambda region: (region.edge.crossing_mm, -region.bisection.links, region.found.key()))
    searched = Counter(entry.found.kind for entry in pool) + Counter(
        {"division": len({entry.found.key() for entry in known} - {entry.found.key() for entry in pool})}
    )
    return RegionSearch(dict(sorted(searched.items())), tuple(regions), _front(regions))


def _candidates(units: Units, size: int, seed: int) -> Iterator[Candidate]:
    if units.lattice is not None:
        yield from boxes(units.lattice, size)
        yield from lexicographic_sets(units.lattice, size)
    yield from rectangles(units, size)
    yield from strips(units, size)
    yield from neighbourhoods(units, size)
    yield from grown_sets(units, size)
    for share in SHARES:
        parts = metis_parts(units.joined(units.cable_weights(share)), part_sizes(len(units), size), seed)
        yield from (candidate("METIS", np.flatnonzero(parts == i)) for i in range(len(units) // size))


def part_sizes(count: int, size: int) -> list[int]:
    """Return the sizes of as many parts as fit, and of the rest if any."""
    rest = count % size
    return [size] * (count // size) + [rest] * (rest > 0)


def _swapped(units: Units, pool: Sequence[_Scored], seed: int) -> Iterator[Candidate]:
    """Yield the results of swaps from the best candidates, for every weighting of cables."""
    for share in SHARES:
        joined = units.joined(units.cable_weights(share))
        mean_mm = max(units.cables.mean_mm, 1.0)

        def weight(scored: _Scored, share: float = share, mean_mm: float = mean_mm) -> float:
            return (1 - share) * scored.edge.crossing + share * scored.edge.crossing_mm / mean_mm

        for place, item in enumerate(sorted(pool, key=weight)[:MAX_SWAPPED]):
            outside = np.ones(len(units), dtype=np.int32)
            outside[item.found.members] = 0
            parts = swapped(joined, outside, seed=seed, anneal=place == 0)
            yield candidate("swapped", np.flatnonzero(parts == 0))


def _different(units: Units, found: Iterable[Candidate]) -> list[_Scored]:
    """Return distinct candidates with their cables; the first of equal ones."""
    kept: dict[bytes, Candidate] = {}
    for item in found:
        kept.setdefault(item.key(), item)
    return [_Scored(entry, edge_of(units, entry.members)) for entry in kept.values()]


def _worth_measuring(pool: Sequence[_Scored]) -> list[Candidate]:
    """Return each shape of box at its best position, and the others with the least cable or most links."""
    shapes: dict[tuple[int, ...], _Scored] = {}
    for item in sorted(pool, key=_by_metres):
        if item.found.shape is not None:
            shapes.setdefault(item.found.shape, item)
    others = [entry for entry in pool if entry.found.shape is None]
    chosen = [*shapes.values(), *_thinned(_unbeaten(others), MAX_MEASURED // 2)]
    for order in (_by_metres, _by_links):
        firsts: dict[str, _Scored] = {}
        for item in sorted(others, key=order):
            firsts.setdefault(item.found.kind, item)
        chosen += firsts.values()
    chosen += sorted(others, key=_by_links)[:MAX_MEASURED]
    unique = {entry.found.key(): entry.found for entry in chosen}
    return list(unique.values())[: len(shapes) + MAX_MEASURED]


def _by_metres(scored: _Scored) -> tuple[int, int]:
    return scored.edge.crossing_mm, -scored.edge.inside


def _by_links(scored: _Scored) -> tuple[int, int]:
    return -scored.edge.inside, scored.edge.crossing_mm


def _unbeaten(pool: Sequence[_Scored]) -> list[_Scored]:
    """Return the candidates with more links inside than all with less cable."""
    kept: list[_Scored] = []
    for item in sorted(pool, key=_by_metres):
        if not kept or item.edge.inside > kept[-1].edge.inside:
            kept.append(item)
    return kept


def _thinned(scored: Sequence[_Scored], most: int) -> list[_Scored]:
    """Return at most ``most`` of them, evenly spaced, with both ends."""
    if len(scored) <= most:
        return list(scored)
    return [scored[round(i * (len(scored) - 1) / (most - 1))] for i in range(most)]


def _front(regions: Sequence[Region]) -> tuple[bool, ...]:
    """Return a mask of the regions, sorted by metres, with more bandwidth than all before."""
    maximum, front = -1, []
    for region in regions:
        front.append(region.bisection.links > maximum)
        maximum = max(maximum, region.bisection.links)
    return tuple(front)
