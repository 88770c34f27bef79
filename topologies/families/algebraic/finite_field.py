"""Addition and multiplication tables of a finite field with elements 0 .. q-1.

Computed here because galois compiles the arithmetic before its first sum, which takes 5 s for GF(9).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.topologies.families.algebraic.numbers import prime_power, primitive_root
from netfloor.topologies.topology import IntArray

#: Conway polynomials of small fields by order of the field, without the leading coefficient, highest first;
#: copied from galois, which takes longer to import than most networks take to build.
CONWAY: dict[int, tuple[int, ...]] = {
    4: (1, 1),
    8: (0, 1, 1),
    9: (2, 2),
    16: (0, 0, 1, 1),
    25: (4, 2),
    27: (0, 2, 1),
    32: (0, 0, 1, 0, 1),
    49: (6, 3),
    64: (0, 1, 1, 0, 1, 1),
    81: (2, 0, 0, 2),
    121: (7, 2),
    125: (0, 3, 3),
    128: (0, 0, 0, 0, 0, 1, 1),
    169: (12, 2),
    243: (0, 0, 0, 2, 1),
    256: (0, 0, 0, 1, 1, 1, 0, 1),
}


@dataclass(frozen=True, eq=False, repr=False)
class FiniteField:
    """The field with q elements.

    Element ``a`` is the polynomial whose coefficients are the digits of ``a`` in base p, modulo the Conway
    polynomial; for a prime q it is the residue ``a``.

    Attributes
    ----------
    plus, times
        Sums and products, (q, q) int32.
    powers
        Powers 0 .. q-2 of the smallest primitive element, (q - 1,) int32.
    """

    plus: IntArray
    times: IntArray
    powers: IntArray

    @property
    def negative(self) -> IntArray:
        """Additive inverse of each element, (q,) int32."""
        return np.asarray(np.argmin(self.plus, axis=1), dtype=np.int32)


def finite_field(q: int) -> FiniteField:
    """Build the field with ``q = p**m`` elements; `ValueError` if q is not a prime power.

    For m > 1 the modulus is the Conway polynomial (Luebeck's tables, as in galois), whose root, element p,
    is primitive. Elements below p form the prime field, so p is the smallest primitive element.
    """
    power = prime_power(q)
    if power is None:
        raise ValueError(f"{q} is not a prime power")
    return _prime_field(q) if power[1] == 1 else _extension_field(*power)


def _prime_field(p: int) -> FiniteField:
    values, root = np.arange(p), primitive_root(p)
    powers = np.array([pow(root, exponent, p) for exponent in range(p - 1)])
    return _tables(np.add.outer(values, values) % p, np.multiply.outer(values, values) % p, powers)


def _extension_field(p: int, m: int) -> FiniteField:
    powers = _powers_of_x(p, m)
    logarithms = np.empty(p**m, dtype=np.int64)
    logarithms[powers] = np.arange(len(powers))
    times = powers[np.add.outer(logarithms[1:], logarithms[1:]) % len(powers)]
    return _tables(_digitwise_sums(p, m), np.pad(times, ((1, 0), (1, 0))), powers)


def conway(p: int, m: int) -> list[int]:
    """Return the coefficients of a field's Conway polynomial below the leading one, highest first."""
    if p**m in CONWAY:
        return list(CONWAY[p**m])
    import galois  # noqa: PLC0415 - takes a second to import

    return [int(value) for value in galois.conway_poly(p, m).coeffs][1:]


def _powers_of_x(p: int, m: int) -> IntArray:
    """Return powers 0 .. p^m - 2 of x modulo the Conway polynomial, as element numbers."""
    modulus = conway(p, m)
    element, powers = [0] * (m - 1) + [1], []
    for _ in range(p**m - 1):
        powers.append(sum(digit * p**place for place, digit in enumerate(reversed(element))))
        top, *rest = element
        element = [(a - top * b) % p for a, b in zip([*rest, 0], modulus, strict=True)]
    return np.array(powers, dtype=np.int32)


def _digitwise_sums(p: int, m: int) -> IntArray:
    """Return a + b for elements added digit by digit modulo p, (p^m, p^m)."""
    elements = np.arange(p**m)
    places = (elements // p**place % p for place in range(m))
    sums = (np.add.outer(digits, digits) % p * p**place for place, digits in enumerate(places))
    return np.asarray(sum(sums), dtype=np.int32)


def _tables(plus: npt.ArrayLike, times: npt.ArrayLike, powers: npt.ArrayLike) -> FiniteField:
    return FiniteField(*(np.array(table, dtype=np.int32) for table in (plus, times, powers)))
