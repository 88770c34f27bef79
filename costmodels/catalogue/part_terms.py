"""Purchase terms of each part: spares, stock, lead time, minimum order, packs and prices."""

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from typing import Literal

from netfloor.costmodels.buying.price_breaks import PartPurchase, PriceBreaks, unit_prices
from netfloor.costmodels.buying.spares import Spare, SpareRule, spare_of
from netfloor.costmodels.buying.supplier_orders import SupplierTerms
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import Buying, Sku, supplier_terms

#: Kinds of parts that are devices: spares are bought only if the part itself specifies them.
DEVICES = ("switch", "NIC", "server")
#: Kinds of structured cabling, which stays in place: spares as for devices.
STRUCTURED = ("trunk", "cassette", "panel")
Limit = Literal["fewest_parts", "max_skus", "lead_time", "stock", "min_order", "pack", "order_value"]


@dataclass(frozen=True)
class Supply:
    """Origin of the pieces of a part: pieces used and spare, on hand, and bought."""

    spares: int
    from_stock: int
    purchase: PartPurchase


@dataclass(frozen=True)
class PartTerms:
    """The terms of one part: prices, spares, and stock on hand, which is used first.

    ``supplier`` has terms for the whole order that contains the part; None: no terms.
    """

    prices: PriceBreaks
    spare: Spare = field(default_factory=Spare)
    owned: int = 0
    supplier: SupplierTerms | None = None

    @property
    def is_linear(self) -> bool:
        """Whether every used piece costs the same, independent of quantity and other purchases."""
        plain = len(self.prices.quantities) == 1 == self.prices.quantities[0] == self.prices.pack
        plain = plain and self.prices.most is None and self.spare == Spare()
        return plain and not self.owned and self.supplier is None

    def can_supply(self, used: int) -> bool:
        """Whether this many pieces and their spares are available."""
        largest = self.prices.largest
        return largest is None or used + self.spare.count(used) - self.owned <= largest

    def max_used(self, wanted: int) -> int:
        """Return how many of the wanted pieces are available with their spares."""
        return bisect_right(range(1, wanted + 1), 0, key=lambda used: int(not self.can_supply(used)))

    def supply(self, used: int, quantity: int = 0) -> Supply:
        """Return the cheapest supply of ``used`` pieces and their spares; see `can_supply`.

        ``quantity``, if not 0, is a larger purchase for the sake of the supplier's order.
        """
        spares = self.spare.count(used)
        from_stock = min(self.owned, used + spares)
        needed = used + spares - from_stock
        purchase = self.prices.buy(needed)
        if quantity not in {0, purchase.quantity} and quantity >= needed and self.supplier is not None:
            why = f"so that the order of {self.supplier.name} is large enough or its freight free"
            purchase = self.prices.take(needed, quantity, why)
        return Supply(spares, from_stock, purchase)


@dataclass(frozen=True)
class BuyingRules:
    """Rules of an order for every part.

    The spares of a part come from the first of: its entry in ``spares``, its catalogue entry, the general
    rule in ``spares``, the catalogue's percentage. The last two apply only to cables, cords and
    transceivers.
    """

    catalogue: Catalogue
    spares: SpareRule | None = None
    # maximum lead time. A part with a longer or unknown lead time is bought only from the supplier's stock
    max_lead_days: int | None = None
    ignored: frozenset[Limit] = frozenset()  # limits to ignore, for computing their cost

    def without(self, limit: Limit) -> "BuyingRules":
        """Return the rules with a further limit ignored."""
        return replace(self, ignored=self.ignored | {limit})

    def terms(self, sku: Sku) -> PartTerms:
        """Return the purchase terms of a part."""
        buying, ignored = sku.buying, self.ignored
        prices = unit_prices(
            buying.price_cents,
            buying.breaks,
            1 if "min_order" in ignored else buying.min_order,
            1 if "pack" in ignored else buying.pack,
            self._most(buying),
        )
        return PartTerms(prices, self._spare(sku), buying.owned, self._supplier(buying))

    def _supplier(self, buying: Buying) -> SupplierTerms | None:
        """Return a part's supplier terms, None if they have no conditions."""
        terms = supplier_terms(self.catalogue).get(buying.supplier)
        if terms is not None and "order_value" in self.ignored:
            terms = replace(terms, min_cents=0)
        return None if terms is None or terms.is_plain else terms

    def _most(self, buying: Buying) -> int | None:
        """Return how many pieces arrive in time, None without a limit."""
        if buying.stock is not None and "stock" in self.ignored:
            return None
        if self.in_time(buying) and (buying.stock is None or buying.lead_time_days is not None):
            return None
        days = None if "lead_time" in self.ignored else self.max_lead_days
        return 0 if days is not None and buying.delivery_days > days else buying.stock or 0

    def in_time(self, buying: Buying) -> bool:
        """Whether pieces beyond the supplier's stock arrive in time."""
        if self.max_lead_days is None or "lead_time" in self.ignored:
            return True
        return buying.lead_time_days is not None and buying.lead_time_days <= self.max_lead_days

    def shortage(self, sku: Sku, used: int) -> str:
        """Explain why this many pieces and spares are not available; empty if they are."""
        terms = self.terms(sku)
        if terms.can_supply(used):
            return ""
        needed = used + terms.spare.count(used) - terms.owned
        pieces = (
            f"{needed:,} pieces of {sku.kind} {sku.part} are needed, {terms.prices.largest:,} can be bought"
        )
        return f"{pieces}: {self._why_so_few(sku)}"

    def _why_so_few(self, sku: Sku) -> str:
        """Explain why no more pieces of a part can be bought."""
        days, stock = sku.buying.lead_time_days, sku.buying.stock
        unknown = "no lead time for more (give lead_time_days in the catalogue)"
        more = unknown if days is None else f"more take {days} days"
        allowed = "" if self.max_lead_days is None else f", {self.max_lead_days} are allowed"
        minimum = sku.buying.min_order
        small = f", the minimum order is {minimum:,}" if stock is not None and stock < minimum else ""
        there = "no stock is stated" if stock is None else f"{stock:,} are in stock{small}"
        return f"{there}, {more}{allowed}"

    def _spare(self, sku: Sku) -> Spare:
        if self.spares is not None and sku.part in self.spares.by_part:
            return self.spares.by_part[sku.part]
        if sku.buying.spares is not None or sku.buying.spares_percent is not None:
            return spare_of(sku.buying.spares, sku.buying.spares_percent)
        if sku.kind in (*DEVICES, *STRUCTURED):
            return Spare()
        if self.spares is None or self.spares.every is None:
            return spare_of(None, self.catalogue.spares_percent)
        return self.spares.every
