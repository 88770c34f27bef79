"""Figures that every cable adds to by its length alone: metres, money, watts."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from netfloor.costmodels.cable_orders import ELECTRICAL, MEDIA, choose_by_length, distinct_ways
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.offers import MOST_CENTS, NOT_SOLD, IntArray
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.units import CENTS_PER_UNIT, MM_PER_M
from netfloor.layout.lengths import PricedLengths, PricedPairs
from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.routed_lengths import FloorLengths

_MICROWATTS_PER_W = 10**6


@dataclass(frozen=True, eq=False)
class PriceTerm:
    """A figure that is a sum over the cables of what each adds, in whole steps of so many units."""

    unit: str
    prices: PricedLengths
    step: float


def length_term(room: AnyRoom) -> PriceTerm:
    """Return the length of all cables together, in m."""
    lengths = room.lengths.all_mm
    return PriceTerm("m", PricedLengths(room.lengths, lengths, lengths.copy()), 1 / MM_PER_M)


def money_term(
    room: AnyRoom, cost_set: CostSet, link_gbps: float, electrical_reach_mm: int | None
) -> PriceTerm:
    """Return what all cables cost with their installation: the part of a bill that placing decides.

    Each cable is bought as `costmodels.order.order_cables` does. A length that nobody sells costs
    a hundred times the dearest that is sold, so that a search leaves it where it can.

    Raises
    ------
    InfeasibleError
        If the set sells no cable of any length that this room asks for.
    """
    inside, between = (0, 0) if cost_set.installation is None else cost_set.installation.cents

    def price(electrical_mm: IntArray, optical_mm: IntArray) -> IntArray:
        chosen = choose_by_length(electrical_mm, cost_set, link_gbps, electrical_reach_mm, optical_mm)
        what = f"cost set {cost_set.name!r} sells no cable of any length in this room"
        return where_sold(chosen.price_cents, what) + inside

    return PriceTerm(cost_set.currency, priced_ways(room, price, between - inside), 1 / CENTS_PER_UNIT)


def power_term(
    room: AnyRoom,
    power_set: PowerSet,
    cost_set: CostSet,
    link_gbps: float,
    electrical_reach_mm: int | None,
) -> PriceTerm:
    """Return what all links draw, both ends counted, in W; the cost set's rule chooses each medium."""
    watts = [round(power_set.link_w(medium) * _MICROWATTS_PER_W) for medium in MEDIA]

    def price(electrical_mm: IntArray, optical_mm: IntArray) -> IntArray:
        chosen = choose_by_length(electrical_mm, cost_set, link_gbps, electrical_reach_mm, optical_mm)
        return np.where(chosen.medium == ELECTRICAL, watts[0], watts[1]).astype(np.int64)

    return PriceTerm("W", priced_ways(room, price), 1 / _MICROWATTS_PER_W)


def where_sold(cents: IntArray, what: str) -> IntArray:
    """Return prices in which what nobody sells costs a hundred times the dearest.

    Raises
    ------
    InfeasibleError
        If nothing is sold: ``what``.
    """
    sold = cents != NOT_SOLD
    if not sold.any():
        raise InfeasibleError(what)
    return np.where(sold, cents, min(100 * int(cents[sold].max(initial=1)), MOST_CENTS))


def priced_ways(
    room: AnyRoom, price: Callable[[IntArray, IntArray], IntArray], apart: int = 0
) -> PricedLengths:
    """Return a price by the lengths of both media, pair by pair where trays take some media only.

    ``apart`` is what a cable between two cabinets costs besides.
    """
    floor = room.lengths
    if not isinstance(room, Hall) or len(room.distinct_media) == 1:
        return PricedLengths(floor, floor.all_mm, price(floor.all_mm, floor.all_mm), apart)
    joined = ~np.eye(room.slots, dtype=bool)
    ways_mm = np.column_stack([room.slot_lengths(medium)[joined] for medium in MEDIA])
    distinct, which = distinct_ways(ways_mm)
    costs = np.zeros((room.slots, room.slots), dtype=np.int64)
    costs[joined] = price(distinct[0], distinct[1])[which]
    costs += apart * (room.slot_cabinet[:, None] != room.slot_cabinet[None, :])
    return priced_pairs(room.lengths, costs)


def priced_pairs(floor: FloorLengths, costs: IntArray) -> PricedPairs:
    """Return a price for every pair of slots, (S, S), with the least price of every length."""
    joined = ~np.eye(len(costs), dtype=bool)
    least = np.full(len(floor.all_mm), np.iinfo(np.int64).max)
    np.minimum.at(least, np.searchsorted(floor.all_mm, floor.matrix()[joined]), costs[joined])
    return PricedPairs(floor, floor.all_mm, least, 0, costs)
