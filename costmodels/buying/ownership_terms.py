"""Assumptions of the cost of ownership: the user's figures, each with unit, source and trust.

A TOML file, ``ownership.toml``, holds them. A figure is a plain number, with the source of the whole file,
or a table with its own source: ``pue = { value = 1.4, source = "meter" }``.
"""

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from netfloor.costmodels.sets.coefficient import (
    CoefficientRow,
    Text,
    Trust,
    Year,
    exact_decimal,
    plain_number,
)
from netfloor.costmodels.sets.cost_set import Currency
from netfloor.costmodels.sets.load import shipped_toml
from netfloor.costmodels.sets.rates import DatedRate, Exchange
from netfloor.foundation.files import load_toml
from netfloor.foundation.models import StrictModel, parse

#: Longest time in use, in years, and most hours of a year (a leap year).
MAX_YEARS, MAX_HOURS = 100, 8784
#: The terms shipped with netfloor; figures without a source are marked unverified.
EXAMPLE = "example-usd"


class OwnershipFigure(StrictModel):
    """A non-negative number; without its own source, year and trust it has those of the file."""

    value: Annotated[float, Field(ge=0, le=1e9)]
    source: Text | None = None
    year: Year | None = None
    trust: Trust | None = None


def _as_table(value: Any) -> Any:
    """Accept a plain number as a figure."""
    return {"value": value} if isinstance(value, int | float) and not isinstance(value, bool) else value


#: JSON Schema of a figure or its shorthand.
_NUMBER_OR_TABLE = {
    "anyOf": [
        {"type": "number", "minimum": 0},
        {
            "type": "object",
            "additionalProperties": False,
            "required": ["value"],
            "properties": {
                "value": {"type": "number", "minimum": 0},
                "source": {"type": "string"},
                "year": {"type": "integer"},
                "trust": {"enum": ["read", "computed", "quoted", "unverified"]},
            },
        },
    ]
}
Sourced = Annotated[OwnershipFigure, BeforeValidator(_as_table), WithJsonSchema(_NUMBER_OR_TABLE)]
#: Source of figures given outside the file.
ASKED = "requested by an option"
NOTHING_ASKED = OwnershipFigure(value=0.0, source="not given: not counted", trust="computed")


class Labour(StrictModel):
    """Labour in hours: installing purchased parts, and replacing failed ones."""

    hour_price: Sourced = NOTHING_ASKED
    hours_per_switch: Sourced = NOTHING_ASKED
    hours_per_server: Sourced = NOTHING_ASKED
    hours_per_cable_inside: Sourced = NOTHING_ASKED
    hours_per_cable_between: Sourced = NOTHING_ASKED
    hours_per_replaced_part: Sourced = NOTHING_ASKED


class Failures(StrictModel):
    """Annualised failure rate by kind: percent of the pieces in use that fail in a year."""

    switch: Sourced = NOTHING_ASKED
    adapter: Sourced = NOTHING_ASKED
    server: Sourced = NOTHING_ASKED
    transceiver: Sourced = NOTHING_ASKED
    electrical_cable: Sourced = NOTHING_ASKED
    optical_cable: Sourced = NOTHING_ASKED
    cord: Sourced = NOTHING_ASKED


