"""What a medium sells for each of many lengths, and at what price."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.foundation.units import MM_PER_M

if TYPE_CHECKING:
    from netfloor.costmodels.sets.cost_set import CostSet
    from netfloor.costmodels.sets.prices import CablePrices

IntArray = npt.NDArray[np.int64]

#: Marks a length that a medium does not sell; larger than every price.
NOT_SOLD = np.iinfo(np.int64).max
#: Dearest cable: any number of them still adds up in 64 bits.
MAX_CENTS = 10**12


@dataclass(frozen=True, eq=False)
class Offer:
    """What one medium sells for each of several lengths, three arrays of one length.

    ``part`` is an index into the medium's parts; the price is `NOT_SOLD` where nothing reaches.
    """

    part: IntArray
    ordered_mm: IntArray
    price_cents: IntArray


def offers(
    cost_set: "CostSet", lengths_mm: IntArray, link_gbps: float, optical_mm: IntArray | None = None
) -> tuple[Offer, Offer]:
    """Return the electrical and the optical offer, for lengths of their own where those are given."""
    return (
        offer(cost_set.electrical, lengths_mm, link_gbps, cost_set.name),
        offer(cost_set.optical, lengths_mm if optical_mm is None else optical_mm, link_gbps, cost_set.name),
    )


def offer(prices: "CablePrices", lengths_mm: IntArray, link_gbps: float, name: str) -> Offer:
    """Return the smallest stock cable that reaches, else the one made to length; -1 is no way.

    Prices include the transceivers at both ends.

    Raises
    ------
    InputError
        If a price is too large to add up, naming the cost set ``name``.
    """
    stock_mm = np.array(prices.stock.lengths_mm if prices.stock else [], dtype=np.int64)
    stock_cents = np.array(prices.stock.prices_cents if prices.stock else [], dtype=np.int64)
    wanted_mm, lengths_mm = lengths_mm, np.maximum(lengths_mm, 0)
    part = np.searchsorted(stock_mm, lengths_mm)
    in_stock = part < len(stock_mm)
    ordered_mm, cents = lengths_mm.copy(), np.full(len(lengths_mm), NOT_SOLD)
    ordered_mm[in_stock], cents[in_stock] = stock_mm[part[in_stock]], stock_cents[part[in_stock]]
    if prices.line:
        line_cents = prices.line.cents(lengths_mm[~in_stock].tolist(), link_gbps)
        if max(line_cents, default=0) > MAX_CENTS:
            raise InputError(f"cost set {name!r}", "prices one cable above ten thousand million")
        cents[~in_stock] = line_cents
    cents[cents != NOT_SOLD] += prices.transceivers_cents
    cents[wanted_mm < 0] = NOT_SOLD
    return Offer(part, ordered_mm, cents)


def made_to_length(prices: "CablePrices") -> list[bool]:
    """Return for each part of a medium whether it is cut to length."""
    stock = len(prices.stock.items) if prices.stock else 0
    return [False] * stock + ([True] if prices.line else [])


def metres(length_mm: int) -> str:
    """Return a length for people: ``8.6 m``."""
    return f"{length_mm / MM_PER_M:.3f}".rstrip("0").rstrip(".") + " m"
