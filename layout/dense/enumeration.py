"""The exact optimum of tiny problems."""

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.dense.problem import DenseProblem, Permutation

Clashes = tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]
#: 9! permutations take some hundredths of a second.
LARGEST_ENUMERATED = 9


def enumerate_all(
    problem: DenseProblem,
    forced: Permutation | None = None,
    apart: Clashes | None = None,
    zones: Permutation | None = None,
) -> tuple[int, Permutation]:
    """Return the least cost of all permutations and the first one that has it.

    ``forced``: location of each facility that has to stand there, -1 for the others, (n,); None: none
    has.

    apart
        Which table holds for two facilities, (n, n), and tables of the locations that are too near to
        each other for them, (K, n, n); None: none are.
    zones
        Zone of each facility and of each location, (2, n): no facility leaves its own; None: none has any.

    Raises
    ------
    ValueError
        Beyond 12 facilities that are free, where it would take hours.
    InfeasibleError
        If every permutation has some that are too near to each other.
    """
    from netfloor.layout.dense.permutation_kernels import best_of_all  # noqa: PLC0415 - imports Numba

    where = np.full(problem.size, -1) if forced is None else np.asarray(forced, dtype=np.int64)
    if (free := int((where < 0).sum())) > 12:
        raise ValueError(f"{free} facilities have too many permutations")
    order = np.argsort(where < 0, kind="stable")  # those without a choice are looked at once
    found, place = np.zeros((2, problem.size), dtype=np.int64)
    if apart is None:
        apart = np.zeros((problem.size,) * 2, np.int32), np.zeros((1, problem.size, problem.size), bool)
    flow, table = (one[np.ix_(order, order)] for one in (problem.flow, apart[0]))
    own, zone = np.zeros((2, problem.size), dtype=np.int64) if zones is None else zones
    both = np.stack([own[order], zone])
    cost = best_of_all(flow, problem.distance, where[order], table, apart[1], both, found)
    place[order] = found
    if found.min(initial=0) < 0:
        raise InfeasibleError("of all placements none keeps the switches as far apart as required")
    return int(cost), place
