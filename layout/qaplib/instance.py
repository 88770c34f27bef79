"""Reading an instance: ``n``, then two n x n matrices, in free form.

Format: Burkard, Karisch and Rendl, QAPLIB, J. Global Optimization 10 (1997). The cost of
a permutation p is ``sum A[i][j] * B[p[i]][p[j]]``, A the matrix that stands first.
"""

import re
from pathlib import Path

import numpy as np
import numpy.typing as npt

from foundation.errors import InputError
from foundation.files import read_text
from layout.dense.problem import DenseProblem
from layout.qaplib.integers import parse_integers, place

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
