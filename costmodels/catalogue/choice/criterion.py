"""The objective of the choice of parts."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from netfloor.costmodels.catalogue.parts.skus import Sku
from netfloor.costmodels.sets.coefficient import exact_decimal
from netfloor.costmodels.sets.prices import round_half_up
from netfloor.foundation.units import CENTS_PER_UNIT

CriterionName = Literal["price", "price+power", "fewest-parts"]
CRITERIA: dict[str, str] = {
    "price": "the lowest price",
    "price+power": "the lowest price with the electricity of the years stated",
    "fewest-parts": "the fewest part numbers, then the lowest price",
}
HOURS_PER_YEAR = 24 * 365
_MW_PER_KW = 10**6


@dataclass(frozen=True)
class Criterion:
    """The objective by which parts are compared.

    Years in use and the price of a kWh, in the catalogue's currency, apply only to ``price+power``. Cooling
    is not included.
    """

    name: CriterionName = "price"
    years: float = 0.0
    kwh_price: float = 0.0

    def __post_init__(self) -> None:
        if self.name not in CRITERIA:
            raise ValueError(f"unknown criterion {self.name!r}")
        if not (0 <= self.years <= 100 and 0 <= self.kwh_price <= 1000):
            raise ValueError("years must be 0 to 100 and the price of a kWh 0 to 1000")

    def score_cents(self, sku: Sku) -> int:
        """Return the score of a piece: its unit price, plus electricity if the criterion includes it."""
        if self.name != "price+power":
            return sku.buying.price_cents
        return sku.buying.price_cents + self.energy_cents(sku.power_mw)

    def energy_cents(self, power_mw: int) -> int:
        """Return the electricity cost over the years, ``P * 8760 h * years * price``, rounded half up."""
        hours = HOURS_PER_YEAR * exact_decimal(self.years)
        kwh = Fraction(power_mw, _MW_PER_KW) * hours
        return round_half_up(kwh * exact_decimal(self.kwh_price) * CENTS_PER_UNIT)

    def energy_basis(self, currency: str) -> str:
        """Describe the basis of `energy_cents`: ``5 years of 8,760 h at 0.2 EUR/kWh``."""
        years = f"{self.years:g} year{'s' * (self.years != 1)}"
        return f"{years} of {HOURS_PER_YEAR:,} h at {self.kwh_price:g} {currency}/kWh"
