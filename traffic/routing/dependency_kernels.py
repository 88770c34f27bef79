"""Channel dependencies of a routing, and the order that proves them free of circles."""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel

Array = Any  # NumPy arrays; the kernels are compiled for the types that they meet


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
    raises: Array,
    axis: Array,
    offset: Array,
    mask: Array,
    dependencies: Array,
    arrived: Array,
) -> None:
    """Follow all packets for one row of a table; note which virtual channels they hold and ask for.

    Parameters
    ----------
    order, hops
        Switches from the most hops down, and their hops, (n,).
    start
        Bit v is set where packets begin on virtual channel v, (n,) uint64.
    offset
        Where the dependencies of a channel begin: one for each channel that leaves its head, (c,) int64.
    mask
        Scratch, (c,) uint64.
    dependencies
        Bit v is set if virtual channel v is held while the other channel is asked for, (pairs,) uint64.
    arrived
        Bit v is set if packets arrive at their end on virtual channel v, (c,) uint64.
    """
    n = len(hops)
    mask[:] = np.uint64(0)
    for u in order:
        low, high = table_first[row * n + u], table_first[row * n + u + 1]
        for e in range(first[u], first[u + 1]):
            came = reverse[e]
            held = mask[came]
            if held == 0:
                continue
            if hops[u] == 0:
                arrived[came] |= held
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
    """Fill ``rank`` (nodes,) int32 with the longest way to each node; return how many nodes have one.

    A node on a circle, or behind one, has none and stays at -1.
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
