"""How long a search runs: the budget of a solve, and when each of its chains is done."""

import time
from dataclasses import dataclass, field
from typing import Protocol

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.interrupt import Interrupt

#: As in planning files and studies: years of work.
MOST_ITERATIONS = 10**12


class Stopping(Protocol):
    """How much of the effort is spent; a placer cools by it and ends at 1."""

    def progress(self, iterations: int) -> float:
        """Return the share spent after ``iterations``: 0 at the start, 1 or more at the end."""


@dataclass(frozen=True)
class MaxIterations:
    """Done after ``count`` iterations: the same result every time."""

    count: int

    def progress(self, iterations: int) -> float:
        """Return the share of the iterations that is spent."""
        return iterations / self.count if self.count > 0 else 1.0


@dataclass(frozen=True)
class MaxSeconds:
    """Done ``seconds`` after it was made: as good as the machine allows, not reproducible."""

    seconds: float
    began: float = field(default_factory=time.monotonic)

    def progress(self, iterations: int) -> float:  # noqa: ARG002 - the protocol's argument
        """Return the share of the time that is spent."""
        return (time.monotonic() - self.began) / self.seconds if self.seconds > 0 else 1.0


@dataclass(frozen=True)
class FirstOf:
    """Done when the first of ``criteria`` is."""

    criteria: tuple[Stopping, ...]

    def progress(self, iterations: int) -> float:
        """Return the furthest progress of all."""
        return max(criterion.progress(iterations) for criterion in self.criteria)


@dataclass(frozen=True)
class Window:
    """One phase of a longer effort: the stretch of ``whole`` from share ``begin`` to share ``end``.

    ``before`` iterations were spent in earlier phases.
    """

    whole: Stopping
    begin: float
    end: float
    before: int = 0

    def progress(self, iterations: int) -> float:
        """Return the share of this phase that is spent."""
        return (self.whole.progress(self.before + iterations) - self.begin) / (self.end - self.begin)


@dataclass(frozen=True)
class Budget:
    """Iterations (reproducible) or seconds (not), for all chains together.

    Raises
    ------
    ValueError
        Unless exactly one of the two is given and positive.
    """

    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.iterations is None) == (self.seconds is None):
            raise ValueError("a budget is iterations or seconds, not both and not neither")
        if not 0 < (self.iterations or self.seconds or 0) < float("inf"):
            raise ValueError("a budget is positive and finite")

    @property
    def reproducible(self) -> bool:
        """True if the same seed gives the same placement."""
        return self.iterations is not None

    def start_chain(self, chain: int, chains: int, at_once: int, interrupt: Interrupt) -> Stopping:
        """Return the stopping of one chain, its clock running from now.

        Iterations are dealt out evenly, the first chains taking what is left over.
        Of the seconds a chain gets its share of the threads that run ``at_once``.
        """
        if self.iterations is not None:
            share, left = divmod(self.iterations, chains)
            return FirstOf((MaxIterations(share + (chain < left)), interrupt))
        seconds = (self.seconds or 0.0) * min(at_once, chains) / chains
        return FirstOf((MaxSeconds(seconds), interrupt))


def budget_of(iterations: int | None, seconds: float | None) -> Budget | None:
    """Return the budget of what was given, None where neither was: the placer's default then.

    Raises
    ------
    InputError
        If there are more iterations than anybody's years: a kernel would hear of no end.
    """
    if iterations is not None and iterations > MOST_ITERATIONS:
        raise InputError(setting("iterations"), f"{iterations} are too many", f"at most {MOST_ITERATIONS}")
    return None if iterations is None and seconds is None else Budget(iterations, seconds)
