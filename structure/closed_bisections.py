"""Bisections that are known in closed form, each with the theorem that proves it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

import topologies
from structure.lattice_cuts import (
    Dimensions,
    best_half,
    boundary_bound,
    lindsey_bound,
    routing_bound,
    views,
)
from structure.metis import Sides
from topologies.lattice import Dimension, lattice_links, lattice_pairs, lattice_routers, ring
from topologies.lattice_families import LATTICE_FAMILIES
from topologies.topology import Topology


@dataclass(frozen=True, eq=False)
class ClosedBisection:
    """What theory says about the exactly balanced cuts of one network.

    Attributes
    ----------
    links
        Links that every such cut has at least.
    method
        The theorem, for people.
    sides
        Side 0 or 1 of each router in the best cut known in closed form, (n,) int8; where the
        theorem is exact it has so many links.
    """

    links: int
    method: str
    sides: Sides


def closed_bisection(topology: Topology) -> ClosedBisection | None:
    """Return the bound and the cut that are known for a network's family, or None.

    The network's links are compared with those of its family first: what was changed since,
    by link failures say, is no longer what the theorem is about.
    """
    find = CLOSED_BISECTIONS.get(topology.family)
    return None if find is None else find(topology)


def _of_lattice(topology: Topology) -> ClosedBisection | None:
    """Return the largest of the bounds for products of paths, rings and complete graphs."""
    dimensions = _dimensions(topology)
    if dimensions is None or not _is_product(topology, dimensions):
        return None
    products = list(views(dimensions))
    exact = lindsey_bound(dimensions)
    links, method = max(
        (max(map(routing_bound, products)), "all-to-all routing (Leighton 1992)"),
        (max(map(boundary_bound, products)), "normalised boundary (Azizoglu, Egecioglu 2003)"),
        (-1 if exact is None else exact, "Lindsey's order (1964)"),
        key=lambda bound: bound[0],
    )
    return ClosedBisection(links, method, best_half(dimensions))


def _dimensions(topology: Topology) -> Dimensions | None:
    """Return the dimensions that a network's family and parameters promise, or None."""
    if topology.family == "product":
        parts = [_dimensions(topologies.build(spec)) for spec in topology.parameters["factors"]]
        known = [part for part in parts if part is not None]
        return tuple(one for part in known for one in part) if len(known) == len(parts) else None
    make = _DIMENSIONS.get(topology.family)
    return None if make is None else make(topology.parameters)


def _is_product(topology: Topology, dimensions: Dimensions) -> bool:
    """Return True if a network is, link for link, the product of some dimensions."""
    routers, pairs = lattice_routers(dimensions), lattice_pairs(dimensions)
    if (routers, pairs) != (topology.routers, len(topology.links)) or min(p.size for p in dimensions) < 2:
        return False
    links, multiplicity = lattice_links(topology.name, dimensions)
    return bool((links == topology.links).all() and (multiplicity == topology.multiplicity).all())


def _of_tree(topology: Topology) -> ClosedBisection | None:
    """Return the bisection of a k-ary 2-tree, the complete bipartite graph of k and k switches.

    With a edge switches and k - a top switches on one side ``a^2 + (k - a)^2`` links are cut.
    Taller trees are butterflies, whose halves by switches may be joined by fewer links than
    their halves by endpoints (Bornstein et al.: On the bisection width and expansion of butterfly
    networks, 1998): `structure.endpoint_bisection` has the latter.
    """
    k, n = topology.parameters["k"], topology.parameters["n"]
    u, v = topology.links.T
    bipartite = topology.routers == 2 * k and bool((u < k).all() and (v >= k).all())
    if n != 2 or not bipartite or len(topology.links) != k * k or (topology.multiplicity > 1).any():
        return None
    side = np.arange(k) < k // 2
    sides = np.concatenate([side, side if k % 2 == 0 else np.arange(k) <= k // 2]).astype(np.int8)
    return ClosedBisection((k * k + 1) // 2, "complete bipartite graph", sides)


#: How a family's parameters become dimensions.
_DIMENSIONS: dict[str, Callable[[Mapping[str, Any]], Dimensions | None]] = {
    **LATTICE_FAMILIES,
    "complete": lambda parameters: (Dimension(parameters["n"], "clique"),),
    "circulant": lambda parameters: (ring(parameters["n"]),) if parameters["jumps"] == [1] else None,
}
#: What is known of which family.
CLOSED_BISECTIONS: dict[str, Callable[[Topology], ClosedBisection | None]] = {
    **dict.fromkeys((*_DIMENSIONS, "product"), _of_lattice),
    "fattree": _of_tree,
}
