"""Odd cycles and shortest cycles."""

import numpy as np

from netfloor.structure.hops.components import components
from netfloor.topologies.topology import IntArray, Topology


def two_colouring(topology: Topology) -> IntArray | None:
    """Return a side 0 or 1 for each switch, (n,) int32, or None if there is an odd cycle.

    The lowest switch of each component is on side 0; a switch's side is the parity of its hops from there,
    the only choice.
    """
    from netfloor.structure.hops.kernels import forest_hops  # noqa: PLC0415 - a heavy import

    adjacency = topology.adjacency
    sides = np.asarray(forest_hops(adjacency.indptr, adjacency.indices) & 1, dtype=np.int32)
    u, v = topology.links[:, 0], topology.links[:, 1]
    return sides if (sides[u] != sides[v]).all() else None


def is_bipartite(topology: Topology) -> bool:
    """Test that no cycle has odd length."""
    return two_colouring(topology) is not None


def girth(topology: Topology) -> int | None:
    """Return the number of links on a shortest cycle, or None without a cycle.

    Two parallel links are a cycle of 2. Vertex-transitive networks need a search from a single source.
    """
    if (topology.multiplicity > 1).any():
        return 2
    parts = int(components(topology).max(initial=-1)) + 1
    if len(topology.links) == topology.routers - parts:
        return None
    from netfloor.structure.hops.kernels import shortest_cycle  # noqa: PLC0415 - a heavy import

    sources = 1 if topology.vertex_transitive else topology.routers
    shortest = 4 if is_bipartite(topology) else 3
    adjacency = topology.adjacency
    return int(shortest_cycle(adjacency.indptr, adjacency.indices, sources, shortest))
