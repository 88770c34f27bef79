"""What the fields of other people's files say: names, numbers, ports, rates, lengths, kinds."""

import re
from collections.abc import Sequence
from decimal import Decimal

from netfloor.foundation.errors import InputError
from netfloor.foundation.units import MAX_GBPS, MIN_GBPS, MM_PER_M
from netfloor.topologies.management import MANAGEMENT
from netfloor.topologies.parameters import shown

#: A port as a file says it: a number, a name, or nothing.
PortText = int | str | None
#: The attribute of a device whose unit is counted from the top of a cabinet of unknown height.
UNIT_FROM_TOP = "unit from top"
LONGEST_NAME = 200
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
_SPELLED = {
    "km": ("kilometers", "kilometres"),
    "m": ("meter", "meters", "metre", "metres"),
    "cm": ("centimeters", "centimetres"),
    "mi": ("miles",),
    "ft": ("feet", "foot", "'"),
    "in": ("inches", '"'),
}
_UNIT_OF = {word: unit for unit, words in _SPELLED.items() for word in words}
_NUMBER = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,12})?")
#: Rates as people and data sheets write them: ``100G``, ``25 Gb/s``, ``1000M``, ``400GbE``.
_RATE = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,12})?)(?:\s{0,9}([gmt])(?:b/s|bps|bit/s|be|e|ig)?)?")
_GBPS_OF = {None: Decimal(1), "g": Decimal(1), "m": Decimal("0.001"), "t": Decimal(1000)}
_LENGTH = re.compile(r"([0-9.]{1,25})\s*([A-Za-z'\"]{0,12})")
#: Longer than any cable in a hall.
MAX_MM = 1_000_000_000
LARGEST_PORT = 100_000
#: What lists and exports write for yes and no below ``HalfDepth``, ``BackSide`` or ``Installed``.
YES = frozenset({"y", "yes", "x", "1", "true", "on", "ja", "oui", "si"})
NO = frozenset({"n", "no", "0", "false", "off", "nein", "non"})
#: The side of a panel behind its port, as openDCIM and people write it: ``1|rear``, ``1 (rear)``.
_SIDES = {
    **dict.fromkeys(("front", "vorne", "avant", "frontal"), "front"),
    **dict.fromkeys(("rear", "back", "hinten", "arri\u00e8re", "trasero"), "rear"),
}
_SIDE_LAST = re.compile(rf"(.{{1,80}}?)\s?(?:\||\()\s?({'|'.join(_SIDES)})\s?\)?", re.IGNORECASE)
#: ``p17`` and ``17`` are nothing but a number.
_PLAIN = re.compile(r"p?([1-9][0-9]{0,5})", re.IGNORECASE)
_LAST = re.compile(r"([0-9]{1,6})\Z")
_PARTS = re.compile(r"([0-9]+)")
#: A rack unit, or a span of them: ``40``, ``U40``, ``40U``, ``HE 40``, ``U40-41``.
_UNIT_TEXT = re.compile(
    r"(?:r?u|he)?\s{0,3}([0-9]{1,5})(?:\.0)?(?:\s?[-\u2013]\s?(?:r?u|he)?\s?([0-9]{1,5}))?\s{0,3}(?:r?u|he)?",
    re.IGNORECASE,
)


def checked_name(name: str, where: str, what: str = "a device") -> str:
    """Return a name without blanks around it; refuse one that no message could show."""
    name = name.strip()
    if not name:
        raise InputError(where, f"{what} has no name")
    if not name.isprintable():
        raise InputError(where, f"the name {shown(name)!r} holds a control character")
    if len(name) > LONGEST_NAME:
        raise InputError(where, f"the name {shown(name)!r} is too long", f"at most {LONGEST_NAME}")
    return name


def whole(text: str, where: str, what: str, lowest: int, highest: int) -> int:
    """Return a whole number; spreadsheets may have written it as ``3.0``."""
    digits = text.strip().removesuffix(".0")
    if digits.isascii() and digits.isdecimal() and len(digits) <= 18 and lowest <= int(digits) <= highest:
        return int(digits)
    raise InputError(where, f"{what} {shown(text)!r}", f"a whole number from {lowest} to {highest}")


def side_first(port: str) -> str:
    """Return a port whose side stands behind it as panels call it: ``Port 1|rear`` is ``rear Port 1``."""
    if "|" not in port and port[-1:] != ")":
        return port
    match = _SIDE_LAST.fullmatch(port[:LONGEST_NAME])
    return f"{_SIDES[match[2].lower()]} {match[1]}" if match else port


def yes_or_no(text: str, where: str, what: str) -> bool:
    """Return what a cell of yes and no says; `InputError` where it is neither."""
    said = text.strip().casefold()
    if said not in YES | NO:
        raise InputError(where, f"{what} {shown(text)!r}", "yes or no")
    return said in YES


