"""The exact optimum of tiny problems."""

import numpy as np

from layout.dense.problem import DenseProblem, Permutation

#: 9! permutations take some hundredths of a second.
LARGEST_ENUMERATED = 9


def enumerate_all(problem: DenseProblem) -> tuple[int, Permutation]:
    """Return the least cost of all permutations and the first one that has it.

    Raises
    ------
    ValueError
        Beyond 12 facilities, where it would take hours.
    """
    from layout.dense.enumeration_kernels import best_of_all  # noqa: PLC0415 - imports Numba

    if problem.size > 12:
        raise ValueError(f"{problem.size} facilities have too many permutations")
    place = np.zeros(problem.size, dtype=np.int64)
    return int(best_of_all(problem.flow, problem.distance, place)), place
