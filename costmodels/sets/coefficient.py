"""A coefficient of a cost model, with its unit, year, source and trust."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from netfloor.foundation.models import StrictModel
from netfloor.foundation.wording import key_label

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Year = Annotated[int, Field(ge=1900, le=2100)]
Amount = Annotated[float, Field(ge=-1e9, le=1e9)]
#: Trust in a number: read in its source, computed by netfloor, quoted from a secondary source, or
#: unverified.
Trust = Literal["read", "computed", "quoted", "unverified"]


@dataclass(frozen=True)
class CoefficientRow:
    """A number with its unit, the year of its price or part, its source and trust."""

    coefficient: str
    value: str
    unit: str
    year: int
    source: str
    trust: Trust


def coefficient_label(name: str) -> str:
    """Return the display name of a coefficient from its name, which consists of the keys of its file."""
    return " ".join(map(key_label, name.split(" ")))


def unit_label(unit: str) -> str:
    """Return the display form of a unit: ``USD/switch`` for ``USD/router``."""
    return "/".join(map(key_label, unit.split("/")))


def plain_number(value: float) -> str:
    """Format a number for display, ``7`` rather than ``7.0``."""
    return repr(value).removesuffix(".0")


def exact_decimal(value: float) -> Fraction:
    """Return the shortest decimal number that prints as ``value``, exactly."""
    return Fraction(repr(float(value)))


class Coefficient(StrictModel):
    """A number with a mandatory source."""

    value: Amount
    unit: Text
    year: Year
    source: Text
    trust: Trust

    @property
    def exact(self) -> Fraction:
        """The decimal number as written, free of binary rounding."""
        return exact_decimal(self.value)

    def row(self, name: str) -> CoefficientRow:
        """Return this number as a row of a report."""
        return CoefficientRow(name, plain_number(self.value), self.unit, self.year, self.source, self.trust)


def _refuse_negative(coefficient: Coefficient) -> Coefficient:
    if coefficient.value < 0:
        raise ValueError(f"value must not be negative (got {plain_number(coefficient.value)})")
    return coefficient


#: A non-negative coefficient.
NonNegative = Annotated[Coefficient, AfterValidator(_refuse_negative)]


class CoefficientSet(StrictModel):
    """Figures of one source and time.

    Attributes
    ----------
    name, title, notes
        Name, title, and remarks on the figures' reliability.
    """

    name: Text
    title: Text
    notes: Annotated[tuple[Text, ...], Field(strict=False)] = ()

    def coefficients(self) -> tuple[CoefficientRow, ...]:
        """Return every number of the set with its unit, year, source and trust."""
        return list_coefficients(self)


def require_unit(coefficient: Coefficient | None, where: str, *allowed: str) -> None:
    """Raise an error if the coefficient's unit is not supported by the model."""
    if coefficient is not None and coefficient.unit not in allowed:
        right = " or ".join(repr(unit) for unit in allowed)
        raise ValueError(f"{where}: unit is {coefficient.unit!r}, it must be {right}")


def list_coefficients(model: StrictModel, prefix: str = "") -> tuple[CoefficientRow, ...]:
    """Return every coefficient inside a model, in the order of its fields.

    Models that hold numbers in another form list them with their own ``rows`` method.
    """
    rows: list[CoefficientRow] = []
    for field in type(model).model_fields:
        value, name = getattr(model, field), f"{prefix} {field.replace('_', ' ')}".strip()
        if isinstance(value, Coefficient):
            rows.append(value.row(name))
        elif hasattr(value, "rows"):
            rows.extend(value.rows(name))
        elif isinstance(value, StrictModel):
            rows.extend(list_coefficients(value, name))
    return tuple(rows)
