"""Files of QAPLIB, the library of quadratic assignment problems: instances and solutions.

Burkard, Karisch and Rendl, QAPLIB, J. Global Optimization 10 (1997). An instance is ``n`` and two n x n
matrices in free form: the cost of a permutation p is ``sum A[i][j] * B[p[i]][p[j]]``, with A the first
matrix. A solution is n, the cost and the permutation numbered from 1.
"""

import re
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.layout.dense.problem import DenseProblem

#: Above this size the tables of a search exceed a workstation's memory.
MAX_SIZE = 4096
PER_LINE = 20


def read_instance(path: Path) -> DenseProblem:
    """Read the problem of a ``.dat`` file.

    Raise `InputError` if it is invalid or costs overflow 64 bits.
    """
    return parse_instance(read_text(path, "QAPLIB instance"), str(path))


def parse_instance(text: str, where: str) -> DenseProblem:
    """Parse the text of an instance; ``where`` names it in messages."""
    size = _size(text, where)
    wanted = 2 * size * size
    entries = parse_integers(text, where)[1:]
    if len(entries) > wanted:
        raise InputError(
            place(text, where, wanted + 1),
            f"{len(entries) - wanted} numbers too many after the second matrix",
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


#: At most 18 digits, which fit into 64 bits.
INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
SHOWN = 40


def parse_integers(text: str, where: str) -> npt.NDArray[np.int64]:
    """Parse all integers of a text, (m,); raise `InputError` with the line of an unusable word."""
    words = text.split()
    for number, word in enumerate(words):
        if INTEGER.fullmatch(word) is None:
            shown = word if len(word) <= SHOWN else word[:SHOWN] + "..."
            raise InputError(
                place(text, where, number), f"{shown!r} is not usable", "integers of at most 18 digits"
            )
    return np.array([int(word) for word in words], dtype=np.int64)


def place(text: str, where: str, number: int) -> str:
    """Return the file and line of a word numbered from 0, or of the end of the text."""
    result = next(islice(re.finditer(r"\S+", text), number, None), None)
    at = len(text.rstrip()) if result is None else result.start()
    return f"{where}: line {text.count(chr(10), 0, at) + 1}"


@dataclass(frozen=True)
class Solution:
    """Contents of a ``.sln`` file: the unchecked cost and the locations numbered from 0, (n,) int64."""

    cost: int
    permutation: npt.NDArray[np.int64]


def read_solution(path: Path) -> Solution:
    """Read a solution; commas between numbers count as blanks, as in some published files.

    Raise `InputError` if the file is not a solution or has no permutation.
    """
    where = str(path)
    text = read_text(path, "QAPLIB solution").replace(",", " ")
    numbers = parse_integers(text, where)
    expected = "n, the cost and a permutation of 1 to n"
    if len(numbers) < 2 or len(numbers) != numbers[0] + 2:
        raise InputError(where, f"has {len(numbers)} numbers", expected)
    permutation = numbers[2:] - 1
    if not np.array_equal(np.sort(permutation), np.arange(len(permutation))):
        raise InputError(where, "has no permutation", expected)
    return Solution(int(numbers[1]), permutation)


def solution_text(solution: Solution) -> str:
    """Format a ``.sln`` file."""
    numbers = [str(location + 1) for location in solution.permutation.tolist()]
    lines = [" ".join(numbers[k : k + PER_LINE]) for k in range(0, len(numbers), PER_LINE)]
    return "\n".join([f"{len(numbers)} {solution.cost}", *lines]) + "\n"
