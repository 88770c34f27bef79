"""A supplier's terms for a whole order: minimum order value, and freight up to a free-freight threshold."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SupplierTerms:
    """A supplier's terms in cents of the order's currency, before taxes; the default asks for nothing."""

    name: str
    min_cents: int = 0
    freight_cents: int = 0
    free_from_cents: int | None = None  # goods value from which freight is free; None: never
    tax_percent: float | None = None  # on goods and freight; None: the catalogue's

    def __post_init__(self) -> None:
        if min(self.min_cents, self.freight_cents, self.free_from_cents or 0) < 0:
            raise ValueError("a minimum order and freight must not be negative")

    @property
    def is_plain(self) -> bool:
        """Whether any order costs exactly what its goods cost."""
        return not self.min_cents and not self.freight_cents

    @property
    def thresholds(self) -> tuple[int, ...]:
        """Goods values at which an order becomes possible or its freight free."""
        free = self.free_from_cents if self.freight_cents else None
        return tuple(cents for cents in (self.min_cents, free) if cents)

    def takes(self, goods_cents: int) -> bool:
        """Whether the supplier accepts an order of this goods value."""
        return goods_cents >= self.min_cents

    def freight(self, goods_cents: int) -> int:
        """Return the freight of an order of this goods value."""
        free_from = self.free_from_cents
        return 0 if free_from is not None and goods_cents >= free_from else self.freight_cents


@dataclass(frozen=True)
class SupplierOrder:
    """The order from one supplier; the name is empty if the supplier is unknown.

    ``lead_time_days`` is the longest of its parts, None if it is unknown for any of them.
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
        """Whether the supplier accepts the order."""
        return self.terms.takes(self.goods_cents)
