"""What a network is placed for again: as somebody asks, else what its plan was made for."""

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
#: Assumptions, the room's apart, that the figures of each objective depend on.
_READ: dict[str, tuple[str, ...]] = {
    "length": (),
    "longest": (),
    "parts": ("prices", "price_factors", "exchange_rates", "order_slack_mm"),
    "money": _PRICES,
    "power": (*_PRICES, "power_set"),
    "mean-latency": ("switch_ns",),
    "max-latency": ("switch_ns",),
}


#: Figures of objectives that the prices and watts of sets go into.
_OF_SETS = frozenset({"money", "power"})


@dataclass(frozen=True)
class PlacementAim:
    """An objective as ``netfloor layout --objective`` takes it, with the coefficients of the plan.

    ``priced``: whether the plan was made by a cost set; else that is a default, which no money may be of.
    """

    text: str
    cost_set: CostSet
    power_set: PowerSet
    parts: PartsPricing | None = None
    priced: bool = False

    def spec(self, prices: Prices | None, assumed: Assumptions) -> ObjectiveSpec:
        """Return the objective at a point, by its prices.

        Raises
        ------
        InputError
            If it is unknown, or counts money or watts of a cost set, and none is named.
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
            what = f"{self.text} is counted by prices by formula, and none are named"
            advice = f"give {setting('catalogue')} such as slimfly-2014, or another objective"
            raise InputError(setting("objective"), what, advice)
        return spec


def assumptions_read(spec: ObjectiveSpec | None, assumed: Assumptions) -> dict[str, object]:
    """Return the assumptions of a point, the room's apart, that an objective depends on."""
    names = {name for figure in (spec.weights if spec else ()) for name in _READ[figure]}
    return {name: getattr(assumed, name) for name in sorted(names)}


def placement_aim(plan: Plan, objective: str | None) -> PlacementAim:
    """Return what to place a plan's network for again: an objective, None for the plan's own.

    Raises
    ------
    InputError
        If parts are asked for, and the plan names no catalogue, or one that is gone or another one.
    """
    record = plan.solver.objective
    text = objective or ("length" if record is None else record.name)
    cost_set, power_set, parts = (
        (load_cost_set(DEFAULT_COST_SET), load_power_set(DEFAULT_POWER_SET), None)
        if record is None
        else recorded_coefficients(record, Path() if plan.path is None else plan.path.parent)
    )
    if "parts" in text and parts is None:
        what = "the plan was not made for a catalogue's parts"
        raise InputError(setting("objective"), what, "another objective")
    priced = record is not None and record.cost_set is not None
    return PlacementAim(text, cost_set, power_set, parts, priced)
