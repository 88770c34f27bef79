"""Reading the raw parameters of a spec: which are there, and are they whole numbers."""

import re
from collections.abc import Mapping, Sequence

from foundation.errors import InputError
from topologies.family import Parameters

#: More than any network that can be built needs, few enough digits for quick arithmetic.
LARGEST = 10**18
_MAX_DIGITS = 19
_SHOWN = 60
_INTEGER = re.compile(r"[+-]?[0-9]+")


def shown(text: str) -> str:
    """Return a user's text fit for a message: one line, not endless, nothing invisible."""
    clean = printable(text)
    if len(clean) <= _SHOWN:
        return clean
    return f"{clean[: _SHOWN - 20]}... ({len(text):,} characters)"


def printable(text: str) -> str:
    """Return text with control characters escaped."""
    return text if text.isprintable() else ascii(text)[1:-1]


def bind(
    parameters: Parameters, usage: str, required: Sequence[str], optional: Sequence[str] = ()
) -> dict[str, str]:
    """Return the raw value of each parameter by its name.

    Required parameters stand in their order or by name (``lps:11,7`` is
    ``lps:p=11,q=7``); optional ones by name only.

    Raises
    ------
    InputError
        For a parameter that is unknown, missing, surplus or given twice.
    """
    where = shown(parameters.spec)
    if len(parameters.positional) > len(required):
        surplus = parameters.positional[len(required)]
        raise InputError(where, f"{shown(surplus)!r} is one parameter too many", f"write {usage}")
    values = dict(zip(required, parameters.positional, strict=False))
    for name, value in parameters.named.items():
        if name not in (*required, *optional):
            known = ", ".join((*required, *optional, "endpoints"))
            raise InputError(where, f"unknown parameter {shown(name)!r}", f"known here: {known}")
        if name in values:
            raise InputError(where, f"parameter {name} is given twice", f"write {usage}")
        values[name] = value
    missing = [name for name in required if name not in values]
    if missing:
        raise InputError(where, f"parameter {missing[0]} is missing", f"write {usage}")
    return values


def integer(where: str, name: str, text: str, *, lowest: int = 1, highest: int = LARGEST) -> int:
    """Return a parameter's whole number.

    Raises
    ------
    InputError
        If the text is no decimal integer, or outside ``lowest .. highest``.
    """
    expected = f"give a whole number {_range(lowest, highest)}"
    if not _INTEGER.fullmatch(text):
        given = f"{shown(text)!r} is not a whole number" if text else "has no value"
        raise InputError(where, f"{name}: {given}", expected)
    if len(text.lstrip("+-0")) > _MAX_DIGITS:
        raise InputError(where, f"{name}: a number of {len(text):,} characters", expected)
    value = int(text)
    if not lowest <= value <= highest:
        closest = min(max(value, lowest), highest)
        raise InputError(where, f"{name}={value} is out of range", f"{expected}; nearest: {closest}")
    return value


def signed_integer(where: str, name: str, text: str) -> int:
    """Return a whole number of either sign, where the caller knows better which are valid.

    Raises
    ------
    InputError
        If the text is no decimal integer of at most 18 digits.
    """
    return integer(where, name, text, lowest=-LARGEST)


def optional_integer(
    where: str, values: Mapping[str, str], name: str, default: int, *, lowest: int = 1
) -> int:
    """Return an optional parameter's whole number, or its default."""
    return integer(where, name, values[name], lowest=lowest) if name in values else default


def _range(lowest: int, highest: int) -> str:
    return f"of at least {lowest}" if highest == LARGEST else f"from {lowest} to {highest}"
