"""The placement of a network in a room, for the ``layout`` command."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.exchange.user_tables.fixed_routers import read_fixed
from netfloor.exchange.user_tables.requirements import read_requirements
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.foundation.output_files import check_free, foreign_files, write_file
from netfloor.foundation.tool import TOOL
from netfloor.foundation.units import mm_to_metres
from netfloor.layout.budget import budget_of
from netfloor.layout.chains.checkpoint import Checkpoint
from netfloor.layout.chains.portfolio import require_placer
from netfloor.layout.requirement_costs import requirement_costs
from netfloor.layout.result import Result, WithoutRequirement, is_telling
from netfloor.layout.solve import SolveOptions, solve
from netfloor.plans.file import is_plan, write_plan
from netfloor.plans.objective import LENGTH, ObjectiveChoice
from netfloor.plans.plan import Plan, new_plan, requirement_records
from netfloor.reports.formats.head import ReportHead
from netfloor.rooms.any_room import Room, require_slots
from netfloor.rooms.room_spec import paper_room, room_from_spec
from netfloor.topologies.digest import links_sha256
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class LayoutRequest:
    """The options of the command."""

    spec: str
    room: str | None
    out: Path
    placer: str
    iterations: int | None
    seconds: float | None
    chains: int | None
    seed: int
    workers: int
    endpoints: int | None
    gbps: float
    fix: Path | None = None
    checkpoint: Path | None = None
    scheduler: str | None = None
    objective: ObjectiveChoice = LENGTH
    begin: npt.NDArray[np.int32] | None = None
    requirements: tuple[str, ...] = ()
    html: Path | None = None
    head: ReportHead = field(default_factory=ReportHead)

    def options(self) -> SolveOptions:
        """Return the solver's options; `InputError` for an unknown placer."""
        require_placer(self.placer)
        budget = budget_of(self.iterations, self.seconds)
        return SolveOptions(
            self.placer,
            budget,
            self.seed,
            self.chains,
            self.workers,
            scheduler=self.scheduler,
            begin=self.begin,
        )

    def open_checkpoint(self, topology: Topology, room: Room, options: SolveOptions) -> Checkpoint | None:
        """Return the checkpoint to continue; `InputError` if it is of another run."""
        if self.checkpoint is None:
            return None
        if self.scheduler is not None:
            raise InputError(
                setting("checkpoint"),
                "chains on a cluster write no checkpoints",
                f"leave out {setting('scheduler')}",
            )
        if not options.effective_budget.reproducible:
            raise InputError(
                setting("checkpoint"),
                "cannot continue from a budget in seconds",
                f"give {setting('iterations')}",
            )
        inputs = {
            "network": links_sha256(topology),
            "room": room.definition(),
            "placer": options.placer,
            "iterations": options.effective_budget.iterations,
            "seed": options.seed,
            "chains": options.chains,
            "objective": repr(self.objective),
            "fixed": None if options.fixed is None else options.fixed.tolist(),
            "closed": None if options.closed is None else options.closed.tolist(),
            "requirements": [
                [requirement.text, requirement.group_of] for requirement in options.requirements
            ],
            "begin": None if options.begin is None else options.begin.tolist(),
            "tool": TOOL,
        }
        return Checkpoint(self.checkpoint, inputs)


@dataclass(frozen=True)
class PlacingRun:
    """A plan with the result of its search, and the prices if cost was the objective."""

    plan: Plan
    result: Result
    prices: str = ""

    @property
    def interrupted(self) -> bool:
        """True if the search was interrupted."""
        return self.result.status == "interrupted"

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on the network."""
        return self.plan.topology.notes

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``layout --json``."""
        plan, result = self.plan, self.result
        return {
            "schema": 1,
            "network": plan.topology.name,
            "room": plan.room.summary,
            "plan": str(plan.path),
            "routers": plan.topology.routers,
            "links": result.links,
            "slots": plan.room.slots,
            **plan.cable_figures(),
            "bound_method": result.bound.method,
            "status": result.status,
            "placer": result.placer,
            "found_by": result.found_by,
            "seed": result.seed,
            "chains": result.chains,
            "iterations": result.iterations,
            "seconds": result.seconds,
            "objective": None if result.reached is None else result.reached.to_dict(),
            "checksum": result.checksum,
            "requirements": result.requirement_documents(),
            "weaker": list(result.weaker),
            "notes": list(self.notes),
        }

    def _unsaid(self) -> list[str]:
        """Return the sentences on quality without the one whose figures are among the fields."""
        sentences, reached = self.result.how_good(), self.result.reached
        is_shown = is_telling(self.result.gap if reached is None else reached.gap)
        is_proof_open = self.result.placer == "exact" and self.result.status != "optimal"
        is_said = is_shown and not is_proof_open and not self.result.requirements
        return sentences[1:] if is_said else sentences

    def text(self) -> str:
        """Return the result in a few lines, the prices behind any money first."""
        plan, cables = self.plan, self.plan.cables
        return "\n".join(
            [
                *([self.prices] if self.prices else []),
                self.result.summary(),
                f"cable        {mm_to_metres(cables.total_mm):,.1f} m in total, longest "
                f"{mm_to_metres(cables.max_mm):.1f} m, {int(cables.inside_cabinets.sum())} inside cabinets",
                *(f"quality      {sentence}" for sentence in self._unsaid()),
                f"network      {plan.topology.name}: {plan.topology.routers:,} switches",
                f"room         {plan.room.summary}, {plan.room.slots:,} slots",
                f"plan         {plan.path}",
            ]
        )


