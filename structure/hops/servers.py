"""Hops between servers that have ports on several switches, each pair by its nearest ports."""

import numpy as np
import numpy.typing as npt

from netfloor.topologies.servers import ServerGroups
from netfloor.topologies.topology import Topology

#: Groups of servers times links beyond which nothing is measured: seconds.
_MOST_WORK = 500_000_000


def servers_of(topology: Topology) -> ServerGroups | None:
    """Return a network's servers: one port for each endpoint where it names none; None without any."""
    attached = np.flatnonzero(topology.endpoints).astype(np.int32)
    if topology.servers is not None or not len(attached):
        return topology.servers
    return ServerGroups(attached[:, None], topology.endpoints[attached])


def server_diameter(topology: Topology, lost: npt.NDArray[np.integer] | None = None) -> int | None:
    """Return the most hops between switches that two servers need, each by the port that is nearest.

    0 where all servers share a switch; servers without a port are left out. None for networks without
    servers, too large ones, and where two servers have no path.

    Parameters
    ----------
    lost
        Switches that are not there, with their links and the ports on them.
    """
    servers = servers_of(topology)
    if servers is None or len(servers.servers) * len(topology.links) > _MOST_WORK:
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
