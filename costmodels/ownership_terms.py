"""What owning a network costs beside its parts: the user's figures, each with unit, source and trust."""

from importlib import resources
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, model_validator

from costmodels.coefficient import Coefficient, NonNegative, Text, list_coefficients, require_unit
from costmodels.coefficient_row import CoefficientRow
from costmodels.cost_set import Currency
from foundation.files import load_toml
from foundation.models import StrictModel, parse

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
        self._check_units()
        if self.years.exact.denominator != 1 or not 1 <= self.years.value <= MOST_YEARS:
            raise ValueError(f"years: value must be a whole number from 1 to {MOST_YEARS}")
        if self.pue.value < 1:
            raise ValueError("pue: value must be 1 or more, as a building draws no less than what is in it")
        if self.hours.value > MOST_HOURS:
            raise ValueError(f"hours: value must be at most {MOST_HOURS}, the hours of a leap year")
        return self

    def _check_units(self) -> None:
        units = {
            "years": "year",
            "electricity": f"{self.currency}/kWh",
            "pue": "1",
            "hours": "h/year",
            "maintenance": "%/year",
            "install_within_cabinet": f"{self.currency}/cable",
            "install_between_cabinets": f"{self.currency}/cable",
            "discount": "%/year",
        }
        for name, unit in units.items():
            coefficient: Coefficient | None = getattr(self, name)
            require_unit(coefficient, name, unit)

    def rows(self) -> tuple[CoefficientRow, ...]:
        """Return every assumption as a row of a report."""
        return list_coefficients(self)


def load_ownership_terms(path: Path | None = None) -> OwnershipTerms:
    """Return the user's terms, or those that netfloor ships.

    Raises
    ------
    InputError
        For a file that does not hold usable terms.
    """
    if path is not None:
        return parse(OwnershipTerms, load_toml(path, "ownership file"), path)
    source = resources.files("costmodels").joinpath("data", "ownership", f"{EXAMPLE}.toml")
    with resources.as_file(source) as shipped:
        return parse(OwnershipTerms, load_toml(shipped, "ownership file"), EXAMPLE)
