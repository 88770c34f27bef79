"""Partitions of networks that are not products: sets of switches, by bounds and METIS."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from netfloor.research.partitions.halves import Interval
from netfloor.structure.bisection.interval import bisection
from netfloor.topologies.topology import Topology

Routers = npt.NDArray[np.int64]
#: A display name, and the switches of the set.
Part = tuple[str, Routers]
#: Effort of one bisection: runs of METIS, swaps of the annealing.
SEEDS, SWAPS = 10, 2_000_000


def part_of(topology: Topology, routers: Routers) -> Topology:
    """Return the network of some switches, renumbered in their order."""
    number = np.full(topology.routers, -1, dtype=np.int64)
    number[np.sort(routers)] = np.arange(len(routers))
    ends = number[topology.links]
    kept = np.asarray((ends >= 0).all(axis=1))
    return replace(
        topology,
        name=f"{topology.name}, part",
        family="part",
        parameters={},
        routers=len(routers),
        links=ends[kept].astype(np.int32),
        multiplicity=topology.multiplicity[kept].copy(),
        link_rates=topology.rates_of_some(kept),
        standing=None,
        endpoints=np.zeros(len(routers), dtype=np.int32),
        groups=None,
        labels=None,
        slots=None,
        vertex_transitive=False,
        notes=(),
    )


def halve(
    topology: Topology, seed: int = 0, *, seeds: int = SEEDS, swaps: int = SWAPS
) -> tuple[Interval, npt.NDArray[np.int8]]:
    """Return the bisection of a network as an interval, and the sides of the best cut."""
    result = bisection(topology, seeds=seeds, seed=seed, iterations=swaps)
    return Interval(result.links, result.lower_links), result.sides


def repeated_halves(topology: Topology, smallest: int, seed: int = 0) -> Iterator[tuple[Part, Interval]]:
    """Yield a network's parts and their bisections; each part is halved while it is large enough.

    Parameters
    ----------
    smallest
        Minimum switches of a part, except the whole network; at least 2.
    """
    parts = [np.arange(topology.routers, dtype=np.int64)]
    while parts:
        halved = [(part, *halve(part_of(topology, part), seed)) for part in parts]
        for place, (part, cut, _) in enumerate(halved, 1):
            yield (f"part {place} of {len(halved)}", part), cut
        halves = (part[sides == side] for part, _, sides in halved for side in (0, 1))
        parts = [half for half in halves if len(half) >= smallest]
