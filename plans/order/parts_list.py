"""The bill of materials of a plan, with everything that led to it."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path

import numpy as np

from netfloor.costmodels.buying.spares import SpareRule
from netfloor.costmodels.catalogue.bom import Bom, make_bom
from netfloor.costmodels.catalogue.choice.choose import PartsChoice, PartsQuestion
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.limits import (
    LimitCost,
    lengths_curve,
    limit_costs,
)
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.choice.offers import Unsold, sold_links
from netfloor.costmodels.catalogue.order_choice import ordered_choice
from netfloor.costmodels.catalogue.part_terms import DEVICES, BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import money_cents, skus_of
from netfloor.costmodels.catalogue.plan_needs import CagedLinks, caged_links
from netfloor.costmodels.catalogue.trunks.choose import TrunkChoice, TrunkRun, choose_trunks
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.units import MOST_LAYING_PRICE
from netfloor.plans.order.devices import chosen_equipment
from netfloor.plans.order.places import cable_routes
from netfloor.plans.order.terms import OrderTerms, planned_order
from netfloor.plans.order.trunk_layout import TrunkLayout, lay_trunks
from netfloor.plans.order.trunk_ways import trunk_ways
from netfloor.plans.plan import Plan
from netfloor.rooms.hall.hall import Hall


@dataclass(frozen=True)
class PartsList:
    """Everything that a bill of materials was made from and came to.

    Attributes
    ----------
    file
        Of the catalogue.
    asked, found
        What was to be chosen, and the best choice that was found with its proof or gap.
    cabinet_names
        By the numbers of cabinets in ``fabric`` and ``bom``.
    trunks
        Fibre trunks beside ``choice``: links in them have cords to cassettes instead of their cord. None
        where the order asks for none.
    unsold
        Links of ``fabric`` that are left out of all others, as nothing is sold for them.
    """

    plan: Plan
    file: Path
    catalogue: Catalogue
    terms: OrderTerms
    criterion: Criterion
    spares: SpareRule | None
    fabric: CagedLinks
    asked: PartsQuestion
    found: PartsChoice
    bom: Bom
    cabinet_names: tuple[str, ...]
    unsold: Unsold | None = None
    trunks: TrunkChoice | None = None

    @property
    def choice(self) -> LinkChoice:
        """The parts of every link."""
        return self.found.choice

    @cached_property
    def link_parts(self) -> tuple[str, ...]:
        """What serves each link: a part number; in a trunk those of cord, trunk and cord, joined by +."""
        skus = self.bom.skus
        parts = [skus[sku].part for sku in self.choice.cable_sku[self.choice.link_cable].tolist()]
        if (layout := self.trunk_layout) is not None:
            for link, route in layout.routes.items():
                parts[link] = layout.parts(route)
        return tuple(parts)

    @cached_property
    def trunk_of(self) -> dict[int, TrunkRun]:
        """The trunk that a link is in; links without one are left out."""
        runs = () if self.trunks is None else self.trunks.runs
        return {link: run for run in runs for link in run.links}

    @cached_property
    def unit_cents(self) -> dict[str, int]:
        """The price of a piece of each part bought, at the quantity bought."""
        return {line.sku.part: line.purchase.unit_cents for line in self.bom.lines}

    def pieces_of(self, link: int) -> dict[str, Fraction]:
        """Return the pieces of each part that serve a link: a piece that serves several counts in shares.

        Cables, cords, trunks and transceivers; cassettes and panels of trunks are left out.
        """
        choice, found = self.choice, dict[str, Fraction]()

        def add(part: str, links: int) -> None:
            found[part] = found.get(part, Fraction(0)) + Fraction(1, links)

        if (layout := self.trunk_layout) is not None and link in self.trunk_of:
            route = layout.routes[link]
            for jumper in route.jumpers:
                add(jumper.part, 1)
            add(layout.trunks[route.trunk].part, len(self.trunk_of[link].links))
        else:
            cable = int(choice.link_cable[link])
            add(choice.skus[int(choice.cable_sku[cable])].part, int((choice.link_cable == cable).sum()))
        for cage in choice.needs.cage[link].tolist():
            if (module := int(choice.cage_module[cage])) >= 0:
                add(choice.skus[module].part, int((choice.needs.cage == cage).sum()))
        return found

    @cached_property
    def link_ordered_mm(self) -> tuple[int | None, ...]:
        """Length of the cable of each link, None at the others of a cable of several and in trunks."""
        choice = self.choice
        first = np.unique(choice.link_cable, return_index=True)[1]
        ordered: list[int | None] = [None] * len(choice.needs)
        for link, mm in zip(first.tolist(), choice.ordered_mm.tolist(), strict=True):
            ordered[link] = None if link in self.trunk_of else mm
        return tuple(ordered)

    @cached_property
    def trunk_layout(self) -> TrunkLayout | None:
        """Where trunks, panels and the links in them end; None without trunks."""
        room, trunks = self.plan.room, self.trunks
        if trunks is None or not trunks.runs or not isinstance(room, Hall):
            return None
        return lay_trunks(self.plan, room, self.fabric, self.catalogue, self.choice, trunks)

    @cached_property
    def limit_costs(self) -> tuple[LimitCost, ...]:
        """What each limit of the order costs; solves it again without each. Not known with trunks."""
        devices = {line.sku: line.used for line in self.bom.lines if line.sku.kind in DEVICES}
        return () if self.trunks else limit_costs(self.asked, self.found, devices)

    @cached_property
    def curve(self) -> tuple[tuple[int, int], ...]:
        """What the choice would cost with other numbers of cables and cords, see `lengths_curve`."""
        return lengths_curve(self.asked, self.found)


def parts_list(plan: Plan, file: Path | None = None, terms: OrderTerms | None = None) -> PartsList:
    """Return the bill of a plan.

    Parameters
    ----------
    file
        A catalogue's; None: that of the plan's own order, by the terms of then.
    terms
        How parts are chosen and bought; None: by price.

    Raises
    ------
    InputError
        If catalogue or terms cannot be used, or there is neither catalogue nor order.
    InfeasibleError
        If the catalogue cannot serve the network.
    """
    if file is None:
        return listed_parts(plan, *planned_order(plan))
    return listed_parts(plan, file, load_catalogue(file), terms or OrderTerms())


def listed_parts(
    plan: Plan, file: Path, catalogue: Catalogue, terms: OrderTerms, *, sold_only: bool = False
) -> PartsList:
    """Return the same by a catalogue that is in memory already, ``file`` its name.

    With ``sold_only`` links that nothing is sold for are left out and told of, not refused.
    """
    criterion, spares = terms.chosen_criterion(), terms.spare_rule()
    refuse_unknown_spares(spares, catalogue)
    equipment = chosen_equipment(terms, plan.topology, catalogue)
    if plan.topology.servers is not None and plan.hosts is None and equipment.nic is not None:
        raise InputError(
            plan.name,
            "its servers have ports on several switches and no places, so nobody knows their cables",
            f"place them with netfloor plan, or order the network alone: {setting('network-only')}",
        )
    routes, cabinet_names = cable_routes(plan)
    fabric = caged_links(
        plan.topology, plan.cables, routes.with_detours(plan.detours), catalogue, equipment
    )
    rules = BuyingRules(catalogue, spares, terms.max_lead_days)
    needs, unsold = sold_links(fabric.needs, catalogue, criterion) if sold_only else (fabric.needs, None)
    asked = PartsQuestion(needs, rules, criterion, terms.max_skus)
    found = ordered_choice(fabric, asked)
    trunks = _trunks(plan, fabric, found.choice, rules, terms) if unsold is None else None
    bom = make_bom(fabric, found.choice, rules, trunks)
    chosen = (fabric, asked, found, bom, cabinet_names, unsold, trunks)
    return PartsList(plan, file, catalogue, terms, criterion, spares, *chosen)


def _trunks(
    plan: Plan, fabric: CagedLinks, choice: LinkChoice, rules: BuyingRules, terms: OrderTerms
) -> TrunkChoice | None:
    """Return the fibre trunks of an order, None where it asks for none."""
    asked, room = setting("fibre-trunks"), plan.room
    if not 0 <= terms.laying_price <= MOST_LAYING_PRICE:
        raise InputError(setting("laying-price"), f"{terms.laying_price} is out of range", "give a price")
    if not terms.fibre_trunks:
        if terms.laying_price:
            raise InputError(setting("laying-price"), "is counted for trunks alone", f"add {asked}")
        return None
    if not isinstance(room, Hall):
        raise InputError(asked, "needs a hall: the room is a grid, without rack units for panels")
    if plan.topology.networks is not None:
        raise InputError(asked, "is known for plans of one network, and this one holds several")
    if terms.max_skus is not None or terms.criterion == "fewest-parts":
        limit = setting("criterion") if terms.max_skus is None else setting("max-skus")
        raise InputError(f"{asked} and {limit}", "cannot go together", "give one of them")
    if not rules.catalogue.trunks:
        raise InputError(asked, f"the catalogue {rules.catalogue.title!r} has no trunks", "see [[trunks]]")
    ways = trunk_ways(plan, room, fabric, rules.catalogue)
    return choose_trunks(choice, rules, ways, money_cents(terms.laying_price))


def refuse_unknown_spares(spares: SpareRule | None, catalogue: Catalogue) -> None:
    """Raise `InputError` where spares are asked of a part that the catalogue has not."""
    unknown = () if spares is None else spares.unknown(sku.part for sku in skus_of(catalogue))
    if unknown:
        what = f"{unknown[0]!r} is not in the catalogue"
        raise InputError(setting("spares"), what, "a part number of it")
