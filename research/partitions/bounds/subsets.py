"""The smallest cut around any set of a size, by enumeration."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from netfloor.topologies.families.lattices.lattice import Dimension, lattice_links, lattice_routers

#: Limit on enumerated sets: about a second.
MAX_SETS = 200_000_000


@dataclass(frozen=True)
class Subset:
    """A set of switches, ascending, and the links that leave it."""

    routers: tuple[int, ...]
    links: int


def set_count_digits(routers: int, size: int) -> float:
    """Return the decimal logarithm of the number of sets that contain switch 0."""
    inside, outside = math.lgamma(size), math.lgamma(routers - size + 1)
    return (math.lgamma(routers) - inside - outside) / math.log(10)


def best_subset(dimensions: Sequence[Dimension], size: int, most: int = MAX_SETS) -> Subset | None:
    """Return the set of ``size`` switches with the fewest links around it, None if there are too many sets.

    Parameters
    ----------
    dimensions
        A product; switches are numbered by their coordinates, the last one fastest.
    size, most
        Switches of the set, 1 .. n, and limit on enumerated sets.
    """
    routers = lattice_routers(dimensions)
    alike = all(part.kind != "path" for part in dimensions)  # then some best set contains switch 0
    if routers > 1 << 10 or math.comb(routers - alike, size - alike) > most:
        return None
    from netfloor.research.partitions.bounds.kernels import smallest_cut_of_size  # noqa: PLC0415 - a heavy import

    weights = np.zeros((routers, routers), dtype=np.int64)
    if dimensions:
        links, multiplicity = lattice_links("product", dimensions)
        weights[links[:, 0], links[:, 1]] = multiplicity
    links_around, members = smallest_cut_of_size(weights + weights.T, size, alike)
    return Subset(tuple(members.tolist()), links_around)
