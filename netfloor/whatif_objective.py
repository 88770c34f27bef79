"""What a network is placed for again: as somebody asks, else what its plan was made for."""

from dataclasses import dataclass
from pathlib import Path

from costmodels.cost_set import CostSet
from costmodels.objectives import ObjectiveSpec, parse_objective
from costmodels.objectives.parts_price import PartsPricing
from costmodels.power_set import PowerSet
from foundation.errors import InputError
from layout.plan_file import read_plan
from netfloor.plan_objective import recorded_parts
from netfloor.whatif_keys import Settings

_PRICES = ("cost_set", "reach_mm", "electrical_price", "optical_price")
#: Settings, the room's apart, that figures of an objective depend on; others depend on none.
_READ = {
    "money": _PRICES,
    "power": (*_PRICES, "power_set"),
    "mean-latency": ("switch_ns",),
    "max-latency": ("switch_ns",),
}


@dataclass(frozen=True)
class PlacedFor:
    """An objective whose coefficients are those of each point.

    Attributes
    ----------
    text
        As ``netfloor layout --objective`` takes it.
    parts
        Catalogue and criterion of the plan.
    """

    text: str
    parts: PartsPricing | None = None

    def at(self, settings: Settings, cost_set: CostSet, power_set: PowerSet) -> ObjectiveSpec:
        """Return the objective by the coefficients of a point; `InputError` for a text that is none."""
        return parse_objective(
            self.text, cost_set, power_set, settings.reach_mm, settings.switch_ns, self.parts
        )


def settings_read(spec: ObjectiveSpec, settings: Settings) -> dict[str, object]:
    """Return the settings of a point, the room's apart, that an objective depends on."""
    names = {name for figure in spec.weights for name in _READ.get(figure, ())}
    return {name: getattr(settings, name) for name in sorted(names)}


def placed_for(path: Path, asked: str | None) -> PlacedFor:
    """Return what to place a plan's network for again.

    Raises
    ------
    InputError
        If parts are asked for, and the plan names no catalogue, or one that is gone or another one.
    """
    record = read_plan(path)[1].solver.objective
    text = asked or ("length" if record is None else record.name)
    if "parts" not in text:
        return PlacedFor(text)
    parts = None if record is None else recorded_parts(record, path.parent)
    if parts is None:
        raise InputError("--objective", "the plan was made for no catalogue's parts", "another objective")
    return PlacedFor(text, parts)
