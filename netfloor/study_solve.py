"""The work of a study: every network and baseline placed and evaluated, then compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from foundation.observer import Observer
from foundation.parallel import map_jobs
from layout.cable_plan import CablePlan, make_cable_plan
from layout.placement import Placement
from layout.plan_file import plan_document
from layout.result import Result
from layout.solve import solve
from layout.stop import Interrupt
from netfloor.drawing import floor_drawing
from netfloor.evaluate import Evaluation, evaluate
from netfloor.interrupted import Interrupted
from netfloor.study_report import describe_study
from netfloor.study_setup import BaselineEntry, NetworkEntry, StudySetup
from netfloor.tool import TOOL
from reports.comparison import Baseline, Comparison, LatencySweep, Population, Row, Spread
from rooms.room import Room
from structure.bisection import Bisection, bisection
from topologies.topology import Topology

#: METIS runs for a baseline that is not placed: only its cables are of interest.
UNPLACED_SEEDS = 10
TASK = "study"


@dataclass(frozen=True)
class SolvedNetwork:
    """A network of the study, placed and evaluated."""

    entry: NetworkEntry
    result: Result
    cables: CablePlan
    evaluation: Evaluation


@dataclass(frozen=True)
class SolvedBaseline:
    """A baseline instance, evaluated in its own or random slots, and perhaps placed."""

    entry: BaselineEntry
    unplaced: Evaluation
    placed: Evaluation | None
    notes: tuple[str, ...]


@dataclass(frozen=True)
class SolvedStudy:
    """The comparison, the plan documents by file name, and whether somebody ended it early."""

    comparison: Comparison
    plans: Mapping[str, dict[str, Any]]
    interrupted: bool


def solve_study(setup: StudySetup, workers: int, observer: Observer, interrupt: Interrupt) -> SolvedStudy:
    """Place and evaluate every network and baseline of a study.

    Networks and baselines are solved side by side on ``workers`` threads. An interrupt ends
    the running solves with their best so far and leaves out what was not begun.

    Raises
    ------
    Interrupted
        If no network was finished before the interrupt.
    """
    jobs: list[NetworkEntry | BaselineEntry] = [*setup.networks, *setup.baselines]
    done = [0]
    observer.started(TASK, len(jobs))

    def run(job: NetworkEntry | BaselineEntry) -> SolvedNetwork | SolvedBaseline | None:
        if interrupt.asked:
            return None
        answer: SolvedNetwork | SolvedBaseline
        if isinstance(job, NetworkEntry):
            answer = solve_network(setup, job, observer, interrupt)
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
    names = plan_names([solved.entry.spec for solved in networks])
    rows = [
        network_row(setup, solved, baselines, name) for solved, name in zip(networks, names, strict=True)
    ]
    comparison = describe_study(setup, tuple(rows), interrupted=interrupted)
    plans = {name: _plan(setup, solved) for solved, name in zip(networks, names, strict=True)}
    return SolvedStudy(comparison, plans, interrupted)


def solve_network(
    setup: StudySetup, entry: NetworkEntry, observer: Observer, interrupt: Interrupt
) -> SolvedNetwork:
    """Place and evaluate one network of the study."""
    topology, room = entry.topology, entry.room
    result = solve(
        topology, room, setup.solve_options(), observer=observer, interrupt=interrupt, task=entry.spec
    )
    cables = make_cable_plan(topology, room, result.placement)
    cut = bisect(setup, topology, in_full=result.status != "interrupted")
    evaluation = evaluate(topology, cables, room.inside_mm, cut, result.bound, setup.models)
    return SolvedNetwork(entry, result, cables, evaluation)


def bisect(setup: StudySetup, topology: Topology, *, in_full: bool) -> Bisection:
    """Bisect with the study's whole effort, or by METIS alone where somebody waits for the end."""
    seeds, seed = setup.study.models.bisection_seeds, setup.study.seed
    return bisection(topology, seeds=seeds, seed=seed, iterations=None if in_full else 0)


def solve_baseline(
    setup: StudySetup, entry: BaselineEntry, observer: Observer, interrupt: Interrupt
) -> SolvedBaseline:
    """Evaluate one baseline instance where it stands, and placed if the study asks for it.

    A placement that was cut short is left out: it had less effort than the networks.
    """
    study, room = setup.study, entry.room
    topology = entry.build(study.endpoints_per_router, study.link_gbps)
    placed = place_baseline(setup, entry, topology, observer, interrupt) if entry.also_placed else None
    cut = bisection(topology, seeds=UNPLACED_SEEDS, seed=study.seed, iterations=0, prove=False)
    cables = make_cable_plan(topology, room, unplaced(topology, room, entry.seed))
    standing = evaluate(topology, cables, room.inside_mm, cut, None, setup.models)
    return SolvedBaseline(entry, standing, placed, topology.notes)


