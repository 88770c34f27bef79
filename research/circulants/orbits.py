"""Count the jump sets up to units of Z_n, the most that symmetry alone can save.

Units, taken up to sign, permute the jumps below n / 2. By the lemma of Cauchy and Frobenius the number of
orbits of m-sets is the mean, over all units, of the number of m-sets that a unit fixes: unions of whole
cycles. Jumps with greatest common divisor d with n are permuted like the units of Z_{n/d} up to sign, where
multiplication by u has cycles of one length, the least t with ``u^t = 1`` or -1.
"""

import math
from collections import Counter

import numpy as np

from netfloor.research.circulants.space import SearchSpace
from netfloor.structure.arrays import LongArray


def count_orbits(space: SearchSpace) -> int:
    """Return the number of orbits of jump sets under the units."""
    n, m, units = space.routers, space.free_jumps, space.units
    divisors = [d for d in range(1, (n + 1) // 2) if n % d == 0]
    amounts = np.bincount(np.gcd(space.candidates, n), minlength=n)[divisors]
    lengths = np.column_stack([cycle_lengths(n // d, units) for d in divisors])
    kinds, times = np.unique(lengths, axis=0, return_counts=True)
    rows = zip(kinds.tolist(), (amounts // kinds).tolist(), times.tolist(), strict=True)
    fixed: int = sum(often * _sets_of_cycles(row, cycles, m) for row, cycles, often in rows)
    return fixed // len(units)


def cycle_lengths(modulus: int, units: LongArray) -> LongArray:
    """Return for each unit u the least t with ``u^t`` 1 or -1 in Z_modulus, (units,)."""
    lengths = np.zeros(len(units), dtype=np.int64)
    totient = int((np.gcd(np.arange(1, modulus + 1), modulus) == 1).sum())  # u^totient = 1: Euler
    for t in (t for t in range(1, totient + 1) if totient % t == 0):
        powers = _powers(units, t, modulus)
        new = (lengths == 0) & ((powers == 1 % modulus) | (powers == modulus - 1))
        lengths[new] = t
    return lengths


def _powers(bases: LongArray, exponent: int, modulus: int) -> LongArray:
    """Return powers in Z_modulus; products fit 64 bits."""
    result, square = np.ones_like(bases) % modulus, bases % modulus
    while exponent:
        if exponent & 1:
            result = result * square % modulus
        square = square * square % modulus
        exponent >>= 1
    return result


def _sets_of_cycles(lengths: list[int], cycles: list[int], size: int) -> int:
    """Return the number of unions of cycles with a given size, from the number of cycles by length."""
    of_length: Counter[int] = Counter()
    for length, amount in zip(lengths, cycles, strict=True):
        of_length[length] += amount
    ways = [1] + [0] * size
    for length, amount in of_length.items():
        ways = [
            sum(math.comb(amount, i) * ways[s - i * length] for i in range(min(amount, s // length) + 1))
            for s in range(size + 1)
        ]
    return ways[size]
