"""Kernels for random numbers and for exchanging parts of arrays."""

from typing import Any

import numpy as np

from foundation.accelerate import kernel

Array = np.ndarray[Any, Any]


@kernel
def next_random(random: Array) -> Any:
    """Advance a splitmix64 generator (Steele, Lea, Flood 2014) and return 64 bits."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    z = random[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def below(random: Array, count: int) -> Any:
    """Return a random integer from 0 to ``count - 1``, count below 2**32."""
    return np.int64(((next_random(random) >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))


@kernel
def swap_entries(u: int, v: int, vector: Array) -> None:
    """Exchange two entries."""
    keep = vector[u]
    vector[u] = vector[v]
    vector[v] = keep


@kernel
def swap_lines(u: int, v: int, matrix: Array) -> None:
    """Exchange two lines."""
    one, two = matrix[u], matrix[v]
    for k in range(one.shape[0]):
        keep = one[k]
        one[k] = two[k]
        two[k] = keep


@kernel
def swap_columns(u: int, v: int, matrix: Array) -> None:
    """Exchange two columns."""
    for k in range(matrix.shape[0]):
        keep = matrix[k, u]
        matrix[k, u] = matrix[k, v]
        matrix[k, v] = keep


@kernel
def shuffle(vector: Array, random: Array) -> None:
    """Put a vector in random order (Fisher and Yates)."""
    for i in range(len(vector) - 1, 0, -1):
        swap_entries(i, below(random, i + 1), vector)
