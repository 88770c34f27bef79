"""Ranges in a cell, such as ``leaf[1-4]``, and their expansion."""

import re
from collections.abc import Mapping
from itertools import product
from math import prod

from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

#: Maximum texts of a row; a hall with more devices of one kind uses several rows.
MAX_TEXTS = 100_000
EXAMPLES = "such as [1-4], [01-08], [1-3,7] or [a,b]"
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_NUMBERS = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
_WORD = re.compile(r"[A-Za-z0-9_.]{1,40}")


def expand_ranges(text: str, where: str) -> tuple[str, ...]:
    """Expand the ranges of a cell, the last range fastest: ``[1-2]/[1-2]`` is 1/1, 1/2, 2/1, 2/2.

    Numbers keep their leading zeros, and a range may descend. Raises `InputError` for an unbalanced
    bracket, unreadable numbers, and too many texts.
    """
    if "[" not in text and "]" not in text:
        return (text,)
    parts = _BRACKETS.split(text)
    if any("[" in part or "]" in part for part in parts[::2]):
        raise InputError(where, f"a bracket of {shown(text)!r} is not closed", _quoted_advice())
    bounds = [_items(inner, text, where) for inner in parts[1::2]]
    total = prod(sum(abs(last - first) + 1 for first, last, _, _ in items) for items in bounds)
    if total > MAX_TEXTS:
        raise InputError(where, f"{shown(text)!r} stands for {total:,} names", f"at most {MAX_TEXTS:,}")
    choices = [[text for item in items for text in _texts(*item)] for items in bounds]
    return tuple(_joined(parts[::2], chosen) for chosen in product(*choices))


def row_texts(cells: Mapping[str, tuple[str, ...]], where: str) -> int:
    """Return the number of rows that the expanded cells of one row represent.

    Raises `InputError` if two cells have ranges of different lengths.
    """
    lengths = {name: len(texts) for name, texts in cells.items() if len(texts) > 1}
    if len({*lengths.values()}) > 1:
        counts = ", ".join(f"{shown(name)} has {length:,}" for name, length in lengths.items())
        raise InputError(where, f"ranges of unequal length: {counts}", "ranges of one row go in step")
    return max(lengths.values(), default=1)


def _items(inner: str, text: str, where: str) -> list[tuple[int, int, int, str]]:
    """Return first number, last number and width of each item of a range, or its word."""
    items = inner.split(",")
    results = []
    for item in (item.strip() for item in items):
        if match := _NUMBERS.fullmatch(item):
            ends = match[1], match[2] or match[1]
            width = max((len(end) for end in ends if len(end) > 1 and end[0] == "0"), default=0)
            results.append((int(ends[0]), int(ends[1]), width, ""))
        elif len(items) > 1 and _WORD.fullmatch(item):
            results.append((0, 0, 0, item))
        else:
            raise InputError(
                where, f"the range [{shown(inner)}] of {shown(text)!r} is unreadable", EXAMPLES
            )
    return results


def _texts(first: int, last: int, width: int, word: str) -> list[str]:
    if word:
        return [word]
    step = 1 if last >= first else -1
    return [f"{number:0{width}}" for number in range(first, last + step, step)]


def _joined(literals: list[str], chosen: tuple[str, ...]) -> str:
    return "".join(a + b for a, b in zip(literals, (*chosen, ""), strict=True))


def _quoted_advice() -> str:
    return 'a range with a comma needs quotes around its cell: "leaf[1-3,7]"'
