"""Names that a workbook accepts for its sheets, each one different."""

import re
from collections.abc import Sequence

from reports.text import one_line

#: UTF-16 units of a sheet name.
MAX_NAME = 31
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")
#: Excel keeps this name for itself.
_RESERVED = "history"


def safe_sheet_names(names: Sequence[str]) -> list[str]:
    r"""Return valid names in the same order; what would stand twice gets a number.

    At most 31 UTF-16 units; none of ``[ ] : * ? / \``; no apostrophe at either end; no two
    that differ in case alone.
    """
    safe: list[str] = []
    taken = {_RESERVED}
    for name in names:
        wanted = _FORBIDDEN.sub("_", one_line(name))
        number, tried = 1, _cut(wanted, MAX_NAME)
        while tried.casefold() in taken:
            number += 1
            ending = f" ({number})"
            tried = _cut(wanted, MAX_NAME - len(ending)) + ending
        taken.add(tried.casefold())
        safe.append(tried)
    return safe


def _cut(name: str, limit: int) -> str:
    """Return a name of at most ``limit`` UTF-16 units, never half a character."""
    kept = name.encode("utf-16-le")[: 2 * limit].decode("utf-16-le", "ignore")
    return kept.strip("' ") or "Sheet"
