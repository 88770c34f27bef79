"""Spare pieces to buy: a percentage of the pieces used, or a fixed number per part."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from netfloor.costmodels.sets.coefficient import exact_decimal
from netfloor.foundation.errors import InputError

#: Largest percentage and largest number of spares of one part.
MAX_PERCENT, MAX_PIECES = 1000, 10**9
_PERCENT = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*%", re.ASCII)
_COUNT = re.compile(r"[0-9]{1,10}", re.ASCII)
_EXPECTED = "write 2% for every part, PART=5% or PART=4 pieces for one"


@dataclass(frozen=True)
class Spare:
    """A percentage of the pieces used, rounded up, or a number of pieces; the other is 0."""

    percent: Fraction = Fraction(0)
    pieces: int = 0

    def __post_init__(self) -> None:
        if self.percent < 0 or self.pieces < 0:
            raise ValueError("spares must not be negative")

    def count(self, used: int) -> int:
        """Return the spares for a number of pieces used, none if no piece is used."""
        if used < 0:
            raise ValueError("a number of pieces must not be negative")
        return math.ceil(used * self.percent / 100) + self.pieces if used else 0

    def __str__(self) -> str:
        """Return the rule as a report states it."""
        if self.percent:
            return f"{float(self.percent):g} %, rounded up"
        return f"{self.pieces} pieces" if self.pieces else "none"


def spare_of(pieces: int | None, percent: float | None) -> Spare:
    """Return the rule of a catalogue's fields: the number of pieces if given, else the percentage."""
    if pieces is not None:
        return Spare(pieces=pieces)
    return Spare(percent=exact_decimal(percent or 0.0))


@dataclass(frozen=True)
class SpareRule:
    """The spares rule for every part (None means the catalogue's), and exceptions for some parts."""

    every: Spare | None = None
    by_part: Mapping[str, Spare] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_part", MappingProxyType(dict(self.by_part)))

    def unknown(self, parts: Iterable[str]) -> tuple[str, ...]:
        """Return parts with a rule that are not bought, for a warning."""
        return tuple(sorted(set(self.by_part) - set(parts)))


def parse_spare_rule(texts: Sequence[str], where: str) -> SpareRule:
    """Parse a rule written as ``2%``, ``PART=5%`` and ``PART=4``, in any order.

    Raise `InputError` if an item is unreadable or occurs twice; the message names ``where``.
    """
    rules: dict[str | None, Spare] = {}
    for text in texts:
        name, equals, amount = text.rpartition("=")
        part = name.strip() if equals else None
        if part == "":
            raise InputError(where, f"{text[:80]!r} names no part", _EXPECTED)
        if part in rules:
            twice = f"part {part!r}" if part else "every part"
            raise InputError(where, f"spares of {twice} are specified twice")
        rules[part] = _parse(amount.strip(), text, where)
    every = rules.pop(None, None)
    return SpareRule(every, {part: spare for part, spare in rules.items() if part is not None})


def _parse(amount: str, text: str, where: str) -> Spare:
    if match := _PERCENT.fullmatch(amount):
        spare = Spare(percent=Fraction(match[1]))
    elif "=" in text and _COUNT.fullmatch(amount):
        spare = Spare(pieces=int(amount))
    else:
        raise InputError(where, f"{text[:80]!r} is not a rule for spares", _EXPECTED)
    if spare.percent > MAX_PERCENT or spare.pieces > MAX_PIECES:
        raise InputError(where, f"{text[:80]!r} is too many spares", f"at most {MAX_PERCENT} %")
    return spare
