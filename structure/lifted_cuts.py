"""Balanced cuts of Cartesian products from those of one factor."""

import math
from collections.abc import Callable, Sequence

import numpy as np

import topologies
from structure.cut import Cut
from structure.metis import Sides
from topologies.topology import Topology


def lifted_cuts(topology: Topology, halve: Callable[[Topology], Sides]) -> list[Cut]:
    """Return the cuts that halve one factor of a product and with it all its copies.

    Halving factor A of n_A routers cuts ``n / n_A`` times the links that the half of A does.
    Where n_A is odd, single moves balance the cut; each cut is improved by swaps.

    Parameters
    ----------
    topology
        Of the family ``product``; links may be missing.
    halve
        Finds a balanced cut of a factor, (n_A,) of 0 and 1.
    """
    specs = list(topology.parameters["factors"])
    seed = topology.parameters.get("seed", 0)
    factors = [topologies.build(spec, seed=seed) for spec in specs]
    sizes = [factor.routers for factor in factors]
    if math.prod(sizes) != topology.routers:
        return []
    # Halving one of equal factors is as good as halving another.
    axes = [axis for axis, size in enumerate(sizes) if size > 1 and specs.index(specs[axis]) == axis]
    lifted = [Cut(topology, lifted_sides(sizes, axis, halve(factors[axis]))) for axis in axes]
    return sorted((cut.balanced().improved() for cut in lifted), key=lambda cut: cut.links)


def lifted_sides(sizes: Sequence[int], axis: int, sides: Sides) -> Sides:
    """Return the sides of one factor for each router of the product, (n,) int8.

    Parameters
    ----------
    sizes
        Routers of each factor; the last one's number counts fastest.
    axis
        Which factor has the sides.
    """
    along = sides.reshape([-1 if i == axis else 1 for i in range(len(sizes))])
    return np.broadcast_to(along, sizes).astype(np.int8).ravel()
