"""The prices of a plan's points: named prices, else the plan's own, with the changes of each point.

No prices are assumed: a plan without prices has no costs unless prices are named.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from netfloor.costmodels.buying.ownership_terms import OwnershipTerms, exact
from netfloor.costmodels.catalogue.formula import with_copper_reach
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.repriced import (
    is_named,
    priced_in,
    repriced,
    unknown_name,
)
from netfloor.costmodels.sets.coefficient import coefficient_label
from netfloor.costmodels.sets.load import load_power_set, set_sha256
from netfloor.costmodels.sets.rates import find_exchange
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.plans.assessment.prices import CataloguePrices, common_prices
from netfloor.plans.assessment.quote import Quote, quote_of_parts
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import AnyPlan
from netfloor.plans.order.by_network import network_bills
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.terms import ListedTerms, OrderTerms
from netfloor.plans.own_prices import (
    has_cost_set,
    own_catalogue_sha256,
    own_cost_set,
    own_order,
    own_power_set,
)
from netfloor.plans.plan import Plan
from netfloor.reports.figures.figure import Number
from netfloor.studies.whatif.assumptions import OWN, Assumptions, raise_problems

_NO_PRICES = "needs prices, and the plan has none"
_NAME_PRICES = f"give {setting('catalogue')}"
#: Behind it, for the slack of a catalogue, which a user may take for that of the room.
_ROOM_SLACK = "; the room's slack at each end is the key overhead"


@dataclass(frozen=True)
class PricedPoint:
    """The cost of a plan at some prices."""

    quote: Quote
    network_cents: Mapping[str, int] = field(default_factory=dict)  # share of each of several networks
    missing: tuple[str, ...] = ()  # notes on items missing from the bill, and on its assumptions
    left_out: frozenset[int] = frozenset()  # cables of a list without a part


class PointPrices:
    """The prices of all points; each list is read once, and each of its variants is made once.

    ``listed`` and ``network_only`` are as in `OrderTerms`; ``terms`` gives exchange rates of the ownership
    terms.
    """

    def __init__(
        self, plan: AnyPlan, listed: ListedTerms, terms: OwnershipTerms | None, *, network_only: bool
    ) -> None:
        self.plan, self.listed, self.terms, self.network_only = plan, listed, terms, network_only
        self._lists: dict[tuple[str, str], CataloguePrices] = {}
        self._changed: dict[object, CataloguePrices] = {}

    def own(self) -> str | None:
        """Return `OWN` if the plan was made with prices, else None."""
        plan = self.plan
        made = own_catalogue_sha256(plan) is not None or (isinstance(plan, Plan) and has_cost_set(plan))
        return OWN if made else None

    def refuse(self, assumed: Assumptions) -> None:
        """Raise `InputError` for changes of a point that its prices do not support, with all problems."""
        base = self._list(assumed)
        if base is None:
            problems = [
                InputError(key, _NO_PRICES, _NAME_PRICES + (_ROOM_SLACK if key == "slack" else ""))
                for key in _changes_of(assumed)
            ]
        else:
            problems = list(self._refused(base, assumed))
        raise_problems(problems)

    def of(self, assumed: Assumptions) -> CataloguePrices | None:
        """Return the prices of a point; None without prices, `InputError` for a value out of range."""
        base = self._list(assumed)
        if base is None:
            return None
        factors, rates = dict(assumed.price_factors), dict(assumed.exchange_rates)
        slack_mm, reach_mm = assumed.order_slack_mm, assumed.electrical_reach_mm
        key = (id(base), assumed.price_factors, assumed.exchange_rates, slack_mm, reach_mm)
        if key not in self._changed:
            catalogue = with_copper_reach(repriced(base.catalogue, factors, rates, slack_mm), reach_mm)
            self._changed[key] = replace(base, catalogue=catalogue)
        prices = self._changed[key]
        if prices.terms.counts_electricity:
            watts = replace(prices.terms, years=assumed.years, kwh_price=assumed.electricity_per_kwh)
            return replace(prices, terms=watts)
        return prices

    def own_values(self, assumed: Assumptions) -> dict[str, float]:
        """Return the present values that relative changes refer to, by key; lengths in mm."""
        base, result = self._list(assumed), dict[str, float]()
        if base is None:
            return {}
        catalogue, terms = base.catalogue, self.terms
        if (reach_mm := _own_reach_mm(base)) is not None:
            result["reach"] = float(reach_mm)
        result["slack"] = 1000 * catalogue.slack_m
        for currency in {
            code: None for item in catalogue.rates for code in (item.currency, item.to) if code
        }:
            exchange = find_exchange(currency, catalogue.currency, of_target=catalogue.rates)
            if exchange is not None and exchange.rate is not None:
                result[f"exchange.{currency}"] = float(exchange.factor)
        if terms is not None:
            rate = find_exchange(terms.currency, catalogue.currency, terms.rates, catalogue.rates)
            if rate is not None:
                result.setdefault(f"exchange.{terms.currency}", float(rate.factor))
                result["electricity"] = float(exact(terms.kwh_price) * rate.factor)
        return result

    def priced(self, prices: CataloguePrices, plan: AnyPlan) -> PricedPoint:
        """Return the cost of a plan; `InfeasibleError` if no parts fit it."""
        parts = prices.parts(plan)
        bills = network_bills(parts) if isinstance(plan, Plan) else ()
        unsold = parts.unsold
        lacking = () if unsold is None else (f"{count_text(unsold.links, 'link')} left out: {unsold.why}.",)
        gaps = (*parts.missing, *lacking, *parts.assumed)
        left_out = parts.left_out if isinstance(parts, LaidParts) else ()
        cables = frozenset(cable for item in left_out for cable in item.cables)
        shares = {bill.name: bill.cents for bill in bills}
        quote = quote_of_parts(parts, power_set=prices.power_set)
        return PricedPoint(quote, shares, gaps, cables)

    def settings(self, assumed: Assumptions) -> dict[str, Number | str | None]:
        """Return the prices of a point by the keys of `reports.whatif.points.SETTINGS`."""
        base = self._list(assumed)
        reach_mm, slack_mm = assumed.electrical_reach_mm, assumed.order_slack_mm
        power_set = None if base is None else base.power_set
        if base is not None:
            reach_mm = _own_reach_mm(base) if reach_mm is None else reach_mm
            slack_mm = round(1000 * base.catalogue.slack_m) if slack_mm is None else slack_mm
        return {
            "catalogue": None if base is None else base.catalogue.title,
            "catalogue_sha256": None if base is None else set_sha256(base.catalogue),
            "power_set": None if power_set is None else power_set.name,
            "power_set_sha256": None if power_set is None else set_sha256(power_set),
            "electrical_reach_mm": reach_mm,
            "order_slack_mm": slack_mm,
            "price_factors": _pairs_text(assumed.price_factors),
            "exchange_rates": _pairs_text(assumed.exchange_rates),
            "currency": "" if base is None else base.currency,
        }

    def text(self, assumed: Assumptions) -> str:
        """Return the prices of the plan as it is, on one line."""
        base = self._list(assumed)
        if base is None:
            return "prices: none, as in the plan; name a catalogue for costs and power"
        return base.text

    def unverified(self) -> Iterator[str]:
        """Yield notes on formula coefficients without a source."""
        for base in self._lists.values():
            for item in (base.catalogue.formula, base.power_set):
                rows = () if item is None else item.coefficients()
                names = [row.coefficient for row in rows if row.trust == "unverified"]
                if item is not None and names:
                    yield f"{item.name}: UNVERIFIED {', '.join(map(coefficient_label, names))}"

    def rules(self) -> Iterator[str]:
        """Yield the pricing rules, if they differ from those of the plan's order."""
        for base in self._lists.values():
            yield from base.rules

    def without_effect(self, assumed: Assumptions, priced: PricedPoint) -> Iterator[str]:
        """Yield the price changes that affect no part on the bill of a point."""
        base, lines = self._list(assumed), priced.quote.lines
        if base is None or base.catalogue.formula is not None:
            return
        for name, _ in assumed.price_factors:
            if not any(is_named(line.sku, name) for line in lines):
                yield f"price.{name}: not on the bill, so its price has no effect."
        for currency, _ in assumed.exchange_rates:
            parts = priced_in(base.catalogue, currency)
            of_terms = self.terms is not None and self.terms.currency == currency
            of_terms = of_terms or currency in {supplier.currency for supplier in base.catalogue.suppliers}
            if not of_terms and not any(line.sku.part in parts for line in lines):
                yield f"exchange.{currency}: no part on the bill has this currency, so it has no effect."

    def _list(self, assumed: Assumptions) -> CataloguePrices | None:
        """Return a price list without the changes of a point."""
        wanted = assumed.prices or self.own()
        if wanted is None:
            return None
        key = wanted, assumed.power_set
        if key not in self._lists:
            self._lists[key] = self._read(*key)
        return self._lists[key]

    def _read(self, wanted: str, power_set: str) -> CataloguePrices:
        prices = self._read_catalogue(wanted)
        if prices.catalogue.formula is None:
            if power_set == OWN:
                return prices
            what = "does not apply to a catalogue of parts, which has its own watts"
            raise InputError(setting("power-set"), what, "leave it out")
        name = power_set
        if power_set == OWN:
            name = own_power_set([self.plan] if isinstance(self.plan, Plan) else [])
        return replace(prices, power_set=load_power_set(name))

    def _read_catalogue(self, wanted: str) -> CataloguePrices:
        file = Path(wanted) if wanted != OWN else None
        if file is None and isinstance(self.plan, Plan) and own_catalogue_sha256(self.plan) is None:
            file = Path(own_cost_set([self.plan]))
        if isinstance(self.plan, LaidFabric):
            if self.network_only:
                what = "applies only to networks built from a spec"
                raise InputError(setting("network-only"), what, "leave it out")
            if file is None:
                return self._of_objective(self.plan)
            of_devices = self.listed.devices
            return CataloguePrices(file, load_catalogue(file), OrderTerms(), (), of_devices, self.listed)
        prices = common_prices([self.plan], file, network_only=self.network_only)
        prices = replace(prices, is_default=wanted == OWN)
        return replace(prices, terms=replace(prices.terms, listed=self.listed))

    def _of_objective(self, plan: LaidFabric) -> CataloguePrices:
        """Return the catalogue by which listed devices were placed, with its terms for lists."""
        file, catalogue, terms = own_order(plan)
        listed = self.listed
        if not listed.cages and listed.gbps is None and not listed.partial:
            listed = replace(terms.listed, devices=listed.devices)
        terms = replace(terms, listed=ListedTerms())
        return CataloguePrices(file, catalogue, terms, (), listed.devices, listed)

    def _refused(self, base: CataloguePrices, assumed: Assumptions) -> Iterator[InputError]:
        catalogue = base.catalogue
        if assumed.electrical_reach_mm is not None and catalogue.formula is None:
            what = "applies only to prices by formula; cables of this catalogue have their own reach"
            yield InputError("reach", what, "leave it out")
        for name, _ in assumed.price_factors:
            if (problem := unknown_name(catalogue, name)) is not None:
                yield problem
        known = [key.partition(".")[2] for key in self.own_values(assumed) if key.startswith("exchange.")]
        known = [item for item in known if item != catalogue.currency]
        for currency, _ in assumed.exchange_rates:
            if currency == catalogue.currency:
                what = f"is the currency of the prices: one {currency} is one {currency}"
            elif currency not in known:
                what = f"no price is in {currency}"
            else:
                continue
            others = f"known: {', '.join(known)}" if known else f"all prices are in {catalogue.currency}"
            yield InputError(f"exchange.{currency}", what, others)


def _changes_of(assumed: Assumptions) -> Iterator[str]:
    """Yield the keys of a point that change prices, or that need prices."""
    yield from (f"price.{name}" for name, _ in assumed.price_factors)
    yield from (f"exchange.{currency}" for currency, _ in assumed.exchange_rates)
    for key, value in (
        ("slack", assumed.order_slack_mm),
        ("reach", assumed.electrical_reach_mm),
        ("electricity", assumed.electricity_per_kwh),
        ("power-set", assumed.power_set or None),
    ):
        if value is not None:
            yield key


def _own_reach_mm(prices: CataloguePrices) -> int | None:
    """Return the copper reach of a price formula; None without a limit, or for parts."""
    formula = prices.catalogue.formula
    return None if formula is None else formula.electrical_reach_mm


def _pairs_text(pairs: tuple[tuple[str, float], ...]) -> str:
    return " ".join(f"{name}={value:g}" for name, value in pairs)
