"""The number of paths of a table, and the split of traffic that loads each path equally."""

from dataclasses import replace

import numpy as np

from netfloor.traffic.channels import Channels
from netfloor.traffic.patterns.pattern import FloatArray
from netfloor.traffic.routing.next_channels import NextChannels


def path_counts(table: NextChannels, channels: Channels) -> FloatArray:
    """Return the paths from each switch to each destination, (k, n) float64, counting parallel links.

    Exact up to 2^53. 1 for the destination itself.
    """
    from netfloor.traffic.routing.path_kernels import count_paths  # noqa: PLC0415 - a heavy import

    counts = np.zeros(table.hops.shape)
    for row, hops in enumerate(table.hops):
        order = np.argsort(hops, kind="stable").astype(np.int32)
        count_paths(
            table_first=table.first,
            table_channel=table.channel,
            head=channels.head,
            row=row,
            order=order,
            hops=hops,
            counts=counts[row],
        )
    return counts


def even_over_paths(table: NextChannels, channels: Channels) -> NextChannels:
    """Return the table whose shares load every path of a pair equally, as in betweenness.

    Without shares all candidates of a switch get the same, as in switches (equal-cost multipath).
    """
    counts = path_counts(table, channels)
    rows = np.repeat(np.arange(table.hops.size), np.diff(table.first))
    onward = counts[rows // table.switches, channels.head[table.channel]]
    return replace(table, share=onward / counts.ravel()[rows])
