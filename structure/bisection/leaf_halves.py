"""Halves of the leaf switches of a Dragonfly+, the only switches with endpoints.

A cut and a certified bound.
"""

from fractions import Fraction
from math import ceil

import numpy as np
import numpy.typing as npt

from netfloor.structure.bisection.partitioners import Sides
from netfloor.topologies.families.dragonfly_plus import DragonflyPlus, group_links
from netfloor.topologies.topology import Topology


def leaf_halves(topology: Topology) -> tuple[int, int, int] | None:
    """Return (links of the best cut known, lower bound, leaves of the smaller half), or None.

    The bound sends a unit between every two leaves, spread evenly over all spines within a group and over
    all links between two groups. Halves of x and y leaves exchange ``x y`` units over the cut, so every cut
    has at least ``x y`` divided by the load of the fullest link. The cut separates half of the groups from
    the others; it meets the bound if the number of groups is even, every two groups have equally many
    links, and no leaf's links are fuller than those between groups.

    None for other families and for networks changed since they were built.
    """
    if topology.family != "dragonfly+":
        return None
    given = topology.parameters
    shape = DragonflyPlus(*(given[name] for name in ("leaves", "spines", "p", "h", "g")))
    links, multiplicity = group_links(shape, given["arrangement"])
    ends = np.zeros((shape.g, shape.size), np.int64)
    ends[:, : shape.leaves] = topology.endpoints[0]
    same = np.array_equal(topology.links, links) and np.array_equal(topology.multiplicity, multiplicity)
    if not same or not np.array_equal(topology.endpoints, ends.ravel()) or not ends.any():
        return None
    count = shape.g * shape.leaves
    half = count // 2
    load = max(_fullest(topology, shape))
    sides = _sides(topology, shape, half)
    u, v = links.T
    cut = int(multiplicity[sides[u] != sides[v]].sum())
    return cut, ceil(half * (count - half) / load), half


def _fullest(topology: Topology, shape: DragonflyPlus) -> tuple[Fraction, Fraction]:
    """Return the load of the fullest link between groups, and of the fullest leaf link."""
    u, v = topology.links.T.astype(np.int64)
    between = u // shape.size != v // shape.size
    pair = u // shape.size * shape.g + v // shape.size
    amounts = np.bincount(pair[between], topology.multiplicity[between], shape.g**2)
    joined = amounts[pair[between]].astype(np.int64)
    fewest = int(joined.min())
    spines = np.zeros((topology.routers, 2), np.int64)
    for end in (u[between], v[between]):
        np.add.at(spines, (end, np.minimum(joined - fewest, 1)), topology.multiplicity[between])
    # a pair of groups has the fewest links or one more (`joined_ports`)
    kinds = np.unique(spines, axis=0).tolist()
    reached = max(Fraction(few, fewest) + Fraction(more, fewest + 1) for few, more in kinds)
    inside = Fraction(shape.leaves - 1, shape.spines)
    return Fraction(shape.leaves**2, fewest), shape.leaves * reached + inside


def _sides(topology: Topology, shape: DragonflyPlus, half: int) -> Sides:
    """Return sides that separate the first half of the leaves, with each spine on the cheaper side."""
    place = np.arange(topology.routers) % shape.size
    leaves = np.flatnonzero(place < shape.leaves)
    sides = np.zeros(topology.routers, np.int8)
    first = leaves[:half]
    sides[first] = 1
    whole, rest = divmod(half, shape.leaves)
    sides[: whole * shape.size] = 1
    middle = whole * shape.size + shape.leaves
    sides[middle : middle + rest * shape.spines // shape.leaves] = 1
    return settle_sides(topology, sides, place >= shape.leaves)


def settle_sides(topology: Topology, sides: Sides, free: npt.NDArray[np.bool_]) -> Sides:
    """Move free switches across the cut, one at a time, while it loses links."""
    sides, adjacency = sides.copy(), topology.adjacency
    while True:
        gain = adjacency @ (2 * sides.astype(np.int64) - 1)
        gain[sides == 1] *= -1
        gain[~free] = 0
        best = int(gain.argmax())
        if gain[best] <= 0:
            return sides
        sides[best] ^= 1
