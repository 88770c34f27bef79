"""One number of a cost model, with its unit, year, source and trust."""

from fractions import Fraction
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from costmodels.coefficient_row import CoefficientRow, Trust, exact_decimal, plain_number
from foundation.models import StrictModel

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Year = Annotated[int, Field(ge=1900, le=2100)]
Amount = Annotated[float, Field(ge=-1e9, le=1e9)]


class Coefficient(StrictModel):
    """A number that no model may carry without saying where it comes from."""

    value: Amount
    unit: Text
    year: Year
    source: Text
    trust: Trust

    @property
    def exact(self) -> Fraction:
        """The decimal number as it was written, free of binary rounding."""
        return exact_decimal(self.value)

    def row(self, name: str) -> CoefficientRow:
        """Return this number as a row of a report."""
        return CoefficientRow(name, plain_number(self.value), self.unit, self.year, self.source, self.trust)


def _refuse_negative(coefficient: Coefficient) -> Coefficient:
    if coefficient.value < 0:
        raise ValueError(f"value must not be negative (got {plain_number(coefficient.value)})")
    return coefficient


#: A coefficient that cannot be below zero.
NonNegative = Annotated[Coefficient, AfterValidator(_refuse_negative)]


def require_unit(coefficient: Coefficient | None, where: str, *allowed: str) -> None:
    """Refuse a coefficient whose unit is not one that the model can use."""
    if coefficient is not None and coefficient.unit not in allowed:
        raise ValueError(
            f"{where}: unit is {coefficient.unit!r}, it must be "
            + " or ".join(repr(unit) for unit in allowed)
        )


def list_coefficients(model: StrictModel, prefix: str = "") -> tuple[CoefficientRow, ...]:
    """Return every coefficient inside a model, in the order of its fields.

    A model that holds numbers in another form lists them with its own ``rows`` method.
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
