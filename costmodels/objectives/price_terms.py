"""Figures to which every cable contributes by its length alone: metres, money, watts."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from netfloor.costmodels.cable_orders import ELECTRICAL, MEDIA, choose_by_length, distinct_ways
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.offers import MAX_CENTS, NOT_SOLD, IntArray
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.units import CENTS_PER_UNIT, MM_PER_M
from netfloor.layout.lengths import PricedLengths, PricedPairs
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.routed_lengths import FloorLengths

_MICROWATTS_PER_W = 10**6

#: Cost of an unavailable cable in a search, as a multiple of the most expensive available one.
_PENALTY = 100


@dataclass(frozen=True, eq=False)
class PriceTerm:
    """A figure that is a sum over the cables, in integer steps of a fixed number of units."""

    unit: str  # of the figure
    prices: PricedLengths  # contribution of each cable; the maximum if unavailable
    step: float  # size of one step of a price, in ``unit``
    # 1 for a cable that is not on sale, 0 for others; None if every length is on sale
    unsold: PricedLengths | None = None
    # cables of each connected pair of switches with these prices, (pairs,); None: all of them. If terms
    # have links, each cable belongs to one term
    links: IntArray | None = None

    @property
    def weights(self) -> PricedLengths:
        """The cost in a search: unavailable cables cost so much that they are avoided where possible."""
        if self.unsold is None:
            return self.prices
        dearest = int(np.max(self.prices.cost + max(self.prices.apart, 0), initial=1))
        extra = min((_PENALTY - 1) * dearest, MAX_CENTS)
        cost = self.prices.cost + extra * self.unsold.cost
        if isinstance(self.prices, PricedPairs) and isinstance(self.unsold, PricedPairs):
            return replace(self.prices, cost=cost, costs=self.prices.costs + extra * self.unsold.costs)
        return replace(self.prices, cost=cost)


def length_term(room: Room) -> PriceTerm:
    """Return the total cable length, in m."""
    lengths = room.lengths.all_mm
    return PriceTerm("m", PricedLengths(room.lengths, lengths, lengths.copy()), 1 / MM_PER_M)


def money_term(
    room: Room, cost_set: CostSet, link_gbps: float, electrical_reach_mm: int | None
) -> PriceTerm:
    """Return the cost of all cables with their installation: the part of a bill that placement determines.

    Each cable is bought as by `costmodels.cable_orders.order_cables`. Raise `InfeasibleError` if the set
    sells no cable of any length in this room.
    """
    inside, between = (0, 0) if cost_set.installation is None else cost_set.installation.cents

    def price(electrical_mm: IntArray, optical_mm: IntArray) -> IntArray:
        chosen = choose_by_length(electrical_mm, cost_set, link_gbps, electrical_reach_mm, optical_mm)
        sold = chosen.price_cents != NOT_SOLD
        return np.where(sold, np.where(sold, chosen.price_cents, 0) + inside, NOT_SOLD)

    what = _nothing_sold(cost_set)
    return priced_ways(room, price, cost_set.currency, 1 / CENTS_PER_UNIT, what, between - inside)


def power_term(
    room: Room,
    power_set: PowerSet,
    cost_set: CostSet,
    link_gbps: float,
    electrical_reach_mm: int | None,
) -> PriceTerm:
    """Return the power of all links, both ends, in W; the cost set's rule determines each medium.

    Raise `InfeasibleError` if the set sells no cable of any length in this room.
    """
    watts = [round(power_set.link_w(medium) * _MICROWATTS_PER_W) for medium in MEDIA]

    def price(electrical_mm: IntArray, optical_mm: IntArray) -> IntArray:
        chosen = choose_by_length(electrical_mm, cost_set, link_gbps, electrical_reach_mm, optical_mm)
        drawn = np.where(chosen.medium == ELECTRICAL, watts[0], watts[1]).astype(np.int64)
        return np.where(chosen.price_cents == NOT_SOLD, NOT_SOLD, drawn)

    return priced_ways(room, price, "W", 1 / _MICROWATTS_PER_W, _nothing_sold(cost_set))


def _nothing_sold(cost_set: CostSet) -> str:
    return f"cost set {cost_set.name!r} sells no cable of any length in this room"


def priced_ways(
    room: Room,
    price: Callable[[IntArray, IntArray], IntArray],
    unit: str,
    step: float,
    nothing_sold: str,
    apart: int = 0,
) -> PriceTerm:
    """Return a figure by the lengths in both media, pair by pair if trays carry only some media.

    Raise `InfeasibleError` if no length in the room is sold.

    Parameters
    ----------
    price
        From electrical and optical lengths, (d,) each in mm, to steps, (d,); `NOT_SOLD` for a cable that is
        not sold.
    unit, step
        Of the figure; see `PriceTerm`.
    nothing_sold
        Message if no length is sold.
    apart
        Extra steps for a cable between two cabinets.
    """
    floor = room.lengths
    if not isinstance(room, Hall) or len(room.distinct_media) == 1:
        prices, unsold = _parted(price(floor.all_mm, floor.all_mm), nothing_sold)
        listed = PricedLengths(floor, floor.all_mm, prices, apart)
        return PriceTerm(
            unit, listed, step, replace(listed, cost=unsold, apart=0) if unsold.any() else None
        )
    joined = ~np.eye(room.slots, dtype=bool)
    ways_mm = np.column_stack([room.slot_lengths(medium)[joined] for medium in MEDIA])
    distinct, which = distinct_ways(ways_mm)
    prices, unsold = _parted(price(distinct[0], distinct[1]), nothing_sold)
    between = apart * (room.slot_cabinet[:, None] != room.slot_cabinet[None, :])
    costs, missing = np.zeros((2, room.slots, room.slots), dtype=np.int64)
    costs[joined], missing[joined] = prices[which], unsold[which]
    gone = priced_pairs(floor, missing) if missing.any() else None
    return PriceTerm(unit, priced_pairs(floor, costs + between), step, gone)


def _parted(steps: IntArray, nothing_sold: str) -> tuple[IntArray, IntArray]:
    """Return prices (the maximum if unavailable) and 1 where unavailable; refuse if all are."""
    sold = steps != NOT_SOLD
    if not sold.any():
        raise InfeasibleError(nothing_sold)
    return np.where(sold, steps, steps[sold].max()), (~sold).astype(np.int64)


def priced_pairs(floor: FloorLengths, costs: IntArray) -> PricedPairs:
    """Return a price for every pair of slots, (S, S), with the lowest price of every length."""
    joined = ~np.eye(len(costs), dtype=bool)
    minimum = np.full(len(floor.all_mm), np.iinfo(np.int64).max)
    np.minimum.at(minimum, np.searchsorted(floor.all_mm, floor.matrix()[joined]), costs[joined])
    return PricedPairs(floor, floor.all_mm, minimum, 0, costs)
