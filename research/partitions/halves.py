"""The bisection of a partition, as an interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from netfloor.research.partitions.bounds.best_sets import two_clique_cuts
from netfloor.research.partitions.bounds.subsets import best_subset
from netfloor.structure.bisection.lattice_cuts import half_cut_links, lattice_bound, routing_bound
from netfloor.structure.lattice_lines import line_cut, line_load
from netfloor.topologies.families.lattices.lattice import Dimension, lattice_routers

#: Limit on enumerated sets if the bounds differ: a few milliseconds.
MAX_SETS = 400_000


@dataclass(frozen=True, order=True)
class Interval:
    """Links of the best balanced cut found, and a lower bound on them."""

    links: int
    lower: int

    @property
    def exact(self) -> bool:
        """True if no balanced cut has fewer links."""
        return self.links == self.lower


def halves(dimensions: Sequence[Dimension]) -> Interval:
    """Return the capacity between two halves of a partition, whose sizes differ by at most one.

    Exact if the cut dimension is even, as in every Blue Gene/Q partition: ``2 n / L`` with L the longest
    dimension (Oltchik, Schwartz, section 2); and for meshes, tori and HyperX of equal capacities, by the
    bounds of `structure.bisection.lattice_cuts`.
    """
    key = lambda part: (part.size, part.kind, part.links)  # noqa: E731
    return _halves(tuple(sorted(dimensions, key=key)))


@cache
def _halves(dimensions: tuple[Dimension, ...]) -> Interval:
    if not dimensions:
        return Interval(0, 0)
    fullest = max(dimensions, key=lambda part: (line_load(part), part.size % 2 == 0))
    half = lattice_routers(dimensions) // 2
    if fullest.size % 2 == 0:
        # cutting its lines in the middle meets the routing bound
        links = routing_bound(dimensions, half)
        return Interval(links, links)
    lower, _ = lattice_bound(dimensions)
    upper = lexicographic_half(dimensions)
    if lower < upper and len(dimensions) == 2 and all(part.kind == "clique" for part in dimensions):
        upper = lower = int(two_clique_cuts(dimensions)[half])
    if lower < upper and (best := best_subset(dimensions, half, MAX_SETS)) is not None:
        upper = lower = best.links
    return Interval(upper, lower)


def lexicographic_half(dimensions: Sequence[Dimension]) -> int:
    """Return the links that leave the first half of the switches, in the best lexicographic order.

    Halving a line of a switches cuts c links. Of two neighbours in the order, both odd, the first costs
    ``c1 / a1 + c2 / (a1 a2)``: the one with the smaller ``c / (a - 1)`` goes first. An even dimension ends
    the sum, and goes before all odd ones with a ``c / (a - 1)`` above its ``c / a``, so one order is best.
    """

    def cut_per_layer(part: Dimension) -> Fraction:
        return Fraction(line_cut(part, part.size // 2), part.size - part.size % 2)

    return half_cut_links(sorted(dimensions, key=cut_per_layer))
