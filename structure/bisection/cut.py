"""A cut of a network in two, and operations that improve it."""

import numpy as np

from netfloor.structure.bisection.partitioners import Sides
from netfloor.topologies.topology import Topology

#: Consecutive swaps without a new best after which a pass stops.
PATIENCE = 64


class Cut:
    """Two sides of a network; every change returns a new cut.

    Attributes
    ----------
    sides
        Side 0 or 1 of each switch, (n,) int8.
    links
        Links between the sides, counting parallel links.
    """

    def __init__(self, topology: Topology, sides: Sides) -> None:
        u, v = topology.links[:, 0], topology.links[:, 1]
        self.topology, self.sides = topology, sides
        self.links = int(topology.multiplicity[sides[u] != sides[v]].sum())

    def __repr__(self) -> str:
        return f"Cut({self.topology.name}: {self.links} links)"

    def key(self) -> bytes:
        """Return a key that is equal for the same two halves, regardless of their labels."""
        halves: Sides = self.sides ^ self.sides[0]
        return halves.tobytes()

    def swap_scale(self) -> float:
        """Return the root mean square of a switch's gain over random cuts: sqrt(k) if k-regular."""
        return float(np.sqrt(2 * (self.topology.multiplicity.astype(float) ** 2).sum() / len(self.sides)))

    def balanced(self) -> "Cut":
        """Return a cut whose sides differ by at most one switch, by greedy single moves."""
        from netfloor.structure.bisection.kernels import balance  # noqa: PLC0415 - a heavy import

        sides, gain = self._state()
        balance(*self._graph(), sides, gain)
        return Cut(self.topology, sides)

    def improved(self) -> "Cut":
        """Return a cut that further swap passes do not improve."""
        from netfloor.structure.bisection.kernels import swap_pass  # noqa: PLC0415 - a heavy import

        sides, gain = self._state()
        while swap_pass(*self._graph(), sides, gain, PATIENCE) > 0:
            pass
        return Cut(self.topology, sides)

    def annealed(self, seed: int, *, hot: float, cold: float, iterations: int) -> "Cut":
        """Anneal with random swaps at falling temperature and return the best cut met.

        Parameters
        ----------
        seed
            Seed of the kernel's own generator.
        hot, cold
            First and last temperature in links.
        iterations
            Proposed swaps; at least 1, rounded down to a multiple of 256 if above.
        """
        from netfloor.structure.bisection.kernels import anneal  # noqa: PLC0415 - a heavy import

        sides, gain = self._state()
        best, state = self.sides.copy(), np.array([seed], dtype=np.uint64)
        anneal(*self._graph(), sides, gain, state, hot, cold, iterations, best)
        return Cut(self.topology, best)

    def _graph(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        adjacency = self.topology.adjacency
        return adjacency.indptr, adjacency.indices, adjacency.data

    def _state(self) -> tuple[Sides, np.ndarray]:
        """Return a copy of the sides, and each switch's gain."""
        sign = 1 - 2 * self.sides.astype(np.int64)
        return self.sides.copy(), -sign * (self.topology.adjacency @ sign)
