"""Proved shortest placement of few switches in a grid, by branch and bound over rows and columns."""

import numpy as np

from netfloor.layout.bounds import SOLVED
from netfloor.layout.budget import FirstOf, MaxIterations
from netfloor.layout.placed import Chain, ChainResult
from netfloor.layout.placers.at_random import place_by_annealing
from netfloor.layout.problem import Problem
from netfloor.rooms.grid_lengths import GridLengths

#: Largest number of switches, whose sets must all be examined, and of cabinets.
MAX_SWITCHES, MAX_CABINETS = 20, 200
#: Proposed swaps of the annealing before the search.
SWAPS = 200_000


def fits(problem: Problem) -> bool:
    """Return True for few switches in a grid, unless blocks or groups are required."""
    return (
        isinstance(problem.lengths, GridLengths)
        and not problem.filled
        and problem.group is None
        and problem.routers <= MAX_SWITCHES
        and len(np.unique(problem.lengths.slot_cabinet[problem.places])) <= MAX_CABINETS
    )


def place_by_bands(problem: Problem, chain: Chain) -> ChainResult:
    """Return a shortest placement, or the best one found if a proof takes too long.

    An iteration is a complete search. The same problem and seed give the same placement.
    """
    from netfloor.layout.bands import shortest  # noqa: PLC0415 - imports Numba in the end

    stop = FirstOf((chain.stop, MaxIterations(SWAPS)))
    begin = place_by_annealing(problem, Chain(chain.rng, stop, chain.listener))
    slot_of, proved = shortest(problem, begin.slot_of, chain.stop)
    cost = problem.cost(slot_of)
    history = ((0, begin.cost), (1, cost))
    return ChainResult(slot_of, cost, 1, history, "branch and bound", SOLVED if proved else "")
