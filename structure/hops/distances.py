"""Hop distances between switches with endpoints: histogram, diameter, mean."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from netfloor.structure.arrays import LongArray
from netfloor.structure.hops.components import require_connected
from netfloor.topologies.topology import IntArray, Topology

#: Words of 64 sources that one pass carries: two buffers of 256 bytes a router.
WORDS_PER_PASS = 32
#: Hops from one router beyond which level-wise passes over all links cost more than
#: a search from every router (512 sources fit an instruction; half of it is a margin).
LEVELS_WORTH_WORDS = 256


@dataclass(frozen=True, eq=False)
class Distances:
    """Hop distances over ordered pairs of different switches: those with endpoints, or all.

    Attributes
    ----------
    histogram
        Ordered pairs at each number of hops, (diameter + 1,) int64; entry 0 is 0.
    sources
        ``"all"`` whose pairs count, or ``"one (vertex-transitive)"`` where one router's view was counted n
        times because the construction proves that all routers see the same.
    """

    histogram: LongArray
    sources: Literal["all", "one (vertex-transitive)"]

    def __post_init__(self) -> None:
        self.histogram.flags.writeable = False

    @property
    def diameter(self) -> int:
        """Largest distance in hops; 0 for one switch."""
        return len(self.histogram) - 1

    @property
    def pairs(self) -> int:
        """Ordered pairs of different switches that count, n(n - 1) of n."""
        return int(self.histogram.sum())

    @cached_property
    def hops_sum(self) -> int:
        """Sum of all distances, exact: the numerator of the mean over ``pairs``."""
        return sum(hops * int(count) for hops, count in enumerate(self.histogram))

    @property
    def mean_distance(self) -> float:
        """Mean distance in hops over ordered pairs of different switches; 0 for one switch."""
        return self.hops_sum / self.pairs if self.pairs else 0.0


def distances(topology: Topology) -> Distances:
    """Return the hop distances between switches with endpoints; parallel links make no difference.

    Every ordered pair of switches that have endpoints counts once; of a network without endpoints all do.

    Raises
    ------
    InputError
        If two switches have no path between them.
    """
    return _distances(topology, topology.endpoint_switches)


def graph_distances(topology: Topology) -> Distances:
    """Return the hop distances between all switches of the graph, with endpoints or without.

    Raises
    ------
    InputError
        If two switches have no path between them.
    """
    return _distances(topology, np.arange(topology.routers, dtype=np.int32))


def _distances(topology: Topology, between: IntArray) -> Distances:
    """Return the hop distances between some switches; `InputError` if two of them have no path."""
    require_connected(topology, between)
    n = topology.routers
    if topology.vertex_transitive and len(between) == n:
        return Distances(
            _trimmed(n * _count_from(topology, between[:1], between)), "one (vertex-transitive)"
        )
    return Distances(_trimmed(_count_all(topology, between)), "all")


def _count_all(topology: Topology, between: IntArray) -> LongArray:
    """Return ordered pairs of some switches by hops, by whichever search is the cheaper one."""
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
        count_by_words(indptr, indices, sources, counted, reached, following, histogram)
    return histogram


def _count_from(topology: Topology, sources: IntArray, between: IntArray) -> LongArray:
    """Return ordered pairs of some switches by hops, from the sources among them."""
    from netfloor.structure.hops.kernels import count_by_source  # noqa: PLC0415 - a heavy import

    histogram = np.zeros(topology.routers + 1, dtype=np.int64)
    counted = _marked(topology.routers, between)
    count_by_source(topology.adjacency.indptr, topology.adjacency.indices, sources, counted, histogram)
    return histogram


def _marked(routers: int, between: IntArray) -> npt.NDArray[np.bool_]:
    """Return whether each switch is one of some, (n,)."""
    counted = np.zeros(routers, dtype=np.bool_)
    counted[between] = True
    return counted


def _trimmed(histogram: LongArray) -> LongArray:
    used = np.flatnonzero(histogram)
    return histogram[: int(used[-1]) + 1 if len(used) else 1].copy()
