"""What else than length a solve can minimise: what it has to offer, not what it is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from netfloor.foundation.units import mm_to_metres
from netfloor.layout.bounds import Bound, PairSum
from netfloor.layout.lengths import PricedLengths
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


@dataclass(frozen=True)
class NotPurchasable:
    """Links of a placement that no part serves, so that their money is not known."""

    links: int
    shortest_mm: int
    longest_mm: int

    def __str__(self) -> str:
        """Return it as planners say it."""
        ends = (f"{mm_to_metres(mm):.1f}" for mm in sorted({self.shortest_mm, self.longest_mm}))
        return f"{self.links:,} link{'s' * (self.links > 1)} of {' to '.join(ends)} m: not purchasable"


@runtime_checkable
class SumOverLinks(Objective, Protocol):
    """An objective whose figure is a sum over the links that can be bought."""

    @property
    def all_sold(self) -> bool:
        """True if every length in the room can be bought: a search's costs are then those of the figure."""

    def not_purchasable(self, slot_of: npt.NDArray[np.int32]) -> NotPurchasable | None:
        """Return the links of a placement that no part serves; None if all can be bought."""


@runtime_checkable
class PricedByLink(SumOverLinks, Protocol):
    """An objective that may be one price of every link, so that all placements can be tried."""

    @property
    def only_price(self) -> PricedLengths | None:
        """What a link costs in whole steps; None where several prices are weighed."""


@runtime_checkable
class BoundedByPairs(Objective, Protocol):
    """An objective that a sum over pairs of routers bounds from below."""

    def pair_sum(self) -> PairSum | None:
        """Return a sum over pairs of routers that no placement's figure is below; None if there is none."""


def not_purchasable(objective: Objective, slot_of: npt.NDArray[np.int32]) -> NotPurchasable | None:
    """Return the links that no part serves; None if all can be bought, or nothing is."""
    return objective.not_purchasable(slot_of) if isinstance(objective, SumOverLinks) else None


def rank(objective: Objective, slot_of: npt.NDArray[np.int32]) -> tuple[int, float]:
    """Return what placements are ordered by: links that cannot be bought, then the figure."""
    missing = not_purchasable(objective, slot_of)
    return 0 if missing is None else missing.links, objective.value(slot_of)


MakeObjective = Callable[[Topology, AnyRoom, Problem], Objective]
