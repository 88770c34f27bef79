"""Placers that begin with a start made without a search, and refine it by annealing."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from netfloor.layout.placed import Chain, Placed
from netfloor.layout.placers.at_random import place_by_annealing
from netfloor.layout.problem import Problem
from netfloor.layout.starts import (
    folded_start,
    halved_start,
    random_start,
    row_major_start,
    spectral_start,
)

Slots = npt.NDArray[np.int32]

#: Every start by name; METIS's seed is fixed, so that a start is a function of its problem.
STARTS: dict[str, Callable[[Problem], Slots | None]] = {
    "row-major": row_major_start,
    "folded": folded_start,
    "multilevel": partial(halved_start, seed=0),
    "spectral": spectral_start,
}

# starts of the problems that are being solved: all chains share them
_MADE: WeakKeyDictionary[Problem, dict[str, Slots]] = WeakKeyDictionary()
_ONE_AT_A_TIME = Lock()


def starts_of(problem: Problem) -> dict[str, Slots]:
    """Return the starts that are worth a comparison, by name.

    A lattice has its folded layouts, which no general method comes near; other networks
    all that can be made.
    """
    names = ("row-major", "folded") if problem.lattice is not None else tuple(STARTS)
    with _ONE_AT_A_TIME:
        if problem not in _MADE:
            made = ((name, STARTS[name](problem)) for name in names)
            _MADE[problem] = {name: slots for name, slots in made if slots is not None}
        return _MADE[problem]


def place_from(name: str, problem: Problem, chain: Chain) -> Placed:
    """Refine one start; where it cannot be made, anneal from a random placement."""
    start = STARTS[name](problem)
    if start is None:
        return place_by_annealing(problem, chain)
    return refine(problem, start, chain)


def place_from_best(problem: Problem, chain: Chain) -> Placed:
    """Refine the cheapest of all starts; an iteration is one proposed swap."""
    starts = starts_of(problem)
    if not starts:
        return place_by_annealing(problem, chain)
    name = min(starts, key=lambda one: problem.cost(starts[one]))
    placed = refine(problem, starts[name], chain)
    return replace(placed, found_by=f"start: {name}")


def refine(problem: Problem, start: Slots, chain: Chain) -> Placed:
    """Anneal a placement from the temperature that neither melts nor freezes it.

    The better the start, the colder: an optimal one is only descended from. The answer is
    never dearer than the start.
    """
    from netfloor.layout.annealing import make_annealer  # noqa: PLC0415 - imports Numba
    from netfloor.layout.annealing.annealer import equilibrium  # noqa: PLC0415 - imports Numba

    scale = make_annealer(problem, random_start(problem, chain.rng), chain.rng).mean_change()
    annealer = make_annealer(problem, start, chain.rng)
    schedule = equilibrium(annealer, scale)
    placed = annealer.run(scale, schedule, chain.stop, chain.listener, chain.journal, "refine")
    before = problem.cost(start)
    if placed.cost <= before:
        return placed
    kept = make_annealer(problem, start, chain.rng)
    kept.descend()
    history = (*placed.history, (placed.iterations, kept.cost))
    return Placed(kept.slot_of, kept.cost, placed.iterations, history)
