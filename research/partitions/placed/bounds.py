"""Bounds for all partitions of a size in a placed network."""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from netfloor.research.partitions.bounds.set_bounds import LeastCut, SetBounds
from netfloor.research.partitions.placed.units import Units
from netfloor.structure.spectrum.laplacian import (
    ProvedEigenvalue,
    proved_algebraic_connectivity,
)

#: Limit on the sum of a network's weights, for 32 bits.
MAX_WEIGHT = 1 << 30


@dataclass(frozen=True)
class RegionBound:
    """Certified bounds for all partitions of a number of units.

    Attributes
    ----------
    crossing
        Lower bound on links that cross the boundary, and its method.
    crossing_mm
        Lower bound on their total length.
    bisection
        Upper bound on links between the halves.
    """

    crossing: LeastCut
    crossing_mm: int
    bisection: int


@dataclass(frozen=True, eq=False, repr=False)
class RegionBounds:
    """The bounds of one plan; values common to all sizes are computed once."""

    units: Units
    routers: SetBounds = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "routers", SetBounds(self.units.topology, self.units.lattice))

    def of(self, size: int) -> RegionBound:
        """Return the bounds for partitions of ``size`` units.

        Cabinets may hold different numbers of switches: the weakest bound over all possible numbers
        applies.
        """
        held = np.sort(self.units.routers)
        counts = range(int(held[:size].sum()), int(held[::-1][:size].sum()) + 1)
        crossing = min((self.routers.leaving(count) for count in counts), key=lambda cut: cut.links)
        if self.units.by == "cabinets":
            links = _spectral(self._cabinet_eigenvalue, size, len(self.units))
            crossing = max(
                crossing, LeastCut(links, "eigenvalue of the cabinets"), key=lambda cut: cut.links
            )
        bisection = max(map(self.routers.bisection, counts))
        return RegionBound(crossing, self._crossing_mm(size, crossing.links), bisection)

    @cached_property
    def _cabinet_eigenvalue(self) -> ProvedEigenvalue:
        return proved_algebraic_connectivity(self.units.network(1))

    @cached_property
    def _metres_eigenvalue(self) -> tuple[ProvedEigenvalue, int]:
        """Return the eigenvalue with cables weighted by length, and the mm per unit of weight."""
        unit_mm = 1 + self.units.cables.total_mm // MAX_WEIGHT
        weighted = self.units.network(self.units.cables.length_mm // unit_mm)
        return proved_algebraic_connectivity(weighted), unit_mm

    def _crossing_mm(self, size: int, links: int) -> int:
        """Return a lower bound on the length of cable across the boundary.

        The sum of the shortest cables, as many as must cross; or ``lambda s (U - s) / U`` with cables
        weighted by length.
        """
        apart = self.units.ends[:, 0] != self.units.ends[:, 1]
        shortest = int(np.sort(self.units.cables.length_mm[apart])[:links].sum())
        proof, unit_mm = self._metres_eigenvalue
        return max(shortest, _spectral(proof, size, len(self.units)) * unit_mm)


def _spectral(proof: ProvedEigenvalue, size: int, count: int) -> int:
    return math.ceil(Fraction(proof.value) * size * (count - size) / count)
