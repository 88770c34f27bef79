"""Fill and follow forwarding tables, and count messages per channel."""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel

Array = Any  # NumPy arrays; the kernels are compiled for their types


@kernel
def follow(head: Array, out: Array, hops: Array) -> None:
    """Fill the hops of every switch to every address, (lids, n); -1 if no path arrives.

    A path with more channels than switches is a loop.
    """
    lids, n = out.shape
    for lid in range(lids):
        for start in range(n):
            at, count = start, 0
            while count <= n and out[lid, at] >= 0:
                at = head[out[lid, at]]
                count += 1
            hops[lid, start] = count if out[lid, at] == -1 else -1


@kernel
def balanced_row(
    first: Array,
    head: Array,
    reverse: Array,
    open_: Array,
    target: int,
    sends: Array,
    weight: Array,
    queue: Array,
    hops: Array,
    cost: Array,
    out: Array,
) -> int:
    """Fill a row with the least loaded shortest paths, add its load, and return the switches reached.

    Parameters
    ----------
    open_
        True for usable channels, the same in both directions, (c,).
    target
        Switch of the address.
    sends
        Paths that begin at each switch, (n,) int64.
    weight
        Paths over each channel so far, (c,) int64; those of the new row are added.
    queue, hops, cost
        Work arrays, (n,).
    out
        Output: the row, (n,) int32, filled for the switches that are reached.
    """
    hops[:] = -1
    hops[target], cost[target], out[target] = 0, 0, -1
    queue[0] = target
    at, tail = 0, 1
    while at < tail:
        v = queue[at]
        at += 1
        for e in range(first[v], first[v + 1]):
            u = head[e]
            if open_[reverse[e]]:
                if hops[u] < 0:
                    hops[u], cost[u], out[u] = hops[v] + 1, -1, -2
                    queue[tail] = u
                    tail += 1
                if hops[u] == hops[v] + 1:
                    dear = cost[v] + weight[reverse[e]]
                    better = cost[u] < 0 or dear < cost[u]
                    if better or (dear == cost[u] and reverse[e] < out[u]):
                        cost[u], out[u] = dear, reverse[e]
    for i in range(tail):
        cost[queue[i]] = sends[queue[i]]
    for i in range(tail - 1, 0, -1):
        u = queue[i]
        weight[out[u]] += cost[u]
        cost[head[out[u]]] += cost[u]
    return tail


@kernel
def modulo_rows(
    table_first: Array,
    table_channel: Array,
    row_of: Array,
    target: Array,
    divisor: Array,
    out: Array,
) -> None:
    """Fill the rows of all endpoints with candidate ``(j // divisor) mod count`` of every switch.

    Parameters
    ----------
    row_of
        Row of the table for each endpoint, (e,).
    target
        Switch of each endpoint, (e,).
    divisor
        Of each switch towards each row of the table, (rows, n) int64.
    out
        Output: (e, n) int32; -1 at the target, -2 without a candidate.
    """
    endpoints, n = out.shape
    for j in range(endpoints):
        row = row_of[j]
        for u in range(n):
            low, high = table_first[row * n + u], table_first[row * n + u + 1]
            if low == high:
                out[j, u] = -1 if u == target[j] else -2
            else:
                out[j, u] = table_channel[low + (j // divisor[row, u]) % (high - low)]


@kernel
def max_on_path(head: Array, out: Array, start: Array, lids: Array, most: Array) -> None:
    """Fill the maximum number of messages on a channel of each message's path, at least 1.

    Parameters
    ----------
    start, lids
        Switch where each message begins, and row of ``out``, (patterns, messages).
    most
        Output, the same shape, int32.
    """
    load = np.zeros(len(head), np.int32)
    for pattern in range(start.shape[0]):
        for step in range(3):
            for message in range(start.shape[1]):
                at, row = start[pattern, message], lids[pattern, message]
                highest = 1
                channel = out[row, at]
                while channel >= 0:
                    if step == 0:
                        load[channel] += 1
                    elif step == 1:
                        highest = max(highest, load[channel])
                    else:
                        load[channel] = 0
                    channel = out[row, head[channel]]
                if step == 1:
                    most[pattern, message] = highest
