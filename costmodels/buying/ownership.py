"""Total cost of ownership: parts, laying, electricity and maintenance over years, every assumption shown.

All arithmetic is exact. Each amount of each year is discounted and then rounded half up
to whole cents; every sum is the sum of rounded amounts, so that the rows of a report add up.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from netfloor.costmodels.buying.ownership_terms import OwnershipTerms
from netfloor.costmodels.sets.coefficient import CoefficientRow, exact_decimal, list_coefficients
from netfloor.costmodels.sets.prices import round_half_up
from netfloor.foundation.units import CENTS_PER_UNIT, cents_to_money

_W_PER_KW = 1000


@dataclass(frozen=True)
class Purchases:
    """What is bought and what it draws.

    Attributes
    ----------
    switches_cents, cables_cents, transceivers_cents, other_cents
        Prices of the parts, spares included; ``other`` such as NICs.
    cables_within, cables_between
        Cables laid inside a cabinet and between two; spares are not laid.
    power_w
        Steady draw of what is installed.
    """

    switches_cents: int
    cables_cents: int
    transceivers_cents: int
    cables_within: int
    cables_between: int
    power_w: float
    other_cents: int = 0

    def __post_init__(self) -> None:
        parts = (self.switches_cents, self.cables_cents, self.transceivers_cents, self.other_cents)
        if min(*parts, self.cables_within, self.cables_between) < 0 or not 0 <= self.power_w < float("inf"):
            raise ValueError("prices, counts and power must be finite and not negative")

    @property
    def parts_cents(self) -> int:
        """Price of all parts."""
        return self.switches_cents + self.cables_cents + self.transceivers_cents + self.other_cents


@dataclass(frozen=True)
class YearCost:
    """What is paid at the end of one year, as it counts today."""

    year: int
    electricity_cents: int
    maintenance_cents: int

    @property
    def total_cents(self) -> int:
        """Both together."""
        return self.electricity_cents + self.maintenance_cents


@dataclass(frozen=True)
class Ownership:
    """Total cost of ownership in ``currency``.

    Attributes
    ----------
    installation_cents
        Laying the cables, paid at the start as the parts are.
    energy_kwh
        Electricity of one year, the building's share included.
    assumptions
        Every figure used, with unit, source and trust.
    """

    currency: str
    purchases: Purchases
    installation_cents: int
    years: tuple[YearCost, ...]
    energy_kwh: float
    assumptions: tuple[CoefficientRow, ...]

    @property
    def electricity_cents(self) -> int:
        """Electricity of all years."""
        return sum(year.electricity_cents for year in self.years)

    @property
    def maintenance_cents(self) -> int:
        """Maintenance of all years."""
        return sum(year.maintenance_cents for year in self.years)

    @property
    def total_cents(self) -> int:
        """Everything; the sum of `items`."""
        return sum(self.items().values())

    def items(self) -> dict[str, int]:
        """Return the money by what it is for, in cents."""
        return {
            "switches": self.purchases.switches_cents,
            "cables": self.purchases.cables_cents,
            "transceivers": self.purchases.transceivers_cents,
            "other parts": self.purchases.other_cents,
            "installation": self.installation_cents,
            "electricity": self.electricity_cents,
            "maintenance": self.maintenance_cents,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON shows: money in currency units."""
        return {
            "currency": self.currency,
            "total": cents_to_money(self.total_cents),
            "items": {name: cents_to_money(cents) for name, cents in self.items().items()},
            "energy_kwh_per_year": self.energy_kwh,
            "years": [
                {
                    "year": year.year,
                    "electricity": cents_to_money(year.electricity_cents),
                    "maintenance": cents_to_money(year.maintenance_cents),
                }
                for year in self.years
            ],
            "assumptions": [vars(row) for row in self.assumptions],
        }


def cost_of_ownership(purchases: Purchases, terms: OwnershipTerms) -> Ownership:
    """Return what a network costs from its purchase to its last year.

    Parts and laying are paid at the start and not discounted. At the end of year y come

    - electricity: ``W / 1000 * PUE * hours * price of a kWh``,
    - maintenance: ``percent / 100 * price of all parts``,

    each divided by ``(1 + discount / 100) ** y``. The definition of PUE is that of The
    Green Grid: power of the building over power of the equipment.
    """
    kwh = exact_decimal(purchases.power_w) / _W_PER_KW * terms.pue.exact * terms.hours.exact
    electricity = kwh * terms.electricity.exact * CENTS_PER_UNIT
    maintenance = purchases.parts_cents * terms.maintenance.exact / 100
    growth = 1 + (terms.discount.exact / 100 if terms.discount else Fraction(0))
    years = tuple(
        YearCost(year, round_half_up(electricity / growth**year), round_half_up(maintenance / growth**year))
        for year in range(1, int(terms.years.exact) + 1)
    )
    within = round_half_up(terms.install_within_cabinet.exact * CENTS_PER_UNIT)
    between = round_half_up(terms.install_between_cabinets.exact * CENTS_PER_UNIT)
    laying = purchases.cables_within * within + purchases.cables_between * between
    assumptions = list_coefficients(terms)
    return Ownership(terms.currency, purchases, laying, years, float(kwh), assumptions)
