"""Parsers of fields in external files: names, numbers, ports, rates, lengths, kinds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from netfloor.fabric.links import SIDE_WORDS
from netfloor.foundation.errors import InputError
from netfloor.foundation.units import MAX_GBPS, MIN_GBPS, MM_PER_M
from netfloor.topologies.management import MANAGEMENT
from netfloor.topologies.parameters import shown

#: A port in a file: a number, a name, or None.
PortText = int | str | None
#: Attribute of a device whose unit is counted from the top of a cabinet of unknown height.
UNIT_FROM_TOP = "unit from top"
LONGEST_NAME = 200
#: Millimetres per unit, for NetBox's units and their common spellings.
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
#: Common spellings of rates: ``100G``, ``25 Gb/s``, ``1000M``, ``400GbE``.
_RATE = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,12})?)(?:\s{0,9}([gmt])(?:b/s|bps|bit/s|be|e|ig)?)?")
_GBPS_OF = {None: Decimal(1), "g": Decimal(1), "m": Decimal("0.001"), "t": Decimal(1000)}
_LENGTH = re.compile(r"([0-9.]{1,25})\s*([A-Za-z'\"]{0,12})")
#: Above the length of any cable in a hall.
MAX_MM = 1_000_000_000
LARGEST_PORT = 100_000
#: Texts for yes and no under ``HalfDepth``, ``BackSide`` or ``Installed``.
YES = frozenset({"y", "yes", "x", "1", "true", "on", "ja", "oui", "si"})
NO = frozenset({"n", "no", "0", "false", "off", "nein", "non"})
#: The side suffix of a panel port in openDCIM and elsewhere: ``1|rear``, ``1 (rear)``.
_SIDES = {word: side for side, words in SIDE_WORDS.items() for word in words if len(word) > 1}
_SIDE_LAST = re.compile(rf"(.{{1,80}}?)\s?(?:\||\()\s?({'|'.join(_SIDES)})\s?\)?", re.IGNORECASE)
#: Port names that are plain numbers: ``p17`` and ``17``.
_PLAIN = re.compile(r"p?([1-9][0-9]{0,5})", re.IGNORECASE)
_LAST = re.compile(r"([0-9]{1,6})\Z")
_PARTS = re.compile(r"([0-9]+)")
#: Words for rack units: U, RU, Open Rack's OU, UR in Spanish, HE in German.
_U = r"(?:r?u|ou|ur|he)"
_UNIT_WORD = rf"(?:{_U}\.?)?"
_NUMBER_OF_UNIT = rf"{_UNIT_WORD}\s{{0,3}}[0-9]{{1,5}}\s{{0,3}}{_UNIT_WORD}"
_BETWEEN_UNITS = r"\s{0,3}(?:[-\u2013\u2026/+,&;]|\.{2,3}|to|bis|\u00e0|a|y|et|und|and)\s{0,3}"
#: One or several rack units, and a height: ``40``, ``U40``, ``HE 40``, ``U40-41``, ``20/21``, ``12 (2U)``.
UNIT_TEXT = (
    rf"{_NUMBER_OF_UNIT}(?:{_BETWEEN_UNITS}{_NUMBER_OF_UNIT}){{0,60}}"
    rf"(?:\s{{0,3}}\(\s?[0-9]{{1,2}}\s{{0,3}}{_U}\.?\s?\))?"
)
_UNIT_TEXT = re.compile(UNIT_TEXT, re.IGNORECASE)
#: Words for the halves of a unit, as seen from the front.
_HALVES = {
    **dict.fromkeys(("l", "left", "links", "gauche", "izquierda"), "left"),
    **dict.fromkeys(("r", "right", "rechts", "droite", "derecha"), "right"),
}
#: Behind a unit, the half or the bay of a device: ``21L``, ``U21 left``, ``21-right``, ``21.2``, ``21B``.
BAY_TEXT = (
    rf"(?:[-_./ ]{{0,2}}\(?(?:{'|'.join(sorted(_HALVES, key=len, reverse=True))})(?:[ -](?:half|side))?\)?"
    r"|\.[1-9]|[-_ ]?[a-h])"
)
_BAY = re.compile(rf"({UNIT_TEXT})({BAY_TEXT})", re.IGNORECASE)
_LETTERS = re.compile(r"[a-z]+|[1-9]", re.IGNORECASE)
_HEIGHT_BEHIND = re.compile(rf"\(\s?([0-9]{{1,2}})\s{{0,3}}{_U}\.?\s?\)\Z", re.IGNORECASE)
_NUMBERS = re.compile(r"[0-9]{1,5}")
_ZERO = re.compile(r"(?<=[0-9])\.0(?![0-9])")  # of spreadsheets
_LISTED = re.compile(r"[/+,&;]|\b(?:y|et|und|and)\b", re.IGNORECASE)
_OF_UNITS = "such as 12, U12, HE 12, U12-13, 12/13 or 12 (2U), of half width 12 left or 12 right"


def checked_name(name: str, where: str, what: str = "a device") -> str:
    """Return a name without surrounding spaces; refuse a name that cannot be displayed."""
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
    """Move the side suffix of a panel port to the front: ``Port 1|rear`` becomes ``rear Port 1``."""
    if "|" not in port and port[-1:] != ")":
        return port
    match = _SIDE_LAST.fullmatch(port[:LONGEST_NAME])
    return f"{_SIDES[match[2].lower()]} {match[1]}" if match else port


def yes_or_no(text: str, where: str, what: str) -> bool:
    """Parse a yes/no cell; raise `InputError` for other texts."""
    said = text.strip().casefold()
    if said not in YES | NO:
        raise InputError(where, f"{what} {shown(text)!r}", "yes or no")
    return said in YES


#: Places beside the units of a rack, which need no unit.
_AT_SIDE = re.compile(
    r"(?:(?:front|rear|back)[\s-])?(?:left|right|side)(?:[\s-](?:side|rear|back|front))?|zero[\s-]?r?u|0\s?r?u"
    r"|side[\s-]?mount(?:ed)?|vertical|links|rechts|seitlich|seite|gauche|droite|vertikal|izquierda|derecha",
    re.IGNORECASE,
)


def is_at_side(text: str) -> bool:
    """Return whether a unit says that a device is mounted beside the units: ``Left Side``, ``0U``."""
    return bool(_AT_SIDE.fullmatch(text.strip()[:LONGEST_NAME]))


def units_of(text: str, where: str, lowest: int, highest: int) -> tuple[int, int | None]:
    """Return the lowest unit of ``40``, ``U40`` or ``HE 40``, and the height of ``U40-41`` or ``40 (2U)``.

    Raises `InputError` for another text, numbers without their neighbours, and two different heights.
    """
    if text.isascii() and text.isdecimal() and len(text) < 6 and lowest <= int(text) <= highest:
        return int(text), None
    advice = f"a whole number from {lowest} to {highest}, {_OF_UNITS}"
    said = _ZERO.sub("", text.strip()[:LONGEST_NAME])
    if _UNIT_TEXT.fullmatch(said) is None:
        raise InputError(where, f"unit {shown(text)!r}", advice)
    height = _HEIGHT_BEHIND.search(said)
    numbers = [int(number) for number in _NUMBERS.findall(said[: height.start()] if height else said)]
    first, last = min(numbers), max(numbers)
    if not lowest <= first <= last <= highest:
        raise InputError(where, f"unit {shown(text)!r}", advice)
    span = last - first + 1
    if len(numbers) != span and (len(numbers) != 2 or _LISTED.search(said)):
        raise InputError(where, f"unit {shown(text)!r} has gaps between its numbers", advice)
    stated = None if height is None else int(height[1])
    if stated is not None and len(numbers) > 1 and stated != span:
        what = f"unit {shown(text)!r}: {span} units, but a height of {stated}"
        raise InputError(where, what, "one of them")
    return first, stated if len(numbers) == 1 else span


def split_bay(text: str) -> tuple[str, str]:
    """Return the unit and the bay of ``21L`` (``left``), ``21.1`` (``1``) or ``21A`` (``A``).

    The bay is empty for a text without one.
    """
    said = _ZERO.sub("", text.strip()[:LONGEST_NAME])
    if _UNIT_TEXT.fullmatch(said) or (match := _BAY.fullmatch(said)) is None:
        return text, ""
    word = _LETTERS.findall(match[2])[0]
    return match[1], _HALVES.get(word.lower(), word.upper())


def rate_gbps(text: str, where: str) -> float | None:
    """Return a rate in Gb/s, None for an empty text; the default unit is Gb/s."""
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
    """Return a length in mm, None for an empty text; the default unit is metres."""
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
    """Return the number of a port named ``17`` or ``p17``, None for other names."""
    match = _PLAIN.fullmatch(text)
    return int(match[1]) if match is not None and int(match[1]) <= LARGEST_PORT else None


def port_of(text: str, where: str) -> int | str:
    """Return a port as a number if its name is a plain one; refuse a name that cannot be displayed."""
    name = text.strip()
    number = port_number(name) if name.isdecimal() else None
    return checked_name(text, where, "a port") if number is None else number


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a natural sort key: ``p9`` before ``p10``."""
    parts = _PARTS.split(text)
    return tuple((1, int(part[:18]), part) if part.isdecimal() else (0, 0, part.lower()) for part in parts)


