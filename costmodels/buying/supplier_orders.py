"""A supplier's terms for a whole order: its least value, and freight and surcharges up to a goods value."""

from dataclasses import dataclass

from netfloor.foundation.units import cents_to_money


@dataclass(frozen=True)
class SupplierTerms:
    """A supplier's terms in cents of the order's currency, before taxes; the default has no conditions."""

    name: str
    min_cents: int = 0
    freight_cents: int = 0
    free_from_cents: int | None = None  # goods value from which freight is free; None: never
    tax_percent: float | None = None  # on goods and freight; None: the catalogue's
    small_fee_cents: int = 0  # surcharge on small orders
    small_below_cents: int = 0  # goods value from which there is no surcharge
    unread: tuple[str, ...] = ()  # sentences of the price list with amounts that are not counted

    def __post_init__(self) -> None:
        fee = min(self.small_fee_cents, self.small_below_cents)
        if min(self.min_cents, self.freight_cents, self.free_from_cents or 0, fee) < 0:
            raise ValueError("a minimum order, freight and surcharges must not be negative")

    @property
    def is_plain(self) -> bool:
        """Whether every order costs exactly the price of its goods."""
        return not self.min_cents and not self.charges

    @property
    def charges(self) -> tuple[tuple[int, int | None], ...]:
        """Each charge of an order in cents, with the goods value from which there is none; None: always."""
        both = (self.freight_cents, self.free_from_cents), (self.small_fee_cents, self.small_below_cents)
        return tuple((cents, free_from) for cents, free_from in both if cents)

    @property
    def thresholds(self) -> tuple[int, ...]:
        """Goods values at which an order becomes possible or a charge ends."""
        return tuple(cents for cents in (self.min_cents, *(free for _, free in self.charges)) if cents)

    def takes(self, goods_cents: int) -> bool:
        """Whether the supplier accepts an order of this goods value."""
        return goods_cents >= self.min_cents

    def freight(self, goods_cents: int) -> int:
        """Return the charges of an order of this goods value: freight, and a surcharge on small orders."""
        return sum(cents for cents, free in self.charges if free is None or goods_cents < free)


@dataclass(frozen=True)
class SupplierOrder:
    """The order from one supplier; the name is empty if the supplier is unknown.

    ``lead_time_days`` is the longest of its parts, None if it is unknown for any of them. The surplus are
    pieces beyond the need that are bought for the sake of the order's value.
    """

    terms: SupplierTerms
    part_numbers: int
    pieces: int
    goods_cents: int
    lead_time_days: int | None
    surplus_pieces: int = 0
    surplus_cents: int = 0

    @property
    def surplus_why(self) -> str:
        """What the surplus reaches: the minimum order, free freight, or the end of a surcharge."""
        needed = self.goods_cents - self.surplus_cents
        reached = [cents for cents in self.terms.thresholds if needed < cents <= self.goods_cents]
        if self.terms.min_cents in reached:
            return f"the order reaches its minimum of {cents_to_money(self.terms.min_cents):,.2f}"
        if self.terms.free_from_cents in reached:
            return "its freight is free"
        is_fee = self.terms.small_below_cents in reached
        return "it has no surcharge on small orders" if is_fee else "the order costs less"

    @property
    def freight_cents(self) -> int:
        """Freight of the order, with a surcharge on small orders."""
        return self.terms.freight(self.goods_cents)

    @property
    def total_cents(self) -> int:
        """Goods and freight, before taxes."""
        return self.goods_cents + self.freight_cents

    @property
    def is_large_enough(self) -> bool:
        """Whether the supplier accepts the order."""
        return self.terms.takes(self.goods_cents)
