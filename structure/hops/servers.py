"""Hops between servers with ports on several switches, each pair by its nearest ports."""

import numpy as np
import numpy.typing as npt

from netfloor.topologies.servers import ServerGroups
from netfloor.topologies.topology import Topology

#: Limit on server groups times links, to keep the measurement within seconds.
_MAX_WORK = 500_000_000


def servers_of(topology: Topology) -> ServerGroups | None:
    """Return a network's servers, by default a single-port server per endpoint; None without endpoints."""
    attached = np.flatnonzero(topology.endpoints).astype(np.int32)
    if topology.servers is not None or not len(attached):
        return topology.servers
    return ServerGroups(attached[:, None], topology.endpoints[attached])


def server_diameter(topology: Topology, lost: npt.NDArray[np.integer] | None = None) -> int | None:
    """Return the largest number of hops between servers, each pair by its nearest ports.

    0 if all servers share a switch; servers without remaining ports are ignored. None for networks without
    servers, for too large networks, and if two servers have no path.

    Parameters
    ----------
    lost
        Failed switches, removed with their links and server ports.
    """
    servers = servers_of(topology)
    if servers is None or len(servers.servers) * len(topology.links) > _MAX_WORK:
        return None
    kept = np.ones(topology.routers, dtype=np.float32)
    kept[[] if lost is None else lost] = 0
    switches = servers.switches[kept[servers.switches].any(axis=1)]
    reached = np.zeros((topology.routers, len(switches)), dtype=np.float32)
    reached[switches, np.arange(len(switches))[:, None]] = 1
    reached *= kept[:, None]
    joined = (topology.adjacency > 0).astype(np.float32)
    hops, known = 0, np.count_nonzero(reached)
    while not reached[switches].max(axis=1, initial=0).all():
        reached = np.minimum(reached + joined @ reached, 1) * kept[:, None]
        hops, before, known = hops + 1, known, np.count_nonzero(reached)
        if known == before:
            return None
    return hops