def units_of(text: str, where: str, lowest: int, highest: int) -> tuple[int, int | None]:
    """Return the lowest unit of ``40``, ``U40``, ``HE 40`` or ``U40-41``, and how many a span covers."""
    if text.isascii() and text.isdecimal() and len(text) < 6 and lowest <= int(text) <= highest:
        return int(text), None
    match = _UNIT_TEXT.fullmatch(text.strip()[:LONGEST_NAME])
    if match is None or match[2] is None:
        return whole(match[1] if match else text, where, "unit", lowest, highest), None
    first, last = sorted(whole(part, where, "unit", lowest, highest) for part in match.groups())
    return first, last - first + 1


def rate_gbps(text: str, where: str) -> float | None:
    """Return a rate in Gb/s, None where the text is empty; Gb/s where no unit is named."""
    if not text.strip():
        return None
    match = _RATE.fullmatch(text.strip().lower())
    gbps = float(Decimal(match[1]) * _GBPS_OF[match[2]]) if match else 0
    if not MIN_GBPS <= gbps <= MAX_GBPS:
        raise InputError(
            where, f"rate {shown(text)!r}", f"such as 100G, 25 Gb/s or 1000M, up to {MAX_GBPS:,} Gb/s"
        )
    return gbps


def length_mm(text: str, where: str, unit: str = "") -> int | None:
    """Return a length in mm, None where the text is empty; metres where no unit is named."""
    text = text.strip()
    if not text:
        return None
    match = _LENGTH.fullmatch(text)
    named = (match[2] if match else "").lower() or unit.strip().lower()
    named = _UNIT_OF.get(named, named)
    if match is None or not _NUMBER.fullmatch(match[1]) or named not in UNITS_MM:
        raise InputError(
            where, f"length {shown(f'{text} {unit}'.strip())!r}", "such as 15, 15.00 m or 49.2 ft"
        )
    mm = round(Decimal(match[1]) * UNITS_MM[named])
    if mm > MAX_MM:
        raise InputError(
            where, f"length {shown(text)!r} is beyond any cable", f"at most {MAX_MM // 10**6} km"
        )
    return mm


def port_number(text: str) -> int | None:
    """Return the number that a port is called by, such as ``17`` or ``p17``, None for a true name."""
    match = _PLAIN.fullmatch(text)
    return int(match[1]) if match is not None and int(match[1]) <= LARGEST_PORT else None


def port_of(text: str, where: str) -> int | str:
    """Return a port as its number where it has no other name; refuse what no message could show."""
    number = port_number(text.strip())
    return checked_name(text, where, "a port") if number is None else number


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts ``p9`` before ``p10``."""
    parts = _PARTS.split(text)
    return tuple((1, int(part[:18]), part) if part.isdecimal() else (0, 0, part.lower()) for part in parts)


def number_ports(stated: Sequence[PortText]) -> tuple[dict[PortText, int], bool]:
    """Return a number from 1 for each port of a node, and whether its names say their numbers.

    A number stays; names take the number that they end in where these differ, else they are
    counted in natural order, past all numbers. The one called ``management`` comes after all of them.
    """
    numbers: dict[PortText, int] = {port: port for port in stated if isinstance(port, int)}
    if len(numbers) == len(stated):
        return numbers, True
    every = sorted({port for port in stated if isinstance(port, str)}, key=natural)
    names = [name for name in every if name != MANAGEMENT]
    last = [_LAST.search(name) for name in names]
    ends = [int(match[1]) for match in last if match is not None]
    differ = len(ends) == len(names) == len({*ends} - {*numbers.values()})
    fit = differ and all(1 <= number <= LARGEST_PORT for number in ends)
    highest = max(numbers.values(), default=0)
    chosen = ends if fit else range(highest + 1, highest + 1 + len(names))
    numbers |= dict(zip(names, chosen, strict=True))
    if MANAGEMENT in every:
        numbers[MANAGEMENT] = max(numbers.values(), default=0) + 1
    return numbers, fit


_KG_OF_UNIT = {"kg": 1.0, "g": 1e-3, "lb": 0.45359237, "oz": 0.028349523125}
_WEIGHT_WORDS = {"kilograms": "kg", "grams": "g", "pounds": "lb", "ounces": "oz"}
_MAX_WEIGHT = 10_000_000.0


def kilograms_of(text: str, unit: str, where: str) -> float | None:
    """Return a weight to 10 g, None where there is none; lists show its unit behind it."""
    number, _, behind = text.partition(" ")
    weight = number_of(number, where, "weight", _MAX_WEIGHT)
    if weight is None:
        return None
    named = (unit or behind or "kg").strip().lower()
    named = _WEIGHT_WORDS.get(named, named)
    if named not in _KG_OF_UNIT:
        raise InputError(where, f"unit of weight {shown(named)!r}", f"one of {', '.join(_KG_OF_UNIT)}")
    return round(weight * _KG_OF_UNIT[named], 2)


def number_of(text: str, where: str, what: str, most: float) -> float | None:
    """Return a number from 0 to ``most``, None where the text is empty."""
    if not text:
        return None
    digits = text.replace(".", "", 1)
    if digits.isascii() and digits.isdecimal() and len(digits) <= 15 and float(text) <= most:
        return float(text)
    raise InputError(where, f"{what} {shown(text)!r}", f"a number from 0 to {most:g}")
