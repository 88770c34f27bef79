"""What a network is placed for again: as somebody asks, else what its plan was made for."""

from pathlib import Path
from typing import NamedTuple

from netfloor.costmodels.objectives import ObjectiveSpec
from netfloor.costmodels.objectives.parts_price import PartsPricing
from netfloor.foundation.errors import InputError, setting
from netfloor.plans.file import read_placed
from netfloor.plans.objective import recorded_parts
from netfloor.studies.whatif.assumptions import Assumptions

_PRICES = ("cost_set", "electrical_reach_mm", "electrical_price_factor", "optical_price_factor")
#: Assumptions, the room's apart, that the figures of each objective depend on.
_READ: dict[str, tuple[str, ...]] = {
    "length": (),
    "longest": (),
    "parts": (),
    "money": _PRICES,
    "power": (*_PRICES, "power_set"),
    "mean-latency": ("switch_ns",),
    "max-latency": ("switch_ns",),
}


class PlacementAim(NamedTuple):
    """An objective as ``netfloor layout --objective`` takes it; catalogue and criterion of its parts."""

    text: str
    parts: PartsPricing | None = None


def assumptions_read(spec: ObjectiveSpec | None, assumed: Assumptions) -> dict[str, object]:
    """Return the assumptions of a point, the room's apart, that an objective depends on."""
    names = {name for figure in (spec.weights if spec else ()) for name in _READ[figure]}
    return {name: getattr(assumed, name) for name in sorted(names)}


def placement_aim(plan: Path, objective: str | None) -> PlacementAim:
    """Return what to place a plan's network for again: an objective, None for the plan's own.

    Raises
    ------
    InputError
        If parts are asked for, and the plan names no catalogue, or one that is gone or another one.
    """
    record = read_placed(plan)[1].solver.objective
    text = objective or ("length" if record is None else record.name)
    if "parts" not in text:
        return PlacementAim(text)
    parts = None if record is None else recorded_parts(record, plan.parent)
    if parts is None:
        what = "the plan was not made for a catalogue's parts"
        raise InputError(setting("objective"), what, "another objective")
    return PlacementAim(text, parts)
