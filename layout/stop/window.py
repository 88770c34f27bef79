"""One phase of a longer effort, seen as a whole of its own."""

from dataclasses import dataclass

from netfloor.layout.stop.stopping import Stopping


@dataclass(frozen=True)
class Window:
    """The stretch of ``whole`` from share ``begin`` to share ``end``.

    ``before`` iterations were spent in earlier phases.
    """

    whole: Stopping
    begin: float
    end: float
    before: int = 0

    def progress(self, iterations: int) -> float:
        """Return the share of this phase that is spent."""
        return (self.whole.progress(self.before + iterations) - self.begin) / (self.end - self.begin)
