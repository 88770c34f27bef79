"""The preparation of a study: every network built, every room and model read, before any work starts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.exchange.user_tables.fixed_routers import read_fixed
from netfloor.foundation.errors import InputError, within
from netfloor.foundation.relative_paths import beside, beside_network
from netfloor.foundation.units import metres_to_mm
from netfloor.layout.budget import Budget
from netfloor.layout.chains.portfolio import require_placer
from netfloor.layout.solve import SolveOptions
from netfloor.plans.assessment.prices import CataloguePrices
from netfloor.plans.load import load_plan
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.plan import Plan
from netfloor.reports.comparison.published import PublishedTable, load_published
from netfloor.rooms.any_room import Room, require_slots
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room import GridRoom
from netfloor.rooms.room_spec import paper_room, room_from_spec
from netfloor.structure.hops.components import require_connected
from netfloor.studies.candidates.run import MAX_PLANS
from netfloor.studies.compare.evaluate import Models
from netfloor.studies.compare.study_file import (
    BaselineSize,
    ClassTable,
    OrderTable,
    StudyFile,
    require_finite,
    require_patience,
)
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology
from netfloor.traffic.load.saturation import analysed_routing, require_analysable


@dataclass(frozen=True)
class NetworkEntry:
    """A network of a study with its room."""

    spec: str  # as typed
    size_class: str
    topology: Topology
    room: Room
    room_spec: str
    plan: Plan | None = None  # its existing placement; None if the study places it
    # slots of fixed switches, -1 for the others, (n,); None if there are none
    fixed: npt.NDArray[np.int32] | None = None


@dataclass(frozen=True)
class BaselineEntry:
    """An instance of a baseline."""

    kind: str
    size_class: str
    size: BaselineSize
    room: Room
    index: int  # of the instance, from 0; the first ``placed`` instances of a kind are also placed
    also_placed: bool
    seed: int

    @property
    def spec(self) -> str:
        """The spec of this baseline without its seed."""
        n, k = self.size.routers, self.size.radix
        if self.kind == "random":
            return f"random:{n},{k}"
        room = self.room
        if not isinstance(room, GridRoom):
            raise TypeError("SkyWalk is defined on a grid")
        per = f",per_cabinet={room.slots_per_cabinet}"
        return f"skywalk:{n},{k},rows={room.rows},columns={room.columns}{per}"

    def build(self, endpoints: int | None, link_gbps: float) -> Topology:
        """Return the network of this instance."""
        return build(f"{self.spec},seed={self.seed}", endpoints=endpoints, link_gbps=link_gbps)


@dataclass(frozen=True)
class StudySetup:
    """The checked inputs of a study; with ``prices`` if its networks are ordered from a catalogue."""

    study: StudyFile
    networks: tuple[NetworkEntry, ...]
    baselines: tuple[BaselineEntry, ...]
    models: Models
    published: PublishedTable | None
    prices: CataloguePrices | None = None
    ownership: Path | None = None

    def solve_options(self) -> SolveOptions:
        """Return the options of each solve; chains run one after the other, solves in parallel."""
        solver = self.study.solver
        return SolveOptions(
            solver.placer, Budget(iterations=solver.iterations), self.study.seed, solver.chains
        )


def set_up(path: Path, study: StudyFile) -> StudySetup:
    """Return a study ready to run.

    `InputError` if a spec, room, model, placer or printed table does not exist or cannot be built;
    `InfeasibleError` if a network or baseline does not fit its room.
    """
    require_finite(study, path)
    require_patience(study, path)
    require_placer(study.solver.placer, f"{path}: solver.placer")
    models = read_models(path, study)
    published = None if study.published is None else load_published(study.published)
    members = [
        [
            *(_network(path, study, table, spec) for spec in table.networks),
            *(_planned(path, table, name) for name in table.plans),
        ]
        for table in study.classes
    ]
    setup = assembled(study, members, models, published)
    require_traffic(path, setup)
    return setup if study.order is None else _with_order(path, setup, study.order)


def assembled(
    study: StudyFile,
    members: Sequence[Sequence[NetworkEntry]],
    models: Models,
    published: PublishedTable | None = None,
) -> StudySetup:
    """Return a study with its baselines, given the networks of each class.

    `InputError` if a baseline is not defined in a room; `InfeasibleError` if it does not fit.
    """
    baselines = [
        baseline
        for number, (table, own) in enumerate(zip(study.classes, members, strict=True))
        for baseline in _baselines(study, table, own, number)
    ]
    networks = tuple(item for own in members for item in own)
    return StudySetup(study, networks, tuple(baselines), models, published)


def require_traffic(path: Path, setup: StudySetup) -> None:
    """Refuse a routing, or networks, whose throughput cannot be calculated."""
    if setup.study.models.traffic is None:
        return
    try:
        rule = analysed_routing(setup.study.models.traffic)
        for entry in setup.networks:
            require_analysable(entry.topology, rule)
    except InputError as error:
        where = f"{path}: models.traffic"
        raise InputError(where, f"{error.where}: {error.what}", "see docs/traffic.md") from error


def _with_order(path: Path, setup: StudySetup, order: OrderTable) -> StudySetup:
    """Return a study with the catalogue from which its networks are bought."""
    if len(setup.networks) > MAX_PLANS:
        what = f"{len(setup.networks)} networks are too many for a comparison"
        raise InputError(f"{path}: order", what, f"at most {MAX_PLANS}")
    file = Path(beside(path, order.catalogue) or order.catalogue)
    terms = OrderTerms(network_only=order.network_only)
    prices = CataloguePrices(file, load_catalogue(file), terms, ())
    ownership = None if order.ownership is None else Path(beside(path, order.ownership) or order.ownership)
    prices.ownership_terms(ownership)  # refused before any work
    return replace(setup, prices=prices, ownership=ownership)


def read_models(path: Path, study: StudyFile) -> Models:
    """Return the price and power sets and latencies of a study."""
    table = study.models
    reach = table.electrical_reach_m
    return Models(
        cost_set=load_cost_set(beside(path, table.cost) or table.cost),
        power_sets=tuple(load_power_set(beside(path, name) or name) for name in table.power),
        reach_mm=None if reach is None else metres_to_mm(reach, f"{path}: models.electrical_reach_m"),
        switch_ns=table.switch_ns,
        sweep_ns=tuple(table.sweep_ns),
    )


def _network(path: Path, study: StudyFile, table: ClassTable, spec: str) -> NetworkEntry:
    with within(f"{path}: class {table.name}"):
        topology = build(
            beside_network(path, spec),
            endpoints=study.endpoints_per_router,
            link_gbps=study.link_gbps,
            seed=study.seed,
        )
        if not topology.link_count:
            raise InputError(f"network {spec}", "has no links", "there is nothing to compare")
        require_connected(topology)
        room_spec = beside(path, table.room)
        room = paper_room(topology.routers) if room_spec is None else _checked_room(room_spec)
    require_slots(spec, topology.routers, room)
    fixed = None
    if table.fix is not None:
        fixed = read_fixed(Path(beside(path, table.fix) or table.fix), topology, room)
    given = room_spec or f"paper:{topology.routers}"
    return NetworkEntry(spec, table.name, topology, room, given, fixed=fixed)


def _checked_room(spec: str) -> Room:
    """Return a room; a hall with problems is refused."""
    room = room_from_spec(spec)
    if isinstance(room, Hall):
        from netfloor.rooms.hall.checks import refuse_problems  # noqa: PLC0415 - loads Shapely

        refuse_problems(room, spec)
    return room


def _planned(path: Path, table: ClassTable, name: str) -> NetworkEntry:
    """Return the network of a plan file."""
    with within(f"{path}: class {table.name}"):
        plan = load_plan(Path(beside(path, name) or name))
        require_connected(plan.topology)
    spec = f"{plan.topology.name} ({name})"
    return NetworkEntry(spec, table.name, plan.topology, plan.room, plan.room_spec, plan)


def _baselines(
    study: StudyFile, table: ClassTable, members: Sequence[NetworkEntry], number: int
) -> list[BaselineEntry]:
    """Return the baseline instances of a class, in the largest room of its networks."""
    room = max((member.room for member in members), key=lambda item: item.slots)
    size = table.baseline or _like_the_largest(members)
    entries = []
    for order, kind in enumerate(study.baselines.kinds):
        require_slots(f"{kind} baseline of {table.name}", size.routers, room)
        if kind == "skywalk" and not _is_whole_grid(room):
            lacks = "is a hall" if isinstance(room, Hall) else "lacks cabinets"
            raise InputError(
                f"class {table.name}",
                f"SkyWalk needs a complete grid; this room {lacks}",
                'leave "skywalk" out of baselines.kinds',
            )
        for index in range(study.baselines.unplaced):
            state = np.random.SeedSequence([study.seed, number, order, index]).generate_state(1)
            also = index < study.baselines.placed
            entries.append(
                BaselineEntry(
                    kind=kind,
                    size_class=table.name,
                    size=size,
                    room=room,
                    index=index,
                    also_placed=also,
                    seed=int(state[0] >> 1),
                )
            )
        entries[-1].build(study.endpoints_per_router, study.link_gbps)  # fails now rather than later
    return entries


def usual_baselines(members: Sequence[NetworkEntry]) -> list[str]:
    """Return the kinds of baselines that are defined in the largest room of some networks."""
    room = max((member.room for member in members), key=lambda item: item.slots)
    return ["random", "skywalk"] if _is_whole_grid(room) else ["random"]


def _is_whole_grid(room: Room) -> bool:
    return isinstance(room, GridRoom) and not room.missing and not room.taken


def _like_the_largest(members: Sequence[NetworkEntry]) -> BaselineSize:
    """Return the size of the largest network, with one port less where n k would be odd."""
    largest = max((member.topology for member in members), key=lambda item: item.routers)
    radix = min(largest.radix, largest.routers - 1)
    radix -= largest.routers * radix % 2
    return BaselineSize(routers=max(largest.routers, 2), radix=max(radix, 1))
