"""Binary hypercubes."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from topologies.family import Family, Instance, Parameters
from topologies.lattice import MOST_DIMENSIONS, Dimension, lattice_links
from topologies.parameters import bind, integer, shown
from topologies.topology import Topology

_USAGE = "hypercube:d"


def build(parameters: Parameters) -> Topology:
    """Return the hypercube of d dimensions.

    ``2^d`` routers of radix d, ``d 2^(d-1)`` links, diameter d. Routers are joined whose
    numbers differ in one binary digit (Leighton: Introduction to Parallel Algorithms and
    Architectures, 1992, section 3.1).

    Raises
    ------
    InputError
        If d is below 1, or the network too large.
    """
    where = shown(parameters.spec)
    d = integer(where, "d", bind(parameters, _USAGE, ("d",))["d"], highest=MOST_DIMENSIONS)
    links, multiplicity = lattice_links(where, dimensions_of({"d": d}))
    return Topology(
        name=parameters.spec,
        family="hypercube",
        parameters={"d": d},
        routers=2**d,
        links=links,
        multiplicity=multiplicity,
        endpoints=np.zeros(2**d, np.int32),
        vertex_transitive=True,
    )


def dimensions_of(parameters: Mapping[str, Any]) -> tuple[Dimension, ...]:
    """Return the dimensions of a hypercube with these parameters."""
    return (Dimension(2, "clique"),) * int(parameters["d"])


def instances(max_routers: int) -> Iterator[Instance]:
    """Return every hypercube of up to so many routers, smallest first."""
    for d in range(1, max(max_routers, 1).bit_length()):
        yield Instance(2**d, d, f"hypercube:{d}", 1)


FAMILY = Family(
    name="hypercube",
    usage=_USAGE,
    summary="binary hypercube of d dimensions",
    routers="2^d",
    radix="d",
    source="Leighton: Introduction to Parallel Algorithms and Architectures (1992), section 3.1",
    build=build,
    concentration=lambda _: 1,
    endpoints="1 recommended",
    instances=instances,
)
