"""Port numbers of ports that a file gives by name, or not at all."""

import re
from collections.abc import Iterable

from exchange.readers.draft import PortText, check_name
from exchange.readers.quantities import LARGEST_PORT

#: ``p17`` and ``17`` are nothing but a number.
_PLAIN = re.compile(r"p?([1-9][0-9]{0,5})", re.IGNORECASE)
_LAST = re.compile(r"([0-9]{1,6})\Z")
_PARTS = re.compile(r"([0-9]+)")


def port_number(text: str) -> int | None:
    """Return the number that a port is called by, such as ``17`` or ``p17``, None for a true name."""
    match = _PLAIN.fullmatch(text)
    return int(match[1]) if match is not None and int(match[1]) <= LARGEST_PORT else None


def port_of(text: str, where: str) -> int | str:
    """Return a port as its number where it has no other name; refuse what no message could show."""
    number = port_number(text.strip())
    return check_name(text, where, "a port") if number is None else number


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts ``p9`` before ``p10``."""
    parts = _PARTS.split(text)
    return tuple((1, int(part[:18]), part) if part.isdecimal() else (0, 0, part.lower()) for part in parts)


def number_ports(given: Iterable[PortText]) -> dict[PortText, int]:
    """Return a number from 1 for each port of a node.

    A number stays; names take the number that they end in where these differ, else they are
    counted in natural order, past all numbers.
    """
    numbers: dict[PortText, int] = {port: port for port in given if isinstance(port, int)}
    names = sorted({port for port in given if isinstance(port, str)}, key=natural)
    last = [_LAST.search(name) for name in names]
    ends = [int(match[1]) for match in last if match is not None]
    differ = len(ends) == len(names) == len({*ends} - {*numbers.values()})
    fit = differ and all(1 <= number <= LARGEST_PORT for number in ends)
    highest = max(numbers.values(), default=0)
    chosen = ends if fit else range(highest + 1, highest + 1 + len(names))
    return {**numbers, **dict(zip(names, chosen, strict=True))}
