"""When a placer is done: after iterations, after some time, or by a criterion made of others."""

import time
from dataclasses import dataclass, field
from typing import Protocol


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
