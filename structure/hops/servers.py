"""Hops between servers that have ports on several switches, each pair by its nearest ports."""

import numpy as np

from netfloor.topologies.topology import Topology

#: Groups of servers times links beyond which nothing is measured: seconds.
_MOST_WORK = 500_000_000


def server_diameter(topology: Topology) -> int | None:
    """Return the most hops between switches that two servers need, each by the port that is nearest.

    0 where all servers share a switch. None for networks without servers of several ports, too large ones,
    and where two servers share no part of the network.
    """
    servers = topology.servers
    if servers is None or len(servers.servers) * len(topology.links) > _MOST_WORK:
        return None
    groups = len(servers.servers)
    reached = np.zeros((topology.routers, groups), dtype=np.float32)
    reached[servers.switches, np.arange(groups)[:, None]] = 1
    joined = (topology.adjacency > 0).astype(np.float32)
    hops, known = 0, int(reached.sum())
    while not reached[servers.switches].max(axis=1).all():
        reached = np.minimum(reached + joined @ reached, 1)
        hops, before, known = hops + 1, known, int(np.count_nonzero(reached))
        if known == before:
            return None
    return hops
