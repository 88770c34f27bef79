"""The type of a figure: name, unit, digits, and its derivation from an assessed network."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from netfloor.layout.result import gap_text
from netfloor.plans.assessment.assessed import Assessed
from netfloor.reports.formats.text import NOTHING, finite

Number = float | int
#: Decimals of differences; more than any report shows.
_DIGITS = 6


class Kind(Enum):
    """The quantity that a figure or coefficient measures."""

    COUNT = "count"
    SHARE = "share"
    LENGTH = "length"
    BANDWIDTH = "bandwidth"
    POWER = "power"
    LATENCY = "latency"
    MONEY = "money"


class Unit(Enum):
    """A unit: kind, symbol (empty for money, which has a currency), and decimals (None for counts)."""

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
    """A figure of a placed network: its names in reports and its derivation."""

    key: str  # in JSON, CSV, results files and data frames; ends in the unit, if any
    name: str  # in headings, without the unit
    unit: Unit  # of the values; money in currency units, shares of 1
    # returns the value of an assessed network; None if inapplicable or unknown
    of: Callable[[Assessed], Number | None] = field(repr=False)
    short: str = ""  # two-line heading of a narrow column, unit included; ``{currency}`` is a placeholder
    # the screens that show it first, such as ``plans``, ``whatif`` or ``study``
    leads: tuple[str, ...] = ()
    group: str = ""  # its table on the page of a study; empty for none
    per_endpoint: bool = False  # whether it is divided by the endpoints
    of_parts: bool = False  # whether it is incomplete if some links cannot be bought
    # aspect that has no meaning across networks: ``bisection``, ``latency``, ``traffic``, ``structure`` or
    # ``endpoints``; plans of several networks have a value per network
    of_network: str = ""

    def unit_text(self, currency: str) -> str:
        """Return the unit, for money ``currency``; empty for counts and shares."""
        symbol = currency if self.unit.kind is Kind.MONEY else self.unit.symbol
        return f"{symbol} per endpoint" if symbol and self.per_endpoint else symbol

    def heading(self, currency: str) -> str:
        """Return name and unit, for money ``currency``."""
        unit = self.unit_text(currency)
        return f"{self.name} ({unit})" if unit else self.name

    def text(self, value: Any) -> str:
        """Return a value with suitable digits; a dash for None."""
        number = finite(value)
        if number is None:
            return NOTHING
        if self.unit is Unit.GAP:
            return gap_text(number)
        if self.unit.kind is Kind.SHARE:
            return f"{100 * number:.1f} %"
        return f"{number:,.{self._decimals(number)}f}"

    def difference(self, value: Number | None, other: Number | None) -> Number | None:
        """Return value - other, rounded to hide binary fractions; None if either is missing."""
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
        """Return ``mean ± deviation``; only the mean for a single instance."""
        if finite(mean) is None or n < 2:
            return self.text(mean)
        if self.unit.kind is Kind.SHARE:
            return f"{self.text(mean)} ± {self.text(std)}"
        decimals = self._decimals(float(mean), float(std))
        return f"{float(mean):,.{decimals}f} ± {float(std):,.{decimals}f}"

    def _decimals(self, *numbers: float) -> int:
        """Return suitable decimals: one for fractional counts, two for small amounts of money."""
        decimals = self.unit.decimals
        if decimals is None:
            return 0 if all(number == round(number) for number in numbers) else 1
        small = 0 < abs(numbers[0]) < 100 and numbers[0] != round(numbers[0])
        return 2 if self.per_endpoint or (decimals == 0 and small) else decimals


#: Words in the units of coefficients, which users write, by kind; the first match decides.
_WORDS = {
    Kind.MONEY: {*"$€£¥", "usd", "eur", "gbp", "cent", "cents", "dollar", "dollars", "price", "cost"},
    Kind.LATENCY: {"ns"},
    Kind.POWER: {"w", "mw", "kw", "watt", "watts", "j", "pj"},
}


def kind_of_unit(unit: str) -> Kind | None:
    """Return the kind of quantity of a unit such as ``$/(Gb/s)``; None if no word matches."""
    words = set(re.findall(r"[$€£¥]|\w+", unit.lower()))
    return next((kind for kind, known in _WORDS.items() if words & known), None)
