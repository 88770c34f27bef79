"""Breadth-first searches: from one router at a time, from 64 routers a word, and for shortest cycles."""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel

Array = Any  # NumPy arrays; the kernels are compiled for the types that they meet


@kernel
def search_from(indptr: Array, indices: Array, source: int, hops: Array, queue: Array) -> int:
    """Fill ``hops``, below 0 where no search has been, from one router; return how many it reaches.

    They stand first in ``queue``, the nearest first; both are (n,) int32.
    """
    hops[source] = 0
    queue[0] = source
    head, tail = 0, 1
    while head < tail:
        u = queue[head]
        head += 1
        for e in range(indptr[u], indptr[u + 1]):
            v = indices[e]
            if hops[v] < 0:
                hops[v] = hops[u] + 1
                queue[tail] = v
                tail += 1
    return tail


@kernel
def forest_hops(indptr: Array, indices: Array) -> Array:
    """Return each router's hops from the lowest router of its component, (n,) int32."""
    n = len(indptr) - 1
    hops = np.full(n, -1, np.int32)
    queue = np.empty(n, np.int32)
    for root in range(n):
        if hops[root] < 0:
            search_from(indptr, indices, root, hops, queue)
    return hops


@kernel
def count_by_source(
    indptr: Array, indices: Array, sources: Array, counted: Array, histogram: Array
) -> None:
    """Add to ``histogram`` (int64, n entries) the hops from each source to each router that is counted."""
    n = len(indptr) - 1
    hops = np.empty(n, np.int32)
    queue = np.empty(n, np.int32)
    for source in sources:
        hops[:] = -1
        reached = search_from(indptr, indices, source, hops, queue)
        for i in range(1, reached):
            if counted[queue[i]]:
                histogram[hops[queue[i]]] += 1


@kernel
def bits_set(word: Any) -> Any:
    """Return how many bits of an unsigned 64-bit word are set (becomes one instruction)."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    low = word & np.uint64(0x3333333333333333)
    word = low + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (word * np.uint64(0x0101010101010101)) >> np.uint64(56)


@kernel
def count_by_words(
    indptr: Array,
    indices: Array,
    sources: Array,
    counted: Array,
    reached: Array,
    following: Array,
    histogram: Array,
) -> None:
    """Add the hops from some routers to those that are counted, all searched at once.

    Bit j of row v of ``reached`` says whether source j has reached router v; a level ORs
    the rows of all neighbours into a router's own. A row in which every source has
    arrived is only copied. The network must be connected.

    Parameters
    ----------
    sources
        The routers that are searched from, (s,).
    counted
        Whether hops to each router count, (n,) bool: true of all sources.
    reached, following
        Scratch, (n, words) uint64, at least s bits wide.
    histogram
        Pairs by hops, (n,) int64.
    """
    n = len(indptr) - 1
    words = reached.shape[1]
    reached[:] = 0
    arrived = np.zeros(n, np.int64)
    for j in range(len(sources)):
        reached[sources[j], j >> 6] |= np.uint64(1) << np.uint64(j & 63)
        arrived[sources[j]] = 1
    missing = (counted.sum() - 1) * len(sources)
    hops = 0
    while missing > 0:
        hops += 1
        for v in range(n):
            row = following[v]
            for w in range(words):  # an assignment of rows takes Numba a second to compile
                row[w] = reached[v, w]
            if arrived[v] == len(sources):
                continue
            for e in range(indptr[v], indptr[v + 1]):
                neighbour = reached[indices[e]]
                for w in range(words):
                    row[w] |= neighbour[w]
            total = np.uint64(0)
            for w in range(words):
                total += bits_set(row[w])
            new = np.int64(total) - arrived[v]
            arrived[v] += new
            if counted[v]:
                histogram[hops] += new
                missing -= new
        reached, following = following, reached


@kernel
def shortest_cycle(indptr: Array, indices: Array, sources: int, shortest: int) -> int:
    """Return the length of a shortest cycle seen from the first ``sources`` routers.

    From a router on a shortest cycle of length g, a search meets a link that closes a
    walk of g hops; from no router does it meet one that closes fewer. A link found at a
    router d hops away closes at least 2d + 1 hops, 2d + 2 in a bipartite network.

    Parameters
    ----------
    shortest
        3, or 4 in a bipartite network: nothing shorter exists, so reaching it ends.

    Returns
    -------
    int
        2n + 2 if no cycle was met.
    """
    n = len(indptr) - 1
    best = 2 * n + 2
    hops = np.full(n, -1, np.int32)
    parent = np.full(n, -1, np.int32)
    queue = np.empty(n, np.int32)
    for source in range(sources):
        hops[source] = 0
        parent[source] = -1
        queue[0] = source
        head, tail = 0, 1
        while head < tail:
            u = queue[head]
            head += 1
            if 2 * hops[u] + shortest - 2 >= best:
                break
            for e in range(indptr[u], indptr[u + 1]):
                v = indices[e]
                if hops[v] < 0:
                    hops[v] = hops[u] + 1
                    parent[v] = u
                    queue[tail] = v
                    tail += 1
                elif v != parent[u]:
                    best = min(best, np.int64(hops[u]) + hops[v] + 1)
        for i in range(tail):
            hops[queue[i]] = -1
        if best <= shortest:
            break
    return best
