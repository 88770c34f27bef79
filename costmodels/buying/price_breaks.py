"""Volume prices: from a quantity on, every piece costs less; when to buy more than is needed."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from netfloor.foundation.units import cents_to_money


@dataclass(frozen=True)
class PartPurchase:
    """What is bought of one part, and why if more than is needed."""

    needed: int
    quantity: int
    unit_cents: int
    total_cents: int
    why: str = ""

    @property
    def extra(self) -> int:
        """Pieces bought beyond the need."""
        return self.quantity - self.needed


@dataclass(frozen=True)
class PriceBreaks:
    """Unit prices by quantity: the last break that is reached prices every piece bought.

    Quantities rise, the first is the smallest order; prices never rise. Pieces are sold in whole
    packs of ``pack``, and no more than ``most`` in all where that is not None.
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
        """Return the most pieces that whole packs allow, 0 where the smallest order is more; None: any."""
        if self.most is None:
            return None
        packs = self.most - self.most % self.pack
        return packs if packs >= self.quantities[0] else 0

    def buy(self, needed: int) -> PartPurchase:
        """Return the cheapest purchase of at least ``needed`` pieces; of equal ones the smallest.

        Either what is needed, in whole packs, at its price, or as many more as reach a break whose
        price makes the whole cheaper. Fewer than the smallest order cannot be bought.

        Raises
        ------
        ValueError
            If fewer than needed can be bought, see `largest`.
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
        """Return the purchase of another quantity than `buy` would make it, for a reason.

        Raises
        ------
        ValueError
            If so many cannot be bought, or fewer than needed are.
        """
        can = quantity >= max(needed, self.quantities[0]) and quantity % self.pack == 0
        if not can or (self.most is not None and quantity > self.most):
            raise ValueError(f"{quantity} pieces cannot be bought where {needed} are needed")
        price = self._price(quantity)
        return PartPurchase(needed, quantity, price, quantity * price, why)

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
            small = f"{quantity} is the smallest order"
            return small if needed < self.quantities[0] else f"sold in packs of {self.pack}"
        return f"{quantity} cost {cents_to_money(totals[plain] - totals[quantity]):.2f} less than {plain}"


def unit_prices(
    unit_cents: int,
    breaks: Sequence[tuple[int, int]] = (),
    min_order: int = 1,
    pack: int = 1,
    most: int | None = None,
) -> PriceBreaks:
    """Return a price of one piece and the lower ones, as (quantity, cents) pairs that rise in quantity.

    Breaks up to ``min_order`` set its price; ``pack`` and ``most`` are those of `PriceBreaks`.
    """
    first = [cents for at, cents in ((1, unit_cents), *breaks) if at <= min_order][-1]
    later = [(at, cents) for at, cents in breaks if at > min_order]
    quantities, prices = zip((min_order, first), *later, strict=True)
    return PriceBreaks(quantities, prices, pack, most)
