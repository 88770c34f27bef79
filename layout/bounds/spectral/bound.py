"""The bound by eigenvalues on the cable length in a hall."""

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from netfloor.layout.bounds.bound import Bound
from netfloor.layout.bounds.spectral.ascent import Proof, prove
from netfloor.layout.bounds.spectral.instance import make_instance
from netfloor.layout.problem import Problem
from netfloor.rooms.routed_lengths import FloorLengths, RoutedLengths
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue

#: Routers, cabinets and slots up to which a bound takes seconds: it factorises matrices of that order.
MOST_ROUTERS, MOST_CABINETS, MOST_SLOTS = 2000, 700, 4000
METHOD = "all eigenvalues, pairs of cabinets"


def spectral_bound(problem: Problem, _eigenvalue: ProvedEigenvalue) -> Bound | None:
    """Return the certified bound of a problem in a hall; None in a grid, or if it would take too long."""
    if not isinstance(problem.lengths, RoutedLengths):
        return None
    proof = pairs_proof(problem, problem.lengths.matrix)
    if proof is None:
        return None
    return Bound(max(math.floor(proof.value), 0), METHOD, proof.shift, 0, 0, 0, pairs=proof.to_dict())


def pairs_proof(problem: Problem, costs: Callable[[], npt.NDArray[np.generic] | None]) -> Proof | None:
    """Return a proved bound on the sum over links of what they cost; None if it would take too long.

    Parameters
    ----------
    problem
        Which network is placed, and where: its lengths are those of a floor.
    costs
        Makes the cost of a link between slots, symmetric, (S, S), or None where there is none.
    """
    if not isinstance(problem.lengths, FloorLengths) or not problem.link_count:
        return None
    home = problem.lengths.cabinet_of_slot
    cabinets = int(home.max(initial=-1)) + 1
    if problem.routers > MOST_ROUTERS or not 2 <= cabinets <= MOST_CABINETS or len(home) > MOST_SLOTS:
        return None
    between = costs()
    if between is None:
        return None
    from threadpoolctl import threadpool_limits  # noqa: PLC0415 - looks through all libraries loaded

    with threadpool_limits(1, "blas"):  # threads wait for each other, and round differently
        return prove(make_instance(problem.flow, between, home))
