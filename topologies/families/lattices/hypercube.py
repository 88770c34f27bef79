"""Binary hypercubes."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from netfloor.topologies.families.lattices.lattice import MAX_DIMENSIONS, Dimension, lattice_network
from netfloor.topologies.family import Family, Instance, Parameters
from netfloor.topologies.parameters import bind
from netfloor.topologies.topology import Topology


def build(parameters: Parameters) -> Topology:
    """Build the hypercube of d dimensions.

    ``2^d`` switches of radix d, ``d 2^(d-1)`` links, diameter d. Switches whose numbers differ in a single
    binary digit are joined (Leighton: Introduction to Parallel Algorithms and Architectures, 1992, section
    3.1).

    Raises
    ------
    InputError
        If d is below 1, or the network too large.
    """
    named = {"d": bind(parameters, FAMILY.usage, ("d",)).integer("d", highest=MAX_DIMENSIONS)}
    bare = lattice_network(parameters.spec, "hypercube", named, dimensions_of(named))
    return replace(bare, vertex_transitive=True)


def dimensions_of(parameters: Mapping[str, Any]) -> tuple[Dimension, ...]:
    """Return the dimensions of a hypercube with these parameters."""
    return (Dimension(2, "clique"),) * int(parameters["d"])


def instances(max_routers: int) -> Iterator[Instance]:
    """Yield every hypercube with at most this many switches, smallest first."""
    for d in range(1, max(max_routers, 1).bit_length()):
        yield Instance(2**d, d, f"hypercube:{d}", 1)


FAMILY = Family(
    name="hypercube",
    usage="hypercube:d",
    summary="binary hypercube of d dimensions",
    routers="2^d",
    radix="d",
    source="Leighton: Introduction to Parallel Algorithms and Architectures (1992), section 3.1",
    build=build,
    concentration=lambda _: 1,
    endpoints="1 recommended",
    instances=instances,
)
