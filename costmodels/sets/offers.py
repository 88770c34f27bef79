"""The part and price that a medium offers for each of many lengths."""

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
#: Maximum cable price: any number of cables still adds up in 64 bits.
MAX_CENTS = 10**12


@dataclass(frozen=True, eq=False)
class Offer:
    """The offer of one medium for each of several lengths, as three arrays of equal length.

    ``part`` is an index into the medium's parts; the price is `NOT_SOLD` if no part is long enough.
    """

    part: IntArray
    ordered_mm: IntArray
    price_cents: IntArray


def offers(
    cost_set: "CostSet", lengths_mm: IntArray, link_gbps: float, optical_mm: IntArray | None = None
) -> tuple[Offer, Offer]:
    """Return the copper and the optical offer, with separate optical lengths if given."""
    return (
        offer(cost_set.electrical, lengths_mm, link_gbps, cost_set.name),
        offer(cost_set.optical, lengths_mm if optical_mm is None else optical_mm, link_gbps, cost_set.name),
    )


def offer(prices: "CablePrices", lengths_mm: IntArray, link_gbps: float, name: str) -> Offer:
    """Return the shortest sufficient stock cable, else the cable made to length; -1 means no route.

    Prices include the transceivers at both ends. Raise `InputError` if a price is too large to add up; the
    message names the cost set ``name``.
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
            raise InputError(f"cost set {name!r}", "prices a cable above 10,000,000,000")
        cents[~in_stock] = line_cents
    cents[cents != NOT_SOLD] += prices.transceivers_cents
    cents[wanted_mm < 0] = NOT_SOLD
    return Offer(part, ordered_mm, cents)


def made_to_length(prices: "CablePrices") -> list[bool]:
    """Return, for each part of a medium, whether it is cut to length."""
    stock = len(prices.stock.items) if prices.stock else 0
    return [False] * stock + ([True] if prices.line else [])


def metres(length_mm: int) -> str:
    """Format a length for display: ``8.6 m``."""
    return f"{length_mm / MM_PER_M:.3f}".rstrip("0").rstrip(".") + " m"
