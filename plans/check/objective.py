"""Check of a plan's recorded objective against its placement and the files it names."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from netfloor.costmodels.check.objective import (
    Found,
    Latencies,
    LinkSum,
    longest_m,
    min_longest_m,
    weights_of,
)
from netfloor.costmodels.check.parts import PartsPrices
from netfloor.costmodels.check.prices import CableFigure, metres_of, money_by, watts_by
from netfloor.costmodels.objectives import parse_objective
from netfloor.costmodels.objectives.parts_price import PartsPricing
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import InfeasibleError, InputError, NetfloorError, as_option
from netfloor.layout.bounds import Bound
from netfloor.layout.check.cables import derive, placement_problems
from netfloor.layout.check.certificates import derive_pairs_bound, pairs_bound_is_proved
from netfloor.layout.check.every import EVERY, MAX_SLOTS, none_is_below, tabled
from netfloor.layout.objective import BoundedByPairs, Objective
from netfloor.layout.problem import make_problem
from netfloor.plans.check.bound import REPEATED, tries_all
from netfloor.plans.check.claims import PlainInputs
from netfloor.plans.check.coefficients import coefficient_problems
from netfloor.plans.check.sources import FileGone
from netfloor.plans.models import NotPurchasableRecord, ObjectiveRecord, PlanModel
from netfloor.plans.objective import recorded_coefficients
from netfloor.rooms.any_room import Room
from netfloor.topologies.topology import Topology

#: Tolerance for sums of floats from another machine.
TOLERANCE = 1e-9
_WHERE = "solver.objective"
#: Cost of a link without any part on sale, if other links have one.
_NOT_SOLD = 1e15

#: Figures of a record that depend on the files it names.
RESTING = (
    *("value", "value_by_length", "least", "unit", "not_purchasable", "not_purchasable_by_length"),
    *("proof", "least_by"),
)

Coefficients = tuple[CostSet, PowerSet, PartsPricing | None]


def objective_problems(
    plan: PlanModel,
    room: Room,
    topology: Topology,
    inputs: PlainInputs,
    bound: Bound,
    *folders: Path,
) -> tuple[list[str], list[str]]:
    """Return (problems, unchecked) of a plan's objective, derived by independent code.

    ``inputs`` are network and room as plain numbers. A user's coefficient set is searched for in the
    working directory and in the folders, such as the plan's; if it is missing or changed, its figures stay
    unchecked.
    """
    record = plan.solver.objective
    if record is None:
        return [], []
    if wrong := [*coefficient_problems(record)]:
        return [f"{_WHERE}{item}" for item in wrong], []
    try:
        sets = recorded_coefficients(record, *folders)
    except InputError as error:
        told = f"{_WHERE}: {error.told(as_option)}"
        return [], [FileGone(told, [f"{_WHERE}.{field}" for field in RESTING])]
    try:
        own = Derivation(record, topology, inputs, sets)
        maker = _as_made(record, topology, room, sets)
    except (InputError, InfeasibleError, IndexError, ValueError) as error:
        why = error.told(as_option) if isinstance(error, NetfloorError) else error
        return [f"{_WHERE}: cannot be derived: {why}"], []
    problems = [*_differences(plan, record, own)]
    if record.least_by is None:
        return [f"{_WHERE}{item}" for item in (*problems, *_of_least(record, own, maker, bound))], []
    unchecked: list[str] = []
    problems += _of_every(plan, record, own)
    if not problems and (proved := _none_is_less(record, own)) is not True:
        (unchecked if proved is None else problems).append(f".least: {REPEATED[proved]}")
    return [f"{_WHERE}{problem}" for problem in problems], [f"{_WHERE}{item}" for item in unchecked]


@dataclass(frozen=True)
class Derivation:
    """An objective derived from plain numbers: network, room, and the figures of files."""

    record: ObjectiveRecord
    topology: Topology
    inputs: PlainInputs
    sets: Coefficients

    @property
    def weights(self) -> Mapping[str, float]:
        """Weight of each figure, by its name."""
        return weights_of(self.record.name)

    @property
    def cables(self) -> int:
        """Number of cables."""
        return sum(self.inputs.network.multiplicity)

    @property
    def unit(self) -> str:
        """Unit of the objective's values; none for sums of different quantities."""
        cost_set, _, parts = self.sets
        units = {"length": "m", "longest": "m", "power": "W", "mean-latency": "ns", "max-latency": "ns"}
        units |= {"money": cost_set.currency, "parts": parts.catalogue.currency if parts else ""}
        (name, weight), *more = self.weights.items()
        return "" if more or weight != 1 else units[name]

    @cached_property
    def links(self) -> LinkSum | None:
        """The figure as a sum over the cables, None if it is not a sum."""
        if self.latencies is not None or "longest" in self.weights:
            return None
        terms = [(weight, self._figure(name)) for name, weight in self.weights.items()]
        return LinkSum(terms, self.inputs.network)

    @cached_property
    def latencies(self) -> Latencies | None:
        """The figure as a latency, None if it is not a latency."""
        result = {"mean-latency", "max-latency"} & self.weights.keys()
        per_m = self.weights.get("length", 0.0) / self.weights.get("mean-latency", 1.0)
        worst = "max-latency" in result
        if not result or self.record.switch_ns is None:
            return None
        counts = enumerate(self.topology.endpoints.tolist())
        ends = tuple(switch for switch, endpoints in counts if endpoints)
        network = self.inputs.network
        return Latencies(
            network, ends or tuple(range(network.routers)), self.record.switch_ns, worst, per_m
        )

    def _figure(self, name: str) -> CableFigure:
        cost_set, power_set, parts = self.sets
        money, gbps, reach_mm = cost_set.model_dump(), self.topology.link_gbps, self.record.reach_mm
        if name == "parts" and parts is not None:
            by = parts.criterion
            prices = PartsPrices(parts.catalogue.model_dump(), by.name, by.years, by.kwh_price)
            return prices.link_by(self.topology.ports.tolist(), gbps, parts.switch)
        if name == "money":
            return money_by(money, gbps, reach_mm)
        return watts_by(power_set.model_dump(), money, gbps, reach_mm) if name == "power" else metres_of

    def value(self, slot_of: Sequence[int]) -> Found:
        """Return the value of a placement."""
        network, floor = self.inputs.network, self.inputs.floor
        if self.links is not None:
            return self.links.value(slot_of, network, floor)
        if self.latencies is not None:
            return self.latencies.value(slot_of, floor)
        return longest_m(slot_of, network, floor)

    def least(self, bound_mm: int) -> float:
        """Return the lower bound on the figure that follows from the length bound."""
        floor = self.inputs.floor
        if self.links is not None:
            return self.links.least(floor, self.cables, bound_mm)
        if self.latencies is not None:
            return self.latencies.least(floor, bound_mm)
        return min_longest_m(floor, self.cables, bound_mm)


