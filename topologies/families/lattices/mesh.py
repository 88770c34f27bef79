"""Meshes: paths in every dimension."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from netfloor.topologies.families.lattices.lattice import (
    Dimension,
    lattice_instances,
    lattice_network,
    read_sizes,
)
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.parameters import bind
from netfloor.topologies.topology import Topology


def build(parameters: Parameters) -> Topology:
    """Build the mesh of the given sizes.

    ``n = S1 S2 ...`` switches and ``n (Si - 1) / Si`` links in each dimension. The radix is 2 per
    dimension, 1 where its size is 2; the diameter is the sum of ``Si - 1`` (Dally, Towles: Principles and
    Practices of Interconnection Networks, 2004, section 5.1). Switch (x, y, z) has number ``(x S2 + y) S3 +
    z``.

    Raises
    ------
    InputError
        If a size is below 2, or the network too large.
    """
    values = bind(parameters, FAMILY.usage, ("sizes",))
    named = {"sizes": list(read_sizes(values.where, "sizes", values["sizes"]))}
    bare = lattice_network(parameters.spec, "mesh", named, dimensions_of(named))
    return replace(bare, vertex_transitive=max(named["sizes"]) == 2)


def dimensions_of(parameters: Mapping[str, Any]) -> tuple[Dimension, ...]:
    """Return the dimensions of a mesh with these parameters."""
    return tuple(Dimension(size, "path") for size in parameters["sizes"])


FAMILY = Family(
    name="mesh",
    usage="mesh:S1xS2x...",
    summary="mesh: a path in every dimension",
    routers="S1 S2 ...",
    radix="2 per dimension, 1 where its size is 2",
    source="Dally, Towles: Principles and Practices of Interconnection Networks (2004), section 5.1",
    build=build,
    concentration=lambda _: 1,
    endpoints="1 recommended",
    instances=partial(lattice_instances, "mesh"),
)
