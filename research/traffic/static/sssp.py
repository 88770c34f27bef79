"""SSSP: for each destination in turn, the shortest paths with the lowest load so far."""

import numpy as np

from netfloor.research.traffic.static.forwarding import NO_ROUTE, Forwarding, forwarding
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import BoolArray, Channels


class BalancedTables:
    """Rows of tables, each balanced against all rows before it."""

    def __init__(self, topology: Topology, channels: Channels) -> None:
        self._channels = channels
        n = topology.routers
        self._sends = topology.endpoints.astype(np.int64)
        self._weight = np.zeros(channels.count, np.int64)
        self._scratch = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int64)

    def row(self, target: int, open_: BoolArray, out: IntArray) -> bool:
        """Fill a row, (n,) int32, over the open channels; return whether all switches reach it."""
        from netfloor.research.traffic.static.table_kernels import balanced_row  # noqa: PLC0415 - a heavy import

        channels = self._channels
        arrays = channels.first, channels.head, channels.reverse, open_
        before = self._weight.copy()
        reached: int = balanced_row(*arrays, target, self._sends, self._weight, *self._scratch, out)
        if reached < len(out):
            self._weight[:] = before
        return reached == len(out)


def sssp(topology: Topology, channels: Channels) -> Forwarding:
    """Return the tables of single-source shortest-path routing.

    Endpoints are processed in order. For each, every switch takes a path with the fewest hops and, among
    these, with the lowest sum of loads, a load being the number of paths of earlier endpoints over a
    channel (Hoefler, Schneider, Lumsdaine: Optimized routing for large-scale InfiniBand networks, 2009).
    The paper starts from weights so large that paths are nearly always shortest; here they always are. Ties
    go to the lowest channel.
    """
    rows = int(topology.endpoints.sum())
    out = np.full((rows, topology.routers), NO_ROUTE, np.int32)
    tables, everything = BalancedTables(topology, channels), np.ones(channels.count, np.bool_)
    targets = np.repeat(np.arange(topology.routers), topology.endpoints)
    for row, target in enumerate(targets.tolist()):
        tables.row(target, everything, out[row])
    return forwarding("sssp", topology, channels, out)
