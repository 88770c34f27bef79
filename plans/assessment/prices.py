"""The price list on which plans are compared: a catalogue of parts, or prices by formula."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from netfloor.costmodels.buying.ownership_terms import OwnershipTerms
from netfloor.costmodels.catalogue.equipment import RequestedDevices
from netfloor.costmodels.catalogue.fabric_needs import listed_devices
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import prices_text, skus_of
from netfloor.costmodels.sets.load import load_power_set, set_sha256
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.fabric.fabric import OTHER, SERVER, STORAGE
from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.wording import join_words
from netfloor.plans.assessment.quote import Quote, quote_of_parts
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import AnyPlan
from netfloor.plans.order.laid_parts import LaidParts, is_billed_by_cable, laid_parts
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.owned import ownership_terms_for
from netfloor.plans.order.parts_list import listed_parts
from netfloor.plans.order.terms import ListedTerms, OrderTerms, recorded_terms
from netfloor.plans.own_prices import (
    has_cost_set,
    objective_record,
    own_catalogue,
    own_catalogue_sha256,
    own_cost_set,
    own_power_set,
    own_terms,
)
from netfloor.plans.plan import Plan

_NETWORK_ONLY = "Compared as networks only: without servers, adapters and the cables to them."
#: Terms of an order that a comparison shares, with their names in sentences.
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
_CABLES_ONLY = (
    "Costs cover cables, cords and transceivers only: some devices of a list are not in the catalogue."
)
_NO_CORDS = "Costs exclude power cords; each bill lists them after its total."
_UNLIKE_TERMS = (
    "The plans were ordered on different terms; here all are bought by price, with the catalogue's spares."
)


@dataclass(frozen=True)
class CataloguePrices:
    """A catalogue, and the terms by which all plans are bought from it.

    Without ``devices`` only cables, cords and transceivers are bought; ``counts_listed`` still counts the
    power of devices from lists. ``listed`` describes the cables of lists, by default as in their placement;
    cables without a part are left out. ``power_set`` gives the watts for prices by formula; ``is_default``:
    the user gave no catalogue.
    """

    file: Path
    catalogue: Catalogue
    terms: OrderTerms
    rules: tuple[str, ...]
    devices: bool = True
    listed: ListedTerms = field(default_factory=lambda: ListedTerms(partial=True))
    counts_listed: bool = False
    power_set: PowerSet | None = None
    is_default: bool = False

    @property
    def text(self) -> str:
        """The source of prices, for the head of answers."""
        return prices_text(self.catalogue) + ", no catalogue was given" * self.is_default

    @property
    def currency(self) -> str:
        """Currency of every amount."""
        return self.catalogue.currency

    def quote(self, plan: AnyPlan) -> Quote:
        """Return the price of a plan's parts, see `parts`."""
        return self.quote_parts(self.parts(plan))

    def quote_parts(self, parts: OrderedParts) -> Quote:
        """Return the price of the given parts."""
        devices, plan = self.devices or self.counts_listed, parts.plan
        quote = quote_of_parts(parts, devices=devices, power_set=self.power_set)
        own = self._unlike_order(plan) if isinstance(plan, Plan) else ()
        without_part = parts.cables_without_part if isinstance(parts, LaidParts) else ()
        return replace(quote, warnings=(*own, *without_part, *quote.warnings))

    def parts(self, plan: AnyPlan) -> OrderedParts:
        """Return the parts of a plan; links longer than any part are left out.

        Raises
        ------
        InputError
            If a cable to be bought has no known length.
        InfeasibleError
            If no device serves a switch or an endpoint, too few lengths are allowed, or a formula has no
            part for a link.
        """
        if isinstance(plan, LaidFabric):
            return self._laid_parts(plan)
        if is_billed_by_cable(plan, self.catalogue):
            listed = replace(self.listed, devices=self.devices)
            return laid_parts(plan, self.file, self.catalogue, replace(self.terms, listed=listed))
        requested_devices, *of_networks = self._requested(plan)
        terms = replace(self.terms, requested_devices=requested_devices, networks=tuple(of_networks))
        parts = listed_parts(plan, self.file, self.catalogue, terms, sold_only=True, devices=self.devices)
        formula, unsold = self.catalogue.formula, parts.unsold
        if formula is not None and unsold is not None:
            raise InfeasibleError(f"{formula.name} sells none for {unsold.span}: {unsold.why}")
        return parts

    def _laid_parts(self, plan: LaidFabric) -> OrderedParts:
        """Return the parts of a plan from lists by the same terms, where they apply."""
        if self.terms.network_only:
            fabric = plan.fabric
            for kind in (SERVER, STORAGE, OTHER):
                fabric = fabric.without(kind)
            plan = replace(plan, fabric=fabric)
        usual, listed = OrderTerms(), self.listed
        if not listed.cages and listed.gbps is None:
            own = own_terms(plan).listed
            listed = replace(listed, cages=own.cages, gbps=own.gbps)
        terms = replace(
            self.terms,
            network_only=False,
            fibre_trunks=usual.fibre_trunks,
            laying_price=usual.laying_price,
            listed=replace(listed, devices=self.devices),
        )
        return laid_parts(plan, self.file, self.catalogue, terms)

    def ownership_terms(self, file: Path | None) -> OwnershipTerms | None:
        """Return the ownership terms of a file, or the shipped ones.

        None if those have another currency.
        """
        return ownership_terms_for(file, self.catalogue)

    def _unlike_order(self, plan: Plan) -> Iterator[str]:
        """Yield the reasons why a plan's cost differs from that of its own order."""
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
            yield f"Its cost differs from its own order: this comparison uses {join_words(others)}."

    def _requested(self, plan: Plan) -> tuple[RequestedDevices, ...]:
        """Return the requested devices that the catalogue has: of the whole plan, then by network."""
        if plan.order is None:
            return (RequestedDevices(),)
        known = {
            item.part for item in (*self.catalogue.switches, *self.catalogue.nics, *self.catalogue.servers)
        }
        terms = recorded_terms(plan.order)
        return tuple(
            RequestedDevices(
                *(part if part in known else None for part in (item.switch, item.nic, item.server))
            )
            for item in (terms.requested_devices, *terms.networks)
        )

    def about(self) -> dict[str, Any]:
        """Return the facts about the prices for reports."""
        by_formula = {"text": self.text, "power_set": "" if self.power_set is None else self.power_set.name}
        return {
            "catalogue": str(self.file),
            "title": self.catalogue.title,
            "price_date": self.catalogue.price_date.isoformat(),
            "sha256": set_sha256(self.catalogue),
            "criterion": self.terms.criterion,
            **(by_formula if self.catalogue.formula is not None else {}),
        }


