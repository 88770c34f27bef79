"""The best parts for a whole order: one integer programme over all links."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil, inf
from typing import TYPE_CHECKING

import numpy as np

from netfloor.costmodels.catalogue.choice.cage_groups import CageGroups, group_links
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.dominance import worth_offering
from netfloor.costmodels.catalogue.choice.handed_out import hand_out
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.choice.menu import Menu, make_menu
from netfloor.costmodels.catalogue.choice.offers import Offers, refuse_unserved
from netfloor.costmodels.catalogue.choice.shelf import Shelf, stock_shelf
from netfloor.costmodels.catalogue.choice.solver import Answer, KindLimit, Programme, cheapest, fewest_kinds
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.part_terms import (
    DEVICES,
    STRUCTURED,
    BuyingRules,
    Limit,
    PartTerms,
)
from netfloor.costmodels.catalogue.parts.skus import POWER_CORD, Sku, skus_of
from netfloor.costmodels.sets.offers import NOT_SOLD
from netfloor.costmodels.sets.prices import exact_mm

if TYPE_CHECKING:
    from netfloor.costmodels.buying.supplier_orders import SupplierTerms

#: Relative rounding of a bound that HiGHS computes in floating point.
ROUNDING = 1e-9


@dataclass(frozen=True)
class PartsQuestion:
    """Which parts to buy for some links, and what the order must keep."""

    needs: LinkNeeds
    rules: BuyingRules
    criterion: Criterion = field(default_factory=Criterion)
    max_skus: int | None = None  # part numbers of cables and cords at most, None for any number
    slack_mm: int | None = None  # added to every routed length; None for the catalogue's
    # switches, adapters and servers by part number that are bought in any case: they make orders larger
    devices: Mapping[str, int] = field(default_factory=dict)

    def without(self, limit: Limit) -> "PartsQuestion":
        """Return the question without one of its limits."""
        if limit == "max_skus":
            return replace(self, max_skus=None)
        if limit == "fewest_parts":
            return replace(self, criterion=Criterion())
        return replace(self, rules=self.rules.without(limit))


@dataclass(frozen=True)
class PartsChoice:
    """The best parts that were found, and how good any could be.

    Attributes
    ----------
    cents
        What the criterion counts of all cables, cords and transceivers: their purchase, spares
        included, by ``price+power`` the electricity of those in use, and the freight of all suppliers.
    bound_cents
        No choice that keeps the limits counts less; equal to ``cents`` where that is proved to be least.
    kinds_proved
        By ``fewest-parts`` whether no choice has fewer part numbers; the bound is for as many as these.
    quantities
        Pieces to buy of parts, devices too, of which others are bought than would cost least by
        themselves, for the sake of a supplier's order.
    before_trunks
        Whether money and bound are those of an order without the trunks that were added to it.
    """

    choice: LinkChoice
    cents: int
    bound_cents: int
    kinds_proved: bool = True
    quantities: Mapping[int, int] = field(default_factory=dict)
    before_trunks: bool = False

    @property
    def gap_cents(self) -> int:
        """What a better choice could save at most."""
        return self.cents - self.bound_cents


def choose_parts(asked: PartsQuestion) -> PartsChoice | None:
    """Return the best parts for all links together, None if the limits leave a link without any.

    Links whose cages hang together (see `CageGroups`) are served together: by one cable
    with plugs that carries them all, or by transceivers and cords. Prices are those of what
    is bought, spares, breaks, smallest orders, packs and pieces at hand included. Where none of these
    is there, nor a limit, each group gets what is best for itself, which is the programme's answer;
    so it is where this costs no more than the best found. Of equally good ways for a group the
    one with fewer parts is taken, then the first in the catalogue.

    Raises
    ------
    InfeasibleError
        If nothing in the catalogue serves a link, naming it and the part that misses least; or if the
        programme could neither be solved nor proved to have no solution.
    """
    case = Case.of(asked)
    refuse_unserved(
        asked.needs, case.groups, case.whole_shelf, case.offers(case.whole_shelf), case.slack_mm
    )
    each = case.best_of_each
    if case.is_separable:
        return None if each is None else case.rated(each)
    if asked.criterion.name == "fewest-parts":
        return _fewest_parts(case)
    return _least_money(case, case.limits)


def _fewest_parts(case: "Case") -> PartsChoice | None:
    """Return the cheapest of the choices with the fewest part numbers."""
    counted = frozenset(case.terms)
    answer = fewest_kinds(case.programme(case.limits), counted)
    if answer is None:
        return None
    kinds = len(case.used(case.handed_out(answer)))
    limits = (*case.limits, KindLimit(counted, kinds))
    found = _least_money(case, limits)
    return found and replace(found, kinds_proved=whole_above(answer.bound) >= kinds)


def whole_above(bound: float) -> int:
    """Return the least whole number that a solver's bound proves, its rounding taken off."""
    return ceil(bound - 0.25 - ROUNDING * abs(bound))


