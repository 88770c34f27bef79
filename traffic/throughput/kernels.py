"""Flow along trees of shortest paths."""

from typing import Any

from netfloor.foundation.accelerate import kernel

Array = Any  # NumPy arrays; the kernels are compiled for the types that they meet


@kernel
def tree_flow(first: Array, head: Array, before: Array, order: Array, flow: Array, load: Array) -> None:
    """Send what every switch is to receive down a tree, and add it to the edges.

    Parameters
    ----------
    before
        Switch before each on its path from the root, (n,) int32, below 0 for the root.
    order
        Switches from the farthest to the nearest, (n,).
    flow
        What each is to receive, (n,) float64; on return what passes each.
    load
        Of each edge, added to, (m,) float64.
    """
    for v in order:
        u = before[v]
        if u < 0 or flow[v] == 0.0:
            continue
        low, high = first[u], first[u + 1] - 1
        while low < high:
            middle = (low + high) // 2
            if head[middle] < v:
                low = middle + 1
            else:
                high = middle
        load[low] += flow[v]
        flow[u] += flow[v]
