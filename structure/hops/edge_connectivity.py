"""Edge connectivity: the fewest links whose loss disconnects a network."""

import numpy as np

from netfloor.structure.hops.distances import graph_distances
from netfloor.topologies.topology import Topology

#: Limit on switches for maximum flows to every other switch, where no theorem applies.
MAX_FLOW_ROUTERS = 1000


def edge_connectivity(topology: Topology, connectivity: float) -> int | None:
    """Return the exact edge connectivity of a connected network, counting parallel links.

    It equals the smallest degree for connected vertex-transitive networks (Mader 1971), for diameter at
    most 2 without parallel links (Plesnik 1975), or if the second Laplacian eigenvalue ``connectivity``
    excludes smaller cuts. Otherwise it is the smallest maximum flow from switch 0 (Menger); None above 1000
    switches, where flows would take minutes.
    """
    if topology.routers < 2:
        return 0
    degrees = np.asarray(topology.adjacency.sum(axis=1)).ravel()
    minimum = int(degrees.min())
    simple = bool((topology.multiplicity == 1).all())
    if _no_smaller_cut(topology, minimum, connectivity, simple=simple) or (
        simple and (topology.vertex_transitive or _is_two_hops_wide(topology, int(degrees.max())))
    ):
        return minimum
    if topology.routers > MAX_FLOW_ROUTERS:
        return None
    from scipy.sparse.csgraph import maximum_flow  # noqa: PLC0415 - a heavy import

    capacity = topology.adjacency.astype(np.int32).tocsr()
    flows = (maximum_flow(capacity, 0, router).flow_value for router in range(1, topology.routers))
    return min(minimum, *(int(flow) for flow in flows))


def _is_two_hops_wide(topology: Topology, most: int) -> bool:
    """Test whether the diameter is at most 2, given the largest degree ``most``.

    Two hops reach at most ``most``^2 other switches (Moore's bound), which avoids a futile search in large
    networks.
    """
    return topology.routers <= 1 + most**2 and graph_distances(topology).diameter <= 2


def _no_smaller_cut(topology: Topology, least: int, connectivity: float, *, simple: bool) -> bool:
    """Test whether every cut with at least two switches on each side has at least ``least`` links.

    In a simple network s switches have at most s (s - 1) link ends among themselves; independent of
    degrees, the cut has at least lambda2 s (n - s) / n links (Fiedler 1973).
    """
    n = topology.routers
    s = np.arange(2, n // 2 + 1)
    spectral = (connectivity * (1 - 1e-9) - 1e-9) * s * (n - s) / n
    few = s * least - s * (s - 1) if simple else np.zeros(len(s))
    # rounded up because cuts are integers, less a small margin for the eigenvalue's error
    return bool((np.maximum(np.ceil(spectral - 1e-6), few) >= least).all())
