"""The bound by eigenvalues on the cable length in a hall."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.bounds.bound import Bound
from netfloor.layout.problem import Problem
from netfloor.rooms.routed_lengths import FloorLengths, RoutedLengths
from netfloor.structure.relaxation.ascent import Proof, prove
from netfloor.structure.relaxation.assignment import make_assignment
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue

#: Routers, cabinets and slots up to which a bound takes seconds: it factorises matrices of that order.
MOST_ROUTERS, MOST_CABINETS, MOST_SLOTS = 2000, 700, 4000
METHOD = "all eigenvalues, pairs of cabinets"
#: What is said where that is too much.
TOO_LARGE = (
    f"The bound by all eigenvalues was not tried: it is for up to {MOST_ROUTERS:,} switches, "
    f"{MOST_SLOTS:,} slots and {MOST_CABINETS:,} cabinets. The lower bound may be far below the optimum."
)


@dataclass(frozen=True, eq=False)
class PairSum:
    """A figure: for every link of a network the cost of its two slots, and a constant."""

    flow: csr_array  # links of two routers, symmetric, (n, n)
    costs: npt.NDArray[np.generic]  # cost of a link between slots, symmetric, (S, S)
    constant: float = 0.0  # what is added


def spectral_bound(
    problem: Problem, _eigenvalue: ProvedEigenvalue, interrupt: Interrupt | None = None
) -> Bound | None:
    """Return the certified bound of a problem in a hall; None in a grid, or if it would take too long."""
    if not isinstance(problem.lengths, RoutedLengths):
        return None
    lengths = problem.lengths
    proof = pairs_proof(problem, lambda: PairSum(problem.flow, lengths.matrix()), interrupt)[1]
    if proof is None:
        return None
    return Bound(max(math.floor(proof.value), 0), METHOD, proof.shift, 0, 0, 0, pairs=proof.to_dict())


def is_too_large(problem: Problem) -> bool:
    """Return True if a bound by all eigenvalues would take too long: see `MOST_ROUTERS`."""
    floor = problem.bounded.lengths
    if problem.routers > MOST_ROUTERS or floor.slots > MOST_SLOTS:
        return True
    return isinstance(floor, FloorLengths) and int(floor.cabinet_of_slot.max(initial=-1)) >= MOST_CABINETS


def pairs_proof(
    problem: Problem, make: Callable[[], PairSum | None], interrupt: Interrupt | None = None
) -> tuple[float, Proof | None]:
    """Return a bound on a sum over pairs and its proof; None if it would take too long, or for no sum.

    ``problem``: which network is placed, and where; ``make``: makes the sum, whose tables are large;
    ``interrupt``: ends the work early, with the bound that is proved by then.
    """
    floor = problem.bounded.lengths
    if not isinstance(floor, FloorLengths) or is_too_large(problem):
        return 0.0, None
    bounded, home = make(), floor.cabinet_of_slot
    if bounded is None or not bounded.flow.nnz or not home.any():
        return 0.0, None
    from threadpoolctl import threadpool_limits  # noqa: PLC0415 - looks through all libraries loaded

    with threadpool_limits(1, "blas"):  # threads wait for each other, and round differently
        costs = bounded.costs
        if problem.kept_free is not None:
            costs = costs[np.ix_(~problem.kept_free, ~problem.kept_free)]
        proof = prove(make_assignment(bounded.flow, costs, home), interrupt)
    return bounded.constant + proof.value, proof
