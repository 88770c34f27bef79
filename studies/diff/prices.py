"""The parts and price of every cable of a plan, including servers' cables, and its total."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from netfloor.costmodels.buying.ownership import Purchases
from netfloor.costmodels.cable_orders import reach_rule
from netfloor.costmodels.catalogue.formula import with_copper_reach
from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED, prices_text
from netfloor.costmodels.sets.coefficient import coefficient_label
from netfloor.costmodels.sets.offers import IntArray
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.exchange.orders import purchases_of_choice
from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.plans.alignment import PricedFabric
from netfloor.plans.assessment.prices import CataloguePrices, common_prices
from netfloor.plans.assessment.quote import Quote, quote_of_parts
from netfloor.plans.order.parts_list import PartsList, parts_list
from netfloor.plans.order.terms import reach_to_mm
from netfloor.plans.own_prices import own_cost_set
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_plan

BY_CATALOGUE = (
    "Each plan is priced by its own catalogue, as in `netfloor bom`: a cable at the unit price of that "
    "bill, with the transceivers at its ends, split equally between its links. The bill also includes "
    "devices, spares and taxes. A cable without other changes keeps its installed part, even if a new "
    "order would choose another."
)


@dataclass(frozen=True)
class _Article:
    """The part of a link; ``chosen_by`` as in `PricedFabric`."""

    part: str
    medium: str
    ordered_mm: int
    price_cents: int
    modules: tuple[str, str] = ("", "")
    chosen_by: str = ""


@dataclass(frozen=True)
class PricedPlan:
    """A plan with the parts of its cables and its bill."""

    plan: Plan
    priced_by: str  # title of the catalogue, or name of the price formula
    prices_text: str  # the prices on one line
    # devices and cables with part and price of each cable; cables to servers only if the plan records
    # servers
    fabric: PricedFabric
    quote: Quote  # parts and total bill; with a formula, the watts are by the plans' power set
    rules: tuple[str, ...]  # the pricing rules
    warnings: tuple[str, ...]  # of the plan with its order; with a formula, its unsourced coefficients

    @property
    def purchases(self) -> Purchases:
        """The purchases, for the cost of ownership."""
        return self.quote.purchases

    @property
    def currency(self) -> str:
        """Currency of every amount."""
        return self.purchases.currency


def priced_plans(plans: Sequence[Plan], catalogue: Path | None, reach_m: float | None) -> list[PricedPlan]:
    """Return two plans priced by a catalogue, or by their own catalogues if both have one.

    Without any catalogue, the price formula of their placement applies, or the default one. `InputError` if
    a catalogue cannot be used or currencies differ; `InfeasibleError` if no part is sold for a link.
    """
    if catalogue is not None or reach_m is not None or any(plan.order is None for plan in plans):
        return [_by_one(plan, *_common(plans, catalogue, reach_m)) for plan in plans]
    try:
        listed = [parts_list(plan) for plan in plans]
    except InputError as error:
        advice = f"give {setting('catalogue')}, or put it in the plan's folder"
        raise error.advising(advice) from error
    sides = [_by_catalogue(parts, prices_text(parts.catalogue)) for parts in listed]
    if sides[0].currency != sides[1].currency:
        both = " and ".join(side.currency for side in sides)
        what = f"the catalogues of the plans are in {both}"
        raise InputError("diff", what, f"give {setting('catalogue')}")
    return sides


def _common(
    plans: Sequence[Plan], catalogue: Path | None, reach_m: float | None
) -> tuple[CataloguePrices, int | None]:
    """Return the prices of both plans, with the copper reach of a price formula."""
    is_default = catalogue is None
    if catalogue is None and any(plan.order is None for plan in plans):
        catalogue = Path(own_cost_set(plans))
    prices, reach_mm = common_prices(plans, catalogue), reach_to_mm(reach_m)
    if reach_mm is not None and prices.catalogue.formula is None:
        what = "applies only to prices by formula; cables of this catalogue have their own reach"
        raise InputError(setting("reach"), what, "leave it out")
    priced = with_copper_reach(prices.catalogue, reach_mm)
    return replace(prices, catalogue=priced, is_default=is_default), reach_mm


def _by_one(plan: Plan, prices: CataloguePrices, reach_mm: int | None) -> PricedPlan:
    """Return a plan priced by the catalogue that also prices the other one."""
    parts = prices.parts(plan)
    if parts.unsold is not None:  # a price formula has refused it already
        raise InfeasibleError(f"{plan.path}: {parts.unsold.text} without a part: {parts.unsold.why}")
    if not isinstance(parts, PartsList):
        what = "has links of several rates, which cannot be compared by parts yet"
        raise InputError(str(plan.path), what, "leave the catalogue out")
    catalogue = _by_catalogue(parts, prices.text, power_set=prices.power_set)
    formula = parts.catalogue.formula
    if formula is None:
        return catalogue
    names = [row.coefficient for row in formula.coefficients() if row.trust == UNVERIFIED]
    unsure = (f"{formula.name}: UNVERIFIED {', '.join(map(coefficient_label, names))}",)
    return replace(
        catalogue,
        priced_by=formula.name,
        rules=(reach_rule(formula, reach_mm),),
        warnings=unsure if names else (),
    )


def _by_catalogue(parts: PartsList, text: str, power_set: PowerSet | None = None) -> PricedPlan:
    """Return a plan priced by its catalogue: every link has its share of its cable and transceivers."""
    if parts.trunks is not None and parts.trunks.runs:
        what = "its order has fibre trunks, whose links have no individual prices yet"
        advice = f"give {setting('catalogue')} slimfly-2014, which prices each link as a cable"
        raise InputError(str(parts.plan.path), what, advice)
    choice, bom, quote = parts.choice, parts.bom, quote_of_parts(parts, power_set=power_set)
    unit_cents = {line.sku.part: line.purchase.unit_cents for line in bom.lines}
    cages = np.where(choice.cage_module[choice.needs.cage] >= 0, choice.needs.cage, -1)
    cents = _shares(
        choice.link_cable, [unit_cents[choice.skus[sku].part] for sku in choice.cable_sku.tolist()]
    )
    of_cage = [0 if sku < 0 else unit_cents[choice.skus[sku].part] for sku in choice.cage_module.tolist()]
    ends = _shares(cages.ravel(), of_cage).reshape(-1, 2).sum(axis=1)
    orders = purchases_of_choice(choice, parts.catalogue)
    alone = (np.bincount(choice.needs.cage.ravel())[choice.needs.cage] == 1).all(axis=1)
    order = parts.plan.order
    terms = f"{replace(parts.terms, laid=())!r} {'' if order is None else order.catalogue_sha256}"
    bought = [
        _Article(
            item.part,
            item.medium,
            item.ordered_mm,
            int(c),
            item.modules,
            f"{terms} {sorted(item.cages)}" if own_cages and parts.catalogue.formula is None else "",
        )
        for item, c, own_cages in zip(orders, cents + ends, alone.tolist(), strict=True)
    ]
    recorded = parts.plan.hosts is not None and len(parts.plan.hosts) > 0
    return PricedPlan(
        plan=parts.plan,
        priced_by=parts.catalogue.title,
        prices_text=text,
        fabric=_priced_fabric(parts.plan, bought if recorded else bought[: len(parts.plan.cables)]),
        quote=quote,
        rules=(BY_CATALOGUE,),
        warnings=quote.warnings,
    )


def _priced_fabric(plan: Plan, bought: Sequence[_Article]) -> PricedFabric:
    """Return the fabric of a plan with parts for its first cables; lengths are the plan's."""
    fabric = fabric_of_plan(plan)
    cables = [
        replace(cable, part=item.part, modules=item.modules, medium=item.medium, ordered_mm=item.ordered_mm)
        for cable, item in zip(fabric.cables, bought, strict=False)
    ]
    return PricedFabric(
        replace(fabric, cables=(*cables, *fabric.cables[len(cables) :])),
        tuple(item.price_cents for item in bought),
        tuple(item.chosen_by for item in bought),
    )


def _shares(group: IntArray, cents: Sequence[int]) -> IntArray:
    """Return each item's share, (k,), of the cost of its group (-1: none). Shares add up exactly."""
    shares = np.zeros(len(group), dtype=np.int64)
    inside = np.flatnonzero(group >= 0)
    mine = group[inside]
    order = np.argsort(mine, kind="stable")
    first = np.searchsorted(mine[order], mine[order])
    turn = np.empty(len(mine), dtype=np.int64)
    turn[order] = np.arange(len(mine)) - first
    count = np.bincount(mine, minlength=len(cents))[mine]
    price = np.array(cents, dtype=np.int64)[mine]
    shares[inside] = price // count + (turn < price % count)
    return shares
