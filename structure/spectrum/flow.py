"""Flows as certificates: the Laplacian of a network after a flow, and the bound that it proves.

In every cut, a pair of switches counts 1 if it is split. The two ends of a path of pairs are split only if
some step is. So removing a weight from every step of a path and adding it to the pair of its ends does not
increase any cut, even if some pairs become negative. With cuts of the result H, ``links across S >=
cut_H(S) >= lambda s (n - s) / n``, lambda the second eigenvalue of H.

A flow is a set of such paths, of any size. The best paths are the dual of the semidefinite programme with
triangle inequalities (Goemans 1997; Linial; Arora, Rao, Vazirani: Expander flows, 2009); here any paths are
accepted.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from netfloor.structure.arrays import FloatArray, LongArray
from netfloor.structure.spectrum.factor import has_factor, largest_proved
from netfloor.topologies.topology import Topology

#: Unit of weights, which are integer multiples of it, so that their sums are exact.
UNIT = 2.0**-20


@dataclass(frozen=True, eq=False)
class ExpanderFlow:
    """Paths given by generators, the same from every switch.

    Attributes
    ----------
    table
        ``table[u, g]``: switch u times generator g, (n, k).
    paths
        Each path is a list of steps, each step a list of generators applied in order; only the ends of
        steps count.
    weights
        Weight removed from each path's steps, in multiples of `UNIT`.
    """

    table: LongArray
    paths: tuple[tuple[tuple[int, ...], ...], ...]
    weights: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the record for a plan file."""
        return {
            "table": self.table.tolist(),
            "paths": [[list(step) for step in path] for path in self.paths],
            "weights": list(self.weights),
        }


def flow_laplacian(topology: Topology, flow: ExpanderFlow) -> FloatArray:
    """Return the exact Laplacian of a network after a flow, (n, n)."""
    n = topology.routers
    pairs = np.zeros((n, n), dtype=np.int64)
    u, v = topology.links.T
    pairs[u, v] = topology.multiplicity * round(1 / UNIT)
    for path, weight in zip(flow.paths, flow.weights, strict=True):
        start = here = np.arange(n)
        for step in path:
            there = here
            for generator in step:
                there = flow.table[there, generator]
            np.subtract.at(pairs, (here, there), weight)
            here = there
        np.add.at(pairs, (start, here), weight)
    pairs += pairs.T
    return np.asarray((np.diag(pairs.sum(axis=1)) - pairs) * UNIT, dtype=np.float64)


def proved_flow_eigenvalue(topology: Topology, flow: ExpanderFlow) -> float:
    """Return a rigorous lower bound on the second eigenvalue after a flow, or 0.

    The proof is that of `structure.spectrum.laplacian`: paths do not increase the diagonal, so the same
    slack covers the rounding. Every entry of the Laplacian is exact.
    """
    laplacian, n = flow_laplacian(topology, flow), topology.routers

    def exceeds(mu: float) -> bool:
        matrix = laplacian + (1 + mu) / n
        matrix[np.diag_indices(n)] -= mu
        return has_factor(matrix)

    estimate = float(np.linalg.eigvalsh(laplacian + 4 * topology.radix / n)[0])
    return largest_proved(estimate, topology.radix, exceeds)
