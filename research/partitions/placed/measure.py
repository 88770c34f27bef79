"""Measure a partition: bandwidth between its halves, cables across its boundary, its place."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.research.partitions.halves import Interval, halves
from netfloor.research.partitions.network_parts import halve, part_of
from netfloor.research.partitions.placed.candidate import Candidate
from netfloor.research.partitions.placed.units import Indices, Units

#: Effort of one bisection: runs of METIS, annealing swaps per switch and in all.
SEEDS, SWAPS_PER_ROUTER, MAX_SWAPS = 4, 4_000, 500_000


@dataclass(frozen=True)
class Edge:
    """Cables with one end in a partition, and with both: number and total length."""

    crossing: int
    crossing_mm: int
    inside: int
    inside_mm: int


@dataclass(frozen=True, eq=False)
class Region:
    """A partition with its figures.

    Attributes
    ----------
    found
        Its units, and how they were found.
    routers
        Its switches, ascending, (r,) int32.
    edge
        Its cables.
    bisection
        Links between its halves: the best cut found, and the certified bound.
    cabinets
        Cabinets that hold its switches, ascending.
    shared
        Number of these that also hold other switches.
    """

    found: Candidate
    routers: Indices
    edge: Edge
    bisection: Interval
    cabinets: Indices
    shared: int


def edge_of(units: Units, members: npt.NDArray[np.integer]) -> Edge:
    """Return the cables around and within some units."""
    inside = np.zeros(len(units), dtype=bool)
    inside[members] = True
    ends = inside[units.ends].sum(axis=1)
    length = units.cables.length_mm
    crossing, within = ends == 1, ends == 2
    return Edge(
        int(crossing.sum()), int(length[crossing].sum()), int(within.sum()), int(length[within].sum())
    )


def measure(units: Units, found: Candidate, seed: int = 0) -> Region:
    """Return a candidate with its figures; its bisection takes most of the time."""
    inside = np.zeros(len(units), dtype=bool)
    inside[found.members] = True
    routers = np.flatnonzero(inside[units.unit_of]).astype(np.int32)
    holding = units.cabinet[units.unit_of]
    cabinets, held = np.unique(holding[routers], return_counts=True)
    shared = int((held < np.bincount(holding)[cabinets]).sum())
    cut = bisection_of(units, found, routers, seed)
    return Region(found, routers, edge_of(units, found.members), cut, cabinets, shared)


def bisection_of(units: Units, found: Candidate, routers: Indices, seed: int) -> Interval:
    """Return the links between the halves of a partition, by switches; exact for most boxes."""
    if found.network is not None:
        return halves(found.network)
    if len(routers) < 2:
        return Interval(0, 0)
    part = part_of(units.topology, routers.astype(np.int64))
    swaps = min(SWAPS_PER_ROUTER * len(routers), MAX_SWAPS)
    return halve(part, seed, seeds=SEEDS, swaps=swaps)[0]
