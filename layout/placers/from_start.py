"""Placers that construct a start and refine it by annealing."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from netfloor.layout.placed import Chain, ChainResult
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

#: All starts by name; the seed of METIS is fixed, so that a start depends only on its problem.
STARTS: dict[str, Callable[[Problem], Slots | None]] = {
    "row-major": row_major_start,
    "folded": folded_start,
    "multilevel": partial(halved_start, seed=0),
    "spectral": spectral_start,
}

# Starts of the problems being solved, shared by all chains.
_MADE: WeakKeyDictionary[Problem, dict[str, Slots]] = WeakKeyDictionary()
_ONE_AT_A_TIME = Lock()


def starts_of(problem: Problem) -> dict[str, Slots]:
    """Return the starts worth comparing, by name.

    A lattice uses its folded layouts, which no general method matches; other networks all available starts.
    """
    names = ("row-major", "folded") if problem.lattice is not None else tuple(STARTS)
    with _ONE_AT_A_TIME:
        if problem not in _MADE:
            made = ((name, STARTS[name](problem)) for name in names)
            _MADE[problem] = {name: slots for name, slots in made if slots is not None}
        return _MADE[problem]


def place_from(name: str, problem: Problem, chain: Chain) -> ChainResult:
    """Refine a start; if it cannot be constructed, anneal from a random placement."""
    start = STARTS[name](problem)
    if start is None:
        return place_by_annealing(problem, chain)
    return refine(problem, start, chain)


def place_from_best(problem: Problem, chain: Chain) -> ChainResult:
    """Refine the cheapest of all starts; an iteration is a proposed swap."""
    starts = starts_of(problem)
    if not starts:
        return place_by_annealing(problem, chain)
    name = min(starts, key=lambda start: problem.cost(starts[start]))
    placed = refine(problem, starts[name], chain)
    return replace(placed, found_by=f"start: {name}")


def refine(problem: Problem, start: Slots, chain: Chain) -> ChainResult:
    """Anneal a placement from the temperature that keeps it in equilibrium.

    The better the start, the lower the temperature: an optimal start only undergoes a descent. The result
    never costs more than the start.
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
    return ChainResult(kept.slot_of, kept.cost, placed.iterations, history)
