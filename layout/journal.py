"""What a run can write down on its way, so that it can be taken up again."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Everything that the rest of an annealing run depends on.

    ``slot_of`` (n,), ``random``, the state of the kernel's generator, ``scale``, the mean change
    that the temperatures refer to, and ``history``, (iterations, cost) so far.
    """

    slot_of: npt.NDArray[np.int32]
    random: int
    scale: float
    cost: int
    iterations: int
    history: tuple[tuple[int, int], ...] = field(default=())
    finished: bool = False


class Journal(Protocol):
    """Where a run's snapshots go, by the name of the stage that they belong to."""

    def load(self, stage: str, fits: Callable[[Snapshot], bool]) -> Snapshot | None:
        """Return what an earlier run wrote down of this stage; `InputError` where it does not fit."""

    def offer(self, stage: str, take: Callable[[], Snapshot], *, now: bool = False) -> None:
        """Write down a snapshot if it is time to, or in any case."""


class NoJournal:
    """Remembers nothing."""

    def load(self, stage: str, fits: Callable[[Snapshot], bool]) -> Snapshot | None:  # noqa: ARG002
        """Return None."""
        return None

    def offer(self, stage: str, take: Callable[[], Snapshot], *, now: bool = False) -> None:
        """Do nothing."""


NO_JOURNAL = NoJournal()
