"""Parser for objectives as written on the command line: ``money``, ``length + 0.2*power``."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from netfloor.costmodels.objectives.latency import LatencyObjective
from netfloor.costmodels.objectives.longest import LongestCable
from netfloor.costmodels.objectives.parts_price import PartsPricing, parts_terms
from netfloor.costmodels.objectives.price_terms import PriceTerm, length_term, money_term, power_term
from netfloor.costmodels.objectives.priced import PricedObjective
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import known_text
from netfloor.layout.objective import Objective
from netfloor.layout.problem import Problem
from netfloor.rooms.any_room import Room
from netfloor.topologies.topology import Topology

_OBJECTIVE = setting("objective")
#: Every figure that can be minimised, with its definition.
OBJECTIVES: Mapping[str, str] = {
    "length": "total cable length, m",
    "money": "network cables and their installation, by the cost set",
    "parts": "cables, transceivers and cords between switches, by a catalogue",
    "power": "links, both ends, W, by the power set; the cost set chooses each medium",
    "longest": "longest cable, m",
    "mean-latency": "mean latency between switches with endpoints, ns, at the switch latency",
    "max-latency": "longest latency between switches with endpoints, ns, at the switch latency",
}
_ALIASES = {"latency": "mean-latency"}
_PRICED = ("length", "money", "power")
_TERM = re.compile(r"(?:(?P<weight>[0-9.eE+-]+)\s*\*\s*)?(?P<name>[a-z-]+)")


@dataclass(frozen=True)
class ObjectiveSpec:
    """An objective, with its coefficients.

    Attributes
    ----------
    weights
        Positive weight of each figure, in the units of `OBJECTIVES`.
    cost_set, power_set
        Prices and watts.
    reach_mm
        Longest electrical cable; None: the cost set's own.
    switch_ns
        Latency of a switch.
    parts
        Catalogue and criterion of the figure ``parts``.
    """

    weights: Mapping[str, float]
    cost_set: CostSet
    power_set: PowerSet
    reach_mm: int | None
    switch_ns: float
    parts: PartsPricing | None = None

    @property
    def name(self) -> str:
        """The objective as written on the command line."""
        parts = [name if w == 1 else f"{w:.12g}*{name}" for name, w in self.weights.items()]
        return " + ".join(parts)

    @property
    def is_length(self) -> bool:
        """Whether it is the length alone."""
        return set(self.weights) == {"length"}

    def make(self, topology: Topology, room: Room, problem: Problem) -> Objective:
        """Return the objective for one network in one room, in a form that can be pickled."""
        first = next(iter(self.weights))
        if first == "parts" and self.parts is not None:
            priced = parts_terms(room, self.parts, topology, problem.pairs[2])
            return PricedObjective(
                self.name, priced[0].unit, tuple((1.0, item) for item in priced), problem.pairs
            )
        if first == "longest":
            return LongestCable(room.lengths, problem.pairs)
        if {"mean-latency", "max-latency"} & self.weights.keys():
            return self._latency(topology, room)
        makers: dict[str, Callable[[], PriceTerm]] = {"length": partial(length_term, room)}
        if not self.is_length:  # several networks have no common rate, and lengths need none
            prices = (self.cost_set, topology.link_gbps, self.reach_mm)
            makers["money"] = partial(money_term, room, *prices)
            makers["power"] = partial(power_term, room, self.power_set, *prices)
        terms = [(w, makers[name]()) for name, w in self.weights.items()]
        unit = terms[0][1].unit if len(terms) == 1 and terms[0][0] == 1 else ""
        return PricedObjective(self.name, unit, tuple(terms), problem.pairs)

    def _latency(self, topology: Topology, room: Room) -> Objective:
        if "max-latency" in self.weights:
            return LatencyObjective("max", topology, room.lengths, self.switch_ns)
        per_m = self.weights.get("length", 0.0) / self.weights["mean-latency"]
        label = "" if len(self.weights) == 1 else f"mean-latency + {per_m:.12g}*length"
        return LatencyObjective("mean", topology, room.lengths, self.switch_ns, per_m, label)


def parse_objective(
    text: str,
    cost_set: CostSet,
    power_set: PowerSet,
    reach_mm: int | None,
    switch_ns: float,
    parts: PartsPricing | None = None,
) -> ObjectiveSpec:
    """Parse an objective written as weighted figures joined by plus signs.

    Raise `InputError` if a figure is unknown, a weight is invalid, or figures cannot be added.
    """
    weights: dict[str, float] = {}
    for part in re.split(r"(?<![eE])\+", text):
        match = _TERM.fullmatch(part.strip())
        name = "" if match is None else _ALIASES.get(match["name"], match["name"])
        if match is None or name not in OBJECTIVES:
            what = f"{part.strip()[:40]!r} is not an objective"
            raise InputError(
                _OBJECTIVE, what, f"{known_text(part.strip(), OBJECTIVES)}; or 2*money + power"
            )
        if name in weights:
            raise InputError(_OBJECTIVE, f"{name} is given twice", "add up its weights")
        weights[name] = _weight(match["weight"])
    _refuse_unlike(weights)
    if "parts" in weights and parts is None:
        raise InputError(_OBJECTIVE, "parts are priced by a catalogue", f"give {setting('catalogue')}")
    return ObjectiveSpec(weights, cost_set, power_set, reach_mm, switch_ns, parts)


def _weight(text: str | None) -> float:
    try:
        weight = 1.0 if text is None else float(text)
    except ValueError:
        weight = 0.0
    if not 1e-9 <= weight <= 1e9:
        raise InputError(_OBJECTIVE, f"weight {text} is out of range", "give one from 1e-9 to 1e9")
    return weight


def _refuse_unlike(weights: Mapping[str, float]) -> None:
    names = set(weights)
    alone = len(names) == 1 and next(iter(weights.values())) == 1
    if alone or names <= set(_PRICED) or names == {"length", "mean-latency"}:
        return
    what = f"{' + '.join(weights)} is not a sum that a layout can minimise"
    known = f"add any of {', '.join(_PRICED)}, or length and mean-latency"
    raise InputError(_OBJECTIVE, what, f"{known}; take others alone, without weight")
