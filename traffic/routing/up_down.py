"""Up/down routing on trees: up to a common ancestor, then down."""

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.routing.next_channels import LongArray, NextChannels
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.routing.shortest import table_of_rows


def levels(topology: Topology, routing: str = "up-down") -> IntArray:
    """Return the level of each switch, (n,) int32: its hops from the nearest switch with endpoints.

    ``routing`` is the name in an error message.

    Raises
    ------
    InputError
        If the network is not a tree: a link joins two switches of one level.
    """
    result = np.where(topology.endpoints > 0, 0, -1).astype(np.int32)
    frontier, level = result == 0, 0
    while frontier.any():
        level += 1
        frontier = (topology.adjacency @ frontier.astype(np.int32) > 0) & (result < 0)
        result[frontier] = level
    u, v = topology.links.T
    if (np.abs(result[u] - result[v]) != 1).any() or result.min(initial=0) < 0:
        what = f"{routing} needs a tree, and {topology.name} has links between switches of one level"
        other = f"take a fattree or clos, or choose {_elsewhere(routing)}"
        expected = f"{other}; endpoints are attached to the lowest level only"
        raise InputError(setting("routing"), what, expected)
    return result


def _elsewhere(routing: str) -> str:
    """Return the routing for networks that are not trees."""
    return "minimal" if routing == "up-down" else "dfsssp"


def tree_paths(
    topology: Topology, channels: Channels, destinations: IntArray, routing: str = "up-down"
) -> NextChannels:
    """Return the channels up to any nearest common ancestor, and those down from it.

    Raises
    ------
    InputError
        If the network is not a tree, or two switches with endpoints have no common ancestor.
    """
    from netfloor.traffic.routing.table_kernels import up_down  # noqa: PLC0415 - a heavy import

    level = levels(topology, routing)
    falling = np.argsort(-level, kind="stable").astype(np.int32)

    def row(destination: int, hops: IntArray, counts: LongArray, out: IntArray) -> None:
        up_down(
            first=channels.first,
            head=channels.head,
            level=level,
            falling=falling,
            target=destination,
            hops=hops,
            counts=counts,
            out=out,
        )
        if topology.endpoints[destination] and hops[topology.endpoints > 0].min() < 0:
            what = f"no path up and then down leads to switch {destination} from every other"
            raise InputError(setting("routing"), f"{routing}: {what}", f"choose {_elsewhere(routing)}")

    return table_of_rows(channels, destinations, row)


UP_DOWN = RoutingRule(
    "up-down",
    "up to a nearest common ancestor, any of them, then down; trees",
    "Leiserson (1985); Petrini, Vanneschi (1997)",
    tree_paths,
    "one",
)
