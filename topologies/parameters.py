"""Reading of a spec's raw parameters: presence, names and whole numbers."""

import re
from collections.abc import Sequence
from dataclasses import replace

from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import meant_text
from netfloor.topologies.family import Parameters

#: More than any buildable network needs, with few enough digits for fast arithmetic.
LARGEST = 10**18
_MAX_DIGITS = 19
_SHOWN = 60
_INTEGER = re.compile(r"[+-]?[0-9]+")


def shown(text: str) -> str:
    """Make a user's text safe for a message: a single line, shortened, without invisible characters."""
    clean = printable(text)
    if len(clean) <= _SHOWN:
        return clean
    return f"{clean[: _SHOWN - 20]}... ({len(text):,} characters)"


def printable(text: str) -> str:
    """Escape control characters."""
    return text if text.isprintable() else ascii(text)[1:-1]


class Values(dict[str, str]):
    """Raw parameter values by name; ``where`` is the spec, for messages."""

    where = ""

    def integer(
        self, name: str, default: int | None = None, *, lowest: int = 1, highest: int = LARGEST
    ) -> int:
        """Return a parameter's whole number, as `integer` does, or the default if it is absent."""
        if default is not None and name not in self:
            return default
        return integer(self.where, name, self[name], lowest=lowest, highest=highest)

    def signed(self, name: str) -> int:
        """Return a whole number of either sign, for callers that check validity themselves."""
        return self.integer(name, lowest=-LARGEST)


def underscored(parameters: Parameters) -> Parameters:
    """Replace hyphens in parameter names: ``used-down-ports`` becomes ``used_down_ports``.

    Raises
    ------
    InputError
        If a name is given in both spellings.
    """
    named: dict[str, str] = {}
    for name, value in parameters.named.items():
        plain = name.replace("-", "_")
        if plain in named:
            raise InputError(shown(parameters.spec), f"parameter {shown(plain)} is given twice")
        named[plain] = value
    return replace(parameters, named=named)


def bind(
    parameters: Parameters, usage: str, required: Sequence[str], optional: Sequence[str] = ()
) -> Values:
    """Return the raw value of each parameter by name.

    Required parameters are given in order or by name (``lps:11,7`` is ``lps:p=11,q=7``); optional
    parameters by name only.

    Raises
    ------
    InputError
        For a parameter that is unknown, missing, surplus or given twice.
    """
    where = shown(parameters.spec)
    if len(parameters.positional) > len(required):
        surplus = parameters.positional[len(required)]
        raise InputError(where, f"{shown(surplus)!r} is one parameter too many", f"write {usage}")
    values = Values(zip(required, parameters.positional, strict=False))
    values.where = where
    for name, value in parameters.named.items():
        if name not in (*required, *optional):
            known = ", ".join((*required, *optional, "endpoints", "planes"))
            raise InputError(
                where,
                f"unknown parameter {shown(name)!r}",
                f"{meant_text(name, known.split(', '))}known here: {known}",
            )
        if name in values:
            raise InputError(where, f"parameter {name} is given twice", f"write {usage}")
        values[name] = value
    missing = [name for name in required if name not in values]
    if missing:
        raise InputError(where, f"parameter {missing[0]} is missing", f"write {usage}")
    return values


def integer(where: str, name: str, text: str, *, lowest: int = 1, highest: int = LARGEST) -> int:
    """Parse a parameter's whole number.

    Raises
    ------
    InputError
        If the text is not a decimal integer, or outside ``lowest .. highest``.
    """
    expected = f"give a whole number {_range(lowest, highest)}"
    if not _INTEGER.fullmatch(text):
        problem = f"{shown(text)!r} is not a whole number" if text else "has no value"
        raise InputError(where, f"{name}: {problem}", expected)
    if len(text.lstrip("+-0")) > _MAX_DIGITS:
        raise InputError(where, f"{name}: a number of {len(text):,} characters", expected)
    value = int(text)
    if not lowest <= value <= highest:
        closest = min(max(value, lowest), highest)
        raise InputError(where, f"{name}={value} is out of range", f"{expected}; nearest: {closest}")
    return value


def _range(lowest: int, highest: int) -> str:
    return f"of at least {lowest}" if highest == LARGEST else f"from {lowest} to {highest}"
