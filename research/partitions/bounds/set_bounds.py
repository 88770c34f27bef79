"""Bounds for every set of a size: links that leave it, links that join its halves."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from scipy.sparse.csgraph import reverse_cuthill_mckee

from netfloor.research.partitions.bounds.cut_curve import cut_curve
from netfloor.structure.arrays import LongArray
from netfloor.structure.bisection.bound import next_possible
from netfloor.structure.hops.components import is_connected
from netfloor.structure.lattice_lines import line_load
from netfloor.structure.spectrum.effective_eigenvalue import effective_eigenvalue
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue
from netfloor.topologies.families.lattices.lattice import Dimension
from netfloor.topologies.topology import Topology

#: Limit on links of a switch, for the length of the tally.
MAX_LINKS = 1 << 12


def sweep_orders(topology: Topology, dimensions: Sequence[Dimension] | None = None) -> list[LongArray]:
    """Return orders of all switches in which neighbours are close, (n,) each.

    As they are numbered; by reverse Cuthill-McKee; in products lexicographically, the dimension with the
    fullest lines first.
    """
    orders = [np.arange(topology.routers, dtype=np.int64)]
    orders.append(reverse_cuthill_mckee(topology.adjacency.tocsr(), symmetric_mode=True).astype(np.int64))
    if dimensions:
        axes = sorted(range(len(dimensions)), key=lambda axis: -line_load(dimensions[axis]))
        sizes = [part.size for part in dimensions]
        orders.append(orders[0].reshape(sizes).transpose(axes).ravel())
    return orders


def sweep_bisection(topology: Topology, orders: Sequence[LongArray], size: int) -> int | None:
    """Return an upper bound on the bisection of any ``size`` switches, None for huge degrees.

    In any order of the switches some first part holds half of the set. The links between that half and the
    other leave the first part, from ``floor(s/2)`` switches of it to at most ``ceil(s/2)`` of the rest: no
    more than all links that leave the part, and no more than the switches with the most of them have
    together, on either side. The first part is unknown, so the maximum over all parts counts; over several
    orders the minimum.
    """
    if size < 2:
        return 0
    if int(topology.degree.max()) > MAX_LINKS:
        return None
    from netfloor.research.partitions.bounds.kernels import max_between_halves  # noqa: PLC0415 - a heavy import

    rows = topology.adjacency
    pointers, neighbours, weights = (
        np.asarray(part, dtype=np.int64) for part in (rows.indptr, rows.indices, rows.data)
    )
    return min(max_between_halves(pointers, neighbours, weights, order, size) for order in orders)


@dataclass(frozen=True)
class LeastCut:
    """A lower bound on the links that leave every set of a size, and its method."""

    links: int
    method: str


@dataclass(frozen=True, eq=False, repr=False)
class SetBounds:
    """Certified bounds for the sets of one network; ``dimensions``, of a product, give closed forms."""

    topology: Topology
    dimensions: Sequence[Dimension] | None = None

    @cached_property
    def eigenvalue(self) -> ProvedEigenvalue:
        """A number lambda such that ``lambda s (n - s) / n`` links leave any s of n switches."""
        return effective_eigenvalue(self.topology)

    @cached_property
    def _fewest(self) -> LeastCut:
        whole = is_connected(self.topology)
        return LeastCut(int(whole), "the network is in one piece" if whole else "nothing is less than 0")

    @cached_property
    def _single(self) -> bool:
        return bool((self.topology.multiplicity == 1).all())

    @cached_property
    def _curve(self) -> tuple[LongArray, str] | None:
        parts = self.dimensions or ()
        if not parts or any(part.kind == "path" and part.size > 2 for part in parts):
            return None
        curve = cut_curve(parts)
        return curve.lower, curve.method

    def leaving(self, size: int) -> LeastCut:
        """Return a lower bound on the links that leave any ``size`` switches.

        The largest of: the edge-isoperimetric bound of the product (`bounds.cut_curve`), ``lambda s (n - s)
        / n`` (Fiedler 1973), and ``s (k - s + 1)`` for minimum degree k without parallel links; rounded up
        to the parity that a set of this size has if all degrees are odd or all even.

        Raises
        ------
        ValueError
            If the network has fewer switches.
        """
        n, degree = self.topology.routers, self.topology.degree
        if not 0 <= size <= n:
            raise ValueError("a set cannot have more switches than the network")
        small = min(size, n - size)
        if small == 0:
            return LeastCut(0, "nothing is less than 0")
        bounds = [self._fewest]
        if self._single:
            bounds.append(LeastCut(small * (int(degree.min()) - small + 1), "degrees of a small set"))
        if self._curve is not None:
            lower, method = self._curve
            bounds.append(LeastCut(int(lower[small - 1]), method))
        proof = self.eigenvalue
        spectral = math.ceil(Fraction(proof.value) * small * (n - small) / n)
        bounds.append(LeastCut(spectral, f"second Laplacian eigenvalue, by {proof.method}"))
        best = max(bounds, key=lambda bound: bound.links)
        return LeastCut(next_possible(self.topology, best.links, size), best.method)

    def inside(self, size: int) -> int:
        """Return an upper bound on the links with both ends in a set of ``size`` switches."""
        largest = np.sort(self.topology.degree)[::-1][:size].astype(np.int64)
        return (int(largest.sum()) - self.leaving(size).links) // 2

    @cached_property
    def _orders(self) -> Sequence[LongArray]:
        return sweep_orders(self.topology, self.dimensions)

    def bisection(self, size: int) -> int:
        """Return an upper bound on the bisection of a partition of ``size`` switches.

        Its smallest balanced cut is no larger than the mean over all balanced cuts, which separate ``2
        floor(s/2) ceil(s/2) / (s (s - 1))`` of the links inside; nor larger than `sweep_bisection`.
        """
        if size < 2:
            return 0
        parted = 2 * (size // 2) * (size - size // 2)
        mean = self.inside(size) * parted // (size * (size - 1))
        swept = sweep_bisection(self.topology, self._orders, size)
        return mean if swept is None else min(mean, swept)
