"""Count the paths of a table, and spread traffic over them."""

from typing import Any

from netfloor.foundation.accelerate import kernel, lean_kernel

Array = Any  # NumPy arrays; the kernels are compiled for their types


@kernel
def count_paths(
    table_first: Array,
    table_channel: Array,
    head: Array,
    row: int,
    order: Array,
    hops: Array,
    counts: Array,
) -> None:
    """Fill ``counts`` (n,) float64 with the paths from each switch; ``order`` is by ascending distance."""
    n = len(hops)
    for u in order:
        if hops[u] == 0:
            counts[u] = 1.0
        for i in range(table_first[row * n + u], table_first[row * n + u + 1]):
            counts[u] += counts[head[table_channel[i]]]


@kernel
def spread(
    table_first: Array,
    table_channel: Array,
    share: Array,
    head: Array,
    row: int,
    order: Array,
    flow: Array,
    load: Array,
) -> None:
    """Send the traffic of every switch along a row of a table, and add it to the channels.

    Parameters
    ----------
    share
        Share of each candidate, (entries,) float64; empty for equal shares.
    order
        Switches by descending hops, (n,).
    flow
        Traffic that starts at each switch, (n,) float64; on return the traffic that passed or reached it.
    load
        Updated, (c,) float64.
    """
    n = len(order)
    for u in order:
        low, high = table_first[row * n + u], table_first[row * n + u + 1]
        if flow[u] == 0.0 or low == high:
            continue
        for i in range(low, high):
            part = flow[u] * share[i] if len(share) else flow[u] / (high - low)
            load[table_channel[i]] += part
            flow[head[table_channel[i]]] += part


@lean_kernel
def crossing_shares(
    table_first: Array,
    table_channel: Array,
    share: Array,
    channel_first: Array,
    head: Array,
    hops: Array,
    orders: Array,
    rows: Array,
    channel: int,
    tail: int,
    shares: Array,
) -> None:
    """Fill ``shares[i, u]`` with the share of u's traffic along row ``rows[i]`` that crosses a channel.

    Parameters
    ----------
    channel_first
        `Channels.first`.
    orders
        Switches of every row by ascending distance, (all rows, n).
    rows
        Rows in which the channel is a candidate of its tail.
    shares
        Zeros, (rows, n) float64.
    """
    n = hops.shape[1]
    for place in range(len(rows)):
        row = rows[place]
        nearest = hops[row, tail]
        # Of the switches, only the tail and those farther than it can send over the channel.
        start, end = 0, n
        while start < end:
            middle = (start + end) // 2
            if hops[row, orders[row, middle]] > nearest:
                end = middle
            else:
                start = middle + 1
        for position in range(start - 1, n):
            u = tail if position < start else orders[row, position]
            if position >= start and shares[place, u] == 0.0:
                continue
            low, high = table_first[row * n + u], table_first[row * n + u + 1]
            total = 0.0
            for i in range(low, high):
                crossed = 1.0 if table_channel[i] == channel else shares[place, head[table_channel[i]]]
                if crossed != 0.0:
                    total += (share[i] if len(share) else 1.0 / (high - low)) * crossed
            shares[place, u] = total
            if total == 0.0:
                continue
            # Mark the farther neighbours: their turn comes later, and the others send nothing.
            for i in range(channel_first[u], channel_first[u + 1]):
                if hops[row, head[i]] > hops[row, u]:
                    shares[place, head[i]] = -1.0