def _as_made(record: ObjectiveRecord, topology: Topology, room: Room, sets: Coefficients) -> Objective:
    """Return the objective from the code that makes plans."""
    spec = parse_objective(record.name, *sets[:2], record.reach_mm, record.switch_ns or 0.0, sets[2])
    return spec.make(topology, room, make_problem(topology, room))


def _differences(plan: PlanModel, record: ObjectiveRecord, own: Derivation) -> Iterator[str]:
    """Yield recorded figures that differ from those of the placement or of the minimum-length placement."""
    claims: list[tuple[str, Any, Any]] = [("unit", record.unit, own.unit)]
    for suffix, slot_of in (("", plan.placement), ("_by_length", record.placement_by_length)):
        if wrong := placement_problems(slot_of, own.inputs.network, own.inputs.floor):
            yield f".placement{suffix}: {wrong[0]}"
            continue
        if _longer(slot_of, plan.placement, own.inputs):
            yield f".placement{suffix}: has more cable than the plan itself"
        result = own.value(slot_of)
        value, missing = getattr(record, f"value{suffix}"), getattr(record, f"not_purchasable{suffix}")
        claims += [
            (f"value{suffix}", value, result.value),
            (f"not_purchasable{suffix}", _links(missing), result.unsold),
        ]
    if plan.lower_bound.method == EVERY and not _has_least_length(plan, record, own.inputs):
        yield ".placement_by_length: has not the least length of all placements, though all were tried"
    for key, claimed, derived in claims:
        if not _same(claimed, derived):
            yield f".{key}: is {claimed!r}, must be {derived!r}"
    yield from (f": {worse}" for worse in (*_below_least(record), *_worse_than_shortest(record)))


def _longer(values: Sequence[int], other: Sequence[int], inputs: PlainInputs) -> bool:
    lengths = [derive(slot_of, inputs.network, inputs.floor).total_mm for slot_of in (values, other)]
    return lengths[0] > lengths[1]


