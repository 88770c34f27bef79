"""HyperX: complete graphs in every dimension."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from foundation.errors import InputError
from topologies.family import Family, Instance, Parameters
from topologies.lattice import (
    Dimension,
    lattice_links,
    lattice_routers,
    read_sizes,
    shapes,
    size_text,
)
from topologies.parameters import bind, integer, shown
from topologies.topology import IntArray, Topology

_USAGE = "hyperx:S1xS2x...[,t=T][,k=K1xK2x...]"
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
    where = shown(parameters.spec)
    values = bind(parameters, _USAGE, ("sizes",), ("t", "k"))
    sizes = read_sizes(where, "sizes", values["sizes"])
    trunking = _trunking(where, values.get("k", "1"), len(sizes))
    endpoints = integer(where, "t", values.get("t", "0"), lowest=0, highest=_MOST_PARALLEL)
    named = {"sizes": list(sizes), "t": endpoints, "k": list(trunking)}
    return hyperx_network(parameters.spec, "hyperx", named, dimensions_of(named), endpoints)


def hyperx_network(
    spec: str,
    family: str,
    parameters: Mapping[str, Any],
    dimensions: Sequence[Dimension],
    endpoints: int,
) -> Topology:
    """Return a product of complete graphs under a family's name."""
    links, multiplicity = lattice_links(shown(spec), dimensions)
    routers = lattice_routers(dimensions)
    return Topology(
        name=spec,
        family=family,
        parameters=parameters,
        routers=routers,
        links=links,
        multiplicity=multiplicity,
        endpoints=np.full(routers, endpoints, np.int32),
        groups=_lines(routers, dimensions[-1].size),
        vertex_transitive=True,
    )


def recommended_endpoints(topology: Topology) -> int:
    """Return the endpoints a router with which the narrowest dimension has beta = 1/2."""
    return min(part.size * part.links for part in dimensions_of(topology.parameters))


def instances(max_routers: int) -> Iterator[Instance]:
    """Return every HyperX of single links and up to so many routers, smallest first."""
    for routers in range(2, max_routers + 1):
        found = (
            Instance(routers, sum(sizes) - len(sizes), f"hyperx:{size_text(sizes)}", sizes[-1])
            for sizes in shapes(routers)
        )
        yield from sorted(found)


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


def _lines(routers: int, size: int) -> IntArray:
    return np.repeat(np.arange(routers // size, dtype=np.int32), size)


FAMILY = Family(
    name="hyperx",
    usage=_USAGE,
    summary="HyperX: a complete graph in every dimension, K parallel links, T endpoints a router",
    routers="S1 S2 ...",
    radix="K1 (S1 - 1) + K2 (S2 - 1) + ...",
    source="Ahn et al.: HyperX (2009); Domke et al.: HyperX against fat tree (2019), section 2",
    build=build,
    endpoint_parameters=("t",),
    concentration=recommended_endpoints,
    endpoints="t; the smallest Ki Si recommended",
    instances=instances,
    listed="single links (k=1) only",
)
