"""Textual differences between two JSON values."""

from collections.abc import Iterator
from typing import Any

MAX_SHOWN = 80


def differences(claimed: Any, right: Any, where: str) -> Iterator[str]:
    """Yield one sentence for each difference between ``claimed`` and ``right``.

    1 and 1.0 are equal, 1 and true are not; keys missing from ``right`` are differences.
    """
    if isinstance(claimed, dict) and isinstance(right, dict):
        for key in right.keys() - claimed.keys():
            yield f"{where}.{key}: is missing"
        for key, value in claimed.items():
            if key in right:
                yield from differences(value, right[key], f"{where}.{key}")
            else:
                yield f"{where}.{key}: a plan has no such field"
    elif isinstance(claimed, list) and isinstance(right, list) and len(claimed) == len(right):
        for index, (item, other) in enumerate(zip(claimed, right, strict=True)):
            yield from differences(item, other, f"{where}[{index}]")
    elif claimed != right or isinstance(claimed, bool) != isinstance(right, bool):
        yield f"{where}: the plan says {_short(claimed)}, derived {_short(right)}"


def _short(value: Any) -> str:
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = repr(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."
