"""Volume prices: unit prices that fall with quantity, and purchases above the need."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from netfloor.foundation.units import cents_to_money


@dataclass(frozen=True)
class PartPurchase:
    """The purchase of one part, and the reason for buying more than needed."""

    needed: int
    quantity: int
    unit_cents: int
    total_cents: int
    why: str = ""
    is_for_order: bool = False  # whether the quantity is for the sake of the supplier's order

    @property
    def extra(self) -> int:
        """Pieces bought beyond the need."""
        return self.quantity - self.needed


@dataclass(frozen=True)
class PriceBreaks:
    """Unit prices by quantity: the highest break reached prices every piece.

    Quantities rise, and the first is the minimum order; prices never rise. Pieces are sold in whole packs
    of ``pack``, at most ``most`` in total unless that is None.
    """

    quantities: tuple[int, ...]
    unit_cents: tuple[int, ...]
    pack: int = 1
    most: int | None = None

    def __post_init__(self) -> None:
        if not self.quantities or len(self.quantities) != len(self.unit_cents):
            raise ValueError("give at least one price break, each with a quantity and a price")
        if min(*self.quantities, self.pack) < 1 or min(self.unit_cents) < 0 or (self.most or 0) < 0:
            raise ValueError("quantities must be at least 1 and prices must not be negative")
        for low, high in pairwise(self.quantities):
            if high <= low:
                raise ValueError(f"quantities must rise: {high} follows {low}")
        for number, (before, price) in enumerate(pairwise(map(cents_to_money, self.unit_cents)), start=1):
            if price > before:
                where = f"at quantity {self.quantities[number]}"
                raise ValueError(f"the price rises from {before:.2f} to {price:.2f} {where}")

    @property
    def largest(self) -> int | None:
        """Return the most pieces in whole packs, 0 if below the minimum order; None means unlimited."""
        if self.most is None:
            return None
        packs = self.most - self.most % self.pack
        return packs if packs >= self.quantities[0] else 0

    def buy(self, needed: int) -> PartPurchase:
        """Return the cheapest purchase of at least ``needed`` pieces; among equals, the smallest.

        It is the need in whole packs at its price, or a larger quantity at a break that lowers the total.
        The minimum order always applies. Raise `ValueError` if fewer than needed can be bought, see
        `largest`.
        """
        if needed < 0:
            raise ValueError("a quantity must not be negative")
        if needed == 0:
            return PartPurchase(0, 0, self.unit_cents[0], 0)
        if self.largest is not None and needed > self.largest:
            raise ValueError(f"{needed} pieces are needed, {self.largest} can be bought")
        bought = {self._whole(needed, start) for start in self.quantities}
        totals = {
            quantity: quantity * self._price(quantity)
            for quantity in bought
            if self.largest is None or quantity <= self.largest
        }
        quantity = min(totals, key=lambda pieces: (totals[pieces], pieces))
        why = self._reason(needed, quantity, totals)
        return PartPurchase(needed, quantity, self._price(quantity), totals[quantity], why)

    def take(self, needed: int, quantity: int, why: str) -> PartPurchase:
        """Return a purchase of another quantity than `buy` selects, with the reason.

        Raise `ValueError` if this quantity cannot be bought or is below the need.
        """
        can = quantity >= max(needed, self.quantities[0]) and quantity % self.pack == 0
        if not can or (self.most is not None and quantity > self.most):
            raise ValueError(f"{quantity} pieces cannot be bought where {needed} are needed")
        price = self._price(quantity)
        return PartPurchase(needed, quantity, price, quantity * price, why, is_for_order=True)

    def _whole(self, needed: int, start: int) -> int:
        return -(-max(needed, start) // self.pack) * self.pack

    def _price(self, quantity: int) -> int:
        breaks = zip(self.quantities, self.unit_cents, strict=True)
        return [cents for start, cents in breaks if start <= quantity][-1]

    def _reason(self, needed: int, quantity: int, totals: dict[int, int]) -> str:
        if quantity == needed:
            return ""
        plain = self._whole(needed, self.quantities[0])
        if quantity == plain:
            small = f"{quantity} is the minimum order"
            return small if needed < self.quantities[0] else f"sold in packs of {self.pack}"
        return f"{quantity} cost {cents_to_money(totals[plain] - totals[quantity]):.2f} less than {plain}"


def unit_prices(
    unit_cents: int,
    breaks: Sequence[tuple[int, int]] = (),
    min_order: int = 1,
    pack: int = 1,
    maximum: int | None = None,
) -> PriceBreaks:
    """Return the price breaks of a single price and lower ones, given as (quantity, cents) in rising order.

    Breaks up to ``min_order`` set the price of that quantity; ``pack`` and ``maximum`` are those of
    `PriceBreaks`.
    """
    first = [cents for at, cents in ((1, unit_cents), *breaks) if at <= min_order][-1]
    later = [(at, cents) for at, cents in breaks if at > min_order]
    quantities, prices = zip((min_order, first), *later, strict=True)
    return PriceBreaks(quantities, prices, pack, maximum)
