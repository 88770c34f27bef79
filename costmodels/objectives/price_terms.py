"""Figures that every cable adds to by its length alone: metres, money, watts."""

from dataclasses import dataclass

import numpy as np

from costmodels.cost_set import CostSet
from costmodels.offers import MOST_CENTS, NOT_SOLD
from costmodels.order import ELECTRICAL, MEDIA, choose_by_length
from costmodels.power_set import PowerSet
from foundation.errors import InfeasibleError
from foundation.units import CENTS_PER_UNIT, MM_PER_M
from layout.lengths import PricedLengths
from rooms.routed_lengths import FloorLengths

_MICROWATTS_PER_W = 10**6


@dataclass(frozen=True, eq=False)
class PriceTerm:
    """A figure that is a sum over the cables.

    Attributes
    ----------
    unit
        Unit of its values.
    prices
        What a cable adds, in whole steps.
    step
        Size of a step in ``unit``.
    """

    unit: str
    prices: PricedLengths
    step: float


def length_term(floor: FloorLengths) -> PriceTerm:
    """Return the length of all cables together, in m."""
    lengths = floor.all_mm
    return PriceTerm("m", PricedLengths(floor, lengths, lengths.copy()), 1 / MM_PER_M)


def money_term(
    floor: FloorLengths, cost_set: CostSet, link_gbps: float, electrical_reach_mm: int | None
) -> PriceTerm:
    """Return what all cables cost with their installation: the part of a bill that placing decides.

    Each cable is bought as `costmodels.order.order_cables` does. A length that nobody sells costs
    a hundred times the dearest that is sold, so that a search leaves it where it can.

    Raises
    ------
    InfeasibleError
        If the set sells no cable of any length that this room asks for.
    """
    lengths = floor.all_mm
    cents = choose_by_length(lengths, cost_set, link_gbps, electrical_reach_mm).price_cents
    sold = cents != NOT_SOLD
    if not sold.any():
        raise InfeasibleError(f"cost set {cost_set.name!r} sells no cable of any length in this room")
    dearest = min(100 * int(cents[sold].max(initial=1)), MOST_CENTS)
    inside, between = (0, 0) if cost_set.installation is None else cost_set.installation.cents
    prices = np.where(sold, cents, dearest) + inside
    return PriceTerm(
        cost_set.currency, PricedLengths(floor, lengths, prices, between - inside), 1 / CENTS_PER_UNIT
    )


def power_term(
    floor: FloorLengths,
    power_set: PowerSet,
    cost_set: CostSet,
    link_gbps: float,
    electrical_reach_mm: int | None,
) -> PriceTerm:
    """Return what all links draw, both ends counted, in W; the cost set's rule chooses each medium."""
    lengths = floor.all_mm
    media = choose_by_length(lengths, cost_set, link_gbps, electrical_reach_mm).medium
    watts = [round(power_set.link_w(medium) * _MICROWATTS_PER_W) for medium in MEDIA]
    steps = np.where(media == ELECTRICAL, watts[0], watts[1]).astype(np.int64)
    return PriceTerm("W", PricedLengths(floor, lengths, steps), 1 / _MICROWATTS_PER_W)
