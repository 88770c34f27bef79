"""What a plan was made for, written down and derived again."""

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET
from netfloor.costmodels.catalogue.choice.criterion import CRITERIA, Criterion
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.objectives import ObjectiveSpec, parse_objective
from netfloor.costmodels.objectives.parts_price import PartsPricing
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.load import load_cost_set, load_power_set, set_sha256
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import InfeasibleError, InputError, NetfloorError, setting
from netfloor.foundation.files import is_file
from netfloor.foundation.units import metres_to_mm
from netfloor.layout.bounds import Bound
from netfloor.layout.check.cables import Network
from netfloor.layout.check.pairs import derive_pairs_bound, pairs_bound_is_proved
from netfloor.layout.objective import BoundedByPairs, Objective, not_purchasable
from netfloor.layout.problem import make_problem
from netfloor.layout.result import Reached
from netfloor.plans.file import portable_path
from netfloor.plans.models import ObjectiveRecord, PlanModel
from netfloor.rooms.any_room import AnyRoom
from netfloor.topologies.topology import Topology

#: Sums of floats may differ by this much on another machine.
TOLERANCE = 1e-9


PRICE = Criterion()


@dataclass(frozen=True)
class ObjectiveChoice:
    """An objective as the command line has it; see the options of ``netfloor layout``.

    ``loaded`` is the catalogue where the caller has it in memory already.
    """

    text: str = "length"
    cost_set: str = DEFAULT_COST_SET
    power_set: str = DEFAULT_POWER_SET
    reach_m: float | None = None
    switch_ns: float = 100.0
    catalogue: str | None = None
    criterion: Criterion = PRICE
    switch: str | None = None
    loaded: Catalogue | None = field(default=None, repr=False)

    def spec(self) -> ObjectiveSpec:
        """Return the objective with its coefficients; `InputError` for what cannot be read."""
        if not (math.isfinite(self.switch_ns) and 0 <= self.switch_ns <= 1e9):
            raise InputError(
                setting("switch-ns"), f"{self.switch_ns} is no latency", "give ns from 0 to 1e9"
            )
        return parse_objective(
            self.text,
            load_cost_set(self.cost_set),
            load_power_set(self.power_set),
            None if self.reach_m is None else metres_to_mm(self.reach_m, setting("reach")),
            self.switch_ns,
            self._parts(),
        )

    def _parts(self) -> PartsPricing | None:
        if self.catalogue is None:
            return None
        catalogue = self.loaded or load_catalogue(Path(self.catalogue))
        return PartsPricing(catalogue, self.criterion, self.switch)

    def record(self, spec: ObjectiveSpec, reached: Reached) -> dict[str, Any]:
        """Return what a plan says of its objective."""
        return {
            **reached.to_dict(),
            "cost_set": portable_path(self.cost_set),
            "cost_set_sha256": set_sha256(spec.cost_set),
            "power_set": portable_path(self.power_set),
            "power_set_sha256": set_sha256(spec.power_set),
            "reach_mm": spec.reach_mm,
            "switch_ns": spec.switch_ns,
            **({} if reached.proof is None else {"proof": reached.proof}),
            **(self._parts_record(spec.parts) if spec.parts and "parts" in spec.weights else {}),
        }

    def _parts_record(self, parts: PartsPricing) -> dict[str, Any]:
        return {
            "catalogue": portable_path(self.catalogue or ""),
            "catalogue_sha256": set_sha256(parts.catalogue),
            "criterion": parts.criterion.name,
            "years": parts.criterion.years,
            "kwh_price": parts.criterion.kwh_price,
            "switch": parts.switch,
        }


#: The objective when nobody names one.
LENGTH = ObjectiveChoice()


def objective_problems(
    plan: PlanModel, topology: Topology, room: AnyRoom, folder: Path, bound: Bound | None
) -> tuple[list[str], list[str]]:
    """Return (problems, unchecked) of what a plan says of its objective, derived again.

    A coefficient set of the user's is looked for from here and beside the plan; where it is
    gone or another one, the figures stay unchecked.
    """
    record = plan.solver.objective
    if record is None:
        return [], []
    where = "solver.objective"
    try:
        cost_set, power_set, parts = _coefficients(record, folder)
    except InputError as error:
        return [], [f"{where}: {error.told('--{}'.format)}"]
    try:
        spec = parse_objective(record.name, cost_set, power_set, record.reach_mm, record.switch_ns, parts)
        objective = spec.make(topology, room, make_problem(topology, room))
        slot_of = np.array(plan.placement, dtype=np.int32)
        value, missing = objective.value(slot_of), not_purchasable(objective, slot_of)
    except (InputError, InfeasibleError, IndexError) as error:
        why = error.told("--{}".format) if isinstance(error, NetfloorError) else error
        return [f"{where}: cannot be derived: {why}"], []
    claimed = None if record.not_purchasable is None else record.not_purchasable.model_dump()
    claims = [
        ("value", record.value, value),
        ("unit", record.unit, objective.unit),
        ("not_purchasable", claimed, None if missing is None else asdict(missing)),
    ]
    if bound is not None and record.proof is None:
        claims.append(("least", record.least, objective.least(bound)))
    problems = [
        f"{where}.{key}: is {claimed!r}, must be {derived!r}"
        for key, claimed, derived in claims
        if not _same(claimed, derived)
    ]
    problems += [f"{where}: {worse}" for worse in (*_below_least(record), *_worse_than_shortest(record))]
    if record.proof is not None and not _is_proved(record, objective, topology, room):
        problems.append(f"{where}.least: {record.least} is not what its terms prove")
    return problems, []


