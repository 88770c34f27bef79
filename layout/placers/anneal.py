"""Placer: simulated annealing of single routers from a random placement."""

import numpy as np

from layout.journal import NO_JOURNAL, Journal
from layout.placed import Listener, Placed
from layout.problem import Problem
from layout.starts import random_start
from layout.stop import Stopping


def place_by_annealing(
    problem: Problem,
    rng: np.random.Generator,
    stop: Stopping,
    listener: Listener,
    journal: Journal = NO_JOURNAL,
) -> Placed:
    """Anneal single routers from a random placement; an iteration is one proposed swap."""
    from layout.annealing import Schedule, make_annealer  # noqa: PLC0415 - imports Numba

    annealer = make_annealer(problem, random_start(problem, rng), rng)
    return annealer.run(annealer.mean_change(), Schedule(), stop, listener, journal)