def run_layout(
    request: LayoutRequest, observer: Observer, interrupt: Interrupt, *, force: bool
) -> PlacingRun:
    """Place a network and write its plan file.

    `InputError` if spec, room, placer or output file are not usable; nothing is written then.
    `InfeasibleError` if the room has too few slots.
    """
    options = request.options()
    check_free(request.out, is_plan, force=force)
    if request.html is not None:
        check_free(request.html, foreign_files, force=force)
    observer.doing("building network and room")
    topology = build(request.spec, endpoints=request.endpoints, link_gbps=request.gbps, seed=request.seed)
    room_spec = f"paper:{topology.routers}" if request.room is None else request.room
    room = paper_room(topology.routers) if request.room is None else room_from_spec(room_spec)
    require_slots(request.spec, topology.routers, room, cables=topology.link_count)
    options = replace(options, requirements=read_requirements(request.requirements, topology, room))
    if request.fix is not None:
        options = replace(options, fixed=read_fixed(request.fix, topology, room))
    checkpoint = request.open_checkpoint(topology, room, options)
    site = Site(topology, room, room_spec)
    with interrupt.handle_interrupts():
        placed = place(
            site=site,
            options=options,
            aim=request.objective,
            observer=observer,
            interrupt=interrupt,
            task=request.spec,
            checkpoint=checkpoint,
        )
        placed = replace(placed, plan=replace(placed.plan, path=request.out))
        observer.doing("writing the plan")
        with defer_interrupts():
            digest = write_plan(request.out, placed.plan)
            if request.html is not None:
                _write_page(request, request.html, placed, digest)
            if checkpoint is not None and not placed.interrupted:
                checkpoint.remove()
    return placed


def _write_page(request: LayoutRequest, html: Path, placed: PlacingRun, digest: str) -> None:
    from netfloor.reports.floor.plan_page import plan_page  # noqa: PLC0415 - loads Matplotlib

    head = replace(request.head, plans={request.out.name: digest})
    write_file(html, plan_page(placed.plan, placed.result, placed.notes, head))


@dataclass(frozen=True)
class Site:
    """A network, its room, and the spec of the room."""

    topology: Topology
    room: Room
    room_spec: str


def place(
    site: Site,
    options: SolveOptions,
    aim: ObjectiveChoice,
    observer: Observer,
    interrupt: Interrupt,
    task: str,
    checkpoint: Checkpoint | None = None,
) -> PlacingRun:
    """Place a network for an objective, and again without each requirement to find its cost.

    The first placement is that of `place_once`.
    """
    run = place_once(
        site=site,
        options=options,
        aim=aim,
        observer=observer,
        interrupt=interrupt,
        task=task,
        checkpoint=checkpoint,
    )
    options = with_objective(options, aim)
    costs = requirement_costs(site.topology, site.room, options, run.result, observer, interrupt)
    plan, result = with_costs(run.plan, run.result, costs)
    return replace(run, plan=plan, result=result)


def with_costs(plan: Plan, result: Result, costs: tuple[WithoutRequirement, ...]) -> tuple[Plan, Result]:
    """Return plan and result with the costs of requirements."""
    result = replace(result, without=costs)
    update = {"requirements": requirement_records(result)} if result.requirements else {}
    return replace(plan, solver=plan.solver.model_copy(update=update)), result


def place_once(
    site: Site,
    options: SolveOptions,
    aim: ObjectiveChoice,
    observer: Observer,
    interrupt: Interrupt,
    task: str,
    checkpoint: Checkpoint | None = None,
) -> PlacingRun:
    """Place a network for an objective.

    ``aim`` replaces the objective in ``options``; ``task`` is the name of the work for the observer;
    ``checkpoint`` is continued and updated; None without a checkpoint. `InputError` if the objective or its
    coefficients cannot be used; `InfeasibleError` if the network does not fit, or no parts fit it.
    """
    spec = aim.spec()
    options = with_objective(options, aim)
    result = solve(
        site.topology,
        site.room,
        options,
        observer=observer,
        interrupt=interrupt,
        task=task,
        checkpoint=checkpoint,
    )
    objective = None  # a custom objective of the caller is not recorded
    if result.reached is not None and not spec.is_length:
        objective = aim.record(spec, result.reached)
    budget = options.effective_budget
    plan = new_plan(site.topology, site.room, site.room_spec, result, budget, objective)
    return PlacingRun(plan, result, aim.prices_text(spec))


def with_objective(options: SolveOptions, aim: ObjectiveChoice) -> SolveOptions:
    """Return the options with an objective."""
    spec = aim.spec()
    return options if spec.is_length else replace(options, objective=spec.make)