Prices = CataloguePrices


@dataclass(frozen=True)
class NoPrices:
    """No prices: no plan records any, and the user gave none."""

    reason: str


def with_listed(
    prices: Prices | NoPrices, plans: Sequence[AnyPlan], listed: ListedTerms
) -> Prices | NoPrices:
    """Return prices with a description of the cables of lists.

    Raises
    ------
    InputError
        If there is a description, but no catalogue or no plan from lists.
    """
    if listed == ListedTerms():
        return prices
    listed.forms()
    named = {"cage": listed.cages, "gbps": listed.gbps}
    names = " and ".join(setting(name) for name, value in named.items() if value)
    if not isinstance(prices, CataloguePrices):
        raise InputError(names, "counts only with a catalogue", f"add {setting('catalogue')}")
    if not any(isinstance(plan, LaidFabric) for plan in plans):
        raise InputError(names, "applies only to plans made from lists", "leave it out")
    return replace(prices, listed=replace(listed, partial=True))


def common_prices(plans: Sequence[Plan], catalogue: Path | None, *, network_only: bool = False) -> Prices:
    """Return the prices for all plans: the given catalogue, or the one by which all were made.

    Without a recorded catalogue, plans are priced by the formula of their placement.

    Raises
    ------
    InputError
        If the catalogue cannot be used, or the plans record different ones.
    """
    result = prices_or_none(plans, catalogue, network_only=network_only)
    return _own_formula(plans, network_only=network_only) if isinstance(result, NoPrices) else result


def prices_or_none(
    plans: Sequence[AnyPlan], catalogue: Path | None, *, network_only: bool = False
) -> Prices | NoPrices:
    """Return the same, but `NoPrices` if a plan from lists, an import or several networks record none.

    A catalogue recorded by some plans also prices the others.

    Raises
    ------
    InputError
        If the catalogue cannot be used, or the plans record several.
    """
    if catalogue is not None:
        return prices_by(plans, catalogue, load_catalogue(catalogue), network_only=network_only)
    formulas = [plan for plan in plans if isinstance(plan, Plan)]
    named = {sha256: plan for plan in plans if (sha256 := own_catalogue_sha256(plan)) is not None}
    if len(named) > 1 or (named and any(map(has_cost_set, formulas))):
        what = "is missing, and the plans use different catalogues"
        raise InputError(setting("catalogue"), what, "give the one to price all plans by")
    for plan in named.values():
        if (own := own_catalogue(plan)) is not None:
            return prices_by(plans, *own, network_only=network_only)
    if reason := _unpriced(plans):
        return NoPrices(reason)
    return _own_formula(formulas, network_only=network_only)


