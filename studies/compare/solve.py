"""The computation of a study: every network and baseline placed and evaluated, then compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from netfloor.foundation.interrupt import Interrupt, Interrupted
from netfloor.foundation.observer import Observer
from netfloor.foundation.parallel import map_jobs
from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.placement import Placement
from netfloor.layout.solve import solve
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.plan import Plan, new_plan
from netfloor.reports.comparison.types import Baseline, Comparison, LatencySweep, Population, Row, Spread
from netfloor.reports.rooms.floorplan import floor_drawing
from netfloor.rooms.any_room import Room
from netfloor.structure.bisection.halves import halves
from netfloor.structure.bisection.interval import bisection
from netfloor.studies.compare.describe import describe_study
from netfloor.studies.compare.evaluate import Evaluation, evaluate
from netfloor.studies.compare.setup import BaselineEntry, NetworkEntry, StudySetup
from netfloor.topologies.digest import links_sha256
from netfloor.topologies.topology import Topology
from netfloor.traffic.load.saturation import analysed_routing, saturation

#: METIS runs for an unplaced baseline, of which mainly the cables matter.
UNPLACED_SEEDS = 10
TASK = "study"


@dataclass(frozen=True)
class SolvedNetwork:
    """A network of the study, placed and evaluated; an existing plan took 0 seconds."""

    entry: NetworkEntry
    plan: Plan
    evaluation: Evaluation
    seconds: float


@dataclass(frozen=True)
class SolvedBaseline:
    """A baseline instance, evaluated in its own or random slots, and optionally placed."""

    entry: BaselineEntry
    unplaced: Evaluation
    placed: Evaluation | None
    notes: tuple[str, ...]
    links_sha256: str


@dataclass(frozen=True)
class SolvedStudy:
    """The comparison, the plans by file name, and whether the study was interrupted."""

    comparison: Comparison
    plans: Mapping[str, Plan]
    interrupted: bool
    # placement time by network; not in any file, so that equal studies write equal bytes
    seconds: Mapping[str, float]


def solve_study(setup: StudySetup, workers: int, observer: Observer, interrupt: Interrupt) -> SolvedStudy:
    """Place and evaluate every network and baseline of a study.

    Networks and baselines are solved in parallel on ``workers`` threads. An interrupt ends the running
    solves with their best results and skips the rest; `Interrupted` if no network was finished before it.
    """
    jobs: list[NetworkEntry | BaselineEntry] = [*setup.networks, *setup.baselines]
    done = [0]
    observer.started(TASK, len(jobs))

    def run(job: NetworkEntry | BaselineEntry) -> SolvedNetwork | SolvedBaseline | None:
        if interrupt.asked:
            return None
        answer: SolvedNetwork | SolvedBaseline
        if isinstance(job, NetworkEntry):
            answer = _solve_network(setup, job, observer, interrupt)
        else:
            answer = solve_baseline(setup, job, observer, interrupt)
        done[0] += 1
        observer.advanced(TASK, done[0], f"{done[0]} of {len(jobs)} networks and baselines")
        return answer

    answers = map_jobs(run, jobs, workers)
    interrupted = interrupt.asked
    observer.finished(TASK)
    networks = [answer for answer in answers if isinstance(answer, SolvedNetwork)]
    baselines = [answer for answer in answers if isinstance(answer, SolvedBaseline)]
    if not networks:
        raise Interrupted
    return _compared(setup, networks, baselines, interrupted=interrupted)


def _compared(
    setup: StudySetup,
    networks: Sequence[SolvedNetwork],
    baselines: Sequence[SolvedBaseline],
    *,
    interrupted: bool,
) -> SolvedStudy:
    names = plan_names([solved.entry.spec for solved in networks])
    rows = [
        network_row(setup, solved, baselines, name) for solved, name in zip(networks, names, strict=True)
    ]
    comparison = describe_study(setup, tuple(rows), interrupted=interrupted)
    plans = {name: network.plan for network, name in zip(networks, names, strict=True)}
    seconds = {solved.entry.spec: solved.seconds for solved in networks}
    return SolvedStudy(comparison, plans, interrupted, seconds)


def _solve_network(
    setup: StudySetup, entry: NetworkEntry, observer: Observer, interrupt: Interrupt
) -> SolvedNetwork:
    """Place a network, unless it has a plan, and evaluate it."""
    if entry.plan is not None:
        return SolvedNetwork(entry, entry.plan, _evaluated(setup, entry.plan, with_traffic=True), 0.0)
    options, room = replace(setup.solve_options(), fixed=entry.fixed), entry.room
    result = solve(entry.topology, room, options, observer=observer, interrupt=interrupt, task=entry.spec)
    plan = new_plan(entry.topology, room, entry.room_spec, result, options.effective_budget)
    return SolvedNetwork(entry, plan, _evaluated(setup, plan, with_traffic=True), result.seconds)


def _evaluated(setup: StudySetup, plan: Plan, *, with_traffic: bool = False) -> Evaluation:
    """Evaluate a placed network; after an interrupted placement, only METIS bisects it."""
    study, topology = setup.study, plan.topology
    iterations = 0 if plan.solver.status == "interrupted" else None
    seeds = study.models.bisection_seeds
    half = halves(
        topology, lambda: bisection(topology, seeds=seeds, seed=study.seed, iterations=iterations)
    )
    routing = study.models.traffic if with_traffic else None
    carries = None if routing is None else saturation(topology, analysed_routing(routing))
    return evaluate(PlacedNetwork.of(plan), half, setup.models, carries)


def solve_baseline(
    setup: StudySetup, entry: BaselineEntry, observer: Observer, interrupt: Interrupt
) -> SolvedBaseline:
    """Evaluate a baseline instance unplaced, and placed if the study requests it.

    An interrupted placement is left out: it had less effort than the networks.
    """
    study, room = setup.study, entry.room
    topology = entry.build(study.endpoints_per_router, study.link_gbps)
    placed: Evaluation | None = None
    if entry.also_placed:
        task, options = f"{entry.kind} {entry.index + 1}, {entry.size_class}", setup.solve_options()
        result = solve(topology, room, options, observer=observer, interrupt=interrupt, task=task)
        if result.status != "interrupted":
            plan = new_plan(topology, room, room.name, result, options.effective_budget)
            placed = _evaluated(setup, plan)
    half = halves(
        topology,
        lambda: bisection(topology, seeds=UNPLACED_SEEDS, seed=study.seed, iterations=0, prove=False),
    )
    cables = make_cable_plan(topology, room, unplaced(topology, room, entry.seed))
    standing = evaluate(PlacedNetwork(topology, cables, room.inside_mm), half, setup.models)
    return SolvedBaseline(entry, standing, placed, topology.notes, links_sha256(topology))


def unplaced(topology: Topology, room: Room, seed: int) -> Placement:
    """Return the slots that the generator assigned to its switches, or uniformly random ones."""
    if topology.slots is not None:
        return Placement(topology.slots.astype(np.int32), room.slots)
    rng = np.random.default_rng([seed, 1])
    return Placement(rng.permutation(room.slots)[: topology.routers].astype(np.int32), room.slots)


def network_row(
    setup: StudySetup, solved: SolvedNetwork, baselines: Sequence[SolvedBaseline], plan_file: str
) -> Row:
    """Return a network's row of the comparison with the baselines of its class."""
    entry, evaluation, published = solved.entry, solved.evaluation, setup.published
    in_papers_room = entry.room_spec.startswith("paper:") and published is not None
    of_class = [baseline for baseline in baselines if baseline.entry.size_class == entry.size_class]
    kinds = {kind: [b for b in of_class if b.entry.kind == kind] for kind in setup.study.baselines.kinds}
    return Row(
        network=entry.spec,
        size_class=entry.size_class,
        room=entry.room.summary,
        figures=evaluation.figures,
        power_by_set=evaluation.power_by_set,
        published=published.for_network(entry.spec) if published and in_papers_room else {},
        published_baseline=published.baseline_for(entry.spec) if published and in_papers_room else {},
        baselines={kind: _baseline(instances) for kind, instances in kinds.items() if instances},
        latency=evaluation.latency,
        drawing=floor_drawing(entry.room, solved.plan.placement, solved.plan.cables),
        status=solved.plan.solver.status,
        plan_file=plan_file,
        notes=entry.topology.notes,
    )


