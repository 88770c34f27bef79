"""Reading an instance: ``n``, then two n x n matrices, in free form.

Format: Burkard, Karisch and Rendl, QAPLIB, J. Global Optimization 10 (1997). The cost of
a permutation p is ``sum A[i][j] * B[p[i]][p[j]]``, A the matrix that stands first.
"""

import re
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.layout.dense.problem import DenseProblem

#: Beyond it the tables of a search take more memory than a workstation has.
MAX_SIZE = 4096


def read_instance(path: Path) -> DenseProblem:
    """Return the problem of a ``.dat`` file.

    Raises
    ------
    InputError
        If the file is no instance, or its costs do not fit into 64 bits.
    """
    return parse_instance(read_text(path, "QAPLIB instance"), str(path))


def parse_instance(text: str, where: str) -> DenseProblem:
    """Return the problem of an instance's text; ``where`` names it in messages."""
    size = _size(text, where)
    wanted = 2 * size * size
    entries = parse_integers(text, where)[1:]
    if len(entries) > wanted:
        raise InputError(
            place(text, where, wanted + 1),
            f"there is more after the second matrix ({len(entries) - wanted} numbers)",
            f"n = {size} and two matrices of {size} x {size} numbers",
        )
    if len(entries) < wanted:
        raise InputError(
            place(text, where, len(entries) + 1),
            f"the file ends in the {'first' if 2 * len(entries) < wanted else 'second'} matrix: "
            f"{len(entries)} of {wanted} entries",
            f"n = {size} and two matrices of {size} x {size} numbers",
        )
    flow, distance = entries.reshape(2, size, size)
    return _problem(flow, distance, where)


def _problem(flow: npt.NDArray[np.int64], distance: npt.NDArray[np.int64], where: str) -> DenseProblem:
    try:
        return DenseProblem(flow, distance)
    except InputError as error:
        raise InputError(where, error.what, error.expected) from error


def _size(text: str, where: str) -> int:
    first = re.search(r"\S+", text)
    if first is None:
        raise InputError(where, "is empty", "a number n and two n x n matrices")
    size = int(parse_integers(text[: first.end()], where)[0])
    if not 1 <= size <= MAX_SIZE:
        raise InputError(
            place(text, where, 0), f"a size of {size} is not usable", f"n from 1 to {MAX_SIZE}"
        )
    return size


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
