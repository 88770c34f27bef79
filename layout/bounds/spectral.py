"""Lower bound on the cable length in a hall by all eigenvalues of the network."""

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

#: Largest numbers of switches, cabinets and slots for which the bound takes seconds: it factorises matrices
#: of that order.
MAX_ROUTERS, MAX_CABINETS, MAX_SLOTS = 2000, 700, 4000
METHOD = "all eigenvalues, pairs of cabinets"
#: Message when the problem is larger.
TOO_LARGE = (
    f"The eigenvalue bound was skipped: it handles up to  {MAX_ROUTERS:,} switches, "
    f"{MAX_SLOTS:,} slots and {MAX_CABINETS:,} cabinets. The lower bound may be loose."
)


@dataclass(frozen=True, eq=False)
class PairSum:
    """A sum over the links of a network of the cost between their slots, plus a constant."""

    flow: csr_array  # links between two switches, symmetric, (n, n)
    costs: npt.NDArray[np.generic]  # cost of a link between two slots, symmetric, (S, S)
    constant: float = 0.0


def spectral_bound(
    problem: Problem, _eigenvalue: ProvedEigenvalue, interrupt: Interrupt | None = None
) -> Bound | None:
    """Return the certified bound of a problem in a hall.

    None in a grid or for a problem that is too large.
    """
    if not isinstance(problem.lengths, RoutedLengths):
        return None
    lengths = problem.lengths
    proof = pairs_proof(problem, lambda: PairSum(problem.flow, lengths.matrix()), interrupt)[1]
    if proof is None:
        return None
    return Bound(max(math.floor(proof.value), 0), METHOD, proof.shift, 0, 0, 0, pairs=proof.to_dict())


def is_too_large(problem: Problem) -> bool:
    """Return True if the problem exceeds `MAX_ROUTERS`, `MAX_CABINETS` or `MAX_SLOTS`."""
    floor = problem.bounded.lengths
    if problem.routers > MAX_ROUTERS or floor.slots > MAX_SLOTS:
        return True
    return isinstance(floor, FloorLengths) and int(floor.cabinet_of_slot.max(initial=-1)) >= MAX_CABINETS


def pairs_proof(
    problem: Problem, make: Callable[[], PairSum | None], interrupt: Interrupt | None = None
) -> tuple[float, Proof | None]:
    """Bound a sum over pairs and return the proof; None if the problem is too large or has no sum.

    ``make`` builds the sum, whose tables are large, only when needed; ``interrupt`` ends the work early
    with the bound proved so far.
    """
    floor = problem.bounded.lengths
    if not isinstance(floor, FloorLengths) or is_too_large(problem):
        return 0.0, None
    bounded, home = make(), floor.cabinet_of_slot
    if bounded is None or not bounded.flow.nnz or not home.any():
        return 0.0, None
    from threadpoolctl import threadpool_limits  # noqa: PLC0415 - looks through all libraries loaded

    with threadpool_limits(1, "blas"):  # several threads wait for each other, and round differently
        costs = bounded.costs
        if problem.kept_free is not None:
            costs = costs[np.ix_(~problem.kept_free, ~problem.kept_free)]
        proof = prove(make_assignment(bounded.flow, costs, home), interrupt)
    return bounded.constant + proof.value, proof
