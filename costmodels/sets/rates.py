"""Exchange rates with their dates."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from netfloor.costmodels.sets.coefficient import Text, exact_decimal, plain_number
from netfloor.costmodels.sets.cost_set import Currency
from netfloor.foundation.models import StrictModel


class DatedRate(StrictModel):
    """The value of one unit of ``currency`` in ``to`` (default: the file's currency) on ``date``."""

    currency: Currency
    rate: Annotated[float, Field(gt=0, le=1e9)]
    to: Currency | None = None
    date: dt.date
    source: Text | None = None

    @model_serializer(mode="wrap")
    def _without_the_unsaid(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Omit ``to`` if unset, so that catalogue checksums in plans stay the same."""
        written: dict[str, Any] = handler(self)
        return {name: value for name, value in written.items() if name != "to" or value is not None}


@dataclass(frozen=True)
class Exchange:
    """Converts money of one currency into another, exactly."""

    factor: Fraction  # value of a unit of the source currency in the target currency
    used: str  # the rate for display, ``1 USD = 0.92 EUR of 2026-11-01``; empty if both are the same
    rate: DatedRate | None = None  # the first rate used


def find_exchange(
    source: str, target: str, of_source: Sequence[DatedRate] = (), of_target: Sequence[DatedRate] = ()
) -> Exchange | None:
    """Return the exchange from ``source`` to ``target``, None without a rate.

    A stated rate takes precedence over an inverse rate, and both over two rates through a third currency.
    ``of_source``, ``of_target``: rates from a file whose own currency is ``source`` or ``target``.
    """
    if source == target:
        return Exchange(Fraction(1), "")
    stated = [*_stated(of_target, target), *_stated(of_source, source)]
    steps = [*stated, *(item.inverse for item in stated)]
    for step in steps:
        if (step.source, step.target) == (source, target):
            return Exchange(step.factor, step.rate_text, step.rate)
    for step in steps:
        for other in steps:
            if (step.source, step.target, other.target) == (source, other.source, target):
                used = f"{step.rate_text}, {other.rate_text}"
                return Exchange(step.factor * other.factor, used, step.rate)
    return None


@dataclass(frozen=True)
class _Step:
    """A rate as stated, or its inverse."""

    source: str
    target: str
    factor: Fraction
    rate: DatedRate
    rate_text: str

    @property
    def inverse(self) -> "_Step":
        return _Step(self.target, self.source, 1 / self.factor, self.rate, self.rate_text)


def _stated(rates: Sequence[DatedRate], currency: str) -> Iterator[_Step]:
    """Yield the rates of a file in ``currency`` as stated."""
    for rate in rates:
        target = rate.to or currency
        yield _Step(rate.currency, target, exact_decimal(rate.rate), rate, rate_text(rate, currency))


def rate_text(rate: DatedRate, currency: str) -> str:
    """Format a rate of a file in ``currency`` for display: ``1 USD = 0.92 EUR of 2026-11-01``."""
    return f"1 {rate.currency} = {plain_number(rate.rate)} {rate.to or currency} of {rate.date.isoformat()}"
