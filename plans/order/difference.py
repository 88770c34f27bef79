"""One order from a plan to the plan that grew from it: what to buy in addition, and what is to spare."""

from dataclasses import dataclass

from netfloor.costmodels.buying.price_breaks import PartPurchase, unit_prices
from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.costmodels.catalogue.parts.skus import Sku
from netfloor.plans.order.parts_list import OrderedParts


@dataclass(frozen=True)
class PartDifference:
    """One part number in both orders.

    Attributes
    ----------
    had, needed
        Pieces of the old order, spare ones included, and pieces that the new plan needs, likewise.
    purchase
        What is bought in addition, at the price of that quantity.
    spare, spare_cents
        Pieces that nothing needs any more, and what was paid for them.
    """

    sku: Sku
    had: int
    needed: int
    purchase: PartPurchase
    spare: int
    spare_cents: int


@dataclass(frozen=True)
class OrderDifference:
    """The parts of both orders, in the catalogue's order; money in cents of ``currency``, before taxes."""

    currency: str
    rows: tuple[PartDifference, ...]

    @property
    def bought(self) -> tuple[PartDifference, ...]:
        """Parts that are bought in addition."""
        return tuple(row for row in self.rows if row.purchase.quantity)

    @property
    def left(self) -> tuple[PartDifference, ...]:
        """Parts of which pieces are to spare."""
        return tuple(row for row in self.rows if row.spare)

    @property
    def pieces(self) -> tuple[int, int]:
        """Pieces that are bought, and those to spare."""
        return sum(row.purchase.quantity for row in self.bought), sum(row.spare for row in self.left)

    @property
    def buy_cents(self) -> int:
        """Money for what is bought in addition."""
        return sum(row.purchase.total_cents for row in self.rows)

    @property
    def spare_cents(self) -> int:
        """What was paid for the pieces to spare."""
        return sum(row.spare_cents for row in self.rows)


def order_difference(old: OrderedParts, new: OrderedParts) -> OrderDifference:
    """Return one order of the difference; both are of one catalogue.

    Pieces of the old order serve on: those in use, spare ones and those bought beyond the need. The price
    of a piece is that of the quantity bought in addition, packs and smallest orders included.
    """
    before, after = ({line.sku.part: line for line in parts.bom.lines} for parts in (old, new))
    rows = []
    for sku in new.bom.skus:
        was, now = before.get(sku.part), after.get(sku.part)
        if was is None and now is None:
            continue
        had = 0 if was is None else _pieces(was) + was.purchase.extra
        needed = 0 if now is None else _pieces(now)
        rows.append(_difference(sku, had, needed, was))
    return OrderDifference(new.bom.currency, tuple(rows))


def _pieces(line: BomLine) -> int:
    return line.used + line.spares


def _difference(sku: Sku, had: int, needed: int, was: BomLine | None) -> PartDifference:
    buying, spare = sku.buying, max(had - needed, 0)
    prices = unit_prices(buying.price_cents, buying.breaks, buying.min_order, buying.pack)
    paid = 0 if was is None else was.purchase.unit_cents
    return PartDifference(sku, had, needed, prices.buy(max(needed - had, 0)), spare, spare * paid)
