"""The links around a set of every size in any network: a spectral bound, and sets that were grown."""

import numpy as np
import numpy.typing as npt

from structure.partitions.cut_curve import CutCurve
from structure.partitions.set_bounds import SetBounds
from topologies.topology import Topology

Counts = npt.NDArray[np.int64]
#: Sets are grown from so many routers, evenly spaced.
STARTS = 8
_CHOSEN = np.iinfo(np.int64).min // 2


def network_curve(topology: Topology) -> CutCurve:
    """Return bounds on the links around the best set of 1 .. n / 2 routers.

    From below those of `structure.partitions.set_bounds`, the proven second eigenvalue above all; from
    above sets that grow by the router with the most links into them.
    """
    n, smallest = topology.routers, int(topology.degree.min())
    bounds = SetBounds(topology)
    lower = np.asarray([bounds.leaving(size).links for size in range(1, n // 2 + 1)], dtype=np.int64)
    starts = np.linspace(0, n - 1, min(STARTS, n)).astype(int)
    upper = np.minimum.reduce([grown_cuts(topology, int(start)) for start in starts])
    # one router has all its links around it
    lower[:1] = upper[:1] = smallest
    method = "spectrum; sets grown link by link"
    return CutCurve(lower, upper, topology.radix, method, least_degree=smallest)


def grown_cuts(topology: Topology, start: int) -> Counts:
    """Return the links around 1 .. n / 2 routers that grow from one, (n / 2,)."""
    n, adjacency = topology.routers, topology.adjacency
    gain = -topology.degree.astype(np.int64)
    cuts, cut, router = np.zeros(n // 2, dtype=np.int64), 0, start
    for count in range(n // 2):
        cut -= int(gain[router])
        cuts[count] = cut
        row = slice(adjacency.indptr[router], adjacency.indptr[router + 1])
        gain[adjacency.indices[row]] += 2 * adjacency.data[row]
        gain[router] = _CHOSEN
        router = int(gain.argmax())
    return cuts
