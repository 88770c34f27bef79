"""Any value as plain JSON types: no NumPy, no NaN, no text that cannot be written."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from reports.text import finite


def plain(value: Any) -> Any:
    """Return a value as strings, numbers, lists and dictionaries; NaN and infinity become None.

    Lone surrogates, which no UTF-8 file can hold, become question marks.
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
    """Return text that UTF-8 can hold."""
    return str(value).encode("utf-8", "replace").decode("utf-8")
