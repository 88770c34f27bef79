"""Flow along trees of shortest paths."""

from typing import Any

from netfloor.foundation.accelerate import kernel

Array = Any  # NumPy arrays; the kernels are compiled for their types


@kernel
def tree_flow(first: Array, head: Array, before: Array, order: Array, flow: Array, load: Array) -> None:
    """Send the demand of every switch down a tree, and add it to the edges.

    Parameters
    ----------
    before
        Predecessor of each switch on its path from the root, (n,) int32, below 0 for the root.
    order
        Switches by descending distance, (n,).
    flow
        Demand of each switch, (n,) float64; on return the flow that passes each.
    load
        Load of each edge, updated, (m,) float64.
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
