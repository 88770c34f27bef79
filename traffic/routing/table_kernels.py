"""Tables of shortest paths by destination, under rules on the sequence of channels."""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel

Array = Any  # NumPy arrays; the kernels are compiled for their types


@kernel
def hops_to(first: Array, head: Array, targets: Array, zone: Array, hops: Array) -> None:
    """Fill ``hops`` (n,) int32 with the channels to the nearest of some targets, -1 without a path.

    ``zone`` (n,) int32 restricts paths: a path may change zone once, on entering that of the targets, which
    all share one. A single zone for all switches restricts nothing. The search starts at the targets and
    follows channels backwards, which the sorted lists allow because links have both directions.
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
    """Count the channels that come one hop nearer, (n,) int64, and write them into ``out``.

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
                out[at] = e
                at += 1


@kernel
def up_down(
    first: Array,
    head: Array,
    level: Array,
    falling: Array,
    target: int,
    hops: Array,
    counts: Array,
    out: Array,
) -> None:
    """Fill one row of the table of a tree: hops, numbers of candidates and candidates.

    Ancestors of the target are found upwards from it; all others, from the top level down, are one hop
    further than their nearest switch above.

    Parameters
    ----------
    level, falling
        Level of each switch, and the switches by descending level, (n,) int32.
    """
    n = len(hops)
    hops[:] = -1
    above = np.zeros(n, np.bool_)
    above[target] = True
    hops[target] = 0
    for i in range(n - 1, -1, -1):
        u = falling[i]
        if above[u]:
            for e in range(first[u], first[u + 1]):
                if level[head[e]] > level[u]:
                    above[head[e]] = True
                    hops[head[e]] = hops[u] + 1
    at = 0
    for u in falling:
        if not above[u]:
            for e in range(first[u], first[u + 1]):
                v = head[e]
                if level[v] > level[u] and hops[v] >= 0 and (hops[u] < 0 or hops[v] + 1 < hops[u]):
                    hops[u] = hops[v] + 1
    for u in range(n):
        counts[u] = 0
        if hops[u] <= 0:
            continue
        for e in range(first[u], first[u + 1]):
            v = head[e]
            nearer = hops[v] >= 0 and hops[v] == hops[u] - 1
            if nearer and (above[v] if above[u] else level[v] > level[u]):
                counts[u] += 1
                out[at] = e
                at += 1


@kernel
def dimension_order(
    first: Array,
    head: Array,
    places: Array,
    sizes: Array,
    kinds: Array,
    target: int,
    hops: Array,
    counts: Array,
    out: Array,
) -> None:
    """Fill one row of the table of a lattice: hops, numbers of candidates and candidates.

    Parameters
    ----------
    places
        Coordinates of each switch, (n, dimensions) int32.
    sizes, kinds
        Size and kind of each dimension; 0 a path, 1 a ring, 2 a complete graph.
    """
    dimensions = len(sizes)
    at = 0
    for u in range(len(hops)):
        hops[u] = 0
        counts[u] = 0
        axis = -1
        stride, item, other = 1, u, u
        for d in range(dimensions - 1, -1, -1):
            here, there, size = places[u, d], places[target, d], sizes[d]
            if here != there:
                axis = d
                ahead = (there - here) % size
                if kinds[d] == 2:
                    hops[u] += 1
                    item = other = u + (there - here) * stride
                elif kinds[d] == 0:
                    hops[u] += abs(there - here)
                    step = stride if there > here else -stride
                    item = other = u + step
                else:
                    hops[u] += min(ahead, size - ahead)
                    up = u + ((here + 1) % size - here) * stride
                    down = u + ((here + size - 1) % size - here) * stride
                    item = up if 2 * ahead <= size else down
                    other = down if 2 * ahead >= size else up
            stride *= size
        if axis < 0:
            continue
        for e in range(first[u], first[u + 1]):
            if head[e] == item or head[e] == other:
                counts[u] += 1
                out[at] = e
                at += 1
