"""A flow as a certificate: what it makes of a network's Laplacian, and what that proves.

Of every cut, a pair of routers counts 1 if it is split. Along a path of pairs the two ends
are split only if some step is. So a network of pairs from which a weight is taken off
every step of a path, and put on the pair of its two ends, has in no cut more than before,
whether or not some pairs fall below 0. With cuts of the result H,

``links across S >= cut_H(S) >= lambda s (n - s) / n``, lambda the second eigenvalue of H.

A flow is a set of such paths, as many as are useful. Which paths are the best is the dual
of the semidefinite programme with triangle inequalities (Goemans 1997; Linial; Arora, Rao,
Vazirani: Expander flows, 2009); here they are taken as they come.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from netfloor.structure.arrays import FloatArray, LongArray
from netfloor.structure.spectrum.factor import has_factor, largest_proved
from netfloor.topologies.topology import Topology

#: Weights are whole numbers of this, so that sums of them are exact.
UNIT = 2.0**-20


@dataclass(frozen=True, eq=False)
class ExpanderFlow:
    """Paths from every router, alike.

    Attributes
    ----------
    table
        ``table[u, g]``: where generator g leads from router u, (n, k).
    paths
        Each is a list of steps, each step a list of generators taken one after the other; only where the
        steps end counts.
    weights
        What is taken off each path's steps, in multiples of `UNIT`.
    """

    table: LongArray
    paths: tuple[tuple[tuple[int, ...], ...], ...]
    weights: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the flow as it stands in a plan file."""
        return {
            "table": self.table.tolist(),
            "paths": [[list(step) for step in path] for path in self.paths],
            "weights": list(self.weights),
        }


def flow_laplacian(topology: Topology, flow: ExpanderFlow) -> FloatArray:
    """Return the Laplacian of a network after a flow, (n, n), every entry exact."""
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

    Proved as in `structure.spectrum.laplacian`: no path makes a row's diagonal larger, so that the
    same slack covers the rounding. Every entry of the Laplacian is exact.
    """
    laplacian, n = flow_laplacian(topology, flow), topology.routers

    def exceeds(mu: float) -> bool:
        matrix = laplacian + (1 + mu) / n
        matrix[np.diag_indices(n)] -= mu
        return has_factor(matrix)

    estimate = float(np.linalg.eigvalsh(laplacian + 4 * topology.radix / n)[0])
    return largest_proved(estimate, topology.radix, exceeds)
