"""A machine that is a product of rings or complete graphs, and its partitions for jobs."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from netfloor.topologies.families.lattices.lattice import Dimension

Geometry = tuple[int, ...]


@dataclass(frozen=True)
class Axis:
    """One dimension of a machine, in allocation units.

    Attributes
    ----------
    units, kind
        Units along it, at least 1, and how the switches along it are joined.
    links
        Capacity of an adjacent pair, an integer.
    inside
        Switches along it within one unit: 4 in the midplanes of a Blue Gene/Q.
    """

    units: int
    kind: Literal["ring", "clique"]
    links: int = 1
    inside: int = 1


@dataclass(frozen=True)
class Machine:
    """A machine whose scheduler allocates boxes of whole units.

    Attributes
    ----------
    unit, axes
        The allocation unit, such as ``midplane``, and the dimensions.
    always_wraps
        True if a partition has rings even in dimensions that it does not span, as in a Blue Gene/Q; False
        if it has paths there.
    pair_links
        Links, 1 or 2, of a ring of two switches.
    inner
        Dimensions within each unit only.
    capacity_scale
        Factor between the integer capacities and the user's.
    """

    name: str
    unit: str
    axes: tuple[Axis, ...]
    always_wraps: bool = False
    pair_links: int = 2
    inner: tuple[Dimension, ...] = ()
    nodes_per_router: int = 1
    capacity_scale: int = 1

    @property
    def sizes(self) -> Geometry:
        """Units along each dimension."""
        return tuple(axis.units for axis in self.axes)

    @property
    def nodes_per_unit(self) -> int:
        """Compute nodes per unit."""
        inside = math.prod(axis.inside for axis in self.axes)
        return inside * math.prod(part.size for part in self.inner) * self.nodes_per_router

    def network(self, geometry: Geometry | None = None) -> tuple[Dimension, ...]:
        """Return the switches of one partition, by default of the whole machine, as a product."""
        sides = self.sizes if geometry is None else geometry
        parts = (self._dimension(axis, side) for axis, side in zip(self.axes, sides, strict=True))
        return (*(part for part in parts if part.size > 1), *self.inner)

    def _dimension(self, axis: Axis, side: int) -> Dimension:
        size = side * axis.inside
        if axis.kind == "clique":
            return Dimension(size, "clique", axis.links)
        wraps = self.always_wraps or side == axis.units
        if size == 2:
            return Dimension(2, "clique", axis.links * (self.pair_links if wraps else 1))
        return Dimension(size, "ring" if wraps else "path", axis.links)

    def normal(self, geometry: Geometry) -> Geometry:
        """Return a geometry in standard orientation: the longer side along the longer dimension.

        Sides change places only if the partition's network stays the same.
        """
        turned = list(geometry)
        for places in self._alike().values():
            sides = sorted((geometry[place] for place in places), reverse=True)
            for place, side in zip(places, sides, strict=True):
                turned[place] = side
        return tuple(turned)

    def fits(self, geometry: Geometry) -> bool:
        """Return True if a geometry fits into the machine, in any orientation."""
        if len(geometry) != len(self.axes) or min(geometry) < 1:
            return False
        return all(side <= size for side, size in zip(self.normal(geometry), self.sizes, strict=True))

    def _alike(self) -> Mapping[tuple[object, ...], list[int]]:
        """Return the groups of dimensions, longest first, whose sides may change places."""
        alike: dict[tuple[object, ...], list[int]] = {}
        for place in sorted(range(len(self.axes)), key=lambda place: -self.sizes[place]):
            axis = self.axes[place]
            spans = axis.units if axis.kind == "ring" and not self.always_wraps else 0
            alike.setdefault((axis.kind, axis.links, axis.inside, spans), []).append(place)
        return alike

    def geometries(self) -> dict[int, list[Geometry]]:
        """Return the distinct boxes of each number of units, ascending."""
        chains = list(self._alike().values())
        order = [place for chain in chains for place in chain]
        first = {chain[0] for chain in chains}
        results: list[Geometry] = [()]
        for place in order:
            size = self.sizes[place]
            results = [
                (*start, side)
                for start in results
                for side in range(1, (size if place in first else min(size, start[-1])) + 1)
            ]
        by_units: dict[int, list[Geometry]] = {}
        for turned in results:
            geometry = tuple(side for _, side in sorted(zip(order, turned, strict=True)))
            by_units.setdefault(math.prod(geometry), []).append(geometry)
        return dict(sorted(by_units.items()))


#: A midplane is a torus of 4x4x4x4x2 nodes (Chen et al. 2011; Oltchik, Schwartz, section 2). The last
#: dimension never leaves it and counts as two links, as in the paper's bandwidths.
MIDPLANE_SIDE = 4
INNER = Dimension(2, "clique", 2)
AXES = 4


def blue_gene_q(name: str, midplanes: Sequence[int]) -> Machine:
    """Return a machine with this number of midplanes along each of four dimensions.

    Partitions have rings in every dimension, whether or not they span it.

    Raises
    ------
    ValueError
        If there are not four dimensions.
    """
    if len(midplanes) != AXES:
        raise ValueError("a Blue Gene/Q has four dimensions of midplanes")
    axes = tuple(Axis(count, "ring", 1, MIDPLANE_SIDE) for count in midplanes)
    return Machine(name, "midplane", axes, always_wraps=True, inner=(INNER,))
