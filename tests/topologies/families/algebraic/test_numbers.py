"""Number theory behind the families."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.topologies.families.algebraic.numbers import (
    is_prime,
    legendre,
    nearest,
    prime_power,
    prime_powers_up_to,
    primes_up_to,
    primitive_root,
)

PRIMES = [n for n in range(2, 400) if all(n % d for d in range(2, n))]


def test_is_prime_agrees_with_trial_division() -> None:
    """A number is prime if no smaller one above 1 divides it."""
    assert [value for value in range(-3, 400) if is_prime(value)] == PRIMES


@pytest.mark.parametrize("value", [561, 3215031751, 3825123056546413051, 2**61 + 1, 10**18 + 1])
def test_is_prime_is_not_fooled(value: int) -> None:
    """Carmichael numbers and strong pseudoprimes to small bases are composite."""
    assert not is_prime(value)


@given(st.sampled_from(PRIMES), st.integers(1, 7))
def test_prime_power_finds_base_and_exponent(prime: int, exponent: int) -> None:
    """``p**m`` is recognised as the power of its own prime."""
    assert prime_power(prime**exponent) == (prime, exponent)


@given(st.sampled_from(PRIMES), st.sampled_from(PRIMES), st.integers(1, 4), st.integers(1, 4))
def test_prime_power_refuses_two_primes(p: int, r: int, i: int, j: int) -> None:
    """A product of powers of two different primes is no prime power."""
    assert p == r or prime_power(p**i * r**j) is None


@pytest.mark.parametrize("value", [-4, -1, 0, 1])
def test_prime_power_refuses_what_is_below_two(value: int) -> None:
    """Nothing below 2 is a prime power."""
    assert prime_power(value) is None


@pytest.mark.parametrize("prime", [p for p in PRIMES if 2 < p < 60])
def test_legendre_tells_squares(prime: int) -> None:
    """The symbol is 1 for non-zero squares, -1 for other residues and 0 for multiples."""
    squares = {x * x % prime for x in range(1, prime)}
    for value in range(-prime, 2 * prime):
        residue = value % prime
        assert legendre(value, prime) == (0 if residue == 0 else 1 if residue in squares else -1)


@pytest.mark.parametrize("prime", PRIMES[:40])
def test_primitive_root_is_the_smallest_generator(prime: int) -> None:
    """Its powers are all non-zero residues; no smaller number's are."""
    orders = {g: len({pow(g, e, prime) for e in range(prime - 1)}) for g in range(1, prime)}
    assert primitive_root(prime) == min(g for g in orders if orders[g] == prime - 1)


@pytest.mark.parametrize("limit", [-3, 0, 1, 2, 3, 4, 24, 25, 26, 1000, 2187])
def test_lists_up_to_a_limit(limit: int) -> None:
    """The sieves list what the tests of single numbers accept, the limit included."""
    numbers = range(2, limit + 1)
    assert primes_up_to(limit) == [value for value in numbers if is_prime(value)]
    assert prime_powers_up_to(limit) == [value for value in numbers if prime_power(value)]


@pytest.mark.parametrize(
    ("value", "lowest", "expected"),
    [(6, 2, "nearest: 5, 7"), (1, 2, "nearest: 2"), (2, 3, "nearest: 3"), (9, 2, "nearest: 7, 11")],
)
def test_nearest_names_both_neighbours(value: int, lowest: int, expected: str) -> None:
    """The closest valid value on each side that is not below the lowest."""
    assert nearest(is_prime, value, lowest) == expected
