"""HyperX: complete graphs in every dimension; a search finds the cheapest shapes."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
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

#: More parallel links between a pair, or endpoints per switch, than any machine has.
_MAX_PARALLEL = 1_000_000
#: Default number of shapes a search returns.
_CANDIDATES = 10


def build(parameters: Parameters) -> Topology:
    """Build the HyperX of the given sizes S, trunking factors K and T endpoints per switch.

    ``n = S1 S2 ...`` switches; switches that differ in coordinate i alone are joined by Ki parallel links:
    ``n Ki (Si - 1) / 2`` links in dimension i, radix ``sum of Ki (Si - 1)``, diameter equal to the number
    of dimensions. Halving an even dimension i cuts ``n Ki Si / 4`` links, ``beta_i = Ki Si / (2 T)`` of
    half the endpoints. The recommended T is the smallest Ki Si: then the narrowest dimension has beta =
    1/2, which is enough for uniform traffic (Ahn et al.: HyperX, 2009; Domke et al.: HyperX against fat
    tree, section 2). Switch (x, y, z) has number ``(x S2 + y) S3 + z``; groups are the lines of the last
    dimension.

    Raises
    ------
    InputError
        If a size is below 2, the factors do not fit the sizes, or the network is too large.
    """
    values = bind(parameters, FAMILY.usage, ("sizes",), ("t", "k"))
    sizes = read_sizes(values.where, "sizes", values["sizes"])
    trunking = _trunking(values.where, values.get("k", "1"), len(sizes))
    endpoints = values.integer("t", 0, lowest=0, highest=_MAX_PARALLEL)
    named = {"sizes": list(sizes), "t": endpoints, "k": list(trunking)}
    return hyperx_network(parameters.spec, "hyperx", named, dimensions_of(named), endpoints)


def hyperx_network(
    spec: str,
    family: str,
    parameters: Mapping[str, Any],
    dimensions: Sequence[Dimension],
    endpoints: int,
) -> Topology:
    """Build a product of complete graphs under a family's name, with its last lines as groups.

    `InputError` if it is too large.
    """
    bare = lattice_network(spec, family, parameters, dimensions)
    return replace(
        bare,
        endpoints=np.full(bare.routers, endpoints, np.int32),
        groups=np.arange(bare.routers, dtype=np.int32) // dimensions[-1].size,
        vertex_transitive=True,
    )


def recommended_endpoints(topology: Topology) -> int:
    """Return the endpoints per switch at which the narrowest dimension has beta = 1/2."""
    return min(part.size * part.links for part in dimensions_of(topology.parameters))


def dimensions_of(parameters: Mapping[str, Any]) -> tuple[Dimension, ...]:
    """Return the dimensions of a HyperX with these parameters."""
    both = zip(parameters["sizes"], parameters["k"], strict=True)
    return tuple(Dimension(size, "clique", factor) for size, factor in both)


def _trunking(where: str, text: str, dimensions: int) -> tuple[int, ...]:
    """Read a factor for each dimension; a single factor applies to all."""
    parts = text.split("x")
    if len(parts) not in {1, dimensions}:
        example = size_text([1] * dimensions)
        what = f"k: {len(parts)} factors for {dimensions} dimension{'s' * (dimensions > 1)}"
        raise InputError(where, what, f"give one factor, or one per dimension such as k={example}")
    factors = tuple(integer(where, "k", part.strip(), highest=_MAX_PARALLEL) for part in parts)
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


@dataclass(frozen=True)
class HyperXShape:
    """Sizes, trunking and endpoints of a HyperX."""

    sizes: tuple[int, ...]  # switches along each dimension, S, in descending order
    trunking: tuple[int, ...]  # parallel links of each joined pair, K, by dimension
    endpoints_per_router: int  # T

    @property
    def routers(self) -> int:
        """Number of switches."""
        return math.prod(self.sizes)

    @property
    def degree(self) -> int:
        """Network links per switch."""
        return sum(k * (size - 1) for size, k in zip(self.sizes, self.trunking, strict=True))

    @property
    def links(self) -> int:
        """Links between switches, counting parallel links."""
        return self.routers * self.degree // 2

    @property
    def ports(self) -> int:
        """Ports in use per switch."""
        return self.degree + self.endpoints_per_router

    @property
    def beta(self) -> Fraction:
        """Relative bisection: the smallest ``Ki Si / (2 T)`` of all dimensions (Ahn et al.).

        Halving dimension i, where Si is even, cuts that share of half the endpoints. With an even number of
        switches no balanced cut is narrower, whatever the parity of Si: the smallest Ki Si is the second
        Laplacian eigenvalue (Fiedler 1973).
        """
        narrowest = min(size * k for size, k in zip(self.sizes, self.trunking, strict=True))
        return Fraction(narrowest, 2 * self.endpoints_per_router)

    @property
    def spec(self) -> str:
        """The spec of the network, such as ``hyperx:12x8,t=7,k=1x1``."""
        text = f"hyperx:{size_text(self.sizes)},t={self.endpoints_per_router}"
        return text + f",k={size_text(self.trunking)}"


def hyperx_shapes(
    endpoints: int,
    radix: int,
    beta: Fraction | float = 0.5,
    *,
    regular: bool = False,
    most: int = _CANDIDATES,
) -> list[HyperXShape]:
    """Find the cheapest HyperX shapes: fewest switches, then fewest links, then fewest hops.

    All sizes are tried (Ahn et al.: HyperX, 2009, whose search this follows). For given sizes, the fewest
    sufficient endpoints per switch and the smallest trunking factors that reach ``beta`` use the fewest
    links and ports, so no others need to be tried.

    Parameters
    ----------
    endpoints
        Total endpoints, at least 1.
    radix
        Ports per switch.
    beta
        Relative bisection to reach or exceed, as in `HyperXShape.beta`: 1 is full bisection, 1/2 enough for
        uniform traffic. A float means the decimal number it is shown as.
    regular
        True to use the same size and factor in every dimension.
    most
        Maximum number of shapes to return, at least 1.

    Returns
    -------
    list of HyperXShape
        Sorted shapes of at least two switches; empty if no HyperX meets all three requirements. Shapes with
        more switches than ``max(2, 2 beta)`` times the endpoints may be missing.

    Raises
    ------
    InputError
        If an argument is out of range.
    """
    _refuse_nonsense(endpoints, radix, float(beta), most)
    target = Fraction(str(beta)) if isinstance(beta, float) else Fraction(beta)
    bound = max(2, -(-endpoints // radix))
    largest = _most_routers(endpoints, radix, target)
    while True:
        cheapest = sorted(_shapes(endpoints, radix, target, bound, regular=regular), key=_cost)
        if len(cheapest) >= most or bound >= largest:
            return cheapest[:most]
        bound = bound * 3 // 2 + 1


def _shapes(
    endpoints: int, radix: int, target: Fraction, max_routers: int, *, regular: bool
) -> Iterator[HyperXShape]:
    """Yield the cheapest shape for every set of sizes with at most this many switches."""
    fewest = -(-endpoints // max_routers)
    max_ports = radix - fewest

    def ports(size: int) -> int:
        """Return the fewest ports that a dimension takes."""
        return _trunk(size, fewest, target) * (size - 1)

    def sizes(routers: int, free: int, largest: int) -> Iterator[tuple[int, ...]]:
        for size in range(2, min(routers, free + 1, largest) + 1):
            if (unused := free - ports(size)) >= 0:
                yield (size,)
                rest = sizes(routers // size, unused, size)
                yield from ((size, *others) for others in rest if not regular or others[0] == size)

    for chosen in sizes(max_routers, max_ports, max_routers):
        each = -(-endpoints // math.prod(chosen))
        shape = HyperXShape(chosen, tuple(_trunk(size, each, target) for size in chosen), each)
        if shape.ports <= radix:
            yield shape


def _most_routers(endpoints: int, radix: int, target: Fraction) -> int:
    """Return an upper bound on the switches of the cheapest shape, if any exists.

    A switch has at least a link in every dimension and an endpoint, so no shape is larger than a hypercube.
    Sizes above ``2 beta`` may shrink to that value, and dimensions of that size may be omitted, as long as
    there are at least as many switches as endpoints: only ports become free.
    """
    hypercube: int = 2 ** min(radix - 1, 64)
    return min(hypercube, endpoints * max(2, math.ceil(2 * target)))


def _trunk(size: int, endpoints_per_router: int, target: Fraction) -> int:
    """Return the smallest trunking factor with which a dimension reaches the target."""
    return max(1, math.ceil(2 * endpoints_per_router * target / size))


def _refuse_nonsense(endpoints: int, radix: int, beta: float, most: int) -> None:
    for name, value, lowest in (("endpoints", endpoints, 1), ("radix", radix, 2), ("most", most, 1)):
        if value < lowest:
            raise InputError(name, f"{value} is out of range", f"give a whole number from {lowest}")
    if not (math.isfinite(beta) and beta >= 0):
        raise InputError(
            "beta", f"{beta} is not a relative bisection", "give a number from 0 (1 is full bisection)"
        )


def _cost(shape: HyperXShape) -> tuple[int, int, int, tuple[int, ...]]:
    return shape.routers, shape.links, len(shape.sizes), shape.sizes
