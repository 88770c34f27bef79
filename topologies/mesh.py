"""Meshes: paths in every dimension."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from topologies.family import Family, Instance, Parameters
from topologies.lattice import (
    Dimension,
    lattice_links,
    lattice_routers,
    read_sizes,
    shapes,
    size_text,
)
from topologies.parameters import bind, shown
from topologies.topology import Topology

_USAGE = "mesh:S1xS2x..."


def build(parameters: Parameters) -> Topology:
    """Return the mesh of the given sizes.

    ``n = S1 S2 ...`` routers and ``n (Si - 1) / Si`` links in each dimension. Radix 2 a
    dimension, 1 where its size is 2; the diameter is the sum of ``Si - 1`` (Dally, Towles:
    Principles and Practices of Interconnection Networks, 2004, section 5.1).
    Router (x, y, z) is number ``(x S2 + y) S3 + z``.

    Raises
    ------
    InputError
        If a size is below 2, or the network too large.
    """
    where = shown(parameters.spec)
    named = {"sizes": list(read_sizes(where, "sizes", bind(parameters, _USAGE, ("sizes",))["sizes"]))}
    dimensions = dimensions_of(named)
    links, multiplicity = lattice_links(where, dimensions)
    routers = lattice_routers(dimensions)
    return Topology(
        name=parameters.spec,
        family="mesh",
        parameters=named,
        routers=routers,
        links=links,
        multiplicity=multiplicity,
        endpoints=np.zeros(routers, np.int32),
        vertex_transitive=max(named["sizes"]) == 2,
    )


def dimensions_of(parameters: Mapping[str, Any]) -> tuple[Dimension, ...]:
    """Return the dimensions of a mesh with these parameters."""
    return tuple(Dimension(size, "path") for size in parameters["sizes"])


def instances(max_routers: int) -> Iterator[Instance]:
    """Return every mesh of up to so many routers, sizes falling, smallest first."""
    for routers in range(2, max_routers + 1):
        found = (
            Instance(routers, sum(min(size - 1, 2) for size in sizes), f"mesh:{size_text(sizes)}", 1)
            for sizes in shapes(routers)
        )
        yield from sorted(found)


FAMILY = Family(
    name="mesh",
    usage=_USAGE,
    summary="mesh: a path in every dimension",
    routers="S1 S2 ...",
    radix="2 a dimension, 1 where its size is 2",
    source="Dally, Towles: Principles and Practices of Interconnection Networks (2004), section 5.1",
    build=build,
    concentration=lambda _: 1,
    endpoints="1 recommended",
    instances=instances,
)
