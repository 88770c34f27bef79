"""The one price list that plans are compared on: a catalogue of parts, else a cost set."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from netfloor.costmodels.buying.ownership_terms import OwnershipTerms, load_ownership_terms
from netfloor.costmodels.catalogue.equipment import Wishes
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.load import load_cost_set, load_power_set, set_sha256
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.costmodels.sets.rates import find_exchange
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import join_words
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.assessment.quote import Quote, quote_by_set, quote_of_parts
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import AnyPlan
from netfloor.plans.order.laid_parts import laid_parts
from netfloor.plans.order.owned import ownership_terms_for
from netfloor.plans.order.parts_list import OrderedParts, listed_parts
from netfloor.plans.order.terms import OrderTerms, recorded_terms
from netfloor.plans.own_prices import own_catalogue, own_catalogue_sha256, own_cost_set, own_power_set
from netfloor.plans.plan import Plan

_NETWORK_ONLY = "Compared as networks alone: without servers, adapters and the cables to them."
#: Terms of an order that a comparison shares, as sentences name them.
_TERMS = {
    "criterion": "criterion",
    "years": "years",
    "kwh_price": "price of a kWh",
    "max_skus": "number of part numbers",
    "max_lead_days": "days to delivery",
    "spares": "spares",
    "network_only": "network alone",
    "fibre_trunks": "fibre trunks",
    "laying_price": "price of laying",
}
_UNLIKE_TERMS = (
    "The plans were ordered by different terms; here all are bought by price, with the catalogue's spares."
)


@dataclass(frozen=True)
class CataloguePrices:
    """A catalogue, and the terms by which all plans are bought from it."""

    file: Path
    catalogue: Catalogue
    terms: OrderTerms
    rules: tuple[str, ...]

    @property
    def currency(self) -> str:
        """Currency of every amount."""
        return self.catalogue.currency

    def parts(self, plan: AnyPlan) -> OrderedParts:
        """Return the bill of a plan; of a formula's, links that nothing is sold for are left out.

        Raises
        ------
        InputError
            If rate or cages of a listed cable are not known and the terms do not say them.
        InfeasibleError
            If no device serves a switch or an endpoint, or too few lengths are allowed.
        """
        if isinstance(plan, LaidFabric):
            return laid_parts(plan, self.file, self.catalogue, self.terms)
        terms = replace(self.terms, wishes=self._wishes(plan))
        return listed_parts(plan, self.file, self.catalogue, terms, sold_only=True)

    def quote(self, plan: Plan) -> Quote:
        """Return what a plan's parts come to, see `parts`."""
        quote = quote_of_parts(self.parts(plan))
        return replace(quote, warnings=(*self._unlike_order(plan), *quote.warnings))

    def ownership_terms(self, file: Path | None) -> OwnershipTerms | None:
        """Return the terms of a file, or the shipped ones; None where those are in another currency."""
        return ownership_terms_for(file, self.catalogue)

    def _unlike_order(self, plan: Plan) -> Iterator[str]:
        """Yield why a plan's money is not that of its own order."""
        if plan.order is None:
            return
        others = []
        if plan.order.catalogue_sha256 != set_sha256(self.catalogue):
            others.append("another catalogue")
        own = recorded_terms(plan.order)
        names = [name for term, name in _TERMS.items() if getattr(own, term) != getattr(self.terms, term)]
        if names:
            others.append(f"other terms ({', '.join(names)})")
        if others:
            yield f"Its money is not that of its own order: here it is bought by {join_words(others)}."

    def _wishes(self, plan: Plan) -> Wishes:
        """Return the devices that a plan asks for, as far as the catalogue has them."""
        if plan.order is None:
            return Wishes()
        known = {
            one.part for one in (*self.catalogue.switches, *self.catalogue.nics, *self.catalogue.servers)
        }
        asked = recorded_terms(plan.order).wishes
        return Wishes(
            *(part if part in known else None for part in (asked.switch, asked.nic, asked.server))
        )

    def about(self) -> dict[str, Any]:
        """Return what reports say of the prices."""
        return {
            "catalogue": str(self.file),
            "title": self.catalogue.title,
            "price_date": self.catalogue.price_date.isoformat(),
            "sha256": set_sha256(self.catalogue),
            "criterion": self.terms.criterion,
        }