def place_baseline(
    setup: StudySetup, entry: BaselineEntry, topology: Topology, observer: Observer, interrupt: Interrupt
) -> Evaluation | None:
    """Place and evaluate a baseline instance like a network; None if that was interrupted."""
    options, room = setup.solve_options(), entry.room
    task = f"{entry.kind} {entry.index + 1}, {entry.size_class}"
    result = solve(topology, room, options, observer=observer, interrupt=interrupt, task=task)
    if result.status == "interrupted":
        return None
    cut = bisect(setup, topology, in_full=True)
    cables = make_cable_plan(topology, room, result.placement)
    return evaluate(topology, cables, room.inside_mm, cut, result.bound, setup.models)


def unplaced(topology: Topology, room: Room, seed: int) -> Placement:
    """Return the slots a generator meant its routers for, or uniformly random ones."""
    if topology.slots is not None:
        return Placement(topology.slots.astype(np.int32), room.slots)
    rng = np.random.default_rng([seed, 1])
    return Placement(rng.permutation(room.slots)[: topology.routers].astype(np.int32), room.slots)


def network_row(
    setup: StudySetup, solved: SolvedNetwork, baselines: Sequence[SolvedBaseline], plan_file: str
) -> Row:
    """Return a network's row of the comparison, its class's baselines beside it."""
    entry, result, published = solved.entry, solved.result, setup.published
    in_papers_room = entry.room_spec.startswith("paper:") and published is not None
    mine = [b for b in baselines if b.entry.size_class == entry.size_class]
    kinds = [k for k in setup.study.baselines.kinds if any(b.entry.kind == k for b in mine)]
    return Row(
        network=entry.spec,
        size_class=entry.size_class,
        room=entry.room.summary,
        figures=solved.evaluation.figures,
        per_endpoint=solved.evaluation.per_endpoint,
        power_by_set=solved.evaluation.power_by_set,
        published=published.for_network(entry.spec) if published and in_papers_room else {},
        published_baseline=published.baseline_for(entry.spec) if published and in_papers_room else {},
        baselines={kind: _baseline([b for b in mine if b.entry.kind == kind]) for kind in kinds},
        latency=solved.evaluation.latency,
        drawing=floor_drawing(entry.room, result.placement, solved.cables),
        status=result.status,
        seconds=round(result.seconds, 3),
        plan_file=plan_file,
        notes=entry.topology.notes,
    )


def _baseline(instances: list[SolvedBaseline]) -> Baseline:
    """Return one kind of baseline from its instances."""
    placed = [one.placed for one in instances if one.placed is not None]
    notes = dict.fromkeys(note for one in instances for note in one.notes)
    return Baseline(
        kind=instances[0].entry.kind,
        spec=instances[0].entry.spec,
        unplaced=_population([one.unplaced for one in instances], leave_out=("bisection_lower_links",)),
        placed=_population(placed) if placed else None,
        notes=tuple(notes),
    )


def _population(evaluations: list[Evaluation], leave_out: tuple[str, ...] = ()) -> Population:
    """Return the spread of every figure that applies, and the mean latency sweep."""
    figures: dict[str, Spread] = {}
    for key in evaluations[0].figures:
        values = [v for one in evaluations if (v := one.figures[key]) is not None]
        if values and key not in leave_out:
            figures[key] = Spread.of(values)
    sweeps = [one.latency for one in evaluations]
    return Population(
        figures,
        LatencySweep(
            sweeps[0].switch_ns,
            np.mean([sweep.mean_ns for sweep in sweeps], axis=0),
            np.mean([sweep.max_ns for sweep in sweeps], axis=0),
        ),
    )


def plan_names(specs: Sequence[str]) -> list[str]:
    """Return a plan file name for every spec: safe, short, and each once."""
    names: dict[str, None] = {}
    for spec in specs:
        kept = "".join(c if c.isascii() and c.isalnum() else "-" for c in spec.lower())
        slug = "-".join(part for part in kept.split("-") if part)[:80] or "network"
        number = 1
        while (name := f"plans/{slug}{f'-{number}' if number > 1 else ''}.json") in names:
            number += 1
        names[name] = None
    return list(names)


def _plan(setup: StudySetup, solved: SolvedNetwork) -> dict[str, Any]:
    entry, options = solved.entry, setup.solve_options()
    return plan_document(
        entry.topology,
        entry.room,
        entry.room_spec,
        solved.result,
        solved.cables,
        options.effective_budget,
        TOOL,
    )
