"""The budget of a solve, and the stopping rule of each of its chains."""

import time
from dataclasses import dataclass, field
from typing import Protocol

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.interrupt import Interrupt

#: The same limit as in plan files and studies: years of work.
MAX_ITERATIONS = 10**12


class Stopping(Protocol):
    """Share of a budget spent so far; a placer cools by it and stops at 1."""

    def progress(self, iterations: int) -> float:
        """Return the share spent after ``iterations``: 0 at the start, 1 or more at the end."""


@dataclass(frozen=True)
class MaxIterations:
    """Stops after ``count`` iterations; reproducible."""

    count: int

    def progress(self, iterations: int) -> float:
        """Return the share of the iterations spent."""
        return iterations / self.count if self.count > 0 else 1.0


@dataclass(frozen=True)
class MaxSeconds:
    """Stops ``seconds`` after its creation; not reproducible."""

    seconds: float
    began: float = field(default_factory=time.monotonic)

    def progress(self, iterations: int) -> float:  # noqa: ARG002 - the protocol's argument
        """Return the share of the time spent."""
        return (time.monotonic() - self.began) / self.seconds if self.seconds > 0 else 1.0


@dataclass(frozen=True)
class FirstOf:
    """Stops when the first of ``criteria`` stops."""

    criteria: tuple[Stopping, ...]

    def progress(self, iterations: int) -> float:
        """Return the largest progress of all criteria."""
        return max(criterion.progress(iterations) for criterion in self.criteria)


@dataclass(frozen=True)
class Window:
    """A phase of a longer search: the part of ``whole`` from share ``begin`` to share ``end``.

    ``before`` is the number of iterations spent in earlier phases.
    """

    whole: Stopping
    begin: float
    end: float
    before: int = 0

    def progress(self, iterations: int) -> float:
        """Return the share of this phase spent."""
        return (self.whole.progress(self.before + iterations) - self.begin) / (self.end - self.begin)


@dataclass(frozen=True)
class Budget:
    """Iterations (reproducible) or seconds (not), shared by all chains; exactly one must be given."""

    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.iterations is None) == (self.seconds is None):
            raise ValueError("give either iterations or seconds for a budget")
        if not 0 < (self.iterations or self.seconds or 0) < float("inf"):
            raise ValueError("a budget is positive and finite")

    @property
    def reproducible(self) -> bool:
        """True if the same seed gives the same placement."""
        return self.iterations is not None

    def start_chain(self, chain: int, chains: int, at_once: int, interrupt: Interrupt) -> Stopping:
        """Start the stopping rule of a chain; its clock runs from now.

        Iterations are divided evenly, with the remainder on the first chains. With seconds, each chain gets
        its share of the ``at_once`` threads.
        """
        if self.iterations is not None:
            share, left = divmod(self.iterations, chains)
            return FirstOf((MaxIterations(share + (chain < left)), interrupt))
        seconds = (self.seconds or 0.0) * min(at_once, chains) / chains
        return FirstOf((MaxSeconds(seconds), interrupt))


def budget_of(iterations: int | None, seconds: float | None) -> Budget | None:
    """Build the budget from a user's options; None if neither is given, which means the placer's default.

    Raise `InputError` for more than `MAX_ITERATIONS`, since a kernel would run for years.
    """
    if iterations is not None and iterations > MAX_ITERATIONS:
        raise InputError(setting("iterations"), f"{iterations} are too many", f"at most {MAX_ITERATIONS}")
    return None if iterations is None and seconds is None else Budget(iterations, seconds)
