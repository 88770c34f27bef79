"""Small number theory for families whose parameters are primes or prime powers.

Written out because galois, which has all of it, takes longer to import than listing the families takes.
"""

import math
from collections.abc import Callable

from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import Values

#: Deciding bases for every value below 3.3e24 (Sorenson and Webster 2015, "Strong pseudoprimes to twelve
#: prime bases"); parameters have at most 18 digits.
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


def is_prime(value: int) -> bool:
    """Test for a prime, by Miller-Rabin with deciding bases."""
    if value < 2:
        return False
    for prime in _WITNESSES:
        if value % prime == 0:
            return value == prime
    return all(_passes(value, base) for base in _WITNESSES)


def is_odd_prime(value: int) -> bool:
    """Test for a prime other than 2."""
    return value != 2 and is_prime(value)


def prime_power(value: int) -> tuple[int, int] | None:
    """Return ``(p, m)`` with ``value = p**m`` and p prime, or None."""
    if is_prime(value):
        return value, 1
    for exponent in range(max(value, 1).bit_length(), 1, -1):
        root = round(float(max(value, 0)) ** (1 / exponent))  # for 18 digits the error is far below 1/2
        if root**exponent == value and is_prime(root):
            return root, exponent
    return None


def primes_up_to(limit: int) -> list[int]:
    """Return every prime up to a limit, by the sieve of Eratosthenes."""
    sieve = bytearray([1]) * (limit + 1)
    for value in range(2, math.isqrt(max(limit, 0)) + 1):
        if sieve[value]:
            sieve[value * value :: value] = bytes(len(range(value * value, limit + 1, value)))
    return [value for value in range(2, limit + 1) if sieve[value]]


def prime_powers_up_to(limit: int) -> list[int]:
    """Return every prime power up to a limit, sorted, without 1."""
    exponents = range(1, max(limit, 1).bit_length())
    return sorted(p**m for p in primes_up_to(limit) for m in exponents if p**m <= limit)


def legendre(value: int, prime: int) -> int:
    """Return the Legendre symbol (value | prime) of an odd prime.

    It is 1, -1, or 0 for a multiple (Euler's criterion).
    """
    power = pow(value % prime, (prime - 1) // 2, prime)
    return -1 if power == prime - 1 else power


def primitive_root(prime: int) -> int:
    """Return the smallest generator of the non-zero residues of a prime."""
    order = prime - 1
    tests = [order // factor for factor in primes_up_to(order) if order % factor == 0]
    return next(g for g in range(1, prime) if all(pow(g, test, prime) != 1 for test in tests))


def valid_number(
    values: Values, name: str, valid: Callable[[int], bool], lowest: int, what: Callable[[int], str]
) -> int:
    """Return a parameter's number if it is valid, else raise `InputError` with the nearest valid numbers.

    ``lowest`` is the smallest valid number; ``what`` describes the fault of an invalid number.
    """
    value = values.signed(name)
    if not valid(value):
        raise InputError(values.where, f"{name}={value} {what(value)}", nearest(valid, value, lowest))
    return value


def nearest(valid: Callable[[int], bool], value: int, lowest: int) -> str:
    """Return the valid values on both sides of a wrong value, for a message: ``nearest: 5, 7``."""
    start = max(value, lowest)
    below = next((number for number in range(start - 1, lowest - 1, -1) if valid(number)), None)
    above = next(number for number in range(start, 2 * start + 3) if valid(number))
    return "nearest: " + (f"{below}, {above}" if below is not None else f"{above}")


def _passes(value: int, base: int) -> bool:
    """Test whether ``value`` is a strong probable prime to this base."""
    twos = ((value - 1) & -(value - 1)).bit_length() - 1
    power = pow(base, (value - 1) >> twos, value)
    if power in {1, value - 1}:
        return True
    return any((power := power * power % value) == value - 1 for _ in range(twos - 1))
