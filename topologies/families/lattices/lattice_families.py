"""Families that are products of paths, rings and cliques, with switches numbered by coordinates."""

from collections.abc import Callable, Mapping
from typing import Any

from netfloor.topologies.families.lattices import flattened_butterfly, hypercube, hyperx, mesh, torus
from netfloor.topologies.families.lattices.lattice import Dimension, lattice_routers
from netfloor.topologies.topology import Topology

LATTICE_FAMILIES: dict[str, Callable[[Mapping[str, Any]], tuple[Dimension, ...]]] = {
    "torus": torus.dimensions_of,
    "mesh": mesh.dimensions_of,
    "hypercube": hypercube.dimensions_of,
    "hyperx": hyperx.dimensions_of,
    "flattened-butterfly": flattened_butterfly.dimensions_of,
}


def lattice_of(topology: Topology) -> tuple[Dimension, ...] | None:
    """Return the dimensions of a network of a lattice family, None for other families."""
    find = LATTICE_FAMILIES.get(topology.family)
    if find is None:
        return None
    dimensions = find(topology.parameters)
    return dimensions if lattice_routers(dimensions) == topology.routers else None
