"""Solution files: n and the cost, then the permutation counted from 1."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.layout.qaplib.instance import parse_integers

PER_LINE = 20


@dataclass(frozen=True)
class Solution:
    """What a ``.sln`` file says: the cost, unchecked, and the locations counted from 0, (n,) int64."""

    cost: int
    permutation: npt.NDArray[np.int64]


def read_solution(path: Path) -> Solution:
    """Return a solution; commas between numbers are blanks, as in some published files.

    Raises
    ------
    InputError
        If the file is no solution or holds no permutation.
    """
    where = str(path)
    text = read_text(path, "QAPLIB solution").replace(",", " ")
    numbers = parse_integers(text, where)
    expected = "n, the cost and a permutation of 1 to n"
    if len(numbers) < 2 or len(numbers) != numbers[0] + 2:
        raise InputError(where, f"holds {len(numbers)} numbers", expected)
    permutation = numbers[2:] - 1
    if not np.array_equal(np.sort(permutation), np.arange(len(permutation))):
        raise InputError(where, "holds no permutation", expected)
    return Solution(int(numbers[1]), permutation)


def solution_text(solution: Solution) -> str:
    """Return the text of a ``.sln`` file."""
    numbers = [str(location + 1) for location in solution.permutation.tolist()]
    lines = [" ".join(numbers[k : k + PER_LINE]) for k in range(0, len(numbers), PER_LINE)]
    return "\n".join([f"{len(numbers)} {solution.cost}", *lines]) + "\n"
