"""The narrowest cut around any set of so many routers, by trying all of them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from topologies.lattice import Dimension, lattice_links, lattice_routers
from topologies.topology import Topology

#: At most so many sets are tried: about a second.
MOST_SETS = 200_000_000


@dataclass(frozen=True)
class Subset:
    """A set of routers, ascending, and the links that leave it."""

    routers: tuple[int, ...]
    links: int


def set_count(routers: int, size: int, *, transitive: bool) -> int:
    """Return how many sets have to be tried; router 0 is in all where all routers look alike."""
    return math.comb(routers - 1, size - 1) if transitive else math.comb(routers, size)


def set_count_digits(routers: int, size: int) -> float:
    """Return the logarithm, to the base of 10, of the sets that hold router 0."""
    inside, outside = math.lgamma(size), math.lgamma(routers - size + 1)
    return (math.lgamma(routers) - inside - outside) / math.log(10)


def best_subset(dimensions: Sequence[Dimension], size: int, most: int = MOST_SETS) -> Subset | None:
    """Return the set of ``size`` routers with the fewest links around it, None where there are too many.

    Parameters
    ----------
    dimensions
        A product; routers are numbered by their coordinates, the last one fastest.
    size
        Routers of the set, 1 .. n.
    most
        Sets that may be tried.
    """
    routers = lattice_routers(dimensions)
    transitive = all(part.kind != "path" for part in dimensions)
    if routers > 1 << 10 or set_count(routers, size, transitive=transitive) > most:
        return None
    weights = np.zeros((routers, routers), dtype=np.int64)
    if dimensions:
        links, multiplicity = lattice_links("product", dimensions)
        weights[links[:, 0], links[:, 1]] = multiplicity
    return _smallest(weights + weights.T, size, fixed=transitive)


def best_subset_of(topology: Topology, size: int, most: int = MOST_SETS) -> Subset | None:
    """Return the same of any network."""
    fixed = topology.vertex_transitive
    if topology.routers > 1 << 10 or set_count(topology.routers, size, transitive=fixed) > most:
        return None
    return _smallest(topology.adjacency.toarray().astype(np.int64), size, fixed=fixed)


def _smallest(weights: npt.NDArray[np.int64], size: int, *, fixed: bool) -> Subset:
    from structure.partitions.subset_kernels import smallest_cut_of_size  # noqa: PLC0415 - a heavy import

    links, members = smallest_cut_of_size(weights, size, fixed)
    return Subset(tuple(int(router) for router in members), int(links))
