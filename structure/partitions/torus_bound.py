"""The edge-isoperimetric bound on the cuboids of a torus."""

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class TorusBound:
    """What every cuboid of so many routers has at least around it.

    Attributes
    ----------
    value
        The bound, a real number of links.
    links
        The least whole number that is not below it, by integer arithmetic.
    covered
        The dimensions that the minimum covers, r of Theorem 3.1, those of size 1 left out.
    """

    value: float
    links: int
    covered: int


def torus_bound(sizes: Sequence[int], size: int) -> TorusBound:
    """Return the least of ``2 m (k t^(m-1))^(1/m)`` over the dimensions left uncovered.

    ``k`` is the product of the r smallest sizes, ``m = D - r``, ``t`` the routers of the set
    (Oltchik, Schwartz: Network Partitioning and Avoidable Contention, Theorem 3.1). It holds for
    cuboids where a ring of 2 is two links; with one link it fails for 2x2x2. For other
    sets the paper only conjectures it.

    Parameters
    ----------
    sizes
        Routers along each dimension, at least 1.
    size
        Routers of the set, 1 .. half of all.

    Raises
    ------
    ValueError
        If the set is empty or larger than half of the torus.
    """
    lengths = sorted(length for length in sizes if length > 1)
    if not 1 <= size <= math.prod(lengths) // 2:
        raise ValueError("the bound is for 1 .. half of all routers")
    powers = [_power(lengths, covered, size) for covered in range(len(lengths))]
    links = [_root((2 * m) ** m * inside, m) for m, inside in powers]
    values = [_value(m, inside, whole) for (m, inside), whole in zip(powers, links, strict=True)]
    best = min(range(len(powers)), key=lambda covered: (values[covered], covered))
    return TorusBound(values[best], links[best], best)


def _power(lengths: Sequence[int], covered: int, size: int) -> tuple[int, int]:
    """Return the uncovered dimensions m and ``k t^(m-1)``."""
    left = len(lengths) - covered
    return left, math.prod(lengths[:covered]) * size ** (left - 1)


def _value(left: int, inside: int, whole: int) -> float:
    """Return ``2 m inside^(1/m)``, without rounding where it is whole."""
    exact = whole**left == (2 * left) ** left * inside
    return float(whole) if exact else 2 * left * math.exp(math.log(inside) / left)


def _root(number: int, degree: int) -> int:
    """Return the least whole x with ``x^degree >= number``."""
    low, high = 0, 1 << -(-number.bit_length() // degree)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if middle**degree >= number else (middle, high)
    return high
