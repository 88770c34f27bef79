"""Kernels over permutations: random numbers, swaps, crossover and enumeration."""

from typing import Any

import numpy as np

from netfloor.foundation.accelerate import kernel, lean_kernel
from netfloor.layout.annealing.common_kernels import Array, next_random


@lean_kernel
def below(random: Array, count: int) -> Any:
    """Return a random integer from 0 to ``count - 1``, count below 2**32."""
    return np.int64(((next_random(random) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))


@lean_kernel
def swap_entries(u: int, v: int, vector: Array) -> None:
    """Swap two entries."""
    keep = vector[u]
    vector[u] = vector[v]
    vector[v] = keep


@lean_kernel
def swap_lines(u: int, v: int, matrix: Array) -> None:
    """Swap two rows."""
    row_u, row_v = matrix[u], matrix[v]
    for k in range(row_u.shape[0]):
        keep = row_u[k]
        row_u[k] = row_v[k]
        row_v[k] = keep


@lean_kernel
def swap_columns(u: int, v: int, matrix: Array) -> None:
    """Swap two columns."""
    for k in range(matrix.shape[0]):
        keep = matrix[k, u]
        matrix[k, u] = matrix[k, v]
        matrix[k, v] = keep


@kernel
def shuffle(vector: Array, random: Array) -> None:
    """Shuffle a vector (Fisher and Yates)."""
    for i in range(len(vector) - 1, 0, -1):
        swap_entries(i, below(random, i + 1), vector)


@kernel
def cross(array: Array, two: Array, child: Array, order: Array, random: Array) -> None:
    """Fill ``child`` with a permutation that keeps the entries on which both parents agree.

    Elsewhere, in random order, a facility takes a parent's location, the other parent's if that is taken,
    and finally any free location (uniform crossover; Benlic and Hao 2015, Expert Systems with Applications
    42).
    """
    n = len(array)
    taken = np.zeros(n, dtype=np.bool_)
    for i in range(n):
        child[i] = -1
        if array[i] == two[i]:
            child[i] = array[i]
            taken[array[i]] = True
    shuffle(order, random)
    for i in order:
        if child[i] < 0:
            first, second = array[i], two[i]
            if below(random, 2):
                first, second = second, first
            if taken[first]:
                first = second
            if not taken[first]:
                child[i] = first
                taken[first] = True
    shuffle(order, random)
    free = 0
    for i in order:
        if child[i] < 0:
            while taken[free]:
                free += 1
            child[i] = free
            taken[free] = True


@kernel
def best_of_all(
    flow: Array, distance: Array, forced: Array, table: Array, clash: Array, zones: Array, best_place: Array
) -> Any:
    """Return the lowest cost and fill ``best_place`` with the first optimal permutation, -1 if none exists.

    Facility i is at ``forced[i]``, or anywhere if that is -1; i and k are never at two locations with
    ``clash[table[i, k]]`` True; the location of i has zone ``zones[0, i]`` in ``zones[1]``. Facilities are
    placed one after another; ``costs[d]`` is the cost among the first d.
    """
    n = len(flow)
    place = np.full(n, -1, dtype=np.int64)
    best_place[:] = -1
    taken = np.zeros(n, dtype=np.bool_)
    for i in range(n):
        if forced[i] >= 0:
            taken[forced[i]] = True
    costs = np.zeros(n + 1, dtype=np.int64)
    best, result, depth = np.int64(0), False, 0
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
        near = zones[0, depth] != zones[1, here]
        for k in range(depth + 1):  # a facility with itself: its forbidden locations
            near = near or clash[table[depth, k], here, place[k]]
        if near:
            continue
        cost = costs[depth] + flow[depth, depth] * distance[here, here]
        for k in range(depth):
            cost += flow[depth, k] * distance[here, place[k]] + flow[k, depth] * distance[place[k], here]
        if depth == n - 1:
            if not result or cost < best:
                best, result = cost, True
                for i in range(n):  # assigning whole arrays takes Numba a second to compile
                    best_place[i] = place[i]
        else:
            depth += 1
            costs[depth] = cost
    return best
