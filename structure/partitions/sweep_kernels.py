"""The links that two halves of any set can have between them, along an order of all routers."""

import numpy as np
import numpy.typing as npt

from foundation.accelerate import kernel

Counts = npt.NDArray[np.int64]


@kernel
def _largest(tally: Counts, count: int) -> int:
    """Return the sum of the ``count`` largest numbers, of which there are ``tally[d]`` of size d."""
    total, left = np.int64(0), count
    for size in range(len(tally) - 1, 0, -1):
        taken = min(left, tally[size])
        total += taken * size
        left -= taken
        if left == 0:
            break
    return int(total)


@kernel
def most_between_halves(
    pointers: Counts, neighbours: Counts, weights: Counts, order: Counts, size: int
) -> int:
    """Return the most links that can join the first half of a set to the rest of it.

    Parameters
    ----------
    pointers, neighbours, weights
        Rows of the symmetric adjacency, as in CSR, int64.
    order
        All routers, each once, (n,) int64.
    size
        Routers of the set, 2 .. n; its first half has ``size // 2``.
    """
    n, first = len(order), size // 2
    rest = size - first
    degree = np.zeros(n, dtype=np.int64)
    for router in range(n):
        degree[router] = weights[pointers[router] : pointers[router + 1]].sum()
    # links across of each router; how many routers before and behind have so many
    across = np.zeros(n, dtype=np.int64)
    before = np.zeros(degree.max() + 1, dtype=np.int64)
    behind = np.zeros(degree.max() + 1, dtype=np.int64)
    behind[0] = n
    passed = np.zeros(n, dtype=np.bool_)
    cut, most = np.int64(0), np.int64(0)
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
            most = max(most, possible)
    return int(most)
