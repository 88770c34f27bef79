"""Placer and starting point: every router in a random slot."""

import numpy as np
import numpy.typing as npt

from layout.placers.interface import Listener, Placed
from layout.problem import Problem
from layout.stop import Stopping


def random_start(problem: Problem, rng: np.random.Generator) -> npt.NDArray[np.int32]:
    """Return distinct slots drawn uniformly, (n,) int32."""
    return rng.permutation(problem.slots)[: problem.routers].astype(np.int32)


def place_at_random(
    problem: Problem,
    rng: np.random.Generator,
    stop: Stopping,  # noqa: ARG001 - the protocol's argument
    listener: Listener,  # noqa: ARG001 - the protocol's argument
) -> Placed:
    """Place at random: what a network costs when nobody thinks about it."""
    slot_of = random_start(problem, rng)
    cost = problem.cost_mm(slot_of)
    return Placed(slot_of, cost, 1, ((0, cost),))
