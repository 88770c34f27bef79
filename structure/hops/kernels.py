"""Breadth-first searches: from a single switch, from 64 switches per word, and for shortest cycles."""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel

Array = Any  # NumPy arrays; the kernels are compiled for the types they receive


@kernel
def search_from(indptr: Array, indices: Array, source: int, hops: Array, queue: Array) -> int:
    """Fill ``hops``, negative for unvisited switches, from a source; return the number of switches reached.

    They are the first entries of ``queue``, the nearest first; both arrays are (n,) int32.
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
    """Return each switch's hops from the lowest switch of its component, (n,) int32."""
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
    """Add the hops from each source to each counted switch to ``histogram`` (int64, n entries)."""
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
    """Count the set bits of an unsigned 64-bit word (compiled to a single instruction)."""
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
    """Add the hops from some sources to the counted switches, searching from all at once.

    Bit j of row v of ``reached`` is set once source j reaches switch v; each level ORs the rows of all
    neighbours into a switch's own. Rows in which all sources have arrived are only copied. The network must
    be connected.

    Parameters
    ----------
    sources
        Source switches, (s,).
    counted
        Mask of switches whose hops count, (n,) bool; true for all sources.
    reached, following
        Scratch arrays, (n, words) uint64, at least s bits wide.
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
            for w in range(words):  # Numba takes a second to compile an assignment of rows
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
    """Return the length of a shortest cycle seen from the first ``sources`` switches.

    From a switch on a shortest cycle of length g, a search meets a link that closes a walk of g hops; from
    no switch does it meet a link that closes a shorter one. A link found at a switch d hops away closes at
    least 2d + 1 hops, 2d + 2 in a bipartite network.

    Parameters
    ----------
    shortest
        3, or 4 in a bipartite network: the search ends at this length, because no cycle is shorter.

    Returns
    -------
    int
        2n + 2 if there is no cycle.
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
