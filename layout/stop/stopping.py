"""When a placer is done."""

from typing import Protocol


class Stopping(Protocol):
    """How much of the effort is spent; a placer cools by it and ends at 1."""

    def progress(self, iterations: int) -> float:
        """Return the share spent after ``iterations``: 0 at the start, 1 or more at the end."""
