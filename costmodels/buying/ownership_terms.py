"""What owning a network costs beside its parts: the user's figures, each with unit, source and trust."""

from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, model_validator

from netfloor.costmodels.sets.coefficient import (
    NonNegative,
    Text,
    require_unit,
)
from netfloor.costmodels.sets.cost_set import Currency
from netfloor.costmodels.sets.load import shipped_toml
from netfloor.foundation.files import load_toml
from netfloor.foundation.models import StrictModel, parse

#: Longest time in use, in years, and most hours of a year (a leap year).
MOST_YEARS, MOST_HOURS = 100, 8784
#: The terms that netfloor ships; its unsourced figures are marked unverified.
EXAMPLE = "example-usd"


class OwnershipTerms(StrictModel):
    """Assumptions of a total cost of ownership.

    Attributes
    ----------
    years
        Whole years in use.
    electricity
        Price of a kWh.
    pue
        Power usage effectiveness: power of the building over power of the equipment.
    hours
        Hours switched on a year: 8,760 of 365 days, 8,766 of 365.25.
    maintenance
        Percent of the price of all parts a year; installation is not maintained.
    install_within_cabinet, install_between_cabinets
        Laying one cable.
    discount
        Percent a year by which later money counts less; without it none does.
    """

    title: Text
    currency: Currency
    notes: Annotated[tuple[Text, ...], Field(strict=False)] = ()
    years: NonNegative
    electricity: NonNegative
    pue: NonNegative
    hours: NonNegative
    maintenance: NonNegative
    install_within_cabinet: NonNegative
    install_between_cabinets: NonNegative
    discount: NonNegative | None = None

    @model_validator(mode="after")
    def _usable(self) -> Self:
        require_unit(self.years, "years", "year")
        require_unit(self.electricity, "electricity", f"{self.currency}/kWh")
        require_unit(self.pue, "pue", "1")
        require_unit(self.hours, "hours", "h/year")
        require_unit(self.maintenance, "maintenance", "%/year")
        require_unit(self.install_within_cabinet, "install_within_cabinet", f"{self.currency}/cable")
        require_unit(self.install_between_cabinets, "install_between_cabinets", f"{self.currency}/cable")
        require_unit(self.discount, "discount", "%/year")
        if self.years.exact.denominator != 1 or not 1 <= self.years.value <= MOST_YEARS:
            raise ValueError(f"years: value must be a whole number from 1 to {MOST_YEARS}")
        if self.pue.value < 1:
            raise ValueError("pue: value must be 1 or more, as a building draws no less than what is in it")
        if self.hours.value > MOST_HOURS:
            raise ValueError(f"hours: value must be at most {MOST_HOURS}, the hours of a leap year")
        return self


def load_ownership_terms(path: Path | None = None) -> OwnershipTerms:
    """Return the user's terms, or those that netfloor ships.

    Raises
    ------
    InputError
        For a file that does not hold usable terms.
    """
    if path is not None:
        return parse(OwnershipTerms, load_toml(path, "ownership file"), path)
    return parse(OwnershipTerms, shipped_toml("ownership", EXAMPLE, "ownership file"), EXAMPLE)
