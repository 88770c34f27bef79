"""Cable prices of one medium: stock lengths, and a linear price per metre."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any, Self

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from netfloor.costmodels.sets.coefficient import (
    Amount,
    CoefficientRow,
    NonNegative,
    Text,
    Trust,
    Year,
    exact_decimal,
    plain_number,
    require_unit,
)
from netfloor.foundation.models import StrictModel
from netfloor.foundation.units import CENTS_PER_UNIT, MM_PER_M


def round_half_up(cents: Fraction) -> int:
    """Round to whole cents, half up: the rounding rule of every price, applied to each cable separately."""
    return math.floor(cents + Fraction(1, 2))


def exact_mm(metres: float, what: str) -> int:
    """Return whole millimetres; raise a ValueError (which pydantic locates) for a finer value."""
    mm = exact_decimal(metres) * MM_PER_M
    if mm.denominator != 1:
        raise ValueError(f"{what} of {plain_number(metres)} m is finer than a millimetre")
    return int(mm)


class PriceLine(StrictModel):
    """A cable made to length: ``(per_m * length + fixed) * factor``.

    The unit states whether the price is per cable (``USD``, ``USD/m``) or per Gb/s of its rate
    (``USD/(Gb/s)``, ``USD/(Gb/s)/m``).
    """

    part: Text
    per_m: NonNegative
    fixed: NonNegative
    factor: NonNegative | None = None

    @property
    def by_rate(self) -> bool:
        """Whether the price is multiplied by the link rate."""
        return "(Gb/s)" in self.fixed.unit

    def cents(self, lengths_mm: Sequence[int], link_gbps: float) -> list[int]:
        """Return the price of each length, rounded half up to whole cents."""
        scale = Fraction(CENTS_PER_UNIT) * (self.factor.exact if self.factor else 1)
        if self.by_rate:
            scale *= exact_decimal(link_gbps)
        slope, fixed = self.per_m.exact * scale / MM_PER_M, self.fixed.exact * scale
        # A common denominator keeps the loop in integers: floor(x + 1/2) = (2a + d) // 2d
        whole = math.lcm(slope.denominator, fixed.denominator)
        a, b = int(2 * slope * whole), int(2 * fixed * whole) + whole
        return [(a * length + b) // (2 * whole) for length in lengths_mm]

    def check_units(self, where: str, currency: str) -> None:
        """Raise an error if the units of the two numbers are inconsistent."""
        rate = "/(Gb/s)" if self.by_rate else ""
        require_unit(self.fixed, f"{where}.fixed", currency, f"{currency}/(Gb/s)")
        require_unit(self.per_m, f"{where}.per_m", f"{currency}{rate}/m")
        require_unit(self.factor, f"{where}.factor", "1")


class StockItem(StrictModel):
    """A stock length and its price; ``part`` is its own part number, if any."""

    length_m: Annotated[float, Field(gt=0, le=1e6)]
    price: Annotated[Amount, Field(ge=0)]
    part: Text | None = None


class StockList(StrictModel):
    """Cables sold in fixed lengths, shortest first, with a common source."""

    part: Text
    unit: Text
    year: Year
    source: Text
    trust: Trust
    items: Annotated[tuple[StockItem, ...], Field(strict=False, min_length=1)]

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        for item in self.items:
            exact_mm(item.length_m, "stock length")
        for short, long in pairwise(self.items):
            near, far = plain_number(short.length_m), plain_number(long.length_m)
            if not short.length_m < long.length_m:
                raise ValueError(f"stock lengths must increase: {far} m follows {near} m")
            if long.price < short.price:
                fall = f"{plain_number(short.price)} at {near} m to {plain_number(long.price)} at {far} m"
                raise ValueError(f"the price falls from {fall}; omit the shorter, more expensive cable")
        return self

    @property
    def lengths_mm(self) -> list[int]:
        """Stock lengths, ascending."""
        return [exact_mm(item.length_m, "stock length") for item in self.items]

    @property
    def prices_cents(self) -> list[int]:
        """Price of each stock length, rounded half up to whole cents."""
        return [round_half_up(exact_decimal(i.price) * CENTS_PER_UNIT) for i in self.items]

    def rows(self, name: str) -> tuple[CoefficientRow, ...]:
        """Return one row per stock length."""
        prices = {plain_number(item.length_m): plain_number(item.price) for item in self.items}
        about = (self.unit, self.year, self.source, self.trust)
        return tuple(CoefficientRow(f"{name} {m} m", price, *about) for m, price in prices.items())


class CablePrices(StrictModel):
    """Prices of one medium: the shortest sufficient stock length, and made to length beyond them.

    ``transceiver`` is the price of one at either end, for optical cables priced without transceivers.
    """

    stock: StockList | None = None
    line: PriceLine | None = None
    transceiver: NonNegative | None = None

    @model_serializer(mode="wrap")
    def _plain(self, plain: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Omit unset fields, so that checksums of sets without transceivers stay the same."""
        document: dict[str, Any] = plain(self)
        if self.transceiver is None:
            del document["transceiver"]
        return document

    @property
    def transceivers_cents(self) -> int:
        """Price of a cable's two transceivers, each rounded half up to cents; 0 if cables include them."""
        return 2 * round_half_up(self.transceiver.exact * CENTS_PER_UNIT) if self.transceiver else 0

    @property
    def longest_mm(self) -> int | None:
        """Longest cable on sale, None without a limit."""
        return self.stock.lengths_mm[-1] if self.stock and not self.line else None

    @property
    def parts(self) -> tuple[str, ...]:
        """Name of every part: the stock items, then the cable made to length."""
        stock = [item.part or self.stock.part for item in self.stock.items] if self.stock else []
        return (*stock, self.line.part) if self.line else tuple(stock)

    def check(self, where: str, currency: str) -> None:
        """Raise an error for wrong units, missing prices, or a linear price that undercuts the stock."""
        if self.stock is None and self.line is None:
            raise ValueError(f"{where}: give a stock list, a line, or both")
        if self.line:
            self.line.check_units(f"{where}.line", currency)
        if self.stock and self.stock.unit != currency:
            raise ValueError(f"{where}.stock: unit is {self.stock.unit!r}, not {currency!r}")
        if self.transceiver and where == "electrical":
            raise ValueError(f"{where}.transceiver: copper cables have none")
        require_unit(self.transceiver, f"{where}.transceiver", currency)
        if self.stock and self.line:
            self._check_join(where, self.stock, self.line)

    def _check_join(self, where: str, stock: StockList, line: PriceLine) -> None:
        if line.by_rate:
            raise ValueError(f"{where}.line: with a stock list the price must be of a cable")
        if line.cents(stock.lengths_mm[-1:], 1.0)[0] < stock.prices_cents[-1]:
            raise ValueError(
                f"{where}.line: a cable made to length is cheaper than the longest stock cable; "
                "omit the stock lengths that cost more"
            )
