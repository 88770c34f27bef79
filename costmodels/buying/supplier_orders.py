"""What a supplier asks of a whole order: the least money for goods, and freight until that is free."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SupplierTerms:
    """A supplier's terms in cents of the order's currency, before taxes; by default nothing is asked."""

    name: str
    min_cents: int = 0
    freight_cents: int = 0
    free_from_cents: int | None = None  # money for goods from which on there is no freight; None: never
    tax_percent: float | None = None  # on goods and freight; None: the catalogue's

    def __post_init__(self) -> None:
        if min(self.min_cents, self.freight_cents, self.free_from_cents or 0) < 0:
            raise ValueError("a smallest order and freight must not be negative")

    @property
    def is_plain(self) -> bool:
        """Whether an order costs what its goods cost, whatever these are."""
        return not self.min_cents and not self.freight_cents

    @property
    def thresholds(self) -> tuple[int, ...]:
        """Money for goods at which an order becomes possible or its freight free."""
        free = self.free_from_cents if self.freight_cents else None
        return tuple(cents for cents in (self.min_cents, free) if cents)

    def takes(self, goods_cents: int) -> bool:
        """Return whether an order of so much is delivered."""
        return goods_cents >= self.min_cents

    def freight(self, goods_cents: int) -> int:
        """Return the freight of an order with goods for so much."""
        free_from = self.free_from_cents
        return 0 if free_from is not None and goods_cents >= free_from else self.freight_cents


@dataclass(frozen=True)
class SupplierOrder:
    """What is ordered of one supplier, an empty name where nobody said who that is.

    ``lead_time_days`` is the longest of its parts, None where one of them has none.
    """

    terms: SupplierTerms
    part_numbers: int
    pieces: int
    goods_cents: int
    lead_time_days: int | None

    @property
    def freight_cents(self) -> int:
        """Freight of the order."""
        return self.terms.freight(self.goods_cents)

    @property
    def total_cents(self) -> int:
        """Goods and freight, before taxes."""
        return self.goods_cents + self.freight_cents

    @property
    def is_large_enough(self) -> bool:
        """Whether the supplier delivers it."""
        return self.terms.takes(self.goods_cents)
