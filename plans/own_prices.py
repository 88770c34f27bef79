"""The prices by which a plan was made, the default for pricing it again."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET
from netfloor.costmodels.catalogue.equipment import RequestedDevices
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.sets.load import load_cost_set, load_power_set, set_sha256
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import InputError, setting
from netfloor.plans.laid import LaidFabric
from netfloor.plans.models import ListedObjectiveRecord, ObjectiveFigures
from netfloor.plans.named_sets import set_file
from netfloor.plans.objective import recorded_parts
from netfloor.plans.order.terms import ListedTerms, OrderTerms, catalogue_of, recorded_terms
from netfloor.plans.plan import Plan


def own_cost_set(plans: Sequence[Plan]) -> str:
    """Return name or file of the price formula by which plans were placed, or the default set.

    Raises
    ------
    InputError
        If the plans use several sets, if the set is missing or has changed, or if a plan's parts have
        another currency.
    """
    name = setting("catalogue")
    files = {sha256: file for plan in plans for file, sha256 in _named(plan)}
    advice = f"name the prices to use: {name}"
    if len(files) > 1:
        what = f"were placed with different prices: {', '.join(sorted(files.values()))}"
        raise InputError("the plans", what, advice)
    try:
        file = next(iter(files.values()), DEFAULT_COST_SET)
        own = load_cost_set(file)
        catalogues = [result for plan in plans if (result := own_catalogue(plan)) is not None]
    except InputError as error:
        raise error.advising(advice) from error
    if files and set_sha256(own) not in files:
        raise InputError(file, "has changed since the plan was made", f"give {name}")
    for _, catalogue in catalogues:
        if catalogue.currency != own.currency:
            parts = f"the plan's parts are priced in {catalogue.currency}"
            what = f"{parts}, and {own.name} is in {own.currency}"
            raise InputError("prices", what, f"{advice} {own.name}, or your own")
    return file


def own_power_set(plans: Sequence[Plan]) -> str:
    """Return the power set of plans, as name or file; the default without one or with several."""
    named = {
        record.power_set_sha256: set_file(
            record.power_set, record.power_set_sha256, load_power_set, _folder(plan)
        )
        for plan in plans
        if (record := plan.solver.objective) is not None and record.power_set is not None
    }
    return next(iter(named.values())) if len(named) == 1 else DEFAULT_POWER_SET


def power_set_for(
    plan: Plan | LaidFabric, catalogue: Catalogue, name: str | None = None
) -> PowerSet | None:
    """Return the power set of a plan: the named one, else the plan's own or the default.

    None for a catalogue of parts, which have their own watts.
    """
    if catalogue.formula is None:
        return None
    return load_power_set(name or own_power_set([plan] if isinstance(plan, Plan) else []))


def own_catalogue(plan: Plan | LaidFabric) -> tuple[Path, Catalogue] | None:
    """Return the catalogue by which a plan was ordered or placed, with its file; None without one.

    Raises
    ------
    InputError
        If it is missing or has changed.
    """
    if isinstance(plan, Plan) and plan.order is not None:
        return catalogue_of(plan.order, _folder(plan))
    record = objective_record(plan)
    if record is None or record.catalogue is None:
        return None
    parts = recorded_parts(record, _folder(plan))
    if parts is None:
        return None
    file = set_file(record.catalogue, record.catalogue_sha256, load_catalogue, _folder(plan))
    return Path(file), parts.catalogue


def own_catalogue_sha256(plan: Plan | LaidFabric) -> str | None:
    """Return the SHA-256 of the catalogue by which a plan was ordered or placed, None without one."""
    if isinstance(plan, Plan) and plan.order is not None:
        return plan.order.catalogue_sha256
    record = objective_record(plan)
    return None if record is None else record.catalogue_sha256


def objective_record(plan: Plan | LaidFabric) -> ObjectiveFigures | None:
    """Return the objective of a plan's placement, None for length."""
    if isinstance(plan, Plan):
        return plan.solver.objective
    return None if plan.search is None else plan.search.objective


def own_terms(plan: Plan | LaidFabric) -> OrderTerms:
    """Return the terms by which a plan was ordered or placed; the default terms if it records none."""
    if isinstance(plan, Plan) and plan.order is not None:
        return recorded_terms(plan.order)
    record = objective_record(plan)
    if record is None or record.catalogue is None:
        return OrderTerms()
    terms = OrderTerms(
        record.criterion or "price", requested_devices=RequestedDevices(switch=record.switch)
    )
    if terms.counts_electricity:
        terms = replace(terms, years=record.years, kwh_price=record.kwh_price)
    if isinstance(record, ListedObjectiveRecord):
        terms = replace(terms, listed=ListedTerms(tuple(record.cages), record.gbps, partial=record.partial))
    return terms


def own_order(plan: Plan | LaidFabric) -> tuple[Path, Catalogue, OrderTerms]:
    """Return the catalogue by which a plan was ordered or placed, its file, and the terms.

    Raises
    ------
    InputError
        If the plan names no catalogue, or it is missing or has changed.
    """
    if (own := own_catalogue(plan)) is None:
        raise InputError(setting("catalogue"), "is missing, and the plan names no catalogue", "give one")
    return *own, own_terms(plan)


def has_cost_set(plan: Plan) -> bool:
    """Return whether a plan was placed by a cost set."""
    return bool(_named(plan))


def _named(plan: Plan) -> list[tuple[str, str]]:
    """Return file and SHA-256 of a plan's cost set; empty without one."""
    record = plan.solver.objective
    if record is None or record.cost_set is None or record.cost_set_sha256 is None:
        return []
    file = set_file(record.cost_set, record.cost_set_sha256, load_cost_set, _folder(plan))
    return [(file, record.cost_set_sha256)]


def _folder(plan: Plan | LaidFabric) -> Path:
    return Path() if plan.path is None else plan.path.parent
