"""Flattened butterflies: HyperX whose sizes all equal the endpoints per switch."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from netfloor.topologies.families.lattices.hyperx import hyperx_network
from netfloor.topologies.families.lattices.lattice import MAX_DIMENSIONS, Dimension
from netfloor.topologies.family import Family, Instance, Parameters
from netfloor.topologies.parameters import bind
from netfloor.topologies.topology import Topology


def build(parameters: Parameters) -> Topology:
    """Build the k-ary n-flat: ``k^(n-1)`` switches in n - 1 dimensions, k endpoints each.

    ``k^n`` endpoints, network radix ``(n - 1)(k - 1)``, ``n (k - 1) + 1`` ports with the endpoints; ``(n -
    1)(k - 1) k^(n-1) / 2`` links; diameter n - 1 (Kim, Dally, Abts: Flattened Butterfly, 2007, section 2).
    Switches and groups as in a HyperX.

    Raises
    ------
    InputError
        If k or n is below 2, or the network too large.
    """
    values = bind(parameters, FAMILY.usage, ("k", "n"))
    k = values.integer("k", lowest=2)
    named = {"k": k, "n": values.integer("n", lowest=2, highest=MAX_DIMENSIONS + 1)}
    return hyperx_network(parameters.spec, "flattened-butterfly", named, dimensions_of(named), k)


def dimensions_of(parameters: Mapping[str, Any]) -> tuple[Dimension, ...]:
    """Return the dimensions of a flattened butterfly with these parameters."""
    return (Dimension(parameters["k"], "clique"),) * (int(parameters["n"]) - 1)


def instances(max_routers: int) -> Iterator[Instance]:
    """Yield every flattened butterfly with at most this many switches, smallest first."""
    members = [
        Instance(k ** (n - 1), (n - 1) * (k - 1), f"flattened-butterfly:{k},{n}", k)
        for n in range(2, max(max_routers, 1).bit_length() + 1)
        for k in range(2, max_routers + 1 if n == 2 else math.isqrt(max_routers) + 1)
        if k ** (n - 1) <= max_routers
    ]
    yield from sorted(members)


FAMILY = Family(
    name="flattened-butterfly",
    usage="flattened-butterfly:k,n",
    summary="flattened butterfly: the k-ary n-flat, k endpoints per switch",
    routers="k^(n-1)",
    radix="(n - 1)(k - 1)",
    source="Kim, Dally, Abts: Flattened Butterfly (2007), section 2",
    build=build,
    concentration=lambda topology: int(topology.parameters["k"]),
    endpoints="k",
    instances=instances,
)