def number_ports(stated: Sequence[PortText]) -> tuple[dict[PortText, int], bool]:
    """Return a number from 1 for each port of a node, and whether the names contain the numbers.

    Numbers stay unchanged, and ``p17`` is 17; other names get the number at their end if these
    differ, otherwise consecutive numbers in natural order, above all others. The port ``management`` comes
    last.
    """
    numbers: dict[PortText, int] = {port: port for port in stated if isinstance(port, int)}
    if len(numbers) == len(stated):
        return numbers, True
    texts = {port for port in stated if isinstance(port, str)}
    plain: dict[PortText, int] = {
        name: number for name in texts if (number := port_number(name)) is not None
    }
    if len({*plain.values(), *numbers.values()}) == len(plain) + len(numbers):
        numbers |= plain
    every = sorted(texts - numbers.keys(), key=natural)
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


#: Descriptions of InfiniBand's managed switches, and the chips of directors.
_MANAGED = re.compile(r"MF0;(?P<name>[^;]*):(?P<model>[^:/;]*)(?P<chip>(?:/[A-Za-z0-9]+)*)")
_BOARD = re.compile(r"/[LS][0-9]+(?:/U[0-9]+)?")


@dataclass(frozen=True)
class Description:
    """A parsed node description.

    Attributes
    ----------
    name, model
        The device's name and its type.
    board
        The chip of a director, such as ``L01/U1``; empty for any other device.
    """

    name: str
    model: str = ""
    board: str = ""


