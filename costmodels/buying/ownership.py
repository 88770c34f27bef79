"""Total cost of ownership by year: parts, labour, electricity, replaced parts and support.

All arithmetic is exact. Each amount of each year is discounted and then rounded half up to whole cents;
sums are sums of rounded amounts, so the rows of a report add up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from netfloor.costmodels.buying.ownership_terms import OwnershipTerms, exact
from netfloor.costmodels.sets.coefficient import CoefficientRow, plain_number
from netfloor.costmodels.sets.prices import round_half_up
from netfloor.costmodels.sets.rates import DatedRate, Exchange, find_exchange
from netfloor.foundation.errors import InputError
from netfloor.foundation.units import CENTS_PER_UNIT

_MW_PER_KW = 10**6
#: Groups of costs. Adapters, cables and transceivers of servers belong to the servers, as on a bill.
NETWORK, SERVERS, WORKS = GROUPS = ("network", "servers", "works")
#: Cost items, in the order of a year's amounts and of every report.
PARTS, LABOUR, ELECTRICITY, REPLACEMENTS, SUPPORT = ITEMS = (
    *("parts", "labour", "electricity"),
    *("replacement parts", "support"),
)


@dataclass(frozen=True)
class BoughtKind:
    """The purchased parts of one kind."""

    # a field of `ownership_terms.Failures`: ``switch``, ``adapter``, ``server``, ``transceiver``,
    # ``electrical_cable``, ``optical_cable`` or ``cord``
    kind: str
    pieces: int  # in use, without spares
    paid_cents: int  # for all purchased pieces, including spares
    renewal_cents: int  # cost of buying the pieces in use again, each at the single-piece price
    power_mw: int  # steady draw of the pieces in use, as far as it is known
    # whether they serve servers; switches and their links belong to the network
    for_servers: bool = False
    lacks_watts: bool = False  # whether the draw of some pieces in use is unknown

    def __post_init__(self) -> None:
        if min(self.pieces, self.paid_cents, self.renewal_cents, self.power_mw) < 0:
            raise ValueError("pieces, prices and power must not be negative")

    @property
    def group(self) -> str:
        """``network`` or ``servers``."""
        return SERVERS if self.for_servers else NETWORK


@dataclass(frozen=True)
class Purchases:
    """The purchase, before taxes, in ``currency``.

    Attributes
    ----------
    cables_inside, cables_between
        Cables laid inside a cabinet and between two cabinets; spares are not laid.
    unknown
        Sentences that name missing figures, such as the power of servers.
    laying_cents
        Cost of laying the cables by the price list; used if the terms give no hours for it.
    freight_cents
        Freight of all orders; it belongs to the network's parts.
    power_set
        Source of the watts if prices are by formula, else empty.
    rates
        Exchange rates from the catalogue.
    """

    currency: str
    bought: tuple[BoughtKind, ...]
    cables_inside: int
    cables_between: int
    unknown: tuple[str, ...] = ()
    rates: tuple[DatedRate, ...] = ()
    laying_cents: int = 0
    freight_cents: int = 0
    power_set: str = ""

    def __post_init__(self) -> None:
        if min(self.cables_inside, self.cables_between) < 0:
            raise ValueError("cables must not be negative")

    def pieces(self, kind: str) -> int:
        """Return the pieces of a kind that are in use."""
        return sum(item.pieces for item in self.bought if item.kind == kind)


@dataclass(frozen=True)
class OwnershipAmount:
    """An amount of one year, for an item of `ITEMS` and a group of `GROUPS`, in cents at present value."""

    year: int
    group: str
    item: str
    cents: int


@dataclass(frozen=True)
class OwnershipYear:
    """The cost of one year; year 0 is the purchase, other years are paid at their end."""

    year: int
    parts_cents: int
    labour_cents: int
    electricity_cents: int
    replacements_cents: int
    support_cents: int

    @property
    def total_cents(self) -> int:
        """Total of the year."""
        running = self.electricity_cents + self.replacements_cents + self.support_cents
        return self.parts_cents + self.labour_cents + running


@dataclass(frozen=True)
class Ownership:
    """Total cost of ownership in ``currency``, before taxes."""

    currency: str
    years: int  # in use; the purchase is year 0
    amounts: tuple[OwnershipAmount, ...]  # every amount paid; all sums are sums of these
    energy_kwh: float  # electricity of one year as far as watts are known, including the building's share
    assumptions: tuple[CoefficientRow, ...]  # every figure used, with unit, source and trust
    unknown: tuple[str, ...] = ()  # sentences that name missing figures
    power_set: str = ""  # source of the watts if prices are by formula
    lacks_watts: bool = False  # whether the watts of some parts in use are unknown

    @property
    def total_cents(self) -> int:
        """Total cost from the purchase to the last year."""
        return self.sum_cents()

    def sum_cents(self, group: str | None = None, item: str | None = None, year: int | None = None) -> int:
        """Return the total of a group, an item, a year or their intersection; None selects all."""
        return sum(
            amount.cents
            for amount in self.amounts
            if group in {None, amount.group} and item in {None, amount.item} and year in {None, amount.year}
        )

    def by_year(self) -> tuple[OwnershipYear, ...]:
        """Return the cost of each year; year 0 is the purchase."""
        return tuple(
            OwnershipYear(year, *(self.sum_cents(item=item, year=year) for item in ITEMS))
            for year in range(self.years + 1)
        )

    def by_group(self) -> dict[str, int]:
        """Return the subtotals of network, servers and works (labour), in cents."""
        return {group: self.sum_cents(group) for group in GROUPS}

    def items(self) -> dict[str, int]:
        """Return the totals by item, in cents."""
        return {item: self.sum_cents(item=item) for item in ITEMS}


def cost_of_ownership(purchases: Purchases, terms: OwnershipTerms) -> Ownership:
    """Return the cost of a network from purchase to its last year, in the currency of the purchase.

    Parts and the labour of installing them are paid at the start (year 0) and not discounted. If the terms
    have no hours for laying cables, the catalogue's price for laying applies, if any. The following are
    paid at the end of year y, each divided by ``(1 + discount_percent / 100) ** y``:

    - electricity: ``W / 1000 * pue * hours_per_year * kwh_price``. PUE is defined by The Green Grid as the
      power of the building over the power of the equipment,
    - replacement parts: ``rate of failures / 100 * pieces in use * unit price``, the expected number; the
      initial stock of spares is maintained, and warranties are ignored,
    - labour: the pieces replaced times ``hours_per_replaced_part``,
    - support: ``support_percent / 100 * price of the parts``.

    Raise `InputError` if the terms are in another currency and neither they nor the catalogue have an
    exchange rate.
    """
    exchange = exchange_of(purchases.currency, purchases.rates, terms)
    discount = 1 + exact(terms.discount_percent) / 100
    once, yearly = _at_purchase(purchases, terms, exchange), _each_year(purchases, terms, exchange)
    years = int(terms.years.value)
    amounts = [OwnershipAmount(0, *place, round_half_up(cents)) for place, cents in once.items()]
    for year in range(1, years + 1):
        growth = discount**year
        amounts += [
            OwnershipAmount(year, *place, round_half_up(cents / growth)) for place, cents in yearly.items()
        ]
    kwh = sum((_kwh(item, terms) for item in purchases.bought), Fraction(0))
    assumptions = [*terms.rows()]
    if exchange.rate is not None:
        rate, said = exchange.rate, f"{exchange.used}" + f": {exchange.rate.source or 'no source given'}"
        unit = f"{terms.currency} to {purchases.currency}"
        trust = "read" if rate.source else "unverified"
        assumptions.append(
            CoefficientRow("rate", plain_number(rate.rate), unit, rate.date.year, said, trust)  # type: ignore[arg-type]
        )
    return Ownership(
        currency=purchases.currency,
        years=years,
        amounts=tuple(amounts),
        energy_kwh=float(kwh),
        assumptions=tuple(assumptions),
        unknown=purchases.unknown,
        power_set=purchases.power_set,
        lacks_watts=any(item.lacks_watts for item in purchases.bought),
    )


def exchange_of(currency: str, rates: Sequence[DatedRate], terms: OwnershipTerms) -> Exchange:
    """Return the exchange from the currency of the terms to that of the purchase, by the rates of either.

    Raise `InputError` if there is no rate.
    """
    exchange = find_exchange(terms.currency, currency, terms.rates, rates)
    if exchange is None:
        raise InputError(
            f"ownership {terms.title!r}",
            f"is in {terms.currency}, the catalogue in {currency}",
            f'give a dated rate: [[rates]] with currency = "{currency}", rate, date',
        )
    return exchange


#: Exact cents by (group, item).
_Money = dict[tuple[str, str], Fraction]


def _at_purchase(purchases: Purchases, terms: OwnershipTerms, exchange: Exchange) -> _Money:
    labour = terms.labour
    inside, between = exact(labour.hours_per_cable_inside), exact(labour.hours_per_cable_between)
    hours = (
        purchases.pieces("switch") * exact(labour.hours_per_switch)
        + purchases.pieces("server") * exact(labour.hours_per_server)
        + purchases.cables_inside * inside
        + purchases.cables_between * between
    )
    laying = 0 if inside or between else purchases.laying_cents
    money: _Money = dict.fromkeys([(NETWORK, PARTS), (SERVERS, PARTS)], Fraction(0))
    for item in purchases.bought:
        money[item.group, PARTS] += item.paid_cents
    money[NETWORK, PARTS] += purchases.freight_cents
    return money | {(WORKS, LABOUR): hours * _cents_an_hour(terms, exchange) + laying}


def _each_year(purchases: Purchases, terms: OwnershipTerms, exchange: Exchange) -> _Money:
    items = ELECTRICITY, REPLACEMENTS, SUPPORT
    money: _Money = dict.fromkeys([(g, i) for g in (NETWORK, SERVERS) for i in items], Fraction(0))
    replaced = Fraction(0)
    for item in purchases.bought:
        rate = exact(getattr(terms.failures, item.kind)) / 100
        kwh_cents = exact(terms.kwh_price) * exchange.factor * CENTS_PER_UNIT
        money[item.group, ELECTRICITY] += _kwh(item, terms) * kwh_cents
        money[item.group, REPLACEMENTS] += item.renewal_cents * rate
        money[item.group, SUPPORT] += item.paid_cents * exact(terms.support_percent) / 100
        replaced += item.pieces * rate
    hours = replaced * exact(terms.labour.hours_per_replaced_part)
    return money | {(WORKS, LABOUR): hours * _cents_an_hour(terms, exchange)}


def _cents_an_hour(terms: OwnershipTerms, exchange: Exchange) -> Fraction:
    cents: Fraction = exact(terms.labour.hour_price) * exchange.factor * CENTS_PER_UNIT
    return cents


def _kwh(bought_kind: BoughtKind, terms: OwnershipTerms) -> Fraction:
    """Return the electricity of a year in kWh, including the building's share."""
    kwh: Fraction = (
        Fraction(bought_kind.power_mw, _MW_PER_KW) * exact(terms.pue) * exact(terms.hours_per_year)
    )
    return kwh