def _below_least(record: ObjectiveRecord) -> Iterator[str]:
    """Yield what is wrong where a value is below what no placement is: the gap would be negative."""
    if record.least is None or record.not_purchasable is not None:
        return
    if record.least > record.value + TOLERANCE * abs(record.value):
        yield f"no placement is below {record.least}, and this one is {record.value}"


def _worse_than_shortest(record: ObjectiveRecord) -> Iterator[str]:
    """Yield what is wrong where the plan does worse by its objective than the shortest placement."""
    here, shortest = (
        0 if missing is None else missing.links
        for missing in (record.not_purchasable, record.not_purchasable_by_length)
    )
    if here > shortest:
        yield f"{here} links cannot be bought, of the shortest placement {shortest}"
    elif here == shortest and record.value > record.value_by_length * (1 + TOLERANCE):
        yield f"{record.value} is above that of the shortest, {record.value_by_length}"


def _is_proved(record: ObjectiveRecord, objective: Objective, topology: Topology, room: AnyRoom) -> bool:
    """Return True if the terms of a record prove what it says that no placement is below."""
    bounded = objective.pair_sum() if isinstance(objective, BoundedByPairs) else None
    if record.proof is None or record.least is None or bounded is None:
        return False
    flow = bounded.flow.tocoo()
    upper = flow.row < flow.col
    links = tuple(zip(flow.row[upper].tolist(), flow.col[upper].tolist(), strict=True))
    network = Network(topology.routers, links, tuple(flow.data[upper].tolist()))
    home = room.lengths.cabinet_of_slot.tolist()
    derived = derive_pairs_bound(network, bounded.costs, home, record.proof.model_dump())
    return derived is not None and pairs_bound_is_proved(
        record.least, bounded.constant + derived, whole=0.0
    )


def _coefficients(record: ObjectiveRecord, folder: Path) -> tuple[CostSet, PowerSet, PartsPricing | None]:
    """Return what a record's objective was priced by; `InputError` if that is gone or another one."""
    cost_set = load_cost_set(near_plan(record.cost_set, folder))
    power_set = load_power_set(near_plan(record.power_set, folder))
    pairs = ((cost_set, record.cost_set_sha256), (power_set, record.power_set_sha256))
    for one, sha256 in pairs:
        if set_sha256(one) != sha256:
            raise InputError(one.name, "is not the coefficient set that the plan was made by")
    return cost_set, power_set, recorded_parts(record, folder)


def recorded_parts(record: ObjectiveRecord, folder: Path) -> PartsPricing | None:
    """Return the catalogue of a record, if it names one, with its criterion.

    Raises
    ------
    InputError
        If the catalogue is gone or another one.
    """
    if record.catalogue is None:
        return None
    catalogue = load_catalogue(Path(near_plan(record.catalogue, folder)))
    if set_sha256(catalogue) != record.catalogue_sha256:
        raise InputError(record.catalogue, "is not the catalogue that the plan was made by")
    if record.criterion not in CRITERIA:
        raise InputError("criterion", f"{record.criterion!r} is unknown", f"known: {', '.join(CRITERIA)}")
    criterion = Criterion(record.criterion, record.years or 0.0, record.kwh_price or 0.0)  # type: ignore[arg-type]
    return PartsPricing(catalogue, criterion, record.switch)


def near_plan(name: str, folder: Path) -> str:
    """Return where a set's file is: from here, or beside the plan; a shipped name as it is."""
    beside = folder / Path(name).name
    return str(beside) if name.endswith(".toml") and not is_file(Path(name)) and is_file(beside) else name


def _same(claimed: Any, derived: Any) -> bool:
    if isinstance(claimed, float) and isinstance(derived, float):
        return math.isclose(claimed, derived, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(claimed == derived)
