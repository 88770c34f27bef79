"""Kernel that makes a child of two permutations."""

from typing import Any

import numpy as np

from foundation.accelerate import kernel
from layout.dense.vector_kernels import below, shuffle

Array = np.ndarray[Any, Any]


@kernel
def cross(one: Array, two: Array, child: Array, order: Array, random: Array) -> None:
    """Fill ``child`` with a permutation that keeps what both parents agree on.

    Elsewhere, in random order, a facility takes one parent's location, the other's if that
    is gone, and at the end any that is left (uniform crossover; Benlic and Hao 2015,
    Expert Systems with Applications 42).
    """
    n = len(one)
    taken = np.zeros(n, dtype=np.bool_)
    for i in range(n):
        child[i] = -1
        if one[i] == two[i]:
            child[i] = one[i]
            taken[one[i]] = True
    shuffle(order, random)
    for i in order:
        if child[i] < 0:
            first, second = one[i], two[i]
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
