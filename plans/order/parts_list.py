"""The bill of materials of a plan, with everything that led to it."""

from dataclasses import dataclass
from pathlib import Path

from netfloor.costmodels.buying.spares import SpareRule
from netfloor.costmodels.catalogue.bom import Bom, make_bom
from netfloor.costmodels.catalogue.choice.choose import choose_parts
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.few_lengths import limit_lengths
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
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
    curve
        (Cable lengths, price of all cables in cents) where their number was limited.
    cabinet_names
        By the numbers of cabinets in ``fabric`` and ``bom``.
    """

    plan: Plan
    file: Path
    catalogue: Catalogue
    terms: OrderTerms
    criterion: Criterion
    spares: SpareRule | None
    fabric: CagedLinks
    choice: LinkChoice
    curve: tuple[tuple[int, int], ...]
    bom: Bom
    cabinet_names: tuple[str, ...]


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


def listed_parts(plan: Plan, file: Path, catalogue: Catalogue, terms: OrderTerms) -> PartsList:
    """Return the same by a catalogue that is in memory already, ``file`` its name."""
    criterion, spares = terms.chosen_criterion(), terms.spare_rule()
    _refuse_unknown_spares(spares, catalogue)
    equipment = chosen_equipment(terms, plan.topology, catalogue)
    routes, cabinet_names = cable_routes(plan)
    fabric = caged_links(
        plan.topology, plan.cables, routes.with_detours(plan.detours), catalogue, equipment
    )
    choice = choose_parts(fabric.needs, catalogue, criterion)
    curve: tuple[tuple[int, int], ...] = ()
    if terms.max_skus is not None:
        few = limit_lengths(choice, catalogue, terms.max_skus)
        choice, curve = few.choice, few.curve
    bom = make_bom(fabric, choice, catalogue, spares)
    return PartsList(
        plan, file, catalogue, terms, criterion, spares, fabric, choice, curve, bom, cabinet_names
    )


def _refuse_unknown_spares(spares: SpareRule | None, catalogue: Catalogue) -> None:
    unknown = () if spares is None else spares.unknown(sku.part for sku in skus_of(catalogue))
    if unknown:
        what = f"{unknown[0]!r} is not in the catalogue"
        raise InputError(setting("spares"), what, "a part number of it")
