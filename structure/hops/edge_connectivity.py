"""Edge connectivity: the fewest links whose loss parts a network."""

import numpy as np

from netfloor.structure.hops.distances import graph_distances
from netfloor.topologies.topology import Topology

#: Routers up to which a flow is sent to every other one where no theorem answers.
MAX_FLOW_ROUTERS = 1000


def edge_connectivity(topology: Topology, connectivity: float) -> int | None:
    """Return the edge connectivity of a connected network, parallel links counted each; exact.

    The least degree where a theorem says so: connected vertex-transitive networks (Mader 1971), diameter at
    most 2 without parallel links (Plesnik 1975), or where the second Laplacian eigenvalue ``connectivity``
    leaves no smaller cut. Else the least maximum flow from router 0 (Menger); None for more than 1000
    routers, as flows would take minutes.
    """
    if topology.routers < 2:
        return 0
    degrees = np.asarray(topology.adjacency.sum(axis=1)).ravel()
    least = int(degrees.min())
    simple = bool((topology.multiplicity == 1).all())
    if _no_smaller_cut(topology, least, connectivity, simple=simple) or (
        simple and (topology.vertex_transitive or _is_two_hops_wide(topology, int(degrees.max())))
    ):
        return least
    if topology.routers > MAX_FLOW_ROUTERS:
        return None
    from scipy.sparse.csgraph import maximum_flow  # noqa: PLC0415 - a heavy import

    capacity = topology.adjacency.astype(np.int32).tocsr()
    flows = (maximum_flow(capacity, 0, router).flow_value for router in range(1, topology.routers))
    return min(least, *(int(flow) for flow in flows))


def _is_two_hops_wide(topology: Topology, most: int) -> bool:
    """Return True if the diameter is at most 2; ``most`` is the largest degree.

    Two hops lead to at most ``most``^2 others (Moore's bound), so distances of large networks are not
    searched for in vain.
    """
    return topology.routers <= 1 + most**2 and graph_distances(topology).diameter <= 2


def _no_smaller_cut(topology: Topology, least: int, connectivity: float, *, simple: bool) -> bool:
    """Return True if every cut with two or more routers on each side has at least ``least`` links.

    A simple network's s routers have at most s (s - 1) link ends among themselves; beyond
    the least degree the cut has lambda2 s (n - s) / n links at least (Fiedler 1973).
    """
    n = topology.routers
    s = np.arange(2, n // 2 + 1)
    spectral = (connectivity * (1 - 1e-9) - 1e-9) * s * (n - s) / n
    few = s * least - s * (s - 1) if simple else np.zeros(len(s))
    # rounded up as cuts are whole numbers, a little less to allow for the eigenvalue's error
    return bool((np.maximum(np.ceil(spectral - 1e-6), few) >= least).all())