def _baseline(instances: list[SolvedBaseline]) -> Baseline:
    """Return a kind of baseline from its instances."""
    placed = [instance.placed for instance in instances if instance.placed is not None]
    notes = dict.fromkeys(note for instance in instances for note in instance.notes)
    if len(instances) > 1 and len({instance.links_sha256 for instance in instances}) == 1:
        alike = f"its {len(instances)} instances are the same network, as nothing is random at this size"
        notes[f"{alike}: a deviation of 0 says nothing about its spread"] = None
    return Baseline(
        kind=instances[0].entry.kind,
        spec=instances[0].entry.spec,
        unplaced=_population(
            [instance.unplaced for instance in instances], leave_out=("bisection_lower_links",)
        ),
        placed=_population(placed) if placed else None,
        notes=tuple(notes),
    )


def _population(evaluations: list[Evaluation], leave_out: tuple[str, ...] = ()) -> Population:
    """Return the spread of every applicable figure, and the mean latency sweep."""
    figures: dict[str, Spread] = {}
    for key in evaluations[0].figures:
        values = [v for evaluation in evaluations if (v := evaluation.figures[key]) is not None]
        if values and key not in leave_out:
            figures[key] = Spread.of(values)
    sweeps = [evaluation.latency for evaluation in evaluations]
    return Population(
        figures,
        LatencySweep(
            sweeps[0].switch_ns,
            np.mean([sweep.mean_ns for sweep in sweeps], axis=0),
            np.mean([sweep.max_ns for sweep in sweeps], axis=0),
        ),
    )


def plan_names(specs: Sequence[str]) -> list[str]:
    """Return a short, safe and unique plan file name for every spec."""
    names: dict[str, None] = {}
    for spec in specs:
        kept = "".join(c if c.isascii() and c.isalnum() else "-" for c in spec.lower())
        slug = "-".join(part for part in kept.split("-") if part)[:80] or "network"
        number = 1
        while (name := f"plans/{slug}{f'-{number}' if number > 1 else ''}.json") in names:
            number += 1
        names[name] = None
    return list(names)
