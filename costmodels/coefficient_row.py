"""A coefficient as a report lists it, whatever model it belongs to."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

#: How far a number is trusted: read in its source, computed by us, quoted from
#: somebody else's use of it, or not verified by anybody here.
Trust = Literal["read", "computed", "quoted", "unverified"]


@dataclass(frozen=True)
class CoefficientRow:
    """One number with its unit, the year of its price or part, its source and trust."""

    coefficient: str
    value: str
    unit: str
    year: int
    source: str
    trust: Trust


def plain_number(value: float) -> str:
    """Return a number for people, ``7`` rather than ``7.0``."""
    return repr(value).removesuffix(".0")


def exact_decimal(value: float) -> Fraction:
    """Return the shortest decimal number that prints as ``value``, exactly."""
    return Fraction(repr(float(value)))