def _has_least_length(plan: PlanModel, record: ObjectiveRecord, inputs: PlainInputs) -> bool:
    slot_of = record.placement_by_length
    if placement_problems(slot_of, inputs.network, inputs.floor):
        return False
    return derive(slot_of, inputs.network, inputs.floor).total_mm == plan.lower_bound.length_mm


def _links(record: NotPurchasableRecord | None) -> tuple[int, int, int] | None:
    return None if record is None else (record.links, record.shortest_mm, record.longest_mm)


def _of_least(record: ObjectiveRecord, own: Derivation, maker: Objective, bound: Bound) -> Iterator[str]:
    """Yield the problems of the recorded lower bound."""
    if record.proof is not None:
        if not _is_proved(record, own, maker):
            yield f".least: {record.least} is not what its terms prove"
        return
    made = maker.least(bound)
    if not _same(record.least, made):
        yield f".least: is {record.least!r}, must be {made!r}"
    elif record.least is not None:
        proved = own.least(bound.length_mm)
        if record.least > proved + TOLERANCE * abs(proved):
            yield f".least: is {record.least!r}, only {proved!r} is proved"


def _of_every(plan: PlanModel, record: ObjectiveRecord, own: Derivation) -> Iterator[str]:
    """Yield reasons why the record cannot claim an exhaustive search."""
    one_price = own.links is not None and len(own.weights) == 1
    if not one_price or not tries_all(plan.solver) or len(own.inputs.kept) > MAX_SLOTS:
        yield ".least_by: this search left placements out"
    if record.proof is not None or record.not_purchasable is not None:
        yield ".least_by: goes with no terms of a proof, and with no links that cannot be bought"
    if not _same(record.least, record.value):
        yield f".least: is {record.least!r}, the best of all placements {record.value!r}"


def _none_is_less(record: ObjectiveRecord, own: Derivation) -> bool | None:
    """Return whether no placement beats the recorded value; None if there are too many to try."""
    kept, limit = own.inputs.kept, record.value - TOLERANCE * max(abs(record.value), 1)
    if own.links is None:
        return False
    costs = own.links.between(tabled(own.inputs.floor), _NOT_SOLD)
    return none_is_below(limit, own.inputs.network, costs.tolist(), kept)


def _is_proved(record: ObjectiveRecord, own: Derivation, maker: Objective) -> bool:
    """Return True if a record's terms prove its lower bound.

    A pair of slots without a cable on sale may have any cost, because the bound covers only placements
    whose cables are all on sale. Here it has the cost used when the terms were made.
    """
    pairs = maker.pair_sum() if isinstance(maker, BoundedByPairs) else None
    network, floor = own.inputs.network, own.inputs.floor
    if record.proof is None or record.least is None or pairs is None:
        return False
    constant, between = 0.0, tabled(floor)
    if own.links is not None:
        costs = own.links.between(between, float(np.max(pairs.costs, initial=0.0)))
    elif own.latencies is not None:
        network, costs, constant = own.latencies.pairs(between)
    else:
        return False
    kept, home = own.inputs.kept, own.inputs.bounded.cabinet
    derived = derive_pairs_bound(network, costs[np.ix_(kept, kept)], home, record.proof.model_dump())
    return derived is not None and pairs_bound_is_proved(record.least, constant + derived, whole=0.0)


def _below_least(record: ObjectiveRecord) -> Iterator[str]:
    """Yield a problem if the value is below its lower bound, which would make the gap negative."""
    if record.least is None or record.not_purchasable is not None:
        return
    if record.least > record.value + TOLERANCE * abs(record.value):
        yield f"no placement is below {record.least}, and this one is {record.value}"


def _worse_than_shortest(record: ObjectiveRecord) -> Iterator[str]:
    """Yield a problem if the plan's objective value is worse than that of the minimum-length placement."""
    here, shortest = (
        0 if missing is None else missing.links
        for missing in (record.not_purchasable, record.not_purchasable_by_length)
    )
    if here > shortest:
        yield f"{here} links cannot be bought, of the shortest placement {shortest}"
    elif here == shortest and record.value > record.value_by_length * (1 + TOLERANCE):
        yield f"{record.value} is above that of the shortest, {record.value_by_length}"


def _same(claimed: Any, derived: Any) -> bool:
    if isinstance(claimed, float) and isinstance(derived, float):
        return math.isclose(claimed, derived, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(claimed == derived)
