"""The difference between the orders of a plan and its expansion: additional purchases and surplus."""

from dataclasses import dataclass

from netfloor.costmodels.buying.price_breaks import PartPurchase, unit_prices
from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.costmodels.catalogue.parts.skus import Sku
from netfloor.plans.order.ordered_parts import OrderedParts


@dataclass(frozen=True)
class PartDifference:
    """A part number in both orders.

    Attributes
    ----------
    had, needed
        Pieces in the old order and pieces that the new plan needs, each with spares.
    purchase
        The additional purchase, at the price for its quantity.
    spare, spare_cents
        Surplus pieces, and the price paid for them.
    """

    sku: Sku
    had: int
    needed: int
    purchase: PartPurchase
    spare: int
    spare_cents: int


@dataclass(frozen=True)
class OrderDifference:
    """The parts of both orders, in the catalogue's order; cents of ``currency``, before taxes."""

    currency: str
    rows: tuple[PartDifference, ...]

    @property
    def bought(self) -> tuple[PartDifference, ...]:
        """Parts with additional purchases."""
        return tuple(row for row in self.rows if row.purchase.quantity)

    @property
    def left(self) -> tuple[PartDifference, ...]:
        """Parts with surplus pieces."""
        return tuple(row for row in self.rows if row.spare)

    @property
    def pieces(self) -> tuple[int, int]:
        """Number of pieces to buy, and of surplus pieces."""
        return sum(row.purchase.quantity for row in self.bought), sum(row.spare for row in self.left)

    @property
    def buy_cents(self) -> int:
        """Cost of additional purchases."""
        return sum(row.purchase.total_cents for row in self.rows)

    @property
    def spare_cents(self) -> int:
        """Price paid for the surplus pieces."""
        return sum(row.spare_cents for row in self.rows)


def order_difference(old: OrderedParts, new: OrderedParts) -> OrderDifference:
    """Return the difference between two orders from one catalogue.

    Pieces of the old order are used again: those in use, spares, and those bought beyond the need.
    Additional pieces cost the price at their quantity, including packs and minimum orders.
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
