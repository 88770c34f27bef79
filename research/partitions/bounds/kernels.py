"""Enumerate all sets of a size; bound the links between halves of a set."""

import numpy as np

from netfloor.foundation.accelerate import kernel
from netfloor.structure.arrays import LongArray


@kernel
def smallest_cut_of_size(weights: LongArray, size: int, fixed: bool) -> tuple[int, LongArray]:
    """Return ``(links, members)`` of the set of ``size`` switches with the fewest links around it.

    Sets grow in ascending order of their switches, so the links to earlier members are counted once for all
    sets that share them.

    Parameters
    ----------
    weights
        Symmetric link counts, (n, n) int64.
    size
        Switches of the set, 1 .. n.
    fixed
        True if the set may be assumed to contain switch 0, as in vertex-transitive networks.
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
                for member in range(size):  # an assignment of arrays takes Numba a second to compile
                    best_members[member] = chosen[member]
            candidate += 1
            continue
        cut[level + 1] = value
        for other in range(candidate + 1, n):
            inner[level + 1, other] = inner[level, other] + weights[candidate, other]
        level += 1
        candidate += 1
    return int(best), best_members


@kernel
def _largest(tally: LongArray, count: int) -> int:
    """Return the sum of the ``count`` largest numbers, given the count ``tally[d]`` of each number d."""
    total, left = np.int64(0), count
    for size in range(len(tally) - 1, 0, -1):
        taken = min(left, tally[size])
        total += taken * size
        left -= taken
        if left == 0:
            break
    return int(total)


@kernel
def max_between_halves(
    pointers: LongArray, neighbours: LongArray, weights: LongArray, order: LongArray, size: int
) -> int:
    """Return the maximum number of links that can join the first half of a set to the rest of it.

    Parameters
    ----------
    pointers, neighbours, weights
        Rows of the symmetric adjacency, as in CSR, int64.
    order
        All switches, each once, (n,) int64.
    size
        Switches of the set, 2 .. n; its first half has ``size // 2``.
    """
    n, first = len(order), size // 2
    rest = size - first
    degree = np.zeros(n, dtype=np.int64)
    for router in range(n):
        degree[router] = weights[pointers[router] : pointers[router + 1]].sum()
    # links across of each switch; number of switches before and behind with each number of links
    across = np.zeros(n, dtype=np.int64)
    before = np.zeros(degree.max() + 1, dtype=np.int64)
    behind = np.zeros(degree.max() + 1, dtype=np.int64)
    behind[0] = n
    passed = np.zeros(n, dtype=np.bool_)
    cut, maximum = np.int64(0), np.int64(0)
    for place in range(n):
        router = order[place]
        behind[across[router]] -= 1
        cut += degree[router] - 2 * across[router]
        across[router] = degree[router] - across[router]
        before[across[router]] += 1
        passed[router] = True
        for i in range(pointers[router], pointers[router + 1]):
            other = neighbours[i]
            tally = before if passed[other] else behind
            tally[across[other]] -= 1
            across[other] += -weights[i] if passed[other] else weights[i]
            tally[across[other]] += 1
        if first <= place + 1 <= n - rest:
            possible = min(cut, _largest(before, first), _largest(behind, rest))
            maximum = max(maximum, possible)
    return int(maximum)
