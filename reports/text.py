"""Numbers and names as people read them, the same in every format."""

import math
import unicodedata
from typing import Any

#: Stands where a figure does not apply or was not evaluated.
NOTHING = "\N{EN DASH}"

#: Decimals by the end of a key; the first that fits counts, none means a whole number.
_DECIMALS = (
    ("_usd_per_endpoint", 2),
    ("_w_per_endpoint", 2),
    ("_m_per_endpoint", 2),
    ("_gbps_per_endpoint", 2),
    ("_usd", 0),
    ("_m", 2),
    ("mw_per_gbps", 1),
    ("_w", 0),
    ("_ns", 1),
)

#: Characters that turn the direction of the text after them.
_DIRECTION = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))


def finite(value: Any) -> float | int | None:
    """Return a plain Python number, or None for what is missing, NaN or infinite."""
    if value is None:
        return None
    number = value.item() if hasattr(value, "item") else value
    return number if math.isfinite(number) else None


def ratio(ours: Any, other: Any) -> float | None:
    """Return ``ours / other``, or None where either is missing or the divisor is 0."""
    top, bottom = finite(ours), finite(other)
    if top is None or bottom is None or bottom == 0:
        return None
    return finite(top / bottom)


def figure_text(key: str, value: Any) -> str:
    """Return a figure with the digits that fit its key in `MEASURES` or `PER_ENDPOINT`."""
    number = finite(value)
    if number is None:
        return NOTHING
    if key == "gap":
        return f"{100 * number:.1f} %"
    return f"{number:,.{_decimals(key, number)}f}"


def _decimals(key: str, *numbers: float) -> int:
    """Return the decimals that fit: of counts one where any is broken, of small money two."""
    decimals = next((n for ending, n in _DECIMALS if key.endswith(ending)), None)
    if decimals is None:
        return 0 if all(number == round(number) for number in numbers) else 1
    small = 0 < abs(numbers[0]) < 100 and numbers[0] != round(numbers[0])
    return 2 if decimals == 0 and small else decimals


def printed_text(value: Any) -> str:
    """Return a figure of a paper with the digits it was printed with, as far as they are known."""
    number = finite(value)
    return NOTHING if number is None else f"{number:,}"


def spread_text(key: str, mean: Any, std: Any, n: int) -> str:
    """Return ``mean ± deviation``; a single instance has no deviation to show."""
    if finite(mean) is None or n < 2:
        return figure_text(key, mean)
    if key == "gap":
        return f"{figure_text(key, mean)} ± {figure_text(key, std)}"
    decimals = _decimals(key, float(mean), float(std))
    return f"{float(mean):,.{decimals}f} ± {float(std):,.{decimals}f}"


def ratio_text(value: Any) -> str:
    """Return a ratio with three decimals."""
    number = finite(value)
    return NOTHING if number is None else f"{number:.3f}"


def percent_text(fraction: float) -> str:
    """Return a fraction of 1 as per cent, never a bare 0.0 for what is not 0."""
    percent = 100 * abs(fraction)
    return "less than 0.1 %" if 0 < percent < 0.05 else f"{percent:.1f} %"


def one_line(text: Any, limit: int | None = None) -> str:
    """Return text fit for one line of any format: no control characters, no lone surrogates.

    Directional overrides go as well: they could make a name read as another one.
    """
    clean = "".join(_printable(character) for character in str(text)).strip()
    return clean if limit is None or len(clean) <= limit else clean[: limit - 1] + "…"


def _printable(character: str) -> str:
    category = unicodedata.category(character)
    if character in "\n\r\t" or category in {"Zl", "Zp"}:
        return " "
    hidden = category in {"Cc", "Cs", "Cn"} or character in _DIRECTION
    return "\N{REPLACEMENT CHARACTER}" if hidden else character


def head_text(text: str) -> str:
    """Return text with a capital first letter, for the head of a column."""
    return text[:1].upper() + text[1:]


def count_text(number: int, noun: str) -> str:
    """Return ``1 network``, ``2 networks``."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def join_words(words: list[str]) -> str:
    """Return ``a``, ``a and b``, ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
