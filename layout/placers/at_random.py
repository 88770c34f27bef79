"""Placer: every router in a random slot."""

import numpy as np

from layout.journal import NO_JOURNAL, Journal
from layout.placed import Listener, Placed
from layout.problem import Problem
from layout.starts import random_start
from layout.stop import Stopping


def place_at_random(
    problem: Problem,
    rng: np.random.Generator,
    stop: Stopping,  # noqa: ARG001 - the protocol's argument
    listener: Listener,  # noqa: ARG001 - the protocol's argument
    journal: Journal = NO_JOURNAL,  # noqa: ARG001 - the protocol's argument
) -> Placed:
    """Place at random: what a network costs when nobody thinks about it."""
    slot_of = random_start(problem, rng)
    cost = problem.cost(slot_of)
    return Placed(slot_of, cost, 1, ((0, cost),))
