"""Bisections known in closed form, with the theorem that proves each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from netfloor.structure.bisection.lattice_cuts import Dimensions, best_half, lattice_bound
from netfloor.structure.bisection.partitioners import Sides
from netfloor.topologies.families.lattices.lattice import (
    Dimension,
    lattice_links,
    lattice_pairs,
    lattice_routers,
    ring,
)
from netfloor.topologies.families.lattices.lattice_families import LATTICE_FAMILIES
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class BisectionBound:
    """A certified lower bound on the links of every exactly balanced cut.

    Attributes
    ----------
    links, method
        The bound, with the only possible parity, and its proof as text.
    sides
        The best balanced cut known in closed form, (n,) int8 of 0 and 1, or None.
    """

    links: int
    method: str
    sides: Sides | None = field(default=None, compare=False, repr=False)


def closed_bisection(topology: Topology) -> BisectionBound | None:
    """Return the known bound and cut of a network's family, or None.

    The links are first compared with those of the family: for networks changed since, for example by link
    failures, the theorem no longer holds.
    """
    find = CLOSED_BISECTIONS.get(topology.family)
    return None if find is None else find(topology)


def _of_lattice(topology: Topology) -> BisectionBound | None:
    """Return the largest of the bounds for products of paths, rings and complete graphs."""
    dimensions = _dimensions(topology)
    if dimensions is None or not _is_product(topology, dimensions):
        return None
    return BisectionBound(*lattice_bound(dimensions), best_half(dimensions))


def _dimensions(topology: Topology) -> Dimensions | None:
    """Return the dimensions given by a network's family and parameters, or None."""
    if topology.family == "product":
        parts = [_dimensions(build(spec)) for spec in topology.parameters["factors"]]
        known = [part for part in parts if part is not None]
        return tuple(item for part in known for item in part) if len(known) == len(parts) else None
    make = _DIMENSIONS.get(topology.family)
    return None if make is None else make(topology.parameters)


def _is_product(topology: Topology, dimensions: Dimensions) -> bool:
    """Test whether a network is, link for link, the product of the dimensions."""
    routers, pairs = lattice_routers(dimensions), lattice_pairs(dimensions)
    if (routers, pairs) != (topology.routers, len(topology.links)) or min(p.size for p in dimensions) < 2:
        return False
    links, multiplicity = lattice_links(topology.name, dimensions)
    return bool((links == topology.links).all() and (multiplicity == topology.multiplicity).all())


def _of_tree(topology: Topology) -> BisectionBound | None:
    """Return the bisection of a k-ary 2-tree, the complete bipartite graph of k and k switches.

    With a edge switches and k - a top switches on a side, ``a^2 + (k - a)^2`` links are cut. Taller trees
    are butterflies; for those see `structure.bisection.endpoint_share`.
    """
    k, n = topology.parameters["k"], topology.parameters["n"]
    u, v = topology.links.T
    bipartite = topology.routers == 2 * k and bool((u < k).all() and (v >= k).all())
    if n != 2 or not bipartite or len(topology.links) != k * k or (topology.multiplicity > 1).any():
        return None
    side = np.arange(k) < k // 2
    sides = np.concatenate([side, side if k % 2 == 0 else np.arange(k) <= k // 2]).astype(np.int8)
    return BisectionBound((k * k + 1) // 2, "complete bipartite graph", sides)


#: Dimensions of each family by its parameters.
_DIMENSIONS: dict[str, Callable[[Mapping[str, Any]], Dimensions | None]] = {
    **LATTICE_FAMILIES,
    "complete": lambda parameters: (Dimension(parameters["n"], "clique"),),
    "circulant": lambda parameters: (ring(parameters["n"]),) if parameters["jumps"] == [1] else None,
}
#: Closed-form bisection by family.
CLOSED_BISECTIONS: dict[str, Callable[[Topology], BisectionBound | None]] = {
    **dict.fromkeys((*_DIMENSIONS, "product"), _of_lattice),
    "fattree": _of_tree,
}
