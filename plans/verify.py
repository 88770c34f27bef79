"""Verification of a plan file: every claim re-derived from the inputs and the placement."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.foundation.observer import SILENT, Observer
from netfloor.foundation.units import mm_to_metres
from netfloor.layout.check import cables as check
from netfloor.layout.result import is_telling, relative_gap
from netfloor.plans.check.bound import claimed_bound, prove_bound, status_problems
from netfloor.plans.check.claims import (
    claim_problems,
    form_problems,
    input_problems,
    plain_floor,
    plain_network,
)
from netfloor.plans.check.sources import compare_sources
from netfloor.plans.file import read_record
from netfloor.plans.models import PlanModel
from netfloor.plans.objective import objective_problems
from netfloor.plans.order.check import order_problems
from netfloor.plans.rebuild import rebuild
from netfloor.rooms.any_room import AnyRoom
from netfloor.topologies.topology import Topology

MAX_PROBLEMS = 1000
#: Problems that a person reads at once.
MAX_SHOWN = 20


@dataclass(frozen=True)
class Figures:
    """What a plan's placement comes to, re-derived; None where it is too broken for that."""

    mean_cable_m: float | None = None
    max_cable_m: float | None = None
    lower_bound_m: float | None = None
    gap: float | None = None


@dataclass(frozen=True)
class Verification:
    """What a verification found."""

    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()
    figures: Figures = field(default_factory=Figures)

    @property
    def ok(self) -> bool:
        """True if nothing is wrong."""
        return not self.problems

    def to_dict(self) -> dict[str, Any]:
        """Return what ``netfloor verify --json`` prints."""
        return {
            "schema": 1,
            "ok": self.ok,
            "problems": _first(self.problems, MAX_PROBLEMS),
            "notes": list(self.notes),
            "mean_cable_m": self.figures.mean_cable_m,
            "max_cable_m": self.figures.max_cable_m,
            "lower_bound_m": self.figures.lower_bound_m,
            "gap": self.figures.gap,
        }

    @property
    def _verdict(self) -> str:
        if not self.ok:
            return "NOT as claimed"
        partly = any("not derived again" in note for note in self.notes)
        return "all that could be re-derived is equal" if partly else "everything re-derived and equal"

    def text(self) -> str:
        """Return the verdict and the figures in a few lines."""
        figures = self.figures
        lines = [f"problem      {problem}" for problem in _first(self.problems, MAX_SHOWN)]
        lines.append(f"verdict      {self._verdict}")
        for name, value in (("mean cable", figures.mean_cable_m), ("longest", figures.max_cable_m)):
            lines.append(f"{name:<12} " + ("not derivable" if value is None else f"{value:.4f} m"))
        bound = "not proved" if figures.lower_bound_m is None else f"{figures.lower_bound_m:.4f} m"
        gap = f", gap {figures.gap:.2%}" if is_telling(figures.gap) else ""
        return "\n".join([*lines, f"lower bound  {bound}{gap}"])


def _first(problems: tuple[str, ...], most: int) -> list[str]:
    left = len(problems) - most
    return [*problems[:most], *([f"{left:,} more problems"] if left > 0 else [])]


def verify_plan(path: Path, observer: Observer = SILENT) -> Verification:
    """Return everything that is wrong with a plan file; the observer hears which step is under way.

    Raises
    ------
    InputError
        If the file is not a plan that this version reads.
    """
    observer.doing("reading the plan")
    return verify_record(*read_record(path), path, observer)


def verify_record(
    document: dict[str, Any], plan: PlanModel, path: Path, observer: Observer = SILENT
) -> Verification:
    """Return everything that is wrong with what a plan's file holds, or would hold.

    Parameters
    ----------
    document, plan
        The file as written, and its fields.
    path
        Where it lies, or would: files that it names are looked for beside it.
    """
    problems = form_problems(document, plan)
    observer.doing("building network and room anew")
    try:
        topology, room = rebuild(plan, str(path))
        source_problems, notes = compare_sources(plan, topology, room, path.parent)
    except InputError as error:
        return Verification((*problems, f"inputs: cannot be rebuilt: {error}"))
    problems += source_problems
    problems += input_problems(document, topology, room)
    observer.doing("deriving every cable anew")
    problems += claim_problems(document, plan, topology, room)
    observer.doing("proving the lower bound anew")
    found, figures = derive_figures(document, plan, topology, room)
    problems += found
    observer.doing("deriving objective and order anew")
    if not problems:  # else they explain why the objective differs
        found, unknown = objective_problems(plan, topology, room, path.parent, claimed_bound(plan))
        problems, notes = problems + found, [*notes, *unknown]
        found, unknown = order_problems(plan, topology, path.parent)
        problems, notes = problems + found, [*notes, *unknown]
    return Verification(tuple(problems), tuple(notes), figures)


def derive_figures(
    document: dict[str, Any], plan: PlanModel, topology: Topology, room: AnyRoom
) -> tuple[list[str], Figures]:
    """Return (problems, figures) of cost and bound, the bound proved anew."""
    network, floor = plain_network(topology), plain_floor(room)
    if check.placement_problems(plan.placement, network, floor):
        return [], Figures()
    derived = check.derive(plan.placement, network, floor)
    bound = prove_bound(document["lower_bound"], topology, network, floor, derived.total_mm)
    problems, links = bound.problems, max(len(derived.lengths_mm), 1)
    mean_m, max_m = mm_to_metres(derived.total_mm / links), mm_to_metres(derived.max_mm)
    if bound.length_mm is None:
        return problems, Figures(mean_m, max_m)
    problems += status_problems(plan.solver, derived.total_mm, bound.length_mm)
    bound_m, gap = mm_to_metres(bound.length_mm / links), relative_gap(derived.total_mm, bound.length_mm)
    return problems, Figures(mean_m, max_m, bound_m, gap)
