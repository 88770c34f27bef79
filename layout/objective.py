"""The interface of objectives other than length."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from netfloor.foundation.units import mm_to_metres
from netfloor.layout.bounds import Bound, PairSum
from netfloor.layout.lengths import PricedLengths
from netfloor.layout.placed import Chain, ChainResult
from netfloor.layout.problem import Problem
from netfloor.rooms.any_room import Room
from netfloor.topologies.topology import Topology


class Objective(Protocol):
    """A figure of a placed network to minimise."""

    @property
    def name(self) -> str:
        """Name of the objective on the command line."""

    @property
    def unit(self) -> str:
        """Unit of its values."""

    @property
    def step(self) -> float:
        """Size, in the unit, of a step of the costs reported by a search."""

    def value(self, slot_of: npt.NDArray[np.int32]) -> float:
        """Return the objective value of a placement."""

    def improve(self, problem: Problem, start: ChainResult, chain: Chain) -> ChainResult:
        """Improve a placement; the value of the result is at most that of ``start``."""

    def least(self, bound: Bound) -> float | None:
        """Derive a lower bound from the bound on the length; None if there is none."""


@dataclass(frozen=True)
class NotPurchasable:
    """Links of a placement that no part on sale can serve, so that their cost is unknown."""

    links: int
    shortest_mm: int
    longest_mm: int

    def __str__(self) -> str:
        """Return the links and their lengths as a phrase."""
        ends = (f"{mm_to_metres(mm):.1f}" for mm in sorted({self.shortest_mm, self.longest_mm}))
        return f"{self.links:,} link{'s' * (self.links > 1)} of {' to '.join(ends)} m: not purchasable"


@runtime_checkable
class SumOverLinks(Objective, Protocol):
    """An objective whose value is a sum over the purchasable links."""

    @property
    def all_sold(self) -> bool:
        """True if every length in the room is on sale: the search's costs then equal the objective."""

    def not_purchasable(self, slot_of: npt.NDArray[np.int32]) -> NotPurchasable | None:
        """Return the links of a placement that no part can serve; None if all can be bought."""


@runtime_checkable
class PricedByLink(SumOverLinks, Protocol):
    """An objective that may be a single price per link, so that all placements can be tried."""

    @property
    def only_price(self) -> PricedLengths | None:
        """Price of a link in integer steps; None if several prices are combined."""


@runtime_checkable
class BoundedByPairs(Objective, Protocol):
    """An objective with a lower bound that is a sum over pairs of switches."""

    def pair_sum(self) -> PairSum | None:
        """Return a sum over pairs of switches that bounds the objective from below.

        None if there is none.
        """


def not_purchasable(objective: Objective, slot_of: npt.NDArray[np.int32]) -> NotPurchasable | None:
    """Return the links that no part can serve; None if all can be bought or the objective has no prices."""
    return objective.not_purchasable(slot_of) if isinstance(objective, SumOverLinks) else None


def rank(objective: Objective, slot_of: npt.NDArray[np.int32]) -> tuple[int, float]:
    """Return the sort key of placements: links that cannot be bought, then the objective."""
    missing = not_purchasable(objective, slot_of)
    return 0 if missing is None else missing.links, objective.value(slot_of)


MakeObjective = Callable[[Topology, Room, Problem], Objective]