class OwnershipTerms(StrictModel):
    """Assumptions of the total cost of ownership.

    Attributes
    ----------
    source, year, trust
        Defaults for figures without their own; without a trust they are unverified.
    rates
        Exchange rates, each with its date.
    years
        Whole years in use.
    kwh_price
        Price of electricity per kWh, in the file's currency.
    pue
        Power usage effectiveness: power of the building over power of the equipment.
    hours_per_year
        Operating hours: 8,760 for 365 days, 8,766 for 365.25.
    support_percent
        Annual support contract, as a percentage of the price of all parts.
    discount_percent
        Annual discount rate in percent.
    """

    schema_: Annotated[Literal[1], Field(alias="schema")] = 1
    title: Text
    currency: Currency
    notes: Annotated[tuple[Text, ...], Field(strict=False)] = ()
    source: Text = "own figure, no source given"
    year: Year | None = None
    trust: Trust = "unverified"
    rates: Annotated[tuple[DatedRate, ...], Field(strict=False)] = ()
    years: Sourced
    kwh_price: Sourced
    pue: Sourced = OwnershipFigure(value=1.0, source="not given: cooling is not counted", trust="computed")
    hours_per_year: Sourced = OwnershipFigure(value=8760.0, source="24 hours of 365 days", trust="computed")
    support_percent: Sourced = NOTHING_ASKED
    discount_percent: Sourced = NOTHING_ASKED
    labour: Labour = Labour()
    failures: Failures = Failures()

    @model_validator(mode="after")
    def _usable(self) -> Self:
        if self.years.value != round(self.years.value) or not 1 <= self.years.value <= MAX_YEARS:
            raise ValueError(f"years: must be a whole number from 1 to {MAX_YEARS}")
        if self.pue.value < 1:
            raise ValueError(
                "pue: must be 1 or more, as a building draws at least what its equipment draws"
            )
        if self.hours_per_year.value > MAX_HOURS:
            raise ValueError(f"hours_per_year: must be at most {MAX_HOURS}, the hours of a leap year")
        for name, rate in self.failures:
            if rate.value > 100:
                raise ValueError(f"failures.{name}: must be a percentage from 0 to 100")
        return self

    def rows(self) -> tuple[CoefficientRow, ...]:
        """Return every figure with its unit, year, source and trust, in the order of the file."""
        units = {
            "years": "year", "kwh_price": f"{self.currency}/kWh", "pue": "1", "hours_per_year": "h/year",
            "support_percent": "%/year", "discount_percent": "%/year", "hour_price": f"{self.currency}/h",
        }  # fmt: skip
        named = {name: figure for name, figure in self if isinstance(figure, OwnershipFigure)}
        listed = [self._row(name, units[name], figure) for name, figure in named.items()]
        listed += [
            self._row(f"labour {name}", units.get(name, "h"), figure) for name, figure in self.labour
        ]
        return *listed, *(self._row(f"failures {name}", "%/year", item) for name, item in self.failures)

    def _row(self, name: str, unit: str, figure: OwnershipFigure) -> CoefficientRow:
        year = figure.year or self.year or 0
        shown = plain_number(figure.value), unit, year, figure.source or self.source
        trust = figure.trust or ("unverified" if figure.source else self.trust)
        return CoefficientRow(name.replace("_", " "), *shown, trust)

    def asked(self, years: float | None, kwh_price: float | None, exchange: Exchange) -> "OwnershipTerms":
        """Return the terms with the years and electricity price that the user gave outside the file.

        ``kwh_price`` is in the currency of the purchase, the target of ``exchange``, which
        `ownership.exchange_of` returns.
        """
        changed: dict[str, Any] = {}
        if kwh_price is not None:
            own = float(exact_decimal(kwh_price) / exchange.factor)
            by_rate = f": {plain_number(kwh_price)} by {exchange.used}"
            source = ASKED + by_rate * (exchange.rate is not None)
            changed["kwh_price"] = OwnershipFigure(value=own, source=source, trust="read")
        if years is not None and years == round(years) and years >= 1:
            changed["years"] = OwnershipFigure(value=years, source=ASKED, trust="read")
        return self.model_copy(update=changed)


def load_ownership_terms(path: Path | None = None) -> OwnershipTerms:
    """Load the user's terms, or those shipped with netfloor.

    Raise `InputError` if the file does not hold usable terms.
    """
    if path is not None:
        return parse(OwnershipTerms, load_toml(path, "ownership file"), path)
    return parse(OwnershipTerms, shipped_toml("ownership", EXAMPLE, "ownership file"), EXAMPLE)


def electricity_alone(currency: str, years: float, kwh_price: float) -> OwnershipTerms:
    """Return terms in which the only running cost is electricity."""

    def asked(value: float) -> OwnershipFigure:
        return OwnershipFigure(value=value, source=ASKED, trust="read")

    return OwnershipTerms(
        title="electricity alone", currency=currency, years=asked(years), kwh_price=asked(kwh_price)
    )


def exact(figure: OwnershipFigure) -> Fraction:
    """Return a figure as the exact decimal number that was written."""
    return exact_decimal(figure.value)
