"""Arithmetic tables of a finite field, its elements numbered 0 .. q-1."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from topologies.numbers import primitive_root
from topologies.topology import IntArray


@dataclass(frozen=True, eq=False, repr=False)
class FiniteField:
    """The field with q elements.

    Element ``a`` stands for the polynomial whose coefficients are the digits of ``a`` to
    base p, modulo the Conway polynomial; for a prime q it is the residue ``a``.

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


def finite_field(p: int, m: int) -> FiniteField:
    """Return the field with ``p**m`` elements; p must be prime.

    For m > 1 the modulus is the Conway polynomial (Luebeck's tables, as galois holds
    them), whose root, element p, is primitive. Elements below p lie in the prime field, so
    p is the smallest primitive element.
    """
    return _prime_field(p) if m == 1 else _extension_field(p, m)


def _prime_field(p: int) -> FiniteField:
    values, root = np.arange(p), primitive_root(p)
    powers = np.array([pow(root, exponent, p) for exponent in range(p - 1)])
    return _tables(np.add.outer(values, values) % p, np.multiply.outer(values, values) % p, powers)


def _extension_field(p: int, m: int) -> FiniteField:
    import galois  # noqa: PLC0415 - a heavy import

    field = galois.GF(
        p**m,
        irreducible_poly=galois.conway_poly(p, m),
        primitive_element=p,
        verify=False,
        compile="python-calculate",  # compiling takes longer than these small tables
    )
    values = field(np.arange(p**m))
    powers = field(np.full(p**m - 1, p)) ** np.arange(p**m - 1)
    return _tables(np.add.outer(values, values), np.multiply.outer(values, values), powers)


def _tables(plus: npt.ArrayLike, times: npt.ArrayLike, powers: npt.ArrayLike) -> FiniteField:
    return FiniteField(*(np.array(table, dtype=np.int32) for table in (plus, times, powers)))
