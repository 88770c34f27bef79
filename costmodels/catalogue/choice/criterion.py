"""The objective of the choice of parts."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from netfloor.costmodels.catalogue.link_needs import LinkNeeds, Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import Sku, skus_of
from netfloor.costmodels.sets.coefficient import exact_decimal
from netfloor.costmodels.sets.prices import round_half_up
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.units import CENTS_PER_UNIT
from netfloor.foundation.wording import join_words

CriterionName = Literal["price", "price+power", "fewest-parts"]
CRITERIA: dict[str, str] = {
    "price": "the lowest price",
    "price+power": "the lowest price with the electricity of the years stated",
    "fewest-parts": "the fewest part numbers, then the lowest price",
}
HOURS_PER_YEAR = 24 * 365
_MW_PER_KW = 10**6
#: Limit on part numbers in a sentence.
_MAX_NAMED = 5


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


def refuse_unknown_watts(
    criterion: Criterion, catalogue: Catalogue, needs: LinkNeeds, pieces: Collection[str] = ()
) -> None:
    """Raise `InputError` if a criterion weighs watts that the catalogue lacks.

    The parts that may be chosen are those that fit the cages of the links at their rates, and ``pieces``.
    """
    if criterion.name != "price+power" or catalogue.formula is not None:
        return
    rates, sockets = np.unique(needs.gbps).tolist(), {*needs.sockets}
    parts = {*pieces}
    for cable in catalogue.cables:
        plugs = {Socket(cable.connector_a, cable.links), Socket(cable.connector_b, cable.tail_links)}
        if plugs <= sockets and any(map(cable.carries, rates)):
            parts |= {length.part for length in cable.all_lengths()}
    parts |= {
        module.part
        for module in catalogue.transceivers
        if module.gbps in rates and Socket(module.connector, module.links) in sockets
    }
    lacking = [sku.part for sku in skus_of(catalogue) if sku.lacks_watts and sku.part in parts]
    if lacking:
        more = [f"{len(lacking) - _MAX_NAMED:,} more"] if len(lacking) > _MAX_NAMED else []
        named = join_words([*lacking[:_MAX_NAMED], *more])
        raise InputError(
            setting("criterion"),
            f"price+power weighs watts, and the catalogue has none for {named}",
            "give them power_w (cables: power_a_w and power_b_w), or take price",
        )
