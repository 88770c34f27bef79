"""Permutations of the bits of a rank: shuffle, reverse, transpose.

Dally, Towles: Principles and Practices of Interconnection Networks, 2004, section 3.2, table 3.1. They need
a power of two of ranks.
"""

from collections.abc import Callable

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.topology import IntArray


def power_of_two(count: int) -> int:
    """Return the largest power of two up to a number."""
    return 1 << (count.bit_length() - 1)


def _rotated(ranks: IntArray, bits: int, by: int) -> IntArray:
    return ((ranks << by) | (ranks >> (bits - by))) & ((1 << bits) - 1)


def _reversed(ranks: IntArray, bits: int) -> IntArray:
    result = np.zeros_like(ranks)
    for bit in range(bits):
        result |= ((ranks >> bit) & 1) << (bits - 1 - bit)
    return result


#: Destinations of ranks with a number of bits. Transpose exchanges row and column of the ranks as a matrix
#: of 2^floor(b/2) rows: for an odd b, as with 8,192 ranks, the matrix is not square.
PERMUTATIONS: dict[str, Callable[[IntArray, int], IntArray]] = {
    "bit-shuffle": lambda ranks, bits: _rotated(ranks, bits, 1),
    "bit-reverse": _reversed,
    "transpose": lambda ranks, bits: _rotated(ranks, bits, bits // 2),
}


def bit_permutation(name: str, count: int) -> IntArray:
    """Return the destination of each of ``count`` ranks, (count,) int32.

    Raises
    ------
    InputError
        If the number of ranks is not a power of two.
    """
    if count & (count - 1):
        near = power_of_two(count)
        what = f"{name} permutes the bits of a rank, and {count:,} ranks are not a power of two"
        raise InputError(setting("ranks"), what, f"give {near:,}")
    return PERMUTATIONS[name](np.arange(count, dtype=np.int32), count.bit_length() - 1)
