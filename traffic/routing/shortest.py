"""Tables of shortest paths: all of them, one per pair, or those with one change of group."""

from collections.abc import Callable, Sequence

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.sizes import refuse_too_many_pairs
from netfloor.topologies.topology import IntArray
from netfloor.traffic.channels import Channels
from netfloor.traffic.routing.next_channels import LongArray, NextChannels

#: Fills hops (n,) int32, counts (n,) int64 and the candidates of all switches for a row of a table.
RowMaker = Callable[[int, IntArray, LongArray, IntArray], None]


def table_of_rows(channels: Channels, destinations: IntArray, fill: RowMaker) -> NextChannels:
    """Return a table, filled row by row; ``fill`` takes the destination and the arrays of its row."""
    n = channels.switches
    refuse_too_many_pairs("network", len(destinations) * n)
    hops = np.empty((len(destinations), n), np.int32)
    counts = np.empty((len(destinations), n), np.int64)
    out, pieces = np.empty(channels.count, np.int32), [np.empty(0, np.int32)]
    for row, destination in enumerate(destinations.tolist()):
        fill(destination, hops[row], counts[row], out)
        pieces.append(out[: counts[row].sum()].copy())
    first = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
    return NextChannels(n, destinations, hops, first, np.concatenate(pieces), np.empty(0))


def shortest_paths(
    channels: Channels, destinations: IntArray, groups: IntArray | None = None
) -> NextChannels:
    """Return all channels that bring a packet one hop nearer, for some destinations.

    Parameters
    ----------
    destinations
        Switches, (k,) int32.
    groups
        Group of each switch, (n,) int32, if a path may change group only once: the dragonfly paper's
        minimal routing (Kim et al. 2008, section 4.1), where the shortest path of the graph may cross two
        global channels. None for all shortest paths of the graph.

    Raises
    ------
    InputError
        If some switch has no such path: the network is disconnected, or two groups are not joined to each
        other.
    """
    sets = [np.array([destination], np.int32) for destination in destinations.tolist()]
    table = paths_to_sets(channels, sets, groups)
    return NextChannels(table.switches, destinations, table.hops, table.first, table.channel, np.empty(0))


def paths_to_sets(
    channels: Channels, sets: Sequence[IntArray], groups: IntArray | None = None
) -> NextChannels:
    """Return the same towards the nearest switch of each set; row i leads to set i, within one group.

    Raises
    ------
    InputError
        Like `shortest_paths`.
    """
    from netfloor.traffic.routing.table_kernels import candidates, hops_to  # noqa: PLC0415 - a heavy import

    zone = np.zeros(channels.switches, np.int32) if groups is None else groups

    def row(number: int, hops: IntArray, counts: LongArray, out: IntArray) -> None:
        targets = sets[number]
        hops_to(channels.first, channels.head, targets, zone, hops)
        _require_paths(hops, int(targets[0]), by_groups=groups is not None)
        candidates(
            first=channels.first,
            head=channels.head,
            zone=zone,
            last=zone[targets[0]],
            hops=hops,
            counts=counts,
            out=out,
        )

    return table_of_rows(channels, np.arange(len(sets), dtype=np.int32), row)


def _require_paths(hops: IntArray, destination: int, *, by_groups: bool) -> None:
    """Refuse a destination to which some switch has no path."""
    if hops.min(initial=0) >= 0:
        return
    start = int(np.argmin(hops))
    if by_groups:
        what = f"no path from switch {start} to switch {destination} changes group once only"
        raise InputError(setting("routing"), what, "choose minimal, which takes any shortest path")
    what = f"is not connected: no path joins switch {start} and switch {destination}"
    raise InputError("network", what, "routing needs a connected network")


def one_of_each(table: NextChannels) -> NextChannels:
    """Reduce a table to one candidate each: number d modulo their count for destination d.

    A fixed choice by destination, as in forwarding tables; it spreads destinations over the candidates
    without random numbers.
    """
    counts = np.diff(table.first)
    used = counts > 0
    target = np.repeat(table.destinations.astype(np.int64), table.switches)
    chosen = table.first[:-1][used] + target[used] % counts[used]
    first = np.concatenate([[0], np.cumsum(used, dtype=np.int64)])
    return NextChannels(
        table.switches, table.destinations, table.hops, first, table.channel[chosen], np.empty(0)
    )
