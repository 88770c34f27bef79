"""The type of a figure: its name, unit, digits, and how it is derived from an assessed network."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from netfloor.layout.result import gap_text
from netfloor.plans.assessment.assessed import Assessed
from netfloor.reports.formats.text import NOTHING, finite

Number = float | int
#: Decimals of a difference: of money and lengths more than anybody reads.
_DIGITS = 6


class Kind(Enum):
    """What a figure or a coefficient is about."""

    COUNT = "count"
    SHARE = "share"
    LENGTH = "length"
    BANDWIDTH = "bandwidth"
    POWER = "power"
    LATENCY = "latency"
    MONEY = "money"


class Unit(Enum):
    """A unit: its kind, its symbol (of money the currency stands there), and decimals, None for counts."""

    COUNT = (Kind.COUNT, "", None)
    LINKS = (Kind.COUNT, "links", None)
    DAYS = (Kind.COUNT, "days", None)
    SHARE = (Kind.SHARE, "", 1)
    GAP = (Kind.SHARE, "", 2)
    METRES = (Kind.LENGTH, "m", 2)
    GBPS = (Kind.BANDWIDTH, "Gb/s", 2)
    WHOLE_GBPS = (Kind.BANDWIDTH, "Gb/s", None)
    WATTS = (Kind.POWER, "W", 0)
    MW_PER_GBPS = (Kind.POWER, "mW per Gb/s", 1)
    NANOSECONDS = (Kind.LATENCY, "ns", 1)
    KWH = (Kind.POWER, "kWh", 0)
    MONEY = (Kind.MONEY, "", 0)

    def __init__(self, kind: Kind, symbol: str, decimals: int | None) -> None:
        self.kind, self.symbol, self.decimals = kind, symbol, decimals


@dataclass(frozen=True)
class Figure:
    """A figure of a placed network: how reports name it, and how it is derived.

    Attributes
    ----------
    key
        In JSON, CSV, results files and data frames; its unit is in the key where it has one.
    name
        In headings; the unit is added.
    unit
        Its unit; values are in it (money in currency units, shares of 1).
    of
        The value for an assessed network; None where it does not apply or is not known.
    short
        Two lines that head a narrow column, unit included; ``{currency}`` stands for the currency.
    leads
        The screens that show it first: ``plans`` (plans side by side), ``whatif`` or ``study``.
    group
        The table of a study's page that shows it; empty for none.
    per_endpoint
        Whether it is the share of one endpoint.
    of_parts
        Whether it is incomplete where some links cannot be bought.
    of_network
        What it is about where it has no meaning across several networks: ``bisection``, ``latency``,
        ``traffic`` or ``structure``; plans of several networks have it network by network.
    """

    key: str
    name: str
    unit: Unit
    of: Callable[[Assessed], Number | None] = field(repr=False)
    short: str = ""
    leads: tuple[str, ...] = ()
    group: str = ""
    per_endpoint: bool = False
    of_parts: bool = False
    of_network: str = ""

    def unit_text(self, currency: str) -> str:
        """Return the unit in words, money in ``currency``; empty for counts and shares."""
        symbol = currency if self.unit.kind is Kind.MONEY else self.unit.symbol
        return f"{symbol} per endpoint" if symbol and self.per_endpoint else symbol

    def heading(self, currency: str) -> str:
        """Return name and unit, money in ``currency``."""
        unit = self.unit_text(currency)
        return f"{self.name} ({unit})" if unit else self.name

    def text(self, value: Any) -> str:
        """Return a figure with the digits that fit, a dash where there is none."""
        number = finite(value)
        if number is None:
            return NOTHING
        if self.unit is Unit.GAP:
            return gap_text(number)
        if self.unit.kind is Kind.SHARE:
            return f"{100 * number:.1f} %"
        return f"{number:,.{self._decimals(number)}f}"

    def difference(self, value: Number | None, other: Number | None) -> Number | None:
        """Return value - other without the noise of binary fractions; None where one is missing."""
        if value is None or other is None:
            return None
        if isinstance(value, int) and isinstance(other, int):
            return value - other
        return round(float(value) - float(other), _DIGITS)

    def signed_text(self, value: Number | None) -> str:
        """Return a difference with its sign."""
        text = self.text(value)
        return f"+{text}" if value is not None and value > 0 else text

    def short_heading(self, currency: str) -> str:
        """Return the heading of a narrow column."""
        return (self.short or self.heading(currency)).format(currency=currency)

    def spread_text(self, mean: Any, std: Any, n: int) -> str:
        """Return ``mean ± deviation``; a single instance has no deviation to show."""
        if finite(mean) is None or n < 2:
            return self.text(mean)
        if self.unit.kind is Kind.SHARE:
            return f"{self.text(mean)} ± {self.text(std)}"
        decimals = self._decimals(float(mean), float(std))
        return f"{float(mean):,.{decimals}f} ± {float(std):,.{decimals}f}"

    def _decimals(self, *numbers: float) -> int:
        """Return the decimals that fit: of counts one where any is broken, of small money two."""
        decimals = self.unit.decimals
        if decimals is None:
            return 0 if all(number == round(number) for number in numbers) else 1
        small = 0 < abs(numbers[0]) < 100 and numbers[0] != round(numbers[0])
        return 2 if self.per_endpoint or (decimals == 0 and small) else decimals


#: Words of units in coefficients, which users write; the kind named first counts.
_WORDS = {
    Kind.MONEY: {*"$€£¥", "usd", "eur", "gbp", "cent", "cents", "dollar", "dollars", "price", "cost"},
    Kind.LATENCY: {"ns"},
    Kind.POWER: {"w", "mw", "kw", "watt", "watts", "j", "pj"},
}


def kind_of_unit(unit: str) -> Kind | None:
    """Return what a coefficient in a unit such as ``$/(Gb/s)`` is about, None where no word tells."""
    words = set(re.findall(r"[$€£¥]|\w+", unit.lower()))
    return next((kind for kind, known in _WORDS.items() if words & known), None)
