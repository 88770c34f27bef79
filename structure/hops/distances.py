"""Hop distances between switches with endpoints: histogram, diameter, mean."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from netfloor.structure.arrays import LongArray
from netfloor.structure.hops.components import require_connected
from netfloor.topologies.topology import IntArray, Topology

#: Words of 64 sources per pass: two buffers of 256 bytes per switch.
WORDS_PER_PASS = 32
#: Hops from a switch beyond which level-wise passes over all links cost more than a search from every
#: switch (512 sources fit an instruction; half of it is a margin).
LEVELS_WORTH_WORDS = 256


@dataclass(frozen=True, eq=False)
class Distances:
    """Hop distances over ordered pairs of different switches: those with endpoints, or all.

    Attributes
    ----------
    histogram
        Ordered pairs at each number of hops, (diameter + 1,) int64; entry 0 is 0.
    sources
        ``"all"``, or ``"one (vertex-transitive)"`` if distances from a single switch were counted n times
        because all switches are equivalent by construction.
    """

    histogram: LongArray
    sources: Literal["all", "one (vertex-transitive)"]

    def __post_init__(self) -> None:
        self.histogram.flags.writeable = False

    @property
    def diameter(self) -> int:
        """Largest distance in hops; 0 for a single switch."""
        return len(self.histogram) - 1

    @property
    def pairs(self) -> int:
        """Number of ordered pairs of different switches counted, n(n - 1) for n switches."""
        return int(self.histogram.sum())

    @cached_property
    def hops_sum(self) -> int:
        """Sum of all distances, exact: the numerator of the mean over ``pairs``."""
        return sum(hops * int(count) for hops, count in enumerate(self.histogram))

    @property
    def mean_distance(self) -> float:
        """Mean distance in hops over ordered pairs of different switches; 0 for a single switch."""
        return self.hops_sum / self.pairs if self.pairs else 0.0


def distances(topology: Topology) -> Distances:
    """Measure the hop distances between switches with endpoints, regardless of parallel links.

    Every ordered pair of switches with endpoints counts once; in a network without endpoints, all switches
    do.

    Raises
    ------
    InputError
        If two switches have no path between them.
    """
    return _distances(topology, topology.endpoint_switches)


def graph_distances(topology: Topology) -> Distances:
    """Measure the hop distances between all switches of the graph, with or without endpoints.

    Raises
    ------
    InputError
        If two switches have no path between them.
    """
    return _distances(topology, np.arange(topology.routers, dtype=np.int32))


def _distances(topology: Topology, between: IntArray) -> Distances:
    """Measure the hop distances between some switches; `InputError` if two of them have no path."""
    require_connected(topology, between)
    n = topology.routers
    if topology.vertex_transitive and len(between) == n:
        return Distances(
            _trimmed(n * _count_from(topology, between[:1], between)), "one (vertex-transitive)"
        )
    return Distances(_trimmed(_count_all(topology, between)), "all")


def _count_all(topology: Topology, between: IntArray) -> LongArray:
    """Count ordered pairs of some switches by hops, with the cheaper search."""
    from netfloor.structure.hops.kernels import count_by_words, forest_hops  # noqa: PLC0415 - a heavy import

    indptr, indices = topology.adjacency.indptr, topology.adjacency.indices
    if forest_hops(indptr, indices).max(initial=0) > LEVELS_WORTH_WORDS:
        return _count_from(topology, between, between)
    n = topology.routers
    histogram, counted = np.zeros(n + 1, dtype=np.int64), _marked(n, between)
    words = min(WORDS_PER_PASS, -(-len(between) // 64))
    reached, following = np.empty((2, n, words), dtype=np.uint64)
    for first in range(0, len(between), 64 * words):
        sources = between[first : first + 64 * words]
        count_by_words(
            indptr=indptr,
            indices=indices,
            sources=sources,
            counted=counted,
            reached=reached,
            following=following,
            histogram=histogram,
        )
    return histogram


def _count_from(topology: Topology, sources: IntArray, between: IntArray) -> LongArray:
    """Count ordered pairs of some switches by hops, from the given sources."""
    from netfloor.structure.hops.kernels import count_by_source  # noqa: PLC0415 - a heavy import

    histogram = np.zeros(topology.routers + 1, dtype=np.int64)
    counted = _marked(topology.routers, between)
    count_by_source(topology.adjacency.indptr, topology.adjacency.indices, sources, counted, histogram)
    return histogram


def _marked(routers: int, between: IntArray) -> npt.NDArray[np.bool_]:
    """Mark some switches in a mask, (n,)."""
    counted = np.zeros(routers, dtype=np.bool_)
    counted[between] = True
    return counted


def _trimmed(histogram: LongArray) -> LongArray:
    used = np.flatnonzero(histogram)
    return histogram[: int(used[-1]) + 1 if len(used) else 1].copy()
