"""Exchange rates of a day: what one unit of a currency is worth in another."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from netfloor.costmodels.sets.coefficient import Text, exact_decimal, plain_number
from netfloor.costmodels.sets.cost_set import Currency
from netfloor.foundation.models import StrictModel


class DatedRate(StrictModel):
    """What one unit of ``currency`` was worth in the currency of the file it stands in, on ``date``."""

    currency: Currency
    rate: Annotated[float, Field(gt=0, le=1e9)]
    date: dt.date
    source: Text | None = None


@dataclass(frozen=True)
class Exchange:
    """Turns money of one currency into another, exactly."""

    factor: Fraction  # what one unit of the first is in the second
    used: str  # the rate for people, ``1 USD = 0.92 EUR of 2026-11-01``; empty where the two are the same
    rate: DatedRate | None = None


def find_exchange(
    source: str, target: str, of_source: Sequence[DatedRate] = (), of_target: Sequence[DatedRate] = ()
) -> Exchange | None:
    """Return how money in ``source`` becomes money in ``target``, None without a rate.

    ``of_source``, ``of_target``: rates that stand in a file whose own currency is ``source``, or
    ``target``.
    """
    if source == target:
        return Exchange(Fraction(1), "")
    for rate in of_target:
        if rate.currency == source:
            return Exchange(exact_decimal(rate.rate), _said(rate, target), rate)
    for rate in of_source:
        if rate.currency == target:
            return Exchange(1 / exact_decimal(rate.rate), _said(rate, source), rate)
    return None


def _said(rate: DatedRate, other: str) -> str:
    return f"1 {rate.currency} = {plain_number(rate.rate)} {other} of {rate.date.isoformat()}"
