"""What no set of so many routers can do better: links that leave it, links that join its halves."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from structure.components import is_connected
from structure.effective_eigenvalue import effective_eigenvalue
from structure.laplacian import ProvedEigenvalue
from structure.partitions.cut_curve import cut_curve
from structure.partitions.sweep_bound import sweep_bisection, sweep_orders
from topologies.lattice import Dimension
from topologies.topology import Topology

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class LeastCut:
    """Links that leave every set of some size at least, and what proves it."""

    links: int
    method: str


@dataclass(frozen=True, eq=False, repr=False)
class SetBounds:
    """Certified bounds for the sets of one network.

    Attributes
    ----------
    topology
        The network.
    dimensions
        Those of a network that is a product, for the closed forms; None for others.
    """

    topology: Topology
    dimensions: Sequence[Dimension] | None = None

    @cached_property
    def eigenvalue(self) -> ProvedEigenvalue:
        """A number lambda such that s of n routers are left by ``lambda s (n - s) / n`` links."""
        return effective_eigenvalue(self.topology)

    @cached_property
    def _fewest(self) -> LeastCut:
        whole = is_connected(self.topology)
        return LeastCut(int(whole), "the network is in one piece" if whole else "nothing is less than 0")

    @cached_property
    def _single(self) -> bool:
        return bool((self.topology.multiplicity == 1).all())

    @cached_property
    def _curve(self) -> tuple[Counts, str] | None:
        parts = self.dimensions or ()
        if not parts or any(part.kind == "path" and part.size > 2 for part in parts):
            return None
        curve = cut_curve(parts)
        return curve.lower, curve.method

    def leaving(self, size: int) -> LeastCut:
        """Return the links that leave any ``size`` routers, or as many others, at least.

        The largest of: the edge-isoperimetric bound of the product (`structure.partitions.cut_curve`),
        ``lambda s (n - s) / n`` (Fiedler 1973), and ``s (k - s + 1)`` for least degree k without
        parallel links; rounded up to the parity that a set of this size has where all degrees
        are odd or all are even.

        Raises
        ------
        ValueError
            If there are fewer routers than that.
        """
        n, degree = self.topology.routers, self.topology.degree
        if not 0 <= size <= n:
            raise ValueError("a set cannot have more routers than the network")
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
        return LeastCut(self._possible(best.links, size), best.method)

    def _possible(self, links: int, size: int) -> int:
        odd = self.topology.degree % 2
        return links if odd.min() != odd.max() else links + (links + int(odd[0]) * size) % 2

    def inside(self, size: int) -> int:
        """Return the links that have both ends in a set of ``size`` routers at most."""
        largest = np.sort(self.topology.degree)[::-1][:size].astype(np.int64)
        return (int(largest.sum()) - self.leaving(size).links) // 2

    @cached_property
    def _orders(self) -> Sequence[Counts]:
        return sweep_orders(self.topology, self.dimensions)

    def bisection(self, size: int) -> int:
        """Return the bisection that a partition of ``size`` routers can have at most.

        Its smallest balanced cut is no larger than the mean of all, and of the links inside a
        balanced cut of s routers parts ``2 floor(s/2) ceil(s/2) / (s (s - 1))`` on average; nor
        larger than the cuts of `structure.partitions.sweep_bound`.
        """
        if size < 2:
            return 0
        parted = 2 * (size // 2) * (size - size // 2)
        mean = self.inside(size) * parted // (size * (size - 1))
        swept = sweep_bisection(self.topology, self._orders, size)
        return mean if swept is None else min(mean, swept)
