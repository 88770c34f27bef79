"""Networks whose routers fall into two sides with links only between them."""

import numpy as np

from topologies.topology import IntArray, Topology


def two_colouring(topology: Topology) -> IntArray | None:
    """Return a side 0 or 1 for each router, (n,) int32, or None if there is none.

    The lowest router of each component is on side 0; a router's side is the parity of
    its hops from there, which is the only choice.
    """
    from structure.distance_kernels import forest_hops  # noqa: PLC0415 - a heavy import

    adjacency = topology.adjacency
    sides = np.asarray(forest_hops(adjacency.indptr, adjacency.indices) & 1, dtype=np.int32)
    u, v = topology.links[:, 0], topology.links[:, 1]
    return sides if (sides[u] != sides[v]).all() else None


def is_bipartite(topology: Topology) -> bool:
    """Return True if no cycle has odd length."""
    return two_colouring(topology) is not None
