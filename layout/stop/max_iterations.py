"""Stop after a number of iterations: the same result every time."""

from dataclasses import dataclass


@dataclass(frozen=True)
class MaxIterations:
    """Done after ``count`` iterations."""

    count: int

    def progress(self, iterations: int) -> float:
        """Return the share of the iterations that is spent."""
        return iterations / self.count if self.count > 0 else 1.0
