"""The exact optimum of tiny problems."""

import numpy as np

from netfloor.layout.dense.problem import DenseProblem, Permutation

#: 9! permutations take some hundredths of a second.
LARGEST_ENUMERATED = 9


def enumerate_all(problem: DenseProblem, forced: Permutation | None = None) -> tuple[int, Permutation]:
    """Return the least cost of all permutations and the first one that has it.

    Parameters
    ----------
    forced
        Location of each facility that has to stand there, -1 for the others, (n,); None: none has.

    Raises
    ------
    ValueError
        Beyond 12 facilities that are free, where it would take hours.
    """
    from netfloor.layout.dense.permutation_kernels import best_of_all  # noqa: PLC0415 - imports Numba

    where = np.full(problem.size, -1) if forced is None else np.asarray(forced, dtype=np.int64)
    if (free := int((where < 0).sum())) > 12:
        raise ValueError(f"{free} facilities have too many permutations")
    order = np.argsort(where < 0, kind="stable")  # those without a choice are looked at once
    found, place = np.zeros((2, problem.size), dtype=np.int64)
    cost = best_of_all(problem.flow[np.ix_(order, order)], problem.distance, where[order], found)
    place[order] = found
    return int(cost), place
