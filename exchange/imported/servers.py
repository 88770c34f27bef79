"""Hosts of a fabric with ports on several switches: the servers of its network."""

from collections.abc import Mapping

import numpy as np

from netfloor.exchange.fabric import SWITCH, Fabric
from netfloor.topologies.servers import ServerGroups

UNLIKE = "hosts have ports on several switches, but not as many each: their ports count by switch alone"


def servers_of(fabric: Fabric, router_of: Mapping[int, int]) -> tuple[ServerGroups | None, tuple[str, ...]]:
    """Return the servers of a fabric and what to say of them; None where each host is on one switch.

    Hosts are servers in their order, neighbours on the same switches a group; their ports to switches
    are numbered from the lowest.
    """
    rows, names = list[list[int]](), list[str]()
    for host in fabric.hosts:
        far = (fabric.far_end(host, cable).device for _, cable in fabric.cables_of[host])
        row = [router_of[one] for one in far if fabric.devices[one].kind == SWITCH]
        if row:
            rows.append(row)
            names.append(fabric.devices[host].name)
    if all(len(set(row)) == 1 for row in rows):
        return None, ()
    if len(set(map(len, rows))) > 1:
        return None, (UNLIKE,)
    first = [number for number, row in enumerate(rows) if number == 0 or row != rows[number - 1]]
    servers = np.diff([*first, len(rows)]).astype(np.int32)
    switches = np.array([rows[number] for number in first], dtype=np.int32)
    labels = tuple(names) if len(set(names)) == len(names) else None
    return ServerGroups(switches, servers, labels), ()
