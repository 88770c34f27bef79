"""Stop as soon as one of several criteria says so."""

from dataclasses import dataclass

from netfloor.layout.stop.stopping import Stopping


@dataclass(frozen=True)
class FirstOf:
    """Done when the first of ``criteria`` is."""

    criteria: tuple[Stopping, ...]

    def progress(self, iterations: int) -> float:
        """Return the furthest progress of all."""
        return max(criterion.progress(iterations) for criterion in self.criteria)
