"""Distances of one circulant, by plain breadth-first search from one router: all look alike."""

import numpy as np
import numpy.typing as npt

from structure.circulants.space import SearchSpace


def distances_of(space: SearchSpace, jumps: npt.ArrayLike) -> tuple[int, int]:
    """Return diameter and sum of distances from a router of C(n; jumps), n / 2 added for an odd radix.

    ``(n, n * n)`` where the jumps do not reach every router.
    """
    n = space.routers
    steps = np.array(jumps, dtype=np.int64)
    steps = np.concatenate([steps, n - steps, [n // 2] if space.radix % 2 else []]).astype(np.int64)
    seen = np.zeros(n, dtype=bool)
    seen[0] = True
    front, hops, total = np.array([0]), 0, 0
    while True:
        reached = np.unique((front[:, None] + steps) % n)
        front = reached[~seen[reached]]
        if len(front) == 0:
            return (hops, total) if seen.all() else (n, n * n)
        hops += 1
        total += hops * len(front)
        seen[front] = True