def _least_money(case: "Case", limits: tuple[KindLimit, ...]) -> PartsChoice | None:
    answer = cheapest(case.programme(limits))
    if answer is None:
        return None
    found = case.rated(case.handed_out(answer), answer.bound, answer.bought)
    each = case.best_of_each
    if each is not None and case.keeps(each, limits):
        alone = case.rated(each, answer.bound)
        if alone is not None and (found is None or alone.cents <= found.cents):
            return alone
    return found


@dataclass(frozen=True, eq=False)
class Case:
    """A question worked out: its parts, how each is bought, and what serves which links."""

    asked: PartsQuestion
    groups: CageGroups
    slack_mm: int
    skus: tuple[Sku, ...]
    terms: Mapping[int, PartTerms]
    energy_cents: Mapping[int, int]
    # terms and pieces of devices that come from a supplier with terms for the whole order
    devices: Mapping[int, tuple[PartTerms, int]]

    @staticmethod
    def of(asked: PartsQuestion) -> "Case":
        """Return the case of a question."""
        catalogue, criterion = asked.rules.catalogue, asked.criterion
        slack_mm = exact_mm(catalogue.slack_m, "slack_m") if asked.slack_mm is None else asked.slack_mm
        if slack_mm < 0:
            raise ValueError("slack_mm must not be negative")
        skus = skus_of(catalogue)
        others = (*DEVICES, *STRUCTURED, POWER_CORD)
        terms = {i: asked.rules.terms(sku) for i, sku in enumerate(skus) if sku.kind not in others}
        energy = {i: criterion.score_cents(skus[i]) - skus[i].buying.price_cents for i in terms}
        return Case(asked, group_links(asked.needs), slack_mm, skus, terms, energy, _devices(asked, skus))

    def shelf(self, allowed: Iterable[int]) -> Shelf:
        """Return a shelf of some part numbers."""
        return stock_shelf(self.asked.rules.catalogue, self.asked.criterion.score_cents, set(allowed))

    def offers(self, shelf: Shelf) -> Offers:
        """Return what a shelf offers to each group by itself."""
        return Offers.of(self.asked.needs, self.groups, shelf, self.slack_mm)

    @cached_property
    def whole_shelf(self) -> Shelf:
        """Everything in the catalogue."""
        return self.shelf(self.terms)

    @cached_property
    def buyable_shelf(self) -> Shelf:
        """What can be bought at all."""
        buyable = [sku for sku, terms in self.terms.items() if terms.can_supply(1)]
        return self.whole_shelf if len(buyable) == len(self.terms) else self.shelf(buyable)

    @cached_property
    def best_of_each(self) -> LinkChoice | None:
        """What is best for each group by itself, None where one cannot be served."""
        offers = self.offers(self.buyable_shelf)
        if (offers.score == NOT_SOLD).any():
            return None
        return offers.best(self.asked.needs, self.groups, self.buyable_shelf, self.slack_mm)

    @property
    def is_separable(self) -> bool:
        """Whether what one group gets makes no difference to the others."""
        limited = self.asked.max_skus is not None or self.asked.criterion.name == "fewest-parts"
        linear = all(terms.is_linear for terms in self.terms.values() if terms.can_supply(1))
        return not self.devices and (not len(self.asked.needs) or (linear and not limited))

    @cached_property
    def kept(self) -> frozenset[int]:
        """Part numbers that an order may need."""
        shelf = self.buyable_shelf
        return worth_offering(self.asked.needs, shelf, self.terms, self.energy_cents, self.slack_mm)

    @cached_property
    def limits(self) -> tuple[KindLimit, ...]:
        """The limit on cables and cords, if there is one."""
        most = self.asked.max_skus
        cables = frozenset(sku for sku in self.terms if self.skus[sku].length_mm is not None)
        return () if most is None else (KindLimit(cables, most),)

    def programme(self, limits: tuple[KindLimit, ...]) -> Programme:
        """Return what the solver is asked."""
        terms = {**self.terms, **{sku: terms for sku, (terms, _) in self.devices.items()}}
        pieces = {sku: pieces for sku, (_, pieces) in self.devices.items()}
        energy = {**self.energy_cents, **dict.fromkeys(pieces, 0)}
        return Programme(self.menu, terms, energy, limits, pieces)

    @cached_property
    def _kept_shelf(self) -> Shelf:
        return self.shelf(self.kept)

    @cached_property
    def menu(self) -> Menu:
        """Every way to join the links by those parts."""
        return make_menu(self.asked.needs, self.groups, self._kept_shelf, self.slack_mm)

    def handed_out(self, answer: Answer) -> LinkChoice:
        """Return a part for each link by the solver's numbers."""
        return hand_out(answer, self.menu, self.asked.needs, self.groups, self._kept_shelf, self.slack_mm)

    def used(self, choice: LinkChoice) -> dict[int, int]:
        """Return the pieces of each part number in a choice."""
        modules = choice.cage_module[choice.cage_module >= 0]
        sku, pieces = np.unique(np.concatenate([choice.cable_sku, modules]), return_counts=True)
        return dict(zip(sku.tolist(), pieces.tolist(), strict=True))

    def keeps(self, choice: LinkChoice, limits: tuple[KindLimit, ...]) -> bool:
        """Return whether a choice keeps all limits."""
        used = self.used(choice)
        supplied = all(self.terms[sku].can_supply(pieces) for sku, pieces in used.items())
        return supplied and all(len(limit.skus & used.keys()) <= limit.most for limit in limits)

    def rated(
        self, choice: LinkChoice, bound: float = inf, bought: Mapping[int, int] | None = None
    ) -> PartsChoice | None:
        """Return a choice with what it counts, exactly, and the solver's bound on that, if there is one.

        ``bought`` are pieces that make the orders of suppliers large enough. None where one is too small.
        """
        used = self.used(choice)
        devices = {sku: pieces for sku, (_, pieces) in self.devices.items()}
        terms = {**self.terms, **{sku: terms for sku, (terms, _) in self.devices.items()}}
        order = order_purchases(terms, {**used, **devices}, bought or {})
        if order is None:
            return None
        energy = sum(pieces * self.energy_cents[sku] for sku, pieces in used.items())
        fixed = sum(terms.supply(pieces).purchase.total_cents for terms, pieces in self.devices.values())
        cents = order.cents + energy - fixed
        least = cents if bound == inf else min(cents, whole_above(bound - fixed))
        return PartsChoice(choice, cents, least, quantities=order.quantities)


