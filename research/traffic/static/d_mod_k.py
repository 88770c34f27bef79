"""d-mod-k routing of trees: the uplink from the digits of the destination's number."""

import numpy as np

from netfloor.research.traffic.static.forwarding import Forwarding, forwarding
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.routing.next_channels import LongArray, NextChannels
from netfloor.traffic.routing.up_down import levels, tree_paths


def d_mod_k(topology: Topology, channels: Channels) -> Forwarding:
    """Return the tables of d-mod-k routing, which OpenSM's ftree engine computes on regular trees.

    With ``w_i`` uplinks of a switch on level i, the lowest being 0, the packet for endpoint j takes uplink
    ``(j

    (w_0 .. w_{l-1})) mod w_l`` from level l. Uplinks are counted parent by parent, then the second of each
    pair, and so on; of parallel downlinks it takes the one with the same count. Shifts of all endpoints
    have no contention on a full tree (Zahavi: D-Mod-K routing providing non-blocking traffic for shift
    permutations on real life fat trees, 2010).

    Raises
    ------
    InputError
        If the network is not a tree.
    """
    level = levels(topology, "d-mod-k")
    ends = np.flatnonzero(topology.endpoints).astype(np.int32)
    table = tree_paths(topology, channels, ends, "d-mod-k")
    parallel = _parallel(channels)
    table = _in_turn(table, channels, parallel)
    row_of = np.repeat(np.arange(len(ends)), topology.endpoints[ends])
    out = np.empty((len(row_of), topology.routers), np.int32)
    from netfloor.research.traffic.static.table_kernels import modulo_rows  # noqa: PLC0415 - a heavy import

    divisor = _divisors(level, table, channels, parallel)
    modulo_rows(table.first, table.channel, row_of, ends[row_of], divisor, out)
    return forwarding("d-mod-k", topology, channels, out)


def _parallel(channels: Channels) -> IntArray:
    """Return the place of each channel among those of its two switches, (c,)."""
    pair = channels.tail.astype(np.int64) * channels.switches + channels.head
    place: IntArray = (np.arange(len(pair)) - np.searchsorted(pair, pair)).astype(np.int32)
    return place


def _in_turn(table: NextChannels, channels: Channels, parallel: IntArray) -> NextChannels:
    """Sort the candidates of a table by the next switch, first links before second links."""
    entry = np.repeat(np.arange(len(table.first) - 1), np.diff(table.first))
    order = np.lexsort((channels.head[table.channel], parallel[table.channel], entry))
    return NextChannels(
        table.switches, table.destinations, table.hops, table.first, table.channel[order], table.share
    )


def _divisors(level: IntArray, table: NextChannels, channels: Channels, parallel: IntArray) -> LongArray:
    """Return the divisor of j at every switch for every row, (rows, n).

    The product of the uplinks of all lower levels; downwards, also of the parents of the lower switch.
    """
    up = level[channels.head] > level[channels.tail]
    n, height = len(level), int(level.max()) + 1
    links, parents = (
        np.bincount(channels.tail[chosen], minlength=n) for chosen in (up, up & (parallel == 0))
    )
    maximum = [max(int(links[level == item].max()), 1) for item in range(height)]
    product = np.concatenate([[1], np.cumprod(maximum)])
    wide = np.array([max(int(parents[level == item].max()), 1) for item in range(height)])
    down = np.concatenate([[1], product[: height - 1] * wide[: height - 1]])
    first = table.channel[np.minimum(table.first[:-1], max(len(table.channel) - 1, 0))]
    rises = up[first].reshape(len(table.destinations), n)
    divisors: LongArray = np.where(rises, product[level], down[level]).astype(np.int64)
    return divisors
