"""The cheapest HyperX for a number of endpoints, a switch radix and a bisection target."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from netfloor.foundation.errors import InputError
from netfloor.topologies.families.lattices.lattice import size_text

#: Shapes that a search returns unless told otherwise.
_CANDIDATES = 10


@dataclass(frozen=True)
class HyperXShape:
    """One HyperX.

    Attributes
    ----------
    sizes
        Routers along each dimension, S, falling.
    trunking
        Parallel links of each joined pair, K, by dimension.
    endpoints_per_router
        Endpoints of a router, T.
    """

    sizes: tuple[int, ...]
    trunking: tuple[int, ...]
    endpoints_per_router: int

    @property
    def routers(self) -> int:
        """Number of routers."""
        return math.prod(self.sizes)

    @property
    def degree(self) -> int:
        """Network links of a router."""
        return sum(k * (size - 1) for size, k in zip(self.sizes, self.trunking, strict=True))

    @property
    def links(self) -> int:
        """Links between routers, parallel ones counted each."""
        return self.routers * self.degree // 2

    @property
    def ports(self) -> int:
        """Ports in use on a router."""
        return self.degree + self.endpoints_per_router

    @property
    def beta(self) -> Fraction:
        """Relative bisection: the smallest ``Ki Si / (2 T)`` of all dimensions (Ahn et al.).

        Halving dimension i, where Si is even, cuts that share of half the endpoints. With an
        even number of routers no balanced cut is narrower, whatever the parity of Si:
        the smallest Ki Si is the second Laplacian eigenvalue (Fiedler 1973).
        """
        narrowest = min(size * k for size, k in zip(self.sizes, self.trunking, strict=True))
        return Fraction(narrowest, 2 * self.endpoints_per_router)

    @property
    def spec(self) -> str:
        """The spec that builds it, such as ``hyperx:12x8,t=7,k=1x1``."""
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
    """Return the cheapest HyperX shapes: fewest routers, then fewest links, then fewest hops.

    All sizes are tried (Ahn et al.: HyperX, 2009, whose search this follows). For given
    sizes the fewest endpoints a router that suffice and the smallest trunking factors that
    reach ``beta`` use the fewest links and ports, so no others need to be tried.

    Parameters
    ----------
    endpoints
        Endpoints in all, at least 1.
    radix
        Ports of a switch.
    beta
        Relative bisection to reach or exceed, as in `HyperXShape.beta`: 1 is full bisection,
        1/2 enough for uniform traffic. A float means the decimal number that it is shown as.
    regular
        True to have the same size and factor in every dimension.
    most
        How many shapes to return, at least 1.

    Returns
    -------
    list of HyperXShape
        Of at least two routers, sorted; empty if no HyperX meets all three demands. Shapes
        of more routers than ``max(2, 2 beta)`` times the endpoints may be left out.

    Raises
    ------
    InputError
        If a demand is out of range.
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
    endpoints: int, radix: int, target: Fraction, most_routers: int, *, regular: bool
) -> Iterator[HyperXShape]:
    """Yield the cheapest shape of all sizes that have one, up to so many routers."""
    fewest = -(-endpoints // most_routers)
    most_ports = radix - fewest

    def ports(size: int) -> int:
        """Return how many ports a dimension takes at least."""
        return _trunk(size, fewest, target) * (size - 1)

    def sizes(routers: int, free: int, largest: int) -> Iterator[tuple[int, ...]]:
        for size in range(2, min(routers, free + 1, largest) + 1):
            if (unused := free - ports(size)) >= 0:
                yield (size,)
                rest = sizes(routers // size, unused, size)
                yield from ((size, *others) for others in rest if not regular or others[0] == size)

    for chosen in sizes(most_routers, most_ports, most_routers):
        each = -(-endpoints // math.prod(chosen))
        shape = HyperXShape(chosen, tuple(_trunk(size, each, target) for size in chosen), each)
        if shape.ports <= radix:
            yield shape


def _most_routers(endpoints: int, radix: int, target: Fraction) -> int:
    """Return how many routers the cheapest shape has at most, if there is one at all.

    A router has a link in every dimension and one endpoint, so none has more than a hypercube.
    Sizes above ``2 beta`` may shrink to it, and dimensions of that size may be left out, as long
    as there are no fewer routers than endpoints: nothing else changes but that ports fall free.
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
        raise InputError("beta", f"{beta} is not a relative bisection", "give a number from 0, 1 for full")


def _cost(shape: HyperXShape) -> tuple[int, int, int, tuple[int, ...]]:
    return shape.routers, shape.links, len(shape.sizes), shape.sizes
