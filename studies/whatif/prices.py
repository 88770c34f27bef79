"""By which prices the points of a plan are worked out: those named, else its own, and what changes of them.

No prices are assumed: a plan that was made without any, and for which none are named, has no money.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from netfloor.costmodels.buying.ownership_terms import OwnershipTerms, exact
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.repriced import (
    EVERYTHING,
    is_named,
    priced_in,
    repriced,
    unknown_name,
)
from netfloor.costmodels.catalogue.parts.skus import prices_text
from netfloor.costmodels.sets.coefficient import coefficient_label
from netfloor.costmodels.sets.cost_set import scaled_cost_set
from netfloor.costmodels.sets.load import load_cost_set, load_power_set, set_sha256
from netfloor.costmodels.sets.rates import find_exchange
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.assessment.prices import (
    CataloguePrices,
    Prices,
    SetPrices,
    common_prices,
    require_servers,
)
from netfloor.plans.assessment.quote import Quote, quote_by_set, quote_of_parts
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import AnyPlan
from netfloor.plans.order.by_network import network_bills
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.terms import ListedTerms, OrderTerms
from netfloor.plans.own_prices import own_catalogue_sha256, own_cost_set, own_order, own_power_set
from netfloor.plans.plan import Plan
from netfloor.reports.figures.figure import Number
from netfloor.studies.whatif.assumptions import (
    CATALOGUE,
    COST_SET,
    OWN,
    Assumptions,
    NamedPrices,
    raise_problems,
)

#: Prices of a cost set that can be changed.
_OF_SETS = ("copper", "optical", "switch", EVERYTHING)
_NO_PRICES = "needs prices, and the plan was made without any"
_NAME_PRICES = f"give {setting('catalogue')} or {setting('cost-set')}"


@dataclass(frozen=True)
class PricedPoint:
    """What a plan comes to by some prices.

    ``network_cents``: the share of each of several networks; ``missing``: what is not on the bill, and what
    the bill assumes; ``left_out``: cables of a list without a part.
    """

    quote: Quote
    network_cents: Mapping[str, int] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    left_out: frozenset[int] = frozenset()


class PointPrices:
    """The prices of all points: each list is read once, each change of it made once.

    Parameters
    ----------
    listed, network_only
        What is bought, see `OrderTerms`.
    terms
        Of ownership, for the rates of exchange that they need.
    """

    def __init__(
        self, plan: AnyPlan, listed: ListedTerms, terms: OwnershipTerms | None, *, network_only: bool
    ) -> None:
        self.plan, self.listed, self.terms, self.network_only = plan, listed, terms, network_only
        self._lists: dict[NamedPrices, Prices] = {}
        self._changed: dict[object, CataloguePrices] = {}

    def own(self) -> NamedPrices | None:
        """Return the prices that the plan was made by, None where it was made without."""
        plan = self.plan
        if isinstance(plan, LaidFabric):
            return None if own_catalogue_sha256(plan) is None else NamedPrices(CATALOGUE, OWN)
        if own_catalogue_sha256(plan) is not None:
            return NamedPrices(CATALOGUE, OWN)
        record = plan.solver.objective
        return None if record is None or record.cost_set is None else NamedPrices(COST_SET, OWN)

    def refuse(self, assumed: Assumptions) -> None:
        """Raise `InputError` for what the prices of a point lack that it changes: all of it at once."""
        base = self._list(assumed)
        if base is None:
            problems = [InputError(key, _NO_PRICES, _NAME_PRICES) for key in _changes_of(assumed)]
        elif isinstance(base, SetPrices):
            problems = list(_refused_of_sets(base, assumed))
        else:
            problems = list(self._refused_of_catalogues(base, assumed))
        raise_problems(problems)

    def of(self, assumed: Assumptions) -> Prices | None:
        """Return the prices of a point, None where there are none; `InputError` for one out of range."""
        base = self._list(assumed)
        if base is None:
            return None
        factors, rates = dict(assumed.price_factors), dict(assumed.exchange_rates)
        if isinstance(base, SetPrices):
            of_all = factors.get(EVERYTHING, 1.0)
            copper, optical, switch = (factors.get(name, 1.0) * of_all for name in _OF_SETS[:3])
            scaled = scaled_cost_set(base.cost_set, copper, optical, switch)
            return replace(base, cost_set=scaled, reach_mm=assumed.electrical_reach_mm)
        key = (id(base), assumed.price_factors, assumed.exchange_rates, assumed.order_slack_mm)
        if key not in self._changed:
            catalogue = repriced(base.catalogue, factors, rates, assumed.order_slack_mm)
            self._changed[key] = replace(base, catalogue=catalogue)
        prices = self._changed[key]
        if prices.terms.counts_electricity:
            watts = replace(prices.terms, years=assumed.years, kwh_price=assumed.electricity_per_kwh)
            return replace(prices, terms=watts)
        return prices

    def own_values(self, assumed: Assumptions) -> dict[str, float]:
        """Return the present values of what a point may change relative to them, by key; lengths in mm."""
        base, found = self._list(assumed), dict[str, float]()
        if isinstance(base, SetPrices):
            reach_mm = base.reach_mm if base.reach_mm is not None else base.cost_set.electrical_reach_mm
            return {} if reach_mm is None else {"reach": float(reach_mm)}
        if base is None:
            return {}
        catalogue, terms = base.catalogue, self.terms
        found["slack"] = 1000 * catalogue.slack_m
        found |= {f"exchange.{one.currency}": one.rate for one in catalogue.rates}
        if terms is not None:
            rate = find_exchange(terms.currency, catalogue.currency, terms.rates, catalogue.rates)
            if rate is not None:
                found.setdefault(f"exchange.{terms.currency}", float(rate.factor))
                found["electricity"] = float(exact(terms.kwh_price) * rate.factor)
        return found

    def priced(self, prices: Prices, plan: AnyPlan, network: PlacedNetwork) -> PricedPoint:
        """Return what a plan comes to; `InfeasibleError` where nothing is sold for it."""
        if isinstance(prices, SetPrices):
            return PricedPoint(quote_by_set(network, prices.cost_set, prices.power_set, prices.reach_mm))
        parts = prices.parts(plan)
        bills = network_bills(parts) if isinstance(plan, Plan) else ()
        unsold = parts.unsold
        lacking = () if unsold is None else (f"{count_text(unsold.links, 'link')} left out: {unsold.why}.",)
        told = (*parts.missing, *lacking, *parts.assumed)
        left_out = parts.left_out if isinstance(parts, LaidParts) else ()
        cables = frozenset(cable for one in left_out for cable in one.cables)
        shares = {bill.name: bill.cents for bill in bills}
        return PricedPoint(quote_of_parts(parts), shares, told, cables)

    def settings(self, assumed: Assumptions) -> dict[str, Number | str | None]:
        """Return the prices of a point by the keys of `reports.whatif.points.SETTINGS`."""
        base = self._list(assumed)
        of_set = base if isinstance(base, SetPrices) else None
        of_parts = base if isinstance(base, CataloguePrices) else None
        reach_mm = assumed.electrical_reach_mm
        if of_set is not None and reach_mm is None:
            reach_mm = of_set.cost_set.electrical_reach_mm
        slack_mm = assumed.order_slack_mm
        if of_parts is not None and slack_mm is None:
            slack_mm = round(1000 * of_parts.catalogue.slack_m)
        return {
            "catalogue": None if of_parts is None else of_parts.catalogue.title,
            "catalogue_sha256": None if of_parts is None else set_sha256(of_parts.catalogue),
            "cost_set": None if of_set is None else of_set.cost_set.name,
            "cost_set_sha256": None if of_set is None else set_sha256(of_set.cost_set),
            "power_set": None if of_set is None else of_set.power_set.name,
            "power_set_sha256": None if of_set is None else set_sha256(of_set.power_set),
            "electrical_reach_mm": reach_mm,
            "order_slack_mm": slack_mm,
            "price_factors": _pairs_text(assumed.price_factors),
            "exchange_rates": _pairs_text(assumed.exchange_rates),
            "currency": "" if base is None else base.currency,
        }

    def text(self, assumed: Assumptions) -> str:
        """Return by which prices the plan is worked out as it is, in one line."""
        base = self._list(assumed)
        if base is None:
            return "prices: none, as the plan was made without; name a catalogue for money and watts"
        return base.cost_set.prices_text if isinstance(base, SetPrices) else prices_text(base.catalogue)

    def unverified(self) -> Iterator[str]:
        """Yield what to know of numbers in the sets that were used and that have no source."""
        for base in self._lists.values():
            for one in (base.cost_set, base.power_set) if isinstance(base, SetPrices) else ():
                rows = one.coefficients()
                if names := [row.coefficient for row in rows if row.trust == "unverified"]:
                    yield f"{one.name}: {', '.join(map(coefficient_label, names))}: UNVERIFIED numbers"

    def rules(self) -> Iterator[str]:
        """Yield how the plan is priced, where that is not as it was ordered."""
        for base in self._lists.values():
            yield from base.rules

    def without_effect(self, assumed: Assumptions, priced: PricedPoint) -> Iterator[str]:
        """Yield the changes of prices that no part on the bill of a point has."""
        base, lines = self._list(assumed), priced.quote.lines
        if not isinstance(base, CataloguePrices):
            return
        for name, _ in assumed.price_factors:
            if not any(is_named(line.sku, name) for line in lines):
                yield f"price.{name}: no such part is on the bill, so its price changes nothing."
        for currency, _ in assumed.exchange_rates:
            parts = priced_in(base.catalogue, currency)
            of_terms = self.terms is not None and self.terms.currency == currency
            if not of_terms and not any(line.sku.part in parts for line in lines):
                yield f"exchange.{currency}: no part on the bill is priced in {currency}: nothing changes."

    def _list(self, assumed: Assumptions) -> Prices | None:
        """Return a price list without the changes of a point."""
        wanted = assumed.prices or self.own()
        if wanted is None:
            return None
        key = NamedPrices(wanted.kind, f"{wanted.name}\n{assumed.power_set}")
        if key not in self._lists:
            self._lists[key] = self._read(wanted, assumed.power_set)
        return self._lists[key]

    def _read(self, wanted: NamedPrices, power_set: str) -> Prices:
        if wanted.kind == COST_SET:
            return self._read_set(wanted.name, power_set)
        if power_set != OWN:
            what = "does not go with a catalogue, which has its own watts"
            raise InputError(setting("power-set"), what, "leave it out")
        file = Path(wanted.name) if wanted.name != OWN else None
        if isinstance(self.plan, LaidFabric):
            if self.network_only:
                what = "is of networks made by a formula, and this plan is made from lists"
                raise InputError(setting("network-only"), what, "leave it out")
            if file is None:
                return self._of_objective(self.plan)
            of_devices = self.listed.devices
            return CataloguePrices(file, load_catalogue(file), OrderTerms(), (), of_devices, self.listed)
        prices = common_prices([self.plan], file, network_only=self.network_only)
        if not isinstance(prices, CataloguePrices):
            raise TypeError("the plan has no catalogue")
        return replace(prices, terms=replace(prices.terms, listed=self.listed))

    def _of_objective(self, plan: LaidFabric) -> CataloguePrices:
        """Return the catalogue by which listed devices were placed, with what was said of lists then."""
        file, catalogue, terms = own_order(plan)
        listed = self.listed
        if not listed.cages and listed.gbps is None and not listed.partial:
            listed = replace(terms.listed, devices=listed.devices)
        terms = replace(terms, listed=ListedTerms())
        return CataloguePrices(file, catalogue, terms, (), listed.devices, listed)

    def _read_set(self, name: str, power_set: str) -> SetPrices:
        plan, where = self.plan, setting("cost-set")
        if isinstance(plan, LaidFabric) or plan.topology.networks is not None:
            held = "is made from lists" if isinstance(plan, LaidFabric) else "holds several networks"
            what = f"prices plans of one network, and {plan.name} {held}"
            raise InputError(where, what, f"give {setting('catalogue')} instead")
        prices = SetPrices(
            load_cost_set(own_cost_set([plan]) if name == OWN else name),
            load_power_set(own_power_set([plan]) if power_set == OWN else power_set),
        )
        if self.network_only:
            require_servers(prices)
        return prices

    def _refused_of_catalogues(self, base: CataloguePrices, assumed: Assumptions) -> Iterator[InputError]:
        catalogue = base.catalogue
        if assumed.electrical_reach_mm is not None:
            what = "is of a cost set, and the prices are a catalogue's, whose cables have a reach each"
            yield InputError("reach", what, "leave it out")
        for name, _ in assumed.price_factors:
            if (problem := unknown_name(catalogue, name)) is not None:
                yield problem
        known = [key.partition(".")[2] for key in self.own_values(assumed) if key.startswith("exchange.")]
        known = [one for one in known if one != catalogue.currency]
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
    """Yield the keys of a point that change prices, or what is counted with them."""
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


def _refused_of_sets(base: SetPrices, assumed: Assumptions) -> Iterator[InputError]:
    name = base.cost_set.name
    for part, _ in assumed.price_factors:
        if part not in _OF_SETS:
            what = f"cost set {name} has no part numbers"
            known = ", ".join(f"price.{one}" for one in _OF_SETS)
            yield InputError(f"price.{part}", what, f"{known}, or give {setting('catalogue')}")
    for currency, _ in assumed.exchange_rates:
        what = f"cost set {name} is in one currency, {base.currency}"
        yield InputError(f"exchange.{currency}", what, f"give {setting('catalogue')}")
    if assumed.order_slack_mm is not None:
        what = "is added before a cable is chosen from a catalogue, and the prices are a cost set's"
        yield InputError("slack", what, "change overhead, the slack of the room, or give a catalogue")


def _pairs_text(pairs: tuple[tuple[str, float], ...]) -> str:
    return " ".join(f"{name}={value:g}" for name, value in pairs)
