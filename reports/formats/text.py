"""Numbers and names as text for people and for every format."""

import math
import unicodedata
from collections.abc import Mapping
from typing import Any

import numpy as np

#: Placeholder for figures that do not apply or were not evaluated.
NOTHING = "\N{EN DASH}"

#: Maximum characters in a cell, by the file format of workbooks.
MAX_TEXT = 32_767
#: Characters that change the direction of the text.
_DIRECTION = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))


def finite(value: Any) -> float | int | None:
    """Return a plain Python number; None if the value is missing, NaN or infinite."""
    if value is None:
        return None
    number = value.item() if hasattr(value, "item") else value
    return number if math.isfinite(number) else None


def ratio(ours: Any, other: Any) -> float | None:
    """Return ``ours / other``; None if either is missing or the divisor is 0."""
    top, bottom = finite(ours), finite(other)
    if top is None or bottom is None or bottom == 0:
        return None
    return finite(top / bottom)


def number_text(value: Any, form: str = ",") -> str:
    """Return a number in a form of `format`, by default with all digits; a dash for None."""
    number = finite(value)
    return NOTHING if number is None else format(number, form)


def ratio_text(value: Any) -> str:
    """Return a ratio with three decimals."""
    return number_text(value, ".3f")


def one_line(text: Any, limit: int | None = None) -> str:
    """Return text fit for a line of any format: no control characters, no lone surrogates.

    Directional overrides are removed too: they could make a name read as another one. Text of more than
    ``limit`` characters loses its middle, since both ends distinguish names.
    """
    clean = "".join(_printable(character) for character in str(text)).strip()
    if limit is None or len(clean) <= limit:
        return clean
    head = limit // 2
    return f"{clean[:head]}…{clean[len(clean) - (limit - 1 - head) :]}"


def _printable(character: str) -> str:
    category = unicodedata.category(character)
    if character in "\n\r\t" or category in {"Zl", "Zp"}:
        return " "
    hidden = category in {"Cc", "Cs", "Cn"} or character in _DIRECTION
    return "\N{REPLACEMENT CHARACTER}" if hidden else character


def head_text(text: str) -> str:
    """Return text with a capital first letter, for a heading; ``mW`` and ``eBB`` stay."""
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    if len(first) == 1 or any(letter.isupper() for letter in first[1:]):
        return text
    return text[:1].upper() + text[1:]


def clean_text(text: str) -> str:
    """Return text for a cell as by `one_line`, with a fast path for printable text."""
    return text.strip() if text.isprintable() and len(text) <= MAX_TEXT else one_line(text, MAX_TEXT)


def plain(value: Any) -> Any:
    """Return a value as strings, numbers, lists and dictionaries; NaN and infinity become None.

    Lone surrogates, which UTF-8 cannot encode, become question marks.
    """
    if value is None or isinstance(value, bool | np.bool_):
        return None if value is None else bool(value)
    if isinstance(value, int | float | np.integer | np.floating):
        return finite(value)
    if isinstance(value, Mapping):
        return {plain_text(key): plain(part) for key, part in value.items()}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return plain_text(value)


def plain_text(value: Any) -> str:
    """Return text that UTF-8 can encode."""
    return str(value).encode("utf-8", "replace").decode("utf-8")