def _devices(asked: PartsQuestion, skus: tuple[Sku, ...]) -> dict[int, tuple[PartTerms, int]]:
    """Return the devices whose suppliers ask something of the whole order, as far as they can be had."""
    number = {sku.part: place for place, sku in enumerate(skus)}
    found = {
        number[part]: (asked.rules.terms(skus[number[part]]), pieces)
        for part, pieces in asked.devices.items()
    }
    return {
        sku: (terms, pieces)
        for sku, (terms, pieces) in found.items()
        if terms.supplier is not None and terms.can_supply(pieces)
    }


@dataclass(frozen=True)
class OrderPurchases:
    """What all parts of an order cost with freight, and how many are bought of some for its sake."""

    cents: int
    quantities: Mapping[int, int]


def order_purchases(
    terms: Mapping[int, PartTerms], used: Mapping[int, int], bought: Mapping[int, int]
) -> OrderPurchases | None:
    """Return the cheaper of what is needed and what a programme bought, supplier by supplier.

    None where an order is less than a supplier delivers.
    """
    by_supplier: dict[SupplierTerms | None, list[int]] = defaultdict(list)
    for sku in used:
        by_supplier[terms[sku].supplier].append(sku)
    total, quantities = 0, dict[int, int]()
    for supplier, skus in by_supplier.items():
        options: list[tuple[int, dict[int, int]]] = []
        for pieces in ({}, bought):
            supplies = {sku: terms[sku].supply(used[sku], pieces.get(sku, 0)) for sku in skus}
            goods = sum(one.purchase.total_cents for one in supplies.values())
            some = any(one.purchase.quantity for one in supplies.values())
            if supplier is None or not some:
                options.append((goods, {}))
            elif supplier.takes(goods):
                more = {
                    sku: one.purchase.quantity
                    for sku, one in supplies.items()
                    if one.purchase.quantity != terms[sku].supply(used[sku]).purchase.quantity
                }
                options.append((goods + supplier.freight(goods), more))
        if not options:
            return None
        cents, more = min(options, key=lambda one: one[0])
        total, quantities = total + cents, {**quantities, **more}
    return OrderPurchases(total, quantities)
