"""Numbers of other people's files: whole ones, rates and lengths in whatever unit."""

import re
from decimal import Decimal

from foundation.errors import InputError
from foundation.units import MM_PER_M
from topologies.parameters import shown

#: Millimetres of each unit that NetBox knows, and of the ways that people spell it.
UNITS_MM = {
    "": Decimal(MM_PER_M),
    "km": Decimal(1_000_000),
    "m": Decimal(MM_PER_M),
    "cm": Decimal(10),
    "mm": Decimal(1),
    "mi": Decimal(1609344),
    "ft": Decimal("304.8"),
    "in": Decimal("25.4"),
}
_SPELLINGS = {
    "kilometers": "km",
    "kilometres": "km",
    "meter": "m",
    "meters": "m",
    "metre": "m",
    "metres": "m",
    "centimeters": "cm",
    "centimetres": "cm",
    "miles": "mi",
    "feet": "ft",
    "foot": "ft",
    "'": "ft",
    "inches": "in",
    '"': "in",
}
_NUMBER = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,12})?")
_LENGTH = re.compile(r"([0-9.]{1,25})\s*([A-Za-z'\"]{0,12})")
#: Longer than any cable in a hall.
MOST_MM = 1_000_000_000
MOST_GBPS = 1_000_000
LARGEST_PORT = 100_000


def whole(text: str, where: str, what: str, lowest: int, highest: int) -> int:
    """Return a whole number; spreadsheets may have written it as ``3.0``."""
    digits = text.strip().removesuffix(".0")
    if digits.isascii() and digits.isdecimal() and len(digits) <= 18 and lowest <= int(digits) <= highest:
        return int(digits)
    raise InputError(where, f"{what} {shown(text)!r}", f"a whole number from {lowest} to {highest}")


def rate_gbps(text: str, where: str) -> float | None:
    """Return a rate in Gb/s, None where the text is empty."""
    text = text.strip().lower().removesuffix("gb/s").removesuffix("gbps").removesuffix("g").strip()
    if not text:
        return None
    if not _NUMBER.fullmatch(text) or not 0 < float(text) <= MOST_GBPS:
        raise InputError(where, f"rate {shown(text)!r}", f"a number of Gb/s up to {MOST_GBPS:,}")
    return float(text)


def length_mm(text: str, where: str, unit: str = "") -> int | None:
    """Return a length in mm, None where the text is empty; metres where no unit is named."""
    text = text.strip()
    if not text:
        return None
    match = _LENGTH.fullmatch(text)
    named = (match[2] if match else "").lower() or unit.strip().lower()
    named = _SPELLINGS.get(named, named)
    if match is None or not _NUMBER.fullmatch(match[1]) or named not in UNITS_MM:
        raise InputError(
            where, f"length {shown(f'{text} {unit}'.strip())!r}", "such as 15, 15.00 m or 49.2 ft"
        )
    mm = round(Decimal(match[1]) * UNITS_MM[named])
    if mm > MOST_MM:
        raise InputError(
            where, f"length {shown(text)!r} is beyond any cable", f"at most {MOST_MM // 10**6} km"
        )
    return mm
