"""Hop distances between all routers: histogram, diameter, mean."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

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
    """Hop distances over all ordered pairs of different routers.

    Attributes
    ----------
    histogram
        Ordered pairs at each number of hops, (diameter + 1,) int64; entry 0 is 0.
    sources
        ``"all"``, or ``"one (vertex-transitive)"`` where one router's view was counted n times because the
        construction proves that all routers see the same.
    """

    histogram: LongArray
    sources: Literal["all", "one (vertex-transitive)"]

    def __post_init__(self) -> None:
        self.histogram.flags.writeable = False

    @property
    def diameter(self) -> int:
        """Largest distance in hops; 0 for one router."""
        return len(self.histogram) - 1

    @property
    def pairs(self) -> int:
        """Ordered pairs of different routers, n(n - 1)."""
        return int(self.histogram.sum())

    @cached_property
    def hops_sum(self) -> int:
        """Sum of all distances, exact: the numerator of the mean over ``pairs``."""
        return sum(hops * int(count) for hops, count in enumerate(self.histogram))

    @property
    def mean_distance(self) -> float:
        """Mean distance in hops over ordered pairs of different routers; 0 for one router."""
        return self.hops_sum / self.pairs if self.pairs else 0.0


def distances(topology: Topology) -> Distances:
    """Return the hop distances between all routers; parallel links make no difference.

    Raises
    ------
    InputError
        If two routers have no path between them.
    """
    require_connected(topology)
    adjacency, n = topology.adjacency, topology.routers
    if topology.vertex_transitive:
        histogram = n * _count_from(adjacency.indptr, adjacency.indices, sources=min(n, 1))
        return Distances(_trimmed(histogram), "one (vertex-transitive)")
    return Distances(_trimmed(_count_all(adjacency.indptr, adjacency.indices)), "all")


def _count_all(indptr: IntArray, indices: IntArray) -> LongArray:
    """Return ordered pairs by hops, by whichever search is the cheaper one."""
    from netfloor.structure.hops.kernels import count_by_words, forest_hops  # noqa: PLC0415 - a heavy import

    n = len(indptr) - 1
    if forest_hops(indptr, indices).max(initial=0) > LEVELS_WORTH_WORDS:
        return _count_from(indptr, indices, sources=n)
    histogram = np.zeros(n + 1, dtype=np.int64)
    words = min(WORDS_PER_PASS, -(-n // 64))
    reached, following = np.empty((2, n, words), dtype=np.uint64)
    for first in range(0, n, 64 * words):
        sources = min(64 * words, n - first)
        count_by_words(indptr, indices, first, sources, reached, following, histogram)
    return histogram


def _count_from(indptr: IntArray, indices: IntArray, *, sources: int) -> LongArray:
    from netfloor.structure.hops.kernels import count_by_source  # noqa: PLC0415 - a heavy import

    histogram = np.zeros(len(indptr), dtype=np.int64)
    count_by_source(indptr, indices, sources, histogram)
    return histogram


def _trimmed(histogram: LongArray) -> LongArray:
    used = np.flatnonzero(histogram)
    return histogram[: int(used[-1]) + 1 if len(used) else 1].copy()
