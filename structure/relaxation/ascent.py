"""Gradient ascent on the terms of an eigenvalue bound."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from netfloor.foundation.interrupt import Interrupt
from netfloor.structure.relaxation.assignment import CabinetAssignment, Floats
from netfloor.structure.relaxation.relaxed import Relaxed, Terms, relax

#: First and last step, relative to the mean cost; steps shrink geometrically.
STEPS = (0.05, 0.001)
#: Number of steps up to this many cabinets, and beyond.
FEW_CABINETS, ROUNDS, ROUNDS_BEYOND = 500, 150, 60
#: Terms are multiples of a grain; this many grains equal the mean cost.
GRAINS = 1500
#: Decay of the mean gradient and of its mean square, and the relative lower limit of the root of the
#: latter.
MEMORY, SQUARES, FLOOR = 0.8, 0.95, 1e-3


@dataclass(frozen=True, eq=False)
class Proof:
    """A bound and the terms that prove it, in whole grains.

    Attributes
    ----------
    value
        The bound, in the unit of the costs.
    shift
        The second eigenvalue.
    grain
        Size of a grain.
    own
        Diagonal terms, one per cabinet.
    change
        Changes of the cost between cabinets: the lower triangle and its diagonal, row by row.
    """

    value: float
    shift: float
    grain: float
    own: tuple[int, ...]
    change: tuple[tuple[int, ...], ...]

    def to_dict(self) -> Mapping[str, Any]:
        """Return the record for a plan file."""
        change = [list(row) for row in self.change]
        return {"shift": self.shift, "grain": self.grain, "own": list(self.own), "change": change}


def prove(assignment: CabinetAssignment, interrupt: Interrupt | None = None) -> Proof:
    """Return the best bound within a fixed number of steps, or fewer after an interrupt.

    The bound is concave in its terms; each step follows a supergradient, with a separate pace for every
    term (Kingma and Ba 2015). Terms that would change sign stop at 0.
    """
    count = len(assignment.slots)
    rounds = ROUNDS if count <= FEW_CABINETS else ROUNDS_BEYOND
    grain = assignment.mean_cost / GRAINS
    weight = np.outer(assignment.slots, assignment.slots).astype(float)
    own, change = _Pace(np.zeros(count)), _Pace(np.zeros((count, count)))
    best, value = Terms(own.here, change.here), -np.inf
    for number in range(rounds):
        if interrupt is not None and interrupt.asked and number:
            break
        step = assignment.mean_cost * STEPS[0] * (STEPS[1] / STEPS[0]) ** (number / rounds)
        terms = Terms(own.here, change.here)
        result = relax(assignment, terms)
        if result.value > value:
            best, value = terms, result.value
        own.here = own.moved(result.own / assignment.slots, step)
        moved = change.moved(_rising(terms.change, result) / weight, step)
        change.here = np.where(terms.change * moved < 0, 0.0, moved)
    return in_grains(assignment, best, grain)


def _rising(change: Floats, found: Relaxed) -> Floats:
    """Return the derivative by the changes; at 0 the one-sided derivative of a rising side, or 0."""
    at_zero = np.where(found.beyond > 0, found.beyond, np.minimum(found.links, 0.0))
    return np.where(change > 0, found.beyond, np.where(change < 0, found.links, at_zero))


class _Pace:
    """Terms that move by their mean gradient divided by the root of its mean square."""

    def __init__(self, here: Floats) -> None:
        self.here, self.count = here, 0
        self.mean, self.square = np.zeros_like(here), np.zeros_like(here)

    def moved(self, gradient: Floats, step: float) -> Floats:
        """Return the terms after a step of a given size."""
        self.count += 1
        self.mean = MEMORY * self.mean + (1 - MEMORY) * gradient
        self.square = SQUARES * self.square + (1 - SQUARES) * gradient**2
        mean = self.mean / (1 - MEMORY**self.count)
        square = np.sqrt(self.square / (1 - SQUARES**self.count))
        minimum = FLOOR * float(np.sqrt((gradient**2).mean())) + np.finfo(float).tiny
        return np.asarray(self.here + step * mean / (square + minimum))


def in_grains(assignment: CabinetAssignment, terms: Terms, grain: float) -> Proof:
    """Return the proof for terms rounded to whole grains."""
    own, change = (np.rint(item / grain).astype(np.int64) for item in (terms.own, terms.change))
    lower = np.tril(change)  # the recorded part: rounding may make the triangles differ by a grain
    change = lower + np.tril(lower, -1).T
    rounded = Terms(own.astype(np.float64) * grain, change.astype(np.float64) * grain)
    value = relax(assignment, rounded).value
    rows = tuple(tuple(row[: number + 1].tolist()) for number, row in enumerate(change))
    return Proof(value, float(assignment.eigenvalues[0]), grain, tuple(own.tolist()), rows)
