"""Input of an eigenvalue bound: cabinets, their costs, and the network's spectrum."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CabinetAssignment:
    """A placement problem described only by the network's spectrum and degrees.

    Attributes
    ----------
    cost
        Lowest cost of a link between slots of two cabinets, within a cabinet on the diagonal, (C, C).
    slots
        Slots of each cabinet, (C,).
    eigenvalues
        Eigenvalues of the network's Laplacian, ascending, without the 0 of the constant vector, (n - 1,).
    degrees
        Links of each switch, descending, (n,).
    heaviest
        Largest number of parallel links between two switches.
    """

    cost: Floats
    slots: Counts
    eigenvalues: Floats
    degrees: Floats
    heaviest: int

    @property
    def routers(self) -> int:
        """Number of switches, n."""
        return len(self.degrees)

    @property
    def links(self) -> float:
        """Number of links."""
        return float(self.degrees.sum()) / 2

    @property
    def spare(self) -> int:
        """Number of empty slots."""
        return int(self.slots.sum()) - self.routers

    @property
    def mean_cost(self) -> float:
        """Mean absolute cost between two cabinets; 1 if it would be 0."""
        return float(np.abs(self.cost).mean()) or 1.0


def make_assignment(
    flow: csr_array, between: npt.NDArray[np.generic], cabinet: npt.ArrayLike
) -> CabinetAssignment:
    """Return the assignment of a network with link cost ``between[a, b]`` from slot a to slot b.

    Parameters
    ----------
    flow
        Links between two switches, symmetric, (n, n).
    between
        Cost of a link between slots, symmetric, (S, S); the diagonal is ignored.
    cabinet
        Cabinet of each slot, (S,), ascending from 0.
    """
    home = np.asarray(cabinet)
    slots = np.bincount(home).astype(np.int64)
    costs = np.array(between, dtype=np.float64)
    np.fill_diagonal(costs, np.inf)
    first = np.cumsum(slots) - slots
    cost = np.minimum.reduceat(np.minimum.reduceat(costs, first, axis=0), first, axis=1)
    cost[~np.isfinite(cost)] = 0.0  # the inside of single-slot cabinets
    adjacency = flow.toarray().astype(np.float64)
    degrees = adjacency.sum(axis=1)
    spectrum = np.linalg.eigvalsh(np.diag(degrees) - adjacency)
    heaviest = int(flow.data.max(initial=0))
    return CabinetAssignment(cost, slots, spectrum[1:], np.sort(degrees)[::-1], heaviest)
