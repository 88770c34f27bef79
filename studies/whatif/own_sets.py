"""By which prices a plan is worked out again where nobody names any: those that it was made by."""

from dataclasses import replace
from pathlib import Path

from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET
from netfloor.costmodels.sets.load import load_cost_set, set_sha256
from netfloor.foundation.errors import InputError, setting
from netfloor.plans.objective import near_plan, recorded_parts
from netfloor.plans.order.terms import catalogue_of
from netfloor.plans.plan import Plan
from netfloor.studies.whatif.assumptions import OWN, Assumptions


def with_own_sets(assumed: Assumptions, plan: Plan) -> Assumptions:
    """Return assumptions whose cost set and power set are named: by the user, else by the plan.

    Raises
    ------
    InputError
        If the plan's own cost set is gone or another one, or its parts are priced in another currency.
    """
    folder = Path() if plan.path is None else plan.path.parent
    record = plan.solver.objective
    cost_set, power_set = assumed.cost_set, assumed.power_set
    if power_set == OWN:
        power_set = DEFAULT_POWER_SET if record is None else near_plan(record.power_set, folder)
    if cost_set == OWN:
        cost_set = DEFAULT_COST_SET if record is None else near_plan(record.cost_set, folder)
        name = setting("cost-set")
        try:
            own = load_cost_set(cost_set)
            currency = _currency(plan, folder)
        except InputError as error:
            raise error.advising(f"name the prices to reckon by: {name}") from error
        if record is not None and set_sha256(own) != record.cost_set_sha256:
            raise InputError(cost_set, "is not the cost set that the plan was made by", f"give {name}")
        if currency not in {None, own.currency}:
            what = (
                f"the plan's parts are priced in {currency}, and cost set {own.name} is in {own.currency}"
            )
            raise InputError(
                "whatif", what, f"name the prices to reckon by: {name} {own.name}, or your own"
            )
    return replace(assumed, cost_set=cost_set, power_set=power_set)


def _currency(plan: Plan, folder: Path) -> str | None:
    """Return the currency of the catalogue that a plan was ordered or placed by, None without one."""
    if plan.order is not None:
        return catalogue_of(plan.order, folder)[1].currency
    parts = None if plan.solver.objective is None else recorded_parts(plan.solver.objective, folder)
    return None if parts is None else parts.catalogue.currency
