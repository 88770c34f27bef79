"""Channel dependencies of a routing, and the order that proves them acyclic."""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel

Array = Any  # NumPy arrays; the kernels are compiled for their types


@kernel
def walk_first(
    first: Array,
    reverse: Array,
    table_first: Array,
    table_channel: Array,
    row: int,
    order: Array,
    hops: Array,
    start: Array,
    raises: Array,
    axis: Array,
    offset: Array,
    mask: Array,
    dependencies: Array,
    source: Array,
    turning: Array,
    only: Array,
) -> None:
    """Follow all packets towards one intermediate like `walk`, and record those from a single switch.

    Parameters
    ----------
    source
        Work array, (c, levels) int32: source of the packets of a virtual channel, -2 for several.
    turning, only
        Updated: virtual channels on which packets reach the intermediate, (c,) uint64, and their
        ``source``, (c, levels) int32, undefined for other virtual channels.
    """
    n, item = len(hops), np.uint64(1)
    mask[:] = np.uint64(0)
    for u in order:
        low, high = table_first[row * n + u], table_first[row * n + u + 1]
        for e in range(first[u], first[u + 1]):
            came = reverse[e]
            held = mask[came]
            if held == 0:
                continue
            if hops[u] == 0:
                turning[came] |= held
                for level in range(source.shape[1]):  # an assignment of rows takes long to compile
                    only[came, level] = source[came, level]
                continue
            for i in range(low, high):
                out = table_channel[i]
                dependencies[offset[came] + out - first[u]] |= held
                for level in range(source.shape[1]):
                    if (held >> np.uint64(level)) & item:
                        onward = level + raises[came] if axis[came] == axis[out] else 0
                        join(mask, source, out, onward, source[came, level])
        if start[u] != 0:
            for i in range(low, high):
                for level in range(source.shape[1]):
                    if (start[u] >> np.uint64(level)) & item:
                        join(mask, source, table_channel[i], level, u)


@kernel
def join(mask: Array, source: Array, channel: int, level: int, sender: int) -> None:
    """Record that packets of a sender, -2 for several, take a virtual channel of a channel."""
    bit = np.uint64(1) << np.uint64(level)
    if mask[channel] & bit == 0:
        mask[channel] |= bit
        source[channel, level] = sender
    elif source[channel, level] != sender:
        source[channel, level] = -2


@kernel
def walk(
    first: Array,
    reverse: Array,
    table_first: Array,
    table_channel: Array,
    row: int,
    order: Array,
    hops: Array,
    start: Array,
    turning: Array,
    raises: Array,
    axis: Array,
    offset: Array,
    mask: Array,
    dependencies: Array,
) -> None:
    """Follow all packets for one row of a table; record the virtual channels they hold and request.

    Parameters
    ----------
    order, hops
        Switches by descending hops, and their hops, (n,).
    start
        Bit v is set if packets begin on virtual channel v, (n,) uint64.
    turning
        Bit v is set if packets follow this row from the head of a channel, having arrived on its virtual
        channel v, (c,) uint64.
    offset
        Start of the dependencies of a channel: one for each channel that leaves its head, (c,) int64.
    mask
        Work array, (c,) uint64.
    dependencies
        Bit v is set if virtual channel v is held while the other channel is requested, (pairs,) uint64.
    """
    n = len(hops)
    mask[:] = np.uint64(0)
    for u in order:
        low, high = table_first[row * n + u], table_first[row * n + u + 1]
        if low == high:
            continue
        for e in range(first[u], first[u + 1]):
            came = reverse[e]
            held = mask[came] | turning[came]
            if held == 0:
                continue
            for i in range(low, high):
                out = table_channel[i]
                dependencies[offset[came] + out - first[u]] |= held
                if axis[came] == axis[out]:
                    mask[out] |= held << np.uint64(raises[came])
                else:
                    mask[out] |= np.uint64(1)
        if start[u] != 0:
            for i in range(low, high):
                mask[table_channel[i]] |= start[u]


@kernel
def rank_nodes(indptr: Array, indices: Array, rank: Array) -> int:
    """Fill ``rank`` (nodes,) int32 with the longest path to each node; return the number of ranked nodes.

    A node on a cycle, or after one, has no rank and stays at -1.
    """
    nodes = len(indptr) - 1
    waiting = np.zeros(nodes, np.int64)
    for e in range(len(indices)):
        waiting[indices[e]] += 1
    queue = np.empty(nodes, np.int64)
    tail = 0
    rank[:] = -1
    for node in range(nodes):
        if waiting[node] == 0:
            rank[node] = 0
            queue[tail] = node
            tail += 1
    at = 0
    while at < tail:
        node = queue[at]
        at += 1
        for e in range(indptr[node], indptr[node + 1]):
            other = indices[e]
            waiting[other] -= 1
            if waiting[other] == 0:
                rank[other] = rank[node] + 1
                queue[tail] = other
                tail += 1
    return tail
