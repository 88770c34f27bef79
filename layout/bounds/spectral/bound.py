"""The bound by eigenvalues on the cable length in a hall."""

import math

import numpy as np
import numpy.typing as npt

from netfloor.layout.bounds.bound import Bound
from netfloor.layout.bounds.spectral.ascent import Proof, prove
from netfloor.layout.bounds.spectral.instance import make_instance
from netfloor.layout.problem import Problem
from netfloor.rooms.routed_lengths import RoutedLengths
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue

#: Routers and cabinets up to which a bound takes seconds: it factorises matrices of that order.
MOST_ROUTERS, MOST_CABINETS = 2000, 700
METHOD = "all eigenvalues, pairs of cabinets"


def spectral_bound(problem: Problem, _eigenvalue: ProvedEigenvalue) -> Bound | None:
    """Return the certified bound of a problem in a hall; None in a grid, whose lines serve, or if too large."""
    if not isinstance(problem.lengths, RoutedLengths):
        return None
    proof = pairs_proof(problem, problem.lengths.length_mm, problem.lengths.cabinet_of_slot)
    if proof is None:
        return None
    return Bound(max(math.floor(proof.value), 0), METHOD, proof.shift, 0, 0, 0, pairs=proof.to_dict())


def pairs_proof(
    problem: Problem, between: npt.NDArray[np.generic], cabinet: npt.NDArray[np.integer]
) -> Proof | None:
    """Return a proved bound on the sum over links of ``between`` their slots; None if it is too large.

    Parameters
    ----------
    problem
        Whose network is placed.
    between
        Cost of a link between slots, symmetric, (S, S).
    cabinet
        Cabinet of each slot, (S,), ascending from 0.
    """
    cabinets = int(cabinet.max(initial=-1)) + 1
    if not 2 <= problem.routers <= MOST_ROUTERS or not 2 <= cabinets <= MOST_CABINETS:
        return None
    if not problem.link_count:
        return None
    from threadpoolctl import threadpool_limits  # noqa: PLC0415 - a search for libraries, not needed else

    with threadpool_limits(1, "blas"):  # threads wait for each other, and round differently
        return prove(make_instance(problem.flow, between, cabinet))
