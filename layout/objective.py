"""What else than length a solve can minimise: what it has to offer, not what it is."""

from collections.abc import Callable
from typing import Protocol

import numpy as np
import numpy.typing as npt

from layout.bounds import Bound
from layout.journal import Journal
from layout.placed import Listener, Placed
from layout.problem import Problem
from layout.stop import Stopping
from rooms.any_room import AnyRoom
from topologies.topology import Topology


class Objective(Protocol):
    """A figure of a placed network that shall be small."""

    @property
    def name(self) -> str:
        """What it is called on the command line."""

    @property
    def unit(self) -> str:
        """Unit of its values."""

    @property
    def step(self) -> float:
        """Size, in the unit, of one step of the costs that a search reports."""

    def value(self, slot_of: npt.NDArray[np.int32]) -> float:
        """Return the figure of a placement."""

    def improve(
        self,
        problem: Problem,
        start: Placed,
        chain: int,
        rng: np.random.Generator,
        stop: Stopping,
        listener: Listener,
        journal: Journal,
    ) -> Placed:
        """Return a placement whose figure is at most the start's.

        Parameters
        ----------
        problem, start
            The problem of least length, and its best placement.
        chain
            Number of this chain, from 0: chains may go different ways.
        """

    def least(self, bound: Bound) -> float | None:
        """Return what no placement is below, given the bound on the length; None if nobody knows."""


MakeObjective = Callable[[Topology, AnyRoom, Problem], Objective]
