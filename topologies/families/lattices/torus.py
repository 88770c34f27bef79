"""Tori: rings in every dimension."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.lattices.lattice import (
    Dimension,
    lattice_instances,
    lattice_network,
    read_sizes,
    ring,
)
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.parameters import bind, shown, underscored
from netfloor.topologies.topology import Topology

_RINGS_OF_2 = ("single", "double")


def build(parameters: Parameters) -> Topology:
    """Build the torus of the given sizes.

    ``n = S1 S2 ...`` switches. A dimension of 3 or more adds 2 to the radix and n links; a dimension of 2
    adds 1 and n / 2, or with ``rings_of_2=double`` 2 and n, in parallel pairs. The diameter is the sum of
    ``floor(Si / 2)`` (Dally, Towles: Principles and Practices of Interconnection Networks, 2004, section
    5.2). Switch (x, y, z) has number ``(x S2 + y) S3 + z``.

    Raises
    ------
    InputError
        If a size is below 2, the option unknown, or the network too large.
    """
    values = bind(underscored(parameters), FAMILY.usage, ("sizes",), ("rings_of_2",))
    rings_of_2 = values.get("rings_of_2", "single")
    if rings_of_2 not in _RINGS_OF_2:
        what = f"rings_of_2={shown(rings_of_2)!r} is unknown"
        raise InputError(values.where, what, f"give one of {', '.join(_RINGS_OF_2)}")
    sizes = read_sizes(values.where, "sizes", values["sizes"])
    named = {"sizes": list(sizes), "rings_of_2": rings_of_2}
    bare = lattice_network(parameters.spec, "torus", named, dimensions_of(named))
    return replace(bare, vertex_transitive=True)


def dimensions_of(parameters: Mapping[str, Any]) -> tuple[Dimension, ...]:
    """Return the dimensions of a torus with these parameters."""
    double = parameters["rings_of_2"] == "double"
    return tuple(ring(size, double_pair=double) for size in parameters["sizes"])


FAMILY = Family(
    name="torus",
    usage="torus:S1xS2x...[,rings_of_2=double]",
    summary="torus: a ring in every dimension; a ring of 2 is one link unless rings_of_2=double",
    routers="S1 S2 ...",
    radix="2 per dimension, 1 where its size is 2",
    source="Dally, Towles: Principles and Practices of Interconnection Networks (2004), section 5.2",
    build=build,
    concentration=lambda _: 1,
    endpoints="1 recommended",
    instances=partial(lattice_instances, "torus"),
)
