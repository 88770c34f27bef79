"""Integers in free form: blanks and line breaks anywhere, every mistake with its line."""

import re
from itertools import islice

import numpy as np
import numpy.typing as npt

from foundation.errors import InputError

#: At most 18 digits: what surely fits into 64 bits.
INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
SHOWN = 40


def parse_integers(text: str, where: str) -> npt.NDArray[np.int64]:
    """Return all integers of a text, (m,).

    Raises
    ------
    InputError
        If a word is no integer of at most 18 digits; names its line.
    """
    words = text.split()
    for number, word in enumerate(words):
        if INTEGER.fullmatch(word) is None:
            shown = word if len(word) <= SHOWN else word[:SHOWN] + "..."
            raise InputError(
                place(text, where, number), f"{shown!r} is not usable", "integers of at most 18 digits"
            )
    return np.array([int(word) for word in words], dtype=np.int64)


def place(text: str, where: str, number: int) -> str:
    """Return file and line of the word with this number, counted from 0; of the end, if there is none."""
    found = next(islice(re.finditer(r"\S+", text), number, None), None)
    at = len(text.rstrip()) if found is None else found.start()
    return f"{where}: line {text.count(chr(10), 0, at) + 1}"
