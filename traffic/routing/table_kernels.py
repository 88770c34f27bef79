"""Tables of shortest paths under a rule of which channels may follow one another, by destination."""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel

Array = Any  # NumPy arrays; the kernels are compiled for the types that they meet


@kernel
def hops_to(first: Array, head: Array, targets: Array, zone: Array, hops: Array) -> None:
    """Fill ``hops`` (n,) int32 with the channels to the nearest of some targets, -1 without a path.

    ``zone`` (n,) int32 restricts paths: a path may change zone once, on entering that of the targets,
    which is the same for all. One zone for all switches restricts nothing. The search starts at the
    targets and follows channels backwards, which the sorted lists allow because links have both.
    """
    queue = np.empty(len(hops), np.int32)
    hops[:] = -1
    tail = 0
    for target in targets:
        hops[target] = 0
        queue[tail] = target
        tail += 1
    last = zone[targets[0]]
    at = 0
    while at < tail:
        u = queue[at]
        at += 1
        for e in range(first[u], first[u + 1]):
            v = head[e]
            if hops[v] < 0 and (zone[v] == zone[u] or zone[u] == last):
                hops[v] = hops[u] + 1
                queue[tail] = v
                tail += 1


@kernel
def candidates(
    first: Array, head: Array, zone: Array, last: int, hops: Array, counts: Array, out: Array
) -> None:
    """Count the channels that come one hop nearer, (n,) int64, and write them into ``out`` unless empty.

    Parameters
    ----------
    last
        Zone of the targets of ``hops``.
    """
    at = 0
    for u in range(len(hops)):
        counts[u] = 0
        if hops[u] <= 0:
            continue
        for e in range(first[u], first[u + 1]):
            v = head[e]
            if hops[v] == hops[u] - 1 and hops[v] >= 0 and (zone[v] == zone[u] or zone[v] == last):
                counts[u] += 1
                if len(out):
                    out[at] = e
                    at += 1
