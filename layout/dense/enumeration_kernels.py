"""Kernel that tries every permutation."""

from typing import Any

import numpy as np

from foundation.accelerate import kernel

Array = np.ndarray[Any, Any]


@kernel
def best_of_all(flow: Array, distance: Array, forced: Array, best_place: Array) -> Any:
    """Return the least cost; fill ``best_place`` with the first permutation that has it.

    Facility i stands at ``forced[i]``, anywhere where that is -1.

    Facilities are placed one after the other; ``costs[d]`` is what the first d cost
    among themselves.
    """
    n = len(flow)
    place = np.full(n, -1, dtype=np.int64)
    taken = np.zeros(n, dtype=np.bool_)
    for i in range(n):
        if forced[i] >= 0:
            taken[forced[i]] = True
    costs = np.zeros(n + 1, dtype=np.int64)
    best, found, depth = np.int64(0), False, 0
    while depth >= 0:
        here = place[depth]
        if forced[depth] >= 0:
            here = forced[depth] if here < 0 else n
        else:
            if here >= 0:
                taken[here] = False
            here += 1
            while here < n and taken[here]:
                here += 1
        if here == n:
            place[depth] = -1
            depth -= 1
            continue
        place[depth] = here
        taken[here] = True
        cost = costs[depth] + flow[depth, depth] * distance[here, here]
        for k in range(depth):
            cost += flow[depth, k] * distance[here, place[k]] + flow[k, depth] * distance[place[k], here]
        if depth == n - 1:
            if not found or cost < best:
                best, found = cost, True
                best_place[:] = place
        else:
            depth += 1
            costs[depth] = cost
    return best