def parse_description(text: str) -> Description:
    """Parse ``MF0;NAME:MODEL/L01/U1``; any other text is a name."""
    match = _MANAGED.fullmatch(text.strip())
    if match is None or not match["name"].strip():
        return Description(text.strip())
    chip = match["chip"]
    return Description(
        match["name"].strip(), match["model"], chip.lstrip("/") if _BOARD.fullmatch(chip) else ""
    )


_KG_OF_UNIT = {"kg": 1.0, "g": 1e-3, "lb": 0.45359237, "oz": 0.028349523125}
_WEIGHT_WORDS = {"kilograms": "kg", "grams": "g", "pounds": "lb", "ounces": "oz"}
_MAX_WEIGHT = 10_000_000.0


def kilograms_of(text: str, unit: str, where: str) -> float | None:
    """Return a weight rounded to 10 g, None if missing; in lists its unit may follow it."""
    number, _, behind = text.partition(" ")
    weight = number_of(number, where, "weight", _MAX_WEIGHT)
    if weight is None:
        return None
    named = (unit or behind or "kg").strip().lower()
    named = _WEIGHT_WORDS.get(named, named)
    if named not in _KG_OF_UNIT:
        raise InputError(where, f"unit of weight {shown(named)!r}", f"one of {', '.join(_KG_OF_UNIT)}")
    return round(weight * _KG_OF_UNIT[named], 2)


def number_of(text: str, where: str, what: str, maximum: float) -> float | None:
    """Return a number from 0 to ``maximum``, None for an empty text."""
    if not text:
        return None
    digits = text.replace(".", "", 1)
    if digits.isascii() and digits.isdecimal() and len(digits) <= 15 and float(text) <= maximum:
        return float(text)
    raise InputError(where, f"{what} {shown(text)!r}", f"a number from 0 to {maximum:g}")