@dataclass(frozen=True)
class SetPrices:
    """A cost set and a power set: prices by medium and length, without part numbers."""

    cost_set: CostSet
    power_set: PowerSet
    reach_mm: int | None = None
    rules: tuple[str, ...] = ()

    @property
    def currency(self) -> str:
        """Currency of every amount."""
        return self.cost_set.currency

    def quote(self, plan: Plan) -> Quote:
        """Return what a plan comes to; `InfeasibleError` where nothing is sold for a link."""
        return self.quote_network(PlacedNetwork.of(plan))

    def quote_network(self, network: PlacedNetwork) -> Quote:
        """Return the same of a network that is in no plan."""
        return quote_by_set(network, self.cost_set, self.power_set, self.reach_mm)

    def ownership_terms(self, file: Path | None) -> OwnershipTerms | None:
        """Return the terms of a file, or the shipped ones; None where those are in another currency."""
        terms = load_ownership_terms(file)
        if find_exchange(terms.currency, self.currency, terms.rates) is None and file is not None:
            raise InputError(
                str(file), f"is in {terms.currency}", f"give terms in {self.currency}, or a rate"
            )
        return terms if find_exchange(terms.currency, self.currency, terms.rates) else None

    def about(self) -> dict[str, Any]:
        """Return what reports say of the prices."""
        router = self.cost_set.router
        price = router.per_port or router.fixed
        return {
            "cost_set": self.cost_set.name,
            "year": None if price is None else price.year,
            "text": self.cost_set.prices_text,
            "title": f"{self.cost_set.name}, a cost set: an estimate without part numbers",
            "power_set": self.power_set.name,
            "sha256": set_sha256(self.cost_set),
        }


Prices = CataloguePrices | SetPrices


def require_servers(prices: Prices) -> None:
    """Refuse to leave servers out of a cost set, which has none."""
    if isinstance(prices, SetPrices):
        what = "has nothing to leave out: a cost set has no servers and no adapters"
        raise InputError(setting("network-only"), what, f"give {setting('catalogue')}, or leave it out")


def common_prices(
    plans: Sequence[Plan],
    catalogue: Path | None,
    cost_set: str | None = None,
    *,
    network_only: bool = False,
) -> Prices:
    """Return the prices of all plans: those named, else those that all were made by.

    Plans of which none was made by a catalogue are priced by their own cost set.

    Raises
    ------
    InputError
        If catalogue or cost set cannot be used, both are named, or the plans name none in common.
    """
    if catalogue is not None and cost_set is not None:
        what = f"does not go with {setting('catalogue')}"
        raise InputError(setting("cost-set"), what, "name one of the two")
    if catalogue is not None:
        return _by_catalogue(plans, catalogue, load_catalogue(catalogue), network_only=network_only)
    named = set() if cost_set is not None else {own_catalogue_sha256(plan) for plan in plans}
    if named <= {None}:
        own = load_cost_set(cost_set or own_cost_set(plans))
        return SetPrices(own, load_power_set(own_power_set(plans)))
    found = own_catalogue(plans[0]) if len(named) == 1 else None
    if found is None:
        what = "is missing, and the plans were not all made by one catalogue"
        advice = f"give the one to price all plans by, or {setting('cost-set')}"
        raise InputError(setting("catalogue"), what, advice)
    return _by_catalogue(plans, *found, network_only=network_only)


def _by_catalogue(
    plans: Sequence[Plan], file: Path, catalogue: Catalogue, *, network_only: bool
) -> CataloguePrices:
    """Return a catalogue with the terms that all plans record, else by price.

    Where one plan is a network alone all are compared as such.
    """
    orders = [recorded_terms(plan.order) for plan in plans if plan.order is not None]
    alone = network_only or any(terms.network_only for terms in orders)
    recorded = [replace(terms, wishes=Wishes(), network_only=alone) for terms in orders]
    said = (_NETWORK_ONLY,) * alone
    if len(recorded) == len(plans) and all(terms == recorded[0] for terms in recorded):
        return CataloguePrices(file, catalogue, _usable(recorded[0], catalogue), said)
    said += (_UNLIKE_TERMS,) * bool(recorded)
    return CataloguePrices(file, catalogue, OrderTerms(network_only=alone), said)


def _usable(terms: OrderTerms, catalogue: Catalogue) -> OrderTerms:
    """Return terms without spares and devices that another catalogue does not have."""
    parts = {sku.part for sku in skus_of(catalogue)}
    kept = tuple(text for text in terms.spares if text.rpartition("=")[0].strip() in {"", *parts})
    networks = tuple(
        Wishes(*(part if part in parts else None for part in (one.switch, one.nic)))
        for one in terms.networks
    )
    return replace(terms, spares=kept, networks=networks)
