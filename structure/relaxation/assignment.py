"""What a bound by eigenvalues is computed from: cabinets, their costs, and the network's spectrum."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CabinetAssignment:
    """A placement problem of which only spectrum and degrees of the network are known.

    Attributes
    ----------
    cost
        Least cost of a link between slots of two cabinets, inside one on the diagonal, (C, C).
    slots
        Slots of each cabinet, (C,).
    eigenvalues
        Of the network's Laplacian without the 0 of the constant vector, rising, (n - 1,).
    degrees
        Links of each router, falling, (n,).
    heaviest
        Most parallel links of two routers.
    """

    cost: Floats
    slots: Counts
    eigenvalues: Floats
    degrees: Floats
    heaviest: int

    @property
    def routers(self) -> int:
        """Number of routers, n."""
        return len(self.degrees)

    @property
    def links(self) -> float:
        """Number of links."""
        return float(self.degrees.sum()) / 2

    @property
    def spare(self) -> int:
        """Slots that stay empty."""
        return int(self.slots.sum()) - self.routers

    @property
    def mean_cost(self) -> float:
        """Mean cost between two cabinets, in absolute value; 1 where there is none."""
        return float(np.abs(self.cost).mean()) or 1.0


def make_assignment(
    flow: csr_array, between: npt.NDArray[np.generic], cabinet: npt.ArrayLike
) -> CabinetAssignment:
    """Return the assignment of a network whose links cost ``between[a, b]`` from slot a to slot b.

    Parameters
    ----------
    flow
        Links of two routers, symmetric, (n, n).
    between
        Cost of a link between slots, symmetric, (S, S); the diagonal counts nothing.
    cabinet
        Cabinet of each slot, (S,), ascending from 0.
    """
    home = np.asarray(cabinet)
    slots = np.bincount(home).astype(np.int64)
    costs = np.array(between, dtype=np.float64)
    np.fill_diagonal(costs, np.inf)
    first = np.cumsum(slots) - slots
    cost = np.minimum.reduceat(np.minimum.reduceat(costs, first, axis=0), first, axis=1)
    cost[~np.isfinite(cost)] = 0.0  # the inside of cabinets of one slot
    adjacency = flow.toarray().astype(np.float64)
    degrees = adjacency.sum(axis=1)
    spectrum = np.linalg.eigvalsh(np.diag(degrees) - adjacency)
    heaviest = int(flow.data.max(initial=0))
    return CabinetAssignment(cost, slots, spectrum[1:], np.sort(degrees)[::-1], heaviest)
