"""The reproduction of a plan from its own records, for ``verify --rerun``."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.exchange.user_tables.requirements import read_requirements
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer
from netfloor.foundation.tool import TOOL
from netfloor.foundation.units import mm_to_metres
from netfloor.layout.budget import Budget
from netfloor.layout.chains.portfolio import IMPORTED, require_placer
from netfloor.layout.solve import SolveOptions
from netfloor.plans.check.differences import differences
from netfloor.plans.file import document_sha256, plan_document, plan_text, read_placed
from netfloor.plans.models import ObjectiveRecord, PlanModel
from netfloor.plans.named_sets import set_file
from netfloor.plans.objective import LENGTH, ObjectiveChoice, recorded_coefficients, recorded_sets
from netfloor.plans.rebuild import rebuild
from netfloor.studies.place import Site, place

#: Fields of an objective that name files.
_NAMES = ("cost_set", "power_set", "catalogue")


def rerun_differences(
    path: Path, workers: int, observer: Observer, interrupt: Interrupt, folders: Sequence[Path] = ()
) -> list[str]:
    """Solve a plan again, and return the differences between both files; empty if they are equal.

    The inputs are its network, room, placer, seed, iterations, chains, requirements, fixed switches and
    objective. Files that it names are looked up in ``folders`` and next to it. `InputError` if the plan
    cannot be repeated: because it has a budget in seconds, was imported, was made by `netfloor plan` or
    another version, or was interrupted, or a file is missing.
    """
    document, record = read_placed(path)
    if reason := _not_repeatable(record):
        raise InputError(setting("rerun"), reason, f"leave out {setting('rerun')}")
    topology, room = rebuild(record, str(path))
    solver, fixed = record.solver, None
    require_placer(solver.placer, f"{path}: solver.placer")
    if solver.fixed:
        fixed = np.full(topology.routers, -1, dtype=np.int32)
        fixed[[router for router, _ in solver.fixed]] = [slot for _, slot in solver.fixed]
    options = SolveOptions(
        solver.placer,
        Budget(iterations=solver.budget.iterations),
        solver.seed,
        solver.chains,
        workers,
        fixed=fixed,
        requirements=read_requirements(tuple(solver.required), topology, room),
    )
    aim = LENGTH if solver.objective is None else _aim(solver.objective, *folders, path.parent)
    site = Site(topology, room, record.inputs.room.spec)
    with interrupt.handle_interrupts():
        placed = place(site, options, aim, observer, interrupt, topology.name)
    if interrupt.asked:
        raise InputError(setting("rerun"), "was interrupted before a result", "run it again")
    again: dict[str, Any] = plan_document(placed.plan)
    if solver.objective is not None:
        again["solver"]["objective"] |= {
            key: value for key in _NAMES if (value := getattr(solver.objective, key)) is not None
        }
        again["sha256"] = document_sha256(again)
    if plan_text(again).encode() == path.read_bytes():
        return []
    return list(differences(document, again, "rerun")) or ["rerun: the file is formatted differently"]


def _not_repeatable(plan: PlanModel) -> str | None:
    """Return why a plan cannot be repeated from its records; None if it can."""
    solver = plan.solver
    if solver.placer == IMPORTED:
        return "the plan was imported, not placed"
    if plan.hosts or plan.order or plan.detours:
        return "servers, orders and detours are made by `netfloor plan`: run its planning file again"
    if solver.budget.iterations is None:
        return "a budget in seconds is not reproducible"
    if solver.status == "interrupted":
        return "the search was interrupted"
    if plan.tool.get("version") != TOOL["version"]:
        return f"the plan is of version {plan.tool.get('version')}, this is {TOOL['version']}"
    return None


def _aim(record: ObjectiveRecord, *folders: Path) -> ObjectiveChoice:
    """Return the objective of a plan; `InputError` if a file that it names is missing or has changed."""
    recorded_coefficients(record, *folders)
    criterion = Criterion(record.criterion or "price", record.years or 0.0, record.kwh_price or 0.0)  # type: ignore[arg-type]
    return ObjectiveChoice(
        record.name,
        *recorded_sets(record, *folders),
        None if record.reach_mm is None else mm_to_metres(record.reach_mm),
        ObjectiveChoice.switch_ns if record.switch_ns is None else record.switch_ns,
        None
        if record.catalogue is None
        else set_file(record.catalogue, record.catalogue_sha256, load_catalogue, *folders),
        criterion,
        record.switch,
    )