def _own_formula(plans: Sequence[Plan], *, network_only: bool) -> Prices:
    """Return the formula by which plans were placed, or the default one."""
    file = Path(own_cost_set(plans))
    prices = prices_by(plans, file, load_catalogue(file), network_only=network_only)
    return replace(prices, is_default=True)


def _unpriced(plans: Sequence[AnyPlan]) -> str:
    """Return why plans without recorded prices cannot be priced by a cost set; empty if they can."""
    for plan in plans:
        if isinstance(plan, LaidFabric):
            return f"{plan.name} is made from lists and records no prices"
        if plan.given is not None:
            return f"{plan.name} is imported and records no prices"
        if plan.topology.networks is not None:
            return f"{plan.name} has several networks and records no prices"
    return ""


def prices_by(
    plans: Sequence[AnyPlan], file: Path, catalogue: Catalogue, *, network_only: bool
) -> CataloguePrices:
    """Return a catalogue with the terms that all ordered plans share, or the default terms.

    If one plan is of the network only, all are compared as such.
    """
    formulas = [plan for plan in plans if isinstance(plan, Plan)]
    if catalogue.formula is not None:
        return _by_formula(plans, file, catalogue, network_only=network_only)
    orders = [recorded_terms(plan.order) for plan in formulas if plan.order is not None]
    orders += [own_terms(plan) for plan in plans if isinstance(plan, LaidFabric) and objective_record(plan)]
    alone = network_only or any(terms.network_only for terms in orders)
    recorded = [
        replace(
            terms,
            requested_devices=RequestedDevices(),
            networks=(),
            network_only=alone,
            listed=ListedTerms(),
        )
        for terms in orders
    ]
    devices = not _devices_without_part(plans, catalogue)
    said = (_NETWORK_ONLY,) * alone + (_CABLES_ONLY,) * (not devices)
    said += (_NO_CORDS,) * any(isinstance(plan, LaidFabric) for plan in plans)
    of_lists = bool(plans) and not formulas
    if recorded and all(terms == recorded[0] for terms in recorded) and _all_ordered(plans):
        return CataloguePrices(
            file, catalogue, _usable(recorded[0], catalogue), said, devices, counts_listed=of_lists
        )
    said += (_UNLIKE_TERMS,) * bool(recorded)
    terms = OrderTerms(network_only=alone)
    return CataloguePrices(file, catalogue, terms, said, devices, counts_listed=of_lists)


def _by_formula(
    plans: Sequence[AnyPlan], file: Path, catalogue: Catalogue, *, network_only: bool
) -> CataloguePrices:
    """Return prices by formula, with the watts of the plans' power set."""
    formulas = [plan for plan in plans if isinstance(plan, Plan)]
    of_lists = bool(plans) and not formulas
    devices = not any(isinstance(plan, LaidFabric) for plan in plans)
    said = (_NETWORK_ONLY,) * network_only + (_CABLES_ONLY,) * (not devices)
    return CataloguePrices(
        file=file,
        catalogue=catalogue,
        terms=OrderTerms(network_only=network_only),
        rules=said,
        devices=devices,
        counts_listed=of_lists,
        power_set=load_power_set(own_power_set(formulas)),
    )


def _all_ordered(plans: Sequence[AnyPlan]) -> bool:
    """Return whether every plan that can record an order has one; lists and imports cannot."""
    return all(isinstance(plan, LaidFabric) or plan.order is not None for plan in plans)


def _devices_without_part(plans: Sequence[AnyPlan], catalogue: Catalogue) -> bool:
    """Return whether a plan from lists has a device that the catalogue lacks."""
    return any(
        bool(listed_devices(plan.fabric, catalogue)[1]) for plan in plans if isinstance(plan, LaidFabric)
    )


def _usable(terms: OrderTerms, catalogue: Catalogue) -> OrderTerms:
    """Drop spares and requested devices that a catalogue does not have."""
    parts = {sku.part for sku in skus_of(catalogue)}
    kept = tuple(text for text in terms.spares if text.rpartition("=")[0].strip() in {"", *parts})
    networks = tuple(
        RequestedDevices(*(part if part in parts else None for part in (network.switch, network.nic)))
        for network in terms.networks
    )
    return replace(terms, spares=kept, networks=networks)
