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

    Quantities rise, the first is the smallest order; prices never rise.
    """

    quantities: tuple[int, ...]
    unit_cents: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.quantities or len(self.quantities) != len(self.unit_cents):
            raise ValueError("every break needs a quantity and a price, and there must be one at least")
        if min(self.quantities) < 1 or min(self.unit_cents) < 0:
            raise ValueError("quantities must be 1 at least and prices must not be negative")
        for low, high in pairwise(self.quantities):
            if high <= low:
                raise ValueError(f"quantities must rise: {high} follows {low}")
        for number, (before, price) in enumerate(pairwise(map(cents_to_money, self.unit_cents)), start=1):
            if price > before:
                where = f"at quantity {self.quantities[number]}"
                raise ValueError(f"the price rises from {before:.2f} to {price:.2f} {where}")

    def buy(self, needed: int) -> PartPurchase:
        """Return the cheapest purchase of at least ``needed`` pieces; of equal ones the smallest.

        Either exactly what is needed, at its price, or as many more as reach a break whose
        price makes the whole cheaper. Fewer than the smallest order cannot be bought.
        """
        if needed < 0:
            raise ValueError("a quantity must not be negative")
        if needed == 0:
            return PartPurchase(0, 0, self.unit_cents[0], 0)
        breaks = zip(self.quantities, self.unit_cents, strict=True)
        bought = {max(needed, start): cents for start, cents in breaks}
        totals = {quantity: quantity * cents for quantity, cents in bought.items()}
        quantity = min(totals, key=lambda pieces: (totals[pieces], pieces))
        cents, total = bought[quantity], totals[quantity]
        return PartPurchase(needed, quantity, cents, total, self._reason(needed, quantity, totals))

    def _reason(self, needed: int, quantity: int, totals: dict[int, int]) -> str:
        if quantity == needed:
            return ""
        if needed < self.quantities[0] == quantity:
            return f"{quantity} is the smallest order"
        plain = max(needed, self.quantities[0])
        return f"{quantity} cost {cents_to_money(totals[plain] - totals[quantity]):.2f} less than {plain}"


def unit_prices(unit_cents: int, breaks: Sequence[tuple[int, int]] = ()) -> PriceBreaks:
    """Return a price of one piece and the lower ones, as (quantity, cents) pairs that rise in quantity."""
    quantities, lower = (1, *(at for at, _ in breaks)), (unit_cents, *(cents for _, cents in breaks))
    return PriceBreaks(quantities, lower)
