"""Tori: rings in every dimension."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from foundation.errors import InputError
from topologies.family import Family, Instance, Parameters
from topologies.lattice import (
    Dimension,
    lattice_links,
    lattice_routers,
    read_sizes,
    ring,
    shapes,
    size_text,
)
from topologies.options import underscored
from topologies.parameters import bind, shown
from topologies.topology import Topology

_USAGE = "torus:S1xS2x...[,rings_of_2=double]"
_RINGS_OF_2 = ("single", "double")


def build(parameters: Parameters) -> Topology:
    """Return the torus of the given sizes.

    ``n = S1 S2 ...`` routers. A dimension of 3 or more adds 2 to the radix and n links; one of
    2 adds 1 and n / 2, or with ``rings_of_2=double`` 2 and n, in parallel pairs. The diameter
    is the sum of ``floor(Si / 2)`` (Dally, Towles: Principles and Practices of Interconnection
    Networks, 2004, section 5.2). Router (x, y, z) is number ``(x S2 + y) S3 + z``.

    Raises
    ------
    InputError
        If a size is below 2, the option unknown, or the network too large.
    """
    where = shown(parameters.spec)
    values = bind(underscored(parameters), _USAGE, ("sizes",), ("rings_of_2",))
    rings_of_2 = values.get("rings_of_2", "single")
    if rings_of_2 not in _RINGS_OF_2:
        what = f"rings_of_2={shown(rings_of_2)!r} is unknown"
        raise InputError(where, what, f"give one of {', '.join(_RINGS_OF_2)}")
    named = {"sizes": list(read_sizes(where, "sizes", values["sizes"])), "rings_of_2": rings_of_2}
    dimensions = dimensions_of(named)
    links, multiplicity = lattice_links(where, dimensions)
    routers = lattice_routers(dimensions)
    return Topology(
        name=parameters.spec,
        family="torus",
        parameters=named,
        routers=routers,
        links=links,
        multiplicity=multiplicity,
        endpoints=np.zeros(routers, np.int32),
        vertex_transitive=True,
    )


def dimensions_of(parameters: Mapping[str, Any]) -> tuple[Dimension, ...]:
    """Return the dimensions of a torus with these parameters."""
    double = parameters["rings_of_2"] == "double"
    return tuple(ring(size, double_pair=double) for size in parameters["sizes"])


def instances(max_routers: int) -> Iterator[Instance]:
    """Return every torus of up to so many routers, sizes falling, smallest first."""
    for routers in range(2, max_routers + 1):
        found = (
            Instance(routers, sum(min(size - 1, 2) for size in sizes), f"torus:{size_text(sizes)}", 1)
            for sizes in shapes(routers)
        )
        yield from sorted(found)


FAMILY = Family(
    name="torus",
    usage=_USAGE,
    summary="torus: a ring in every dimension; a ring of 2 is one link unless rings_of_2=double",
    routers="S1 S2 ...",
    radix="2 a dimension, 1 where its size is 2",
    source="Dally, Towles: Principles and Practices of Interconnection Networks (2004), section 5.2",
    build=build,
    concentration=lambda _: 1,
    endpoints="1 recommended",
    instances=instances,
)
