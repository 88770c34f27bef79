"""Every set of so many routers, tried one after the other."""

import numpy as np
import numpy.typing as npt

from foundation.accelerate import kernel

Counts = npt.NDArray[np.int64]


@kernel
def smallest_cut_of_size(weights: Counts, size: int, fixed: bool) -> tuple[int, Counts]:
    """Return ``(links, members)`` of the set of ``size`` routers with the fewest links around it.

    Sets are grown in ascending order of their routers, so the links to earlier members are
    counted once for all sets that share them.

    Parameters
    ----------
    weights
        Symmetric link counts, (n, n) int64.
    size
        Routers of the set, 1 .. n.
    fixed
        True where the set may be taken to hold router 0, in vertex-transitive networks.
    """
    n = weights.shape[0]
    degree = weights.sum(axis=1)
    chosen = np.zeros(size, dtype=np.int64)
    best_members = np.zeros(size, dtype=np.int64)
    inner = np.zeros((size + 1, n), dtype=np.int64)
    cut = np.zeros(size + 1, dtype=np.int64)
    best = np.int64(1) << 62
    level, candidate = 0, 0
    while level >= 0:
        if candidate > n - size + level or (fixed and level == 0 and candidate > 0):
            level -= 1
            if level >= 0:
                candidate = chosen[level] + 1
            continue
        value = cut[level] + degree[candidate] - 2 * inner[level, candidate]
        chosen[level] = candidate
        if level == size - 1:
            if value < best:
                best = value
                best_members[:] = chosen
            candidate += 1
            continue
        cut[level + 1] = value
        for other in range(candidate + 1, n):
            inner[level + 1, other] = inner[level, other] + weights[candidate, other]
        level += 1
        candidate += 1
    return int(best), best_members
