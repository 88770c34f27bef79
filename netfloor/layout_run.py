"""One network into one room: what the ``layout`` command runs."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from foundation.errors import InputError
from foundation.files import load_json
from foundation.units import mm_to_metres
from layout.budget import Budget
from layout.cable_plan import CablePlan, make_cable_plan
from layout.checkpoint import Checkpoint
from layout.plan_file import KIND, links_sha256, plan_document, write_plan
from layout.portfolio import known_placers
from layout.result import Result
from layout.solve import SolveOptions, solve
from netfloor.fitting import require_slots
from netfloor.fixed_routers import read_fixed
from netfloor.output_files import check_free
from netfloor.plan_objective import LENGTH, ObjectiveChoice
from netfloor.progress import watching
from netfloor.signals import interruptible, undisturbed
from netfloor.tool import TOOL
from rooms.any_room import AnyRoom
from rooms.paper_room import paper_room
from rooms.room_spec import room_from_spec
from topologies.spec import build
from topologies.topology import Topology


@dataclass(frozen=True)
class LayoutRequest:
    """What the user asked for; see the command's options."""

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

    def options(self) -> SolveOptions:
        """Return the solver's options; `InputError` for an unknown placer."""
        if self.placer not in known_placers():
            raise InputError(
                "--placer", f"there is no {self.placer!r}", f"known: {', '.join(known_placers())}"
            )
        budget = None
        if self.iterations is not None or self.seconds is not None:
            budget = Budget(self.iterations, self.seconds)
        return SolveOptions(
            self.placer, budget, self.seed, self.chains, self.workers, scheduler=self.scheduler
        )

    def open_checkpoint(
        self, topology: Topology, room: AnyRoom, options: SolveOptions
    ) -> Checkpoint | None:
        """Return the checkpoint to go on from; `InputError` if it belongs to something else."""
        if self.checkpoint is None:
            return None
        if self.scheduler is not None:
            raise InputError("--checkpoint", "chains on a cluster write none down", "leave out --scheduler")
        if not options.effective_budget.reproducible:
            raise InputError("--checkpoint", "cannot go on from a budget in seconds", "give --iterations")
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
            "tool": TOOL,
        }
        return Checkpoint(self.checkpoint, inputs)


@dataclass(frozen=True)
class LayoutReport:
    """What came of it."""

    topology: Topology
    room: AnyRoom
    result: Result
    cables: CablePlan
    out: Path
    notes: tuple[str, ...]

    @property
    def interrupted(self) -> bool:
        """True if somebody ended the work early."""
        return self.result.status == "interrupted"

    def to_dict(self) -> dict[str, Any]:
        """Return what ``layout --json`` prints."""
        links = max(self.result.links, 1)
        return {
            "schema": 1,
            "network": self.topology.name,
            "room": self.room.summary,
            "plan": str(self.out),
            "routers": self.topology.routers,
            "links": self.result.links,
            "slots": self.room.slots,
            "mean_cable_m": mm_to_metres(self.cables.mean_mm),
            "max_cable_m": mm_to_metres(self.cables.max_mm),
            "total_cable_m": mm_to_metres(self.cables.total_mm),
            "cables_inside_cabinets": int(self.cables.inside_cabinets.sum()),
            "lower_bound_m": mm_to_metres(self.result.bound.length_mm / links),
            "gap": self.result.gap,
            "bound_method": self.result.bound.method,
            "status": self.result.status,
            "placer": self.result.placer,
            "found_by": self.result.found_by,
            "seed": self.result.seed,
            "chains": self.result.chains,
            "iterations": self.result.iterations,
            "seconds": self.result.seconds,
            "objective": None if self.result.reached is None else self.result.reached.to_dict(),
            "checksum": self.result.checksum,
            "notes": list(self.notes),
        }

    def text(self) -> str:
        """Return the report in a few lines."""
        inside = int(self.cables.inside_cabinets.sum())
        return "\n".join(
            [
                f"network      {self.topology.name}: {self.topology.routers} routers",
                f"room         {self.room.summary}, {self.room.slots} slots",
                self.result.summary(),
                f"cable        {mm_to_metres(self.cables.total_mm):.1f} m in all, longest "
                f"{mm_to_metres(self.cables.max_mm):.1f} m, {inside} inside cabinets",
                f"plan         {self.out}",
            ]
        )


def run_layout(request: LayoutRequest, *, force: bool, quiet: bool) -> LayoutReport:
    """Place a network and write its plan file.

    Raises
    ------
    InputError
        If spec, room, placer or output file are not usable; nothing is written then.
    InfeasibleError
        If the room has too few slots.
    """
    options = request.options()
    check_free(request.out, is_plan, force=force)
    topology = build(request.spec, endpoints=request.endpoints, link_gbps=request.gbps, seed=request.seed)
    room_spec = f"paper:{topology.routers}" if request.room is None else request.room
    room = paper_room(topology.routers) if request.room is None else room_from_spec(room_spec)
    require_slots(request.spec, topology.routers, room)
    if request.fix is not None:
        options = replace(options, fixed=read_fixed(request.fix, topology, room))
    spec = request.objective.spec()
    if not spec.is_length:
        options = replace(options, objective=spec.make)
    checkpoint = request.open_checkpoint(topology, room, options)
    with interruptible() as interrupt:
        with watching(quiet=quiet) as observer:
            result = solve(
                topology,
                room,
                options,
                observer=observer,
                interrupt=interrupt,
                task=request.spec,
                checkpoint=checkpoint,
            )
        with undisturbed():
            cables = make_cable_plan(topology, room, result.placement)
            budget = options.effective_budget
            reached = result.reached
            record = None if reached is None else request.objective.record(spec, reached)
            plan = plan_document(topology, room, room_spec, result, cables, budget, TOOL, objective=record)
            write_plan(request.out, plan)
            if checkpoint is not None and result.status != "interrupted":
                checkpoint.remove()
    return LayoutReport(topology, room, result, cables, request.out, topology.notes)


def is_plan(path: Path) -> bool:
    """Return True if a file is a plan that netfloor wrote, of whatever schema."""
    try:
        document = load_json(path, "plan file")
    except InputError:
        return False
    return isinstance(document, dict) and document.get("kind") == KIND
