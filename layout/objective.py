"""What else than length a solve can minimise: what it has to offer, not what it is."""

from collections.abc import Callable
from typing import Protocol

import numpy as np
import numpy.typing as npt

from netfloor.layout.bounds import Bound
from netfloor.layout.placed import Chain, Placed
from netfloor.layout.problem import Problem
from netfloor.rooms.any_room import AnyRoom
from netfloor.topologies.topology import Topology


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

    def improve(self, problem: Problem, start: Placed, chain: Chain) -> Placed:
        """Return a placement whose figure is at most that of ``start``, the best one of least length."""

    def least(self, bound: Bound) -> float | None:
        """Return what no placement is below, given the bound on the length; None if nobody knows."""


MakeObjective = Callable[[Topology, AnyRoom, Problem], Objective]
