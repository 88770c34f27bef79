"""Robust tabu search as published (Taillard 1991, Parallel Computing 17), the peer of `netfloor qap`.

Every move makes the best swap of two facilities that is not tabu. The cost change of every swap is cached;
updating it after a move takes O(1) per swap, and O(n) for swaps of the two moved facilities.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel
from netfloor.layout.annealing.common_kernels import Array, next_random
from netfloor.layout.dense.problem import DenseProblem

#: Moves for which a facility may not return to its old location, as shares of n.
SHORTEST, LONGEST = 0.9, 1.1
#: A location that a facility has not had for this many n^2 moves is forced on it.
FORCED_SQUARES = 2
#: Moves between two checks of the clock.
SLICE_MOVES = 1000


def robust_tabu(problem: DenseProblem, seed: int, ended: Callable[[int, int], bool]) -> tuple[int, int]:
    """Return the best cost and the number of moves; ``ended`` receives both at intervals."""
    n = problem.size
    place = np.random.default_rng(seed).permutation(n)
    state = np.full(1, seed + 1, dtype=np.uint64)
    change, until = np.zeros((n, n), np.int64), np.full((n, n), -(n * n), np.int64)
    until -= np.arange(n)  # as if every facility had last left each location long ago, at different times
    fill(problem.flow, problem.distance, place, change)
    cost = best = problem.cost(place)
    tenure = max(1, int(SHORTEST * n)), max(2, int(LONGEST * n))
    moves = 0
    while not ended(best, moves):
        cost, best = walk(
            *(problem.flow, problem.distance, place, change, until, state),
            *(moves, SLICE_MOVES, cost, best, *tenure, FORCED_SQUARES * n * n),
        )
        moves += SLICE_MOVES
    return best, moves


@kernel
def swap_change(a: Array, b: Array, p: Array, i: int, j: int) -> Any:
    """Return the cost change of swapping i and j."""
    s, t = p[i], p[j]
    change = (a[i, i] - a[j, j]) * (b[t, t] - b[s, s]) + (a[i, j] - a[j, i]) * (b[t, s] - b[s, t])
    for k in range(len(p)):
        if k not in (i, j):
            r = p[k]
            change += (a[k, i] - a[k, j]) * (b[r, t] - b[r, s]) + (a[i, k] - a[j, k]) * (b[t, r] - b[s, r])
    return change


@kernel
def fill(a: Array, b: Array, p: Array, change: Array) -> None:
    """Compute the cost change of every swap."""
    for i in range(len(p) - 1):
        for j in range(i + 1, len(p)):
            change[i, j] = swap_change(a, b, p, i, j)


@kernel
def renew(a: Array, b: Array, p: Array, change: Array, r: int, s: int) -> None:
    """Update the cost changes after r and s have been swapped."""
    n, at_r, at_s = len(p), p[r], p[s]
    for i in range(n - 1):
        if i in (r, s):
            for j in range(i + 1, n):
                change[i, j] = swap_change(a, b, p, i, j)
            continue
        x = p[i]
        out_i, back_i = a[r, i] - a[s, i], a[i, r] - a[i, s]
        far_i, near_i = b[at_s, x] - b[at_r, x], b[x, at_s] - b[x, at_r]
        for j in range(i + 1, n):
            y = p[j]
            far, near = far_i - (b[at_s, y] - b[at_r, y]), near_i - (b[y, at_s] - b[y, at_r])
            change[i, j] += (out_i - (a[r, j] - a[s, j])) * far + (back_i - (a[j, r] - a[j, s])) * near
        for k in (r, s):
            if k > i:
                change[i, k] = swap_change(a, b, p, i, k)


@kernel
def select(p: Array, change: Array, until: Array, now: int, wanted: int, forced: int) -> Any:
    """Return the best allowed swap, aspired swaps first, or (-1, -1) if none is allowed."""
    u = v = -1
    minimum, aspiring = np.int64(0), False
    for i in range(len(p) - 1):
        for j in range(i + 1, len(p)):
            item, two = until[i, p[j]], until[j, p[i]]
            value = change[i, j]
            aspired = value < wanted or (item < now - forced and two < now - forced)
            if (aspired and not aspiring) or (
                (aspired or (not aspiring and (item < now or two < now))) and (u < 0 or value < minimum)
            ):
                u, v, minimum, aspiring = i, j, value, aspired
    return u, v


@kernel
def walk(
    a: Array,
    b: Array,
    p: Array,
    change: Array,
    until: Array,
    state: Array,
    begin: int,
    moves: int,
    cost: int,
    best: int,
    shortest: int,
    longest: int,
    forced: int,
) -> Any:
    """Make up to ``moves`` moves; return the current and the best cost."""
    for now in range(begin + 1, begin + moves + 1):
        u, v = select(p, change, until, now, best - cost, forced)
        if u < 0:
            continue
        cost += change[u, v]
        for w in (u, v):
            spread = np.int64(next_random(state) >> np.uint64(33)) % (longest - shortest + 1)
            until[w, p[w]] = now + shortest + spread
        p[u], p[v] = p[v], p[u]
        renew(a, b, p, change, u, v)
        best = min(best, cost)
    return cost, best
