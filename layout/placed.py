"""A chain of a search: its inputs, its result, and its snapshots."""

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
    """The complete state of an annealing run.

    ``slot_of`` (n,); ``random``, the state of the kernel's generator; ``scale``, the mean change to which
    temperatures refer; ``history``, (iterations, cost) so far.
    """

    slot_of: npt.NDArray[np.int32]
    random: int
    scale: float
    cost: int
    iterations: int
    history: tuple[tuple[int, int], ...] = field(default=())
    finished: bool = False


class Journal(Protocol):
    """Storage for a run's snapshots by stage."""

    def load(self, stage: str, fits: Callable[[Snapshot], bool]) -> Snapshot | None:
        """Return the snapshot of a stage from an earlier run; raise `InputError` if it does not fit."""

    def offer(self, stage: str, take: Callable[[], Snapshot], *, now: bool = False) -> None:
        """Save a snapshot if it is due or ``now`` is set."""


class NullJournal:
    """A journal that stores nothing."""

    def load(self, stage: str, fits: Callable[[Snapshot], bool]) -> Snapshot | None:  # noqa: ARG002
        """Return None."""
        return None

    def offer(self, stage: str, take: Callable[[], Snapshot], *, now: bool = False) -> None:
        """Do nothing."""


NULL_JOURNAL = NullJournal()


@dataclass(frozen=True)
class ChainResult:
    """The result of a placer's run.

    Attributes
    ----------
    slot_of
        Slot of each switch, (n,) int32.
    cost
        Its cost (normally total length) as computed by the placer.
    iterations
        Iterations spent, in the placer's own unit.
    history
        (iterations, cost) during the run, not necessarily decreasing.
    found_by
        Method that found it, if the placer has several.
    proof
        Method that proves that no placement costs less; empty if unproved.
    """

    slot_of: npt.NDArray[np.int32]
    cost: int
    iterations: int
    history: tuple[tuple[int, int], ...] = field(default=())
    found_by: str = ""
    proof: str = ""


@dataclass(frozen=True, eq=False)
class Chain:
    """The inputs of one of several independent runs.

    Attributes
    ----------
    rng
        Random generator of the chain.
    stop
        Stopping rule.
    listener
        Receives the progress.
    journal
        Stores and restores snapshots.
    number
        Number from 0; chains may use different methods.
    """

    rng: np.random.Generator
    stop: Stopping
    listener: Listener
    journal: Journal = NULL_JOURNAL
    number: int = 0


class Placer(Protocol):
    """A placement method."""

    def __call__(self, problem: Problem, chain: Chain, /) -> ChainResult:
        """Return a valid placement, whenever the chain is stopped; fixed switches stay."""
