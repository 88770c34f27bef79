"""The bill of materials of a plan, with everything that led to it."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from netfloor.costmodels.buying.spares import SpareRule
from netfloor.costmodels.catalogue.bom import Bom, make_bom
from netfloor.costmodels.catalogue.choice.choose import PartsChoice, PartsQuestion
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.limits import (
    LimitCost,
    lengths_curve,
    limit_costs,
    required_choice,
)
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.choice.sold import Unsold, sold_links
from netfloor.costmodels.catalogue.part_terms import DEVICES, BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.catalogue.plan_needs import CagedLinks, caged_links
from netfloor.foundation.errors import InputError, setting
from netfloor.plans.order.devices import chosen_equipment
from netfloor.plans.order.places import cable_routes
from netfloor.plans.order.terms import OrderTerms, planned_order
from netfloor.plans.plan import Plan


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

    @property
    def choice(self) -> LinkChoice:
        """The parts of every link."""
        return self.found.choice

    @cached_property
    def limit_costs(self) -> tuple[LimitCost, ...]:
        """What each limit of the order costs; solves it again without each."""
        devices = {line.sku: line.used for line in self.bom.lines if line.sku.kind in DEVICES}
        return limit_costs(self.asked, self.found, devices)

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
    found = required_choice(asked)
    bom = make_bom(fabric, found.choice, rules)
    return PartsList(
        plan, file, catalogue, terms, criterion, spares, fabric, asked, found, bom, cabinet_names, unsold
    )


def refuse_unknown_spares(spares: SpareRule | None, catalogue: Catalogue) -> None:
    """Raise `InputError` where spares are asked of a part that the catalogue has not."""
    unknown = () if spares is None else spares.unknown(sku.part for sku in skus_of(catalogue))
    if unknown:
        what = f"{unknown[0]!r} is not in the catalogue"
        raise InputError(setting("spares"), what, "a part number of it")
