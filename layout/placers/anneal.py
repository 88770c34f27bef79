"""Placer: simulated annealing of single routers from a random placement."""

import numpy as np

from layout.placers.interface import Listener, Placed
from layout.placers.random_start import random_start
from layout.problem import Problem
from layout.stop import Stopping


def place_by_annealing(
    problem: Problem, rng: np.random.Generator, stop: Stopping, listener: Listener
) -> Placed:
    """Anneal single routers from a random placement; an iteration is one proposed swap."""
    from layout.placers.annealer import Annealer, Schedule  # noqa: PLC0415 - imports Numba

    annealer = Annealer(problem, random_start(problem, rng), rng)
    return annealer.run(annealer.mean_change(), Schedule(), stop, listener)
