"""HyperX: complete graphs in every dimension."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.lattices.lattice import (
    Dimension,
    lattice_instances,
    lattice_network,
    read_sizes,
    size_text,
)
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.parameters import bind, integer
from netfloor.topologies.topology import Topology

#: More parallel links of one pair, or endpoints of one router, than any machine has.
_MOST_PARALLEL = 1_000_000


def build(parameters: Parameters) -> Topology:
    """Return the HyperX of the given sizes S, trunking factors K and T endpoints a router.

    ``n = S1 S2 ...`` routers; routers that differ in coordinate i alone are joined by Ki
    parallel links: ``n Ki (Si - 1) / 2`` links in dimension i, radix ``sum of Ki (Si - 1)``,
    diameter one hop a dimension. Halving an even dimension i cuts ``n Ki Si / 4`` links,
    ``beta_i = Ki Si / (2 T)`` of half the endpoints. The smallest Ki Si is recommended for T:
    then the narrowest dimension has beta = 1/2, which is enough for uniform traffic (Ahn et
    al.: HyperX, 2009; Domke et al.: HyperX against fat tree, section 2). Router (x, y, z) is number
    ``(x S2 + y) S3 + z``; groups are the lines of the last dimension.

    Raises
    ------
    InputError
        If a size is below 2, the factors do not fit the sizes, or the network is too large.
    """
    values = bind(parameters, FAMILY.usage, ("sizes",), ("t", "k"))
    sizes = read_sizes(values.where, "sizes", values["sizes"])
    trunking = _trunking(values.where, values.get("k", "1"), len(sizes))
    endpoints = values.integer("t", 0, lowest=0, highest=_MOST_PARALLEL)
    named = {"sizes": list(sizes), "t": endpoints, "k": list(trunking)}
    return hyperx_network(parameters.spec, "hyperx", named, dimensions_of(named), endpoints)


def hyperx_network(
    spec: str,
    family: str,
    parameters: Mapping[str, Any],
    dimensions: Sequence[Dimension],
    endpoints: int,
) -> Topology:
    """Return a product of complete graphs under a family's name; its last lines are its groups.

    Raises
    ------
    InputError
        If the network is too large.
    """
    bare = lattice_network(spec, family, parameters, dimensions)
    return replace(
        bare,
        endpoints=np.full(bare.routers, endpoints, np.int32),
        groups=np.arange(bare.routers, dtype=np.int32) // dimensions[-1].size,
        vertex_transitive=True,
    )


def recommended_endpoints(topology: Topology) -> int:
    """Return the endpoints a router with which the narrowest dimension has beta = 1/2."""
    return min(part.size * part.links for part in dimensions_of(topology.parameters))


def dimensions_of(parameters: Mapping[str, Any]) -> tuple[Dimension, ...]:
    """Return the dimensions of a HyperX with these parameters."""
    both = zip(parameters["sizes"], parameters["k"], strict=True)
    return tuple(Dimension(size, "clique", factor) for size, factor in both)


def _trunking(where: str, text: str, dimensions: int) -> tuple[int, ...]:
    """Return a factor for each dimension; one factor alone holds for all."""
    parts = text.split("x")
    if len(parts) not in {1, dimensions}:
        example = size_text([1] * dimensions)
        what = f"k: {len(parts)} factors for {dimensions} dimension{'s' * (dimensions > 1)}"
        raise InputError(where, what, f"give one factor, or one a dimension such as k={example}")
    factors = tuple(integer(where, "k", part.strip(), highest=_MOST_PARALLEL) for part in parts)
    return factors if len(factors) == dimensions else factors * dimensions


FAMILY = Family(
    name="hyperx",
    usage="hyperx:S1xS2x...[,t=T][,k=K1xK2x...]",
    summary="HyperX: a complete graph in every dimension, K parallel links, T endpoints per switch",
    routers="S1 S2 ...",
    radix="K1 (S1 - 1) + K2 (S2 - 1) + ...",
    source="Ahn et al.: HyperX (2009); Domke et al.: HyperX against fat tree (2019), section 2",
    build=build,
    endpoint_parameters=("t",),
    concentration=recommended_endpoints,
    endpoints="t; the smallest Ki Si recommended",
    instances=partial(
        lattice_instances, "hyperx", degree=lambda size: size - 1, endpoints=lambda sizes: sizes[-1]
    ),
    listed="single links (k=1) only",
)
