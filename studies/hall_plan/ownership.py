"""Total cost of ownership of a planning run."""

from pathlib import Path
from typing import Any

from netfloor.costmodels.buying.ownership import Ownership, Purchases, cost_of_ownership
from netfloor.costmodels.buying.ownership_terms import OwnershipTerms, load_ownership_terms
from netfloor.foundation.errors import InputError
from netfloor.studies.hall_plan.file import HallPlanFile
from netfloor.studies.hall_plan.planning_run import PlanningRun

_KINDS = {
    "switch": "switches_cents",
    "transceiver": "transceivers_cents",
    "NIC": "other_cents",
    "server": "other_cents",
}


def ownership_terms(request: HallPlanFile, currency: str) -> OwnershipTerms | None:
    """Return the terms that a file names, else the shipped ones; None where those are in another currency.

    Raises
    ------
    InputError
        If the terms named cannot be used.
    """
    terms = load_ownership_terms(None if request.ownership is None else Path(request.ownership))
    if terms.currency == currency:
        return _as_asked(terms, request)
    if request.ownership is not None:
        raise InputError(
            request.ownership, f"is in {terms.currency}", f"the catalogue's currency, {currency}"
        )
    return None


def _as_asked(terms: OwnershipTerms, request: HallPlanFile) -> OwnershipTerms:
    """Return terms with the years and the tariff that parts are chosen by, if they are given."""
    years, kwh_price = request.parts.years, request.parts.kwh_price
    given = {"source": "the request of this plan", "trust": "read"}
    changed: dict[str, Any] = {}
    if kwh_price is not None:
        changed["electricity"] = terms.electricity.model_copy(update={"value": kwh_price, **given})
    if years is not None and years == round(years) and years >= 1:
        changed["years"] = terms.years.model_copy(update={"value": years, **given})
    return terms.model_copy(update=changed)


def ownership_of(run: PlanningRun) -> Ownership | None:
    """Return what owning the plan's parts costs; None without terms in the catalogue's currency."""
    parts = run.parts
    terms = ownership_terms(run.request, parts.bom.currency)
    if terms is None:
        return None
    cents = dict.fromkeys(("switches_cents", "cables_cents", "transceivers_cents", "other_cents"), 0)
    for line in parts.bom.lines:
        cents[_KINDS.get(line.sku.kind, "cables_cents")] += line.purchase.total_cents
    inside = parts.choice.needs.inside_cabinet
    within = len(set(parts.choice.link_cable[inside].tolist()))
    bought = Purchases(
        **cents,
        cables_within=within,
        cables_between=run.bom["counts"]["cables"] - within,
        power_w=run.bom["summary"]["power_w"],
    )
    return cost_of_ownership(bought, terms)
