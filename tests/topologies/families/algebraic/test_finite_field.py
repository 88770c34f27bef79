"""Field tables against polynomial arithmetic done by hand."""

from itertools import zip_longest

import galois
import numpy as np
import pytest

from netfloor.topologies.families.algebraic.finite_field import CONWAY, conway, finite_field
from netfloor.topologies.families.algebraic.numbers import prime_power

PRIME_POWERS = [(q, power) for q in range(2, 129) if (power := prime_power(q)) and power[1] > 1]


def digits(value: int, p: int) -> list[int]:
    """Return the digits of a number to base p, lowest first."""
    return [] if value == 0 else [value % p, *digits(value // p, p)]


def from_digits(coefficients: list[int], p: int) -> int:
    """Return the number with these digits."""
    return sum(c * p**i for i, c in enumerate(coefficients))


def multiplied(a: int, b: int, p: int, modulus: list[int]) -> int:
    """Return a product of polynomials modulo a monic one, coefficient by coefficient."""
    result = [0] * 20
    for i, x in enumerate(digits(a, p)):
        for j, y in enumerate(digits(b, p)):
            result[i + j] = (result[i + j] + x * y) % p
    m = len(modulus) - 1
    for top in range(19, m - 1, -1):
        for i in range(m + 1):
            if i < m:
                result[top - m + i] = (result[top - m + i] - result[top] * modulus[i]) % p
        result[top] = 0
    return from_digits(result, p)


@pytest.mark.parametrize(("q", "power"), PRIME_POWERS)
def test_sums_are_digitwise(q: int, power: tuple[int, int]) -> None:
    """Polynomials add coefficient by coefficient modulo p."""
    p, plus = power[0], finite_field(q).plus
    for a in range(0, q, max(1, q // 4)):
        for b in range(q):
            pairs = zip_longest(digits(a, p), digits(b, p), fillvalue=0)
            assert plus[a, b] == from_digits([(x + y) % p for x, y in pairs], p)


@pytest.mark.parametrize(("q", "power"), PRIME_POWERS)
def test_products_are_those_modulo_one_polynomial(q: int, power: tuple[int, int]) -> None:
    """Products are polynomial products modulo the polynomial that x**m reveals."""
    p, m = power
    field = finite_field(q)
    x_to_m = int(field.times[p ** (m - 1), p])
    tail = digits(int(field.negative[x_to_m]), p)
    modulus = [*tail, *[0] * (m - len(tail)), 1]
    for a in range(0, q, max(1, q // 4)):
        for b in range(q):
            assert field.times[a, b] == multiplied(a, b, p, modulus)


@pytest.mark.parametrize("q", [*(q for q, _ in PRIME_POWERS), 13, 127])
def test_powers_run_through_the_whole_field(q: int) -> None:
    """The primitive element's powers are all non-zero elements, and none smaller does that."""
    field = finite_field(q)
    assert sorted(field.powers.tolist()) == list(range(1, q))
    assert (field.times[field.powers[:-1], field.powers[1]] == field.powers[1:]).all()
    for smaller in range(1, int(field.powers[1])):
        reached, element = {1}, smaller
        while element not in reached:
            reached.add(element)
            element = int(field.times[element, smaller])
        assert len(reached) < q - 1


@pytest.mark.parametrize("q", [q for q, _ in PRIME_POWERS])
def test_negative_sums_to_zero(q: int) -> None:
    """An element and its negative add up to 0."""
    field = finite_field(q)
    assert (field.plus[np.arange(q), field.negative] == 0).all()


def test_numbering_is_fixed_by_the_conway_polynomial() -> None:
    """GF(9) is built on x^2 + 2x + 2 and GF(8) on x^3 + x + 1 (Luebeck's tables)."""
    assert finite_field(9).times[3, 3] == 3 + 1  # x^2 = -2x - 2 = x + 1
    assert finite_field(8).times[4, 2] == 2 + 1  # x^3 = x + 1


def test_the_table_of_conway_polynomials_is_that_of_galois() -> None:
    """Coefficient by coefficient; larger fields are asked of galois."""
    for q, coefficients in CONWAY.items():
        p, m = prime_power(q) or (0, 0)
        assert [1, *coefficients] == [int(value) for value in galois.conway_poly(p, m).coeffs]
        assert conway(p, m) == list(coefficients)
    assert conway(17, 2) == [int(value) for value in galois.conway_poly(17, 2).coeffs][1:]
