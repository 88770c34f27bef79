"""Exact optimum of tiny problems by enumeration."""

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.dense.problem import DenseProblem, Permutation

Clashes = tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]
#: Enumerating 9! permutations takes some hundredths of a second.
LARGEST_ENUMERATED = 9


def enumerate_all(
    problem: DenseProblem,
    forced: Permutation | None = None,
    apart: Clashes | None = None,
    zones: Permutation | None = None,
) -> tuple[int, Permutation]:
    """Return the lowest cost of all permutations and the first permutation with that cost.

    Parameters
    ----------
    forced
            Fixed location of each facility, -1 for free ones, (n,); None: all free.
    apart
            Table number for each pair of facilities, (n, n), and tables of the pairs of locations they must
        avoid, (K, n, n).
    zones
            Zone of each facility and of each location, (2, n); a facility stays in its zone.

    Raises
    ------
    ValueError
            For more than 12 free facilities, which would take hours.
    InfeasibleError
            If no permutation satisfies ``apart`` and ``zones``.
    """
    from netfloor.layout.dense.permutation_kernels import best_of_all  # noqa: PLC0415 - imports Numba

    where = np.full(problem.size, -1) if forced is None else np.asarray(forced, dtype=np.int64)
    if (free := int((where < 0).sum())) > 12:
        raise ValueError(f"{free} facilities have too many permutations")
    # facilities without a choice first, so they are processed once
    order = np.argsort(where < 0, kind="stable")
    result, place = np.zeros((2, problem.size), dtype=np.int64)
    if apart is None:
        apart = np.zeros((problem.size,) * 2, np.int32), np.zeros((1, problem.size, problem.size), bool)
    flow, table = (item[np.ix_(order, order)] for item in (problem.flow, apart[0]))
    own, zone = np.zeros((2, problem.size), dtype=np.int64) if zones is None else zones
    both = np.stack([own[order], zone])
    cost = best_of_all(
        flow=flow,
        distance=problem.distance,
        forced=where[order],
        table=table,
        clash=apart[1],
        zones=both,
        best_place=result,
    )
    place[order] = result
    if result.min(initial=0) < 0:
        raise InfeasibleError("no placement keeps the switches as far apart as required")
    return int(cost), place
