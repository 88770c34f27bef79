"""The objective for placing a network again: the requested one, else that of the plan."""

from dataclasses import dataclass, replace
from pathlib import Path

from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET
from netfloor.costmodels.objectives import ObjectiveSpec, parse_objective
from netfloor.costmodels.objectives.parts_price import PartsPricing
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import InputError, setting
from netfloor.plans.assessment.prices import Prices
from netfloor.plans.objective import recorded_coefficients
from netfloor.plans.plan import Plan
from netfloor.studies.whatif.assumptions import Assumptions

_PRICES = ("prices", "electrical_reach_mm", "price_factors")
#: Assumptions other than those on the room that each objective depends on.
_READ: dict[str, tuple[str, ...]] = {
    "length": (),
    "longest": (),
    "parts": ("prices", "price_factors", "exchange_rates", "order_slack_mm"),
    "money": _PRICES,
    "power": (*_PRICES, "power_set"),
    "mean-latency": ("switch_ns",),
    "max-latency": ("switch_ns",),
}


#: Objectives that use prices and watts of sets.
_OF_SETS = frozenset({"money", "power"})


@dataclass(frozen=True)
class PlacementAim:
    """An objective in the syntax of ``netfloor layout --objective``, with the plan's coefficients."""

    text: str
    cost_set: CostSet
    power_set: PowerSet
    parts: PartsPricing | None = None
    # whether the plan was made by a cost set; otherwise ``cost_set`` is a default without use for costs
    priced: bool = False

    def spec(self, prices: Prices | None, assumed: Assumptions) -> ObjectiveSpec:
        """Return the objective at a point, with its prices.

        `InputError` if it is unknown, or uses money or watts of a cost set and none is named.
        """
        cost_set, power_set, parts = self.cost_set, self.power_set, self.parts
        formula = None if prices is None else prices.catalogue.formula
        if formula is not None:
            cost_set = formula
        if prices is not None and prices.power_set is not None:
            power_set = prices.power_set
        if parts is not None and prices is not None:
            parts = replace(parts, catalogue=prices.catalogue)
        reach_mm = assumed.electrical_reach_mm
        spec = parse_objective(self.text, cost_set, power_set, reach_mm, assumed.switch_ns, parts)
        if not (self.priced or formula is not None or _OF_SETS.isdisjoint(spec.weights)):
            what = f"{self.text} needs a price formula, and none is named"
            advice = f"give {setting('catalogue')} such as slimfly-2014, or another objective"
            raise InputError(setting("objective"), what, advice)
        return spec


def assumptions_read(spec: ObjectiveSpec | None, assumed: Assumptions) -> dict[str, object]:
    """Return the assumptions of a point, except on the room, that an objective depends on."""
    names = {name for figure in (spec.weights if spec else ()) for name in _READ[figure]}
    return {name: getattr(assumed, name) for name in sorted(names)}


def placement_aim(plan: Plan, objective: str | None) -> PlacementAim:
    """Return the objective for placing a plan's network again; None is the plan's own.

    `InputError` if the objective is ``parts`` and the plan names no catalogue, or its catalogue is missing
    or has changed.
    """
    record = plan.solver.objective
    text = objective or ("length" if record is None else record.name)
    cost_set, power_set, parts = (
        (load_cost_set(DEFAULT_COST_SET), load_power_set(DEFAULT_POWER_SET), None)
        if record is None
        else recorded_coefficients(record, Path() if plan.path is None else plan.path.parent)
    )
    if "parts" in text and parts is None:
        what = "the plan was not made with a catalogue of parts"
        raise InputError(setting("objective"), what, "another objective")
    priced = record is not None and record.cost_set is not None
    return PlacementAim(text, cost_set, power_set, parts, priced)
