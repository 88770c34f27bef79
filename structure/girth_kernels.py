"""Shortest cycles by breadth-first searches that stop as soon as they cannot improve."""

from typing import Any

import numpy as np

from foundation.accelerate import kernel

Array = Any  # NumPy arrays; the kernels are compiled for the types that they meet


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
