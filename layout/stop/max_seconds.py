"""Stop after some time: as good as the machine allows, not reproducible."""

import time
from dataclasses import dataclass, field


@dataclass(frozen=True)
class MaxSeconds:
    """Done ``seconds`` after its making."""

    seconds: float
    began: float = field(default_factory=time.monotonic)

    def progress(self, iterations: int) -> float:  # noqa: ARG002 - the protocol's argument
        """Return the share of the time that is spent."""
        return (time.monotonic() - self.began) / self.seconds if self.seconds > 0 else 1.0
