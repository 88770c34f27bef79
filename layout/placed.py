"""A chain of a search: what its placer is given, what it returns, and where it records its progress."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from netfloor.layout.budget import Stopping
from netfloor.layout.problem import Problem

#: Called now and then with the progress (0 to 1) and the cost.
Listener = Callable[[float, int], None]


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


@dataclass(frozen=True)
class Placed:
    """What one run of a placer found.

    Attributes
    ----------
    slot_of
        Slot of each router, (n,) int32.
    cost
        Its cost (total length as a rule) as the placer counted it.
    iterations
        Iterations spent, in the placer's own unit.
    history
        (iterations, cost) along the way, falling or not.
    found_by
        What found it, where the placer has several ways.
    proof
        By which method no placement of the problem costs less; empty where that is not known.
    """

    slot_of: npt.NDArray[np.int32]
    cost: int
    iterations: int
    history: tuple[tuple[int, int], ...] = field(default=())
    found_by: str = ""
    proof: str = ""


@dataclass(frozen=True, eq=False)
class Chain:
    """What one of several independent runs works with.

    Attributes
    ----------
    rng
        Its own generator.
    stop
        When it is done.
    listener
        Who hears of its progress.
    journal
        Where it writes its way down, and takes it up again.
    number
        From 0: chains may go different ways.
    """

    rng: np.random.Generator
    stop: Stopping
    listener: Listener
    journal: Journal = NO_JOURNAL
    number: int = 0


class Placer(Protocol):
    """A way to place."""

    def __call__(self, problem: Problem, chain: Chain, /) -> Placed:
        """Return a legal placement, whenever the chain is stopped; fixed routers stay."""
