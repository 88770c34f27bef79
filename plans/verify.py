"""Verify a plan file: recompute each field, or report it as unchecked or not provable."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.foundation.observer import SILENT, Observer
from netfloor.foundation.units import figure_text, mm_to_metres
from netfloor.foundation.wording import count_text
from netfloor.layout.check import cables as check
from netfloor.layout.check.solved import SOLVED, exchange_is_shorter
from netfloor.layout.result import gap_text, is_telling, relative_gap
from netfloor.plans.check.bound import claimed_bound, prove_bound, status_problems
from netfloor.plans.check.claims import (
    PlainInputs,
    claim_problems,
    form_problems,
    input_problems,
    plain_inputs,
)
from netfloor.plans.check.growth import growth_problems
from netfloor.plans.check.laid import laid_problems, searched_cables
from netfloor.plans.check.laid_objective import laid_objective_problems
from netfloor.plans.check.laid_power import network_lengths_mm
from netfloor.plans.check.networks import network_problems
from netfloor.plans.check.objective import objective_problems
from netfloor.plans.check.provable import (
    ABSENT,
    ENUMERATED,
    FIGURES,
    NotProvable,
    field_lines,
    grouped_fields,
    not_provable,
)
from netfloor.plans.check.relisted import (
    ListsRead,
    as_listed,
    laid_not_provable,
    relisted_problems,
)
from netfloor.plans.check.sources import FileGone, compare_lists, compare_sources
from netfloor.plans.file import read_record
from netfloor.plans.load import assembled
from netfloor.plans.models import IMPORTED, LaidModel, ObjectiveFigures, PlanModel
from netfloor.plans.order.check import order_problems
from netfloor.plans.rebuild import rebuild
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room_spec import room_from_definition
from netfloor.topologies.topology import Topology

MAX_PROBLEMS = 1000
#: Problems and unchecked items shown on the terminal, unless all are requested.
MAX_SHOWN = 3
#: For a lower bound by enumeration.
NO_PROOF = (
    "not checked: proved by exhaustive search without a stored certificate; to repeat the proof, "
    "plan the lists again"
)
#: What was recomputed in a plan without problems: of a spec, imported, from lists.
RECOMPUTED = "all figures recomputed independently"
OF_IMPORTED = f"{RECOMPUTED}; names, ids and rates taken from the import"
OF_RELISTED = f"{RECOMPUTED}; names, ports and rates match the lists"
OF_LISTS = "lengths and totals recomputed, units and ports checked; names, ids and rates not checked"


@dataclass(frozen=True)
class Figures:
    """Recomputed figures of a placement; None if it is too damaged to compute them.

    The gap between cable and bound is also None for an objective other than length.
    """

    mean_cable_m: float | None = None
    max_cable_m: float | None = None
    lower_bound_m: float | None = None
    gap: float | None = None


@dataclass(frozen=True)
class AimFigures:
    """Recomputed value and lower bound of an objective other than length.

    ``lower_bound`` is None without a proof, and if the file only records it.
    """

    name: str
    unit: str
    value: float
    lower_bound: float | None
    gap: float | None
    is_recorded: bool = False

    def text(self) -> str:
        """Return the figures in a line."""
        unproved = "not checked" if self.is_recorded else "not proved"
        minimum = unproved if self.lower_bound is None else figure_text(self.lower_bound, self.unit)
        gap = f", gap {gap_text(self.gap)}" if is_telling(self.gap) else ""
        return f"{self.name}: {figure_text(self.value, self.unit)}, lower bound {minimum}{gap}"


@dataclass(frozen=True)
class Verification:
    """The result of a verification.

    Attributes
    ----------
    problems
        Claims of the plan that are false.
    unchecked
        Claims that could not be checked because a file named in the plan is missing.
    not_provable
        Fields that the file alone cannot prove.
    figures
        Recomputed figures of the placement.
    objective
        Recomputed figures of the objective; None for length, or if they could not be recomputed.
    same_bytes
        Whether solving again gave the same file; None if not requested.
    recomputed
        Which figures were recomputed, for the verdict without problems.
    """

    problems: tuple[str, ...]
    unchecked: tuple[str, ...] = ()
    not_provable: tuple[NotProvable, ...] = ()
    figures: Figures = field(default_factory=Figures)
    objective: AimFigures | None = None
    same_bytes: bool | None = None
    recomputed: str = RECOMPUTED

    @property
    def ok(self) -> bool:
        """True without problems; some claims may be unchecked."""
        return not self.problems

    @property
    def wants_files(self) -> bool:
        """True if a missing file leaves claims unchecked."""
        return any(isinstance(item, FileGone) for item in self.unchecked)

    @property
    def unchecked_fields(self) -> tuple[str, ...]:
        """The fields that depend on missing files and may be false."""
        fields = (field for item in self.unchecked if isinstance(item, FileGone) for field in item.fields)
        return tuple(dict.fromkeys(fields))

    def passes(self, *, strict: bool) -> bool:
        """Return True without problems and, if strict, without unchecked claims."""
        return self.ok and not (strict and self.unchecked)

    def to_dict(self, *, strict: bool = False) -> dict[str, Any]:
        """Return the JSON document of ``netfloor verify --json``."""
        return {
            "schema": 1,
            "ok": self.passes(strict=strict),
            "verdict": self.verdict(strict=strict),
            "problems": _first(self.problems, MAX_PROBLEMS, " problems"),
            "unchecked": list(self.unchecked),
            "unchecked_fields": list(self.unchecked_fields),
            "not_provable": [asdict(item) for item in self.not_provable],
            "mean_cable_m": self.figures.mean_cable_m,
            "max_cable_m": self.figures.max_cable_m,
            "lower_bound_m": self.figures.lower_bound_m,
            "gap": self.figures.gap,
            "objective": None if self.objective is None else asdict(self.objective),
            **({} if self.same_bytes is None else {"same_bytes": self.same_bytes}),
        }

    def verdict(self, *, strict: bool = False) -> str:
        """Return a sentence that says whether the plan's claims are true."""
        if not self.ok:
            return f"FAIL: {count_text(len(self.problems), 'problem')}"
        if self.unchecked:
            things = count_text(len(self.unchecked), "item")
            fields = f": {'; '.join(grouped_fields(self.unchecked_fields))}" * bool(self.unchecked_fields)
            return f"{'FAIL:' if strict else 'PASS, but'} {things} could not be checked{fields}"
        listed = [item.field for item in self.not_provable if item.why in FIGURES]
        besides = f" except {', '.join(listed)}, which the file cannot prove" if listed else ""
        if any(item.why == ENUMERATED for item in self.not_provable):
            other = self.recomputed.replace("all figures", "all other figures")
            return f"PASS, but the lower bound was not checked: {other}{besides}"
        return f"PASS: {self.recomputed}{besides}"

    def text(self, *, strict: bool = False, verbose: bool = False) -> str:
        """Return the verdict, the figures and the unprovable claims; every field only if verbose."""
        figures = self.figures
        most, hint = (MAX_PROBLEMS, "") if verbose else (MAX_SHOWN, ": --verbose")
        lines = [f"verdict      {self.verdict(strict=strict)}"]
        lines += [f"problem      {problem}" for problem in _first(self.problems, most, f" problems{hint}")]
        lines += [f"unchecked    {item}" for item in _first(self.unchecked, most, f" items{hint}")]
        for name, value in (("mean cable", figures.mean_cable_m), ("longest", figures.max_cable_m)):
            lines.append(f"{name:<12} " + ("not computable" if value is None else f"{value:.4f} m"))
        recorded = any(item.why == ENUMERATED for item in self.not_provable)
        unproved = NO_PROOF if recorded else "not proved"
        bound = unproved if figures.lower_bound_m is None else f"{figures.lower_bound_m:.4f} m"
        gap = f", gap {gap_text(figures.gap)}" if is_telling(figures.gap) else ""
        lines.append(f"lower bound  {bound}{gap}")
        if self.objective is not None:
            lines.append(f"objective    {self.objective.text()}")
        if self.same_bytes:
            lines.append("rerun        same settings, identical file")
        if self.not_provable:
            reasons = dict.fromkeys(item.why for item in self.not_provable if item.why != ABSENT)
            lines.append(
                "The file cannot prove:"
                if verbose
                else f"unprovable   {'; '.join(reasons)} (fields: --verbose)"
            )
        lines += [f"  {line}" for line in field_lines(self.not_provable)] if verbose else []
        return "\n".join(lines)


def _first(items: tuple[str, ...], most: int, others: str) -> list[str]:
    """Return the first items, and the number of the others with their name."""
    left = len(items) - most
    return [*items[:most], *([f"{left:,} more{others}"] if left > 0 else [])]


#: Rereads the lists of a plan, from its record, its hall and the folders to search for files.
ListReader = Callable[[LaidModel, Hall, Sequence[Path]], ListsRead]


def verify_plan(
    path: Path,
    observer: Observer = SILENT,
    folders: Sequence[Path] = (),
    read_lists: ListReader | None = None,
) -> Verification:
    """Return the problems of a plan file; the observer receives the current step.

    Files named in the plan are looked for in ``folders``, then beside it. Without ``read_lists`` the values
    of lists are taken as the plan has them.

    Raises
    ------
    InputError
        If the file is not a plan that this version reads.
    """
    observer.doing("reading the plan")
    document, record = read_record(path)
    if isinstance(record, LaidModel):
        return _verify_laid(document, record, path, observer, folders, read_lists)
    return verify_record(document, record, path, observer, folders)


def _verify_laid(
    document: dict[str, Any],
    record: LaidModel,
    path: Path,
    observer: Observer,
    folders: Sequence[Path],
    read_lists: ListReader | None,
) -> Verification:
    """Verify a plan made from lists."""
    observer.doing("comparing room and lists")
    try:
        room = room_from_definition(record.inputs.room.definition, "inputs.room.definition")
        different, unchecked = compare_lists(record, room, path.parent, folders)
    except InputError as error:
        return Verification((str(error),))
    observer.doing("recomputing every cable")
    wrong = laid_problems(document, record)
    if not wrong:
        wrong, gone = growth_problems(record, *folders, path.parent)
        unchecked += gone
    search, listed = record.search, None
    if read_lists is not None and isinstance(room, Hall) and not wrong:
        observer.doing("reading the lists again")
        result, listed = _read_again(record, room, read_lists, (*folders, path.parent))
        if isinstance(result, FileGone):
            unchecked.append(result)
        else:
            wrong += result
    not_proved = (
        *(as_listed() if listed is None else ()),
        *laid_not_provable(record, are_read=listed is not None),
    )
    recomputed = OF_LISTS if listed is None else OF_RELISTED
    if wrong:
        return Verification((*different, *wrong), tuple(unchecked), not_proved, recomputed=recomputed)
    observer.doing("recomputing the objective")
    wrong, missing = laid_objective_problems(record, *folders, path.parent)
    proved = search.lower_bound_mm if search is not None and search.method == "prices" else None
    objective = None if search is None else search.objective
    searched_mm = [searched_cable["length_mm"] for searched_cable in searched_cables(record)]
    gap = None if proved is None or objective is not None else relative_gap(sum(searched_mm), proved)
    lengths_mm = network_lengths_mm(record)
    figures = Figures(
        *_mean_and_max_m(sum(lengths_mm), max(lengths_mm, default=0), len(lengths_mm)),
        None if proved is None else mm_to_metres(proved / max(len(searched_mm), 1)),
        gap,
    )
    reached = None if wrong or missing else _aim_figures(objective)
    if reached is not None and objective is not None and objective.method == "enumeration":
        reached = replace(reached, lower_bound=None, gap=None, is_recorded=True)
    return Verification(
        (*different, *wrong),
        (*unchecked, *missing),
        not_proved,
        Figures() if wrong else figures,
        reached,
        recomputed=recomputed,
    )


def _read_again(
    record: LaidModel, room: Hall, read_lists: ListReader, folders: Sequence[Path]
) -> tuple[list[str] | FileGone, ListsRead | None]:
    """Return the differences from the lists, or the missing files, and the lists if they were read."""
    try:
        lists = read_lists(record, room, folders)
    except InputError as error:
        return [f"inputs.lists: cannot be read as the plan says: {error}"], None
    if lists.devices:
        return [*relisted_problems(record, lists)], lists
    if lists.reasons:
        why = f"the lists are not read again: {'; '.join(lists.reasons)}"
        return FileGone(why, ["devices", "cables"]), None
    return [], None  # `compare_lists` tells of lists that are not here


def verify_record(
    document: dict[str, Any],
    plan: PlanModel,
    path: Path,
    observer: Observer = SILENT,
    folders: Sequence[Path] = (),
) -> Verification:
    """Verify the contents of a plan file, written or not.

    Parameters
    ----------
    document, plan
        The JSON document, and its parsed fields.
    path
        Path of the file, written or not: files named in the plan are looked for beside it.
    folders
        Folders that are searched first.
    """
    places = (*folders, path.parent)
    problems = form_problems(document, plan)
    observer.doing("rebuilding network and room")
    try:
        topology, room = rebuild(plan, str(path))
        source_problems, unchecked = compare_sources(plan, topology, room, path.parent, folders)
    except InputError as error:
        return Verification((*problems, f"inputs: cannot be rebuilt: {error}"))
    problems += source_problems
    problems += input_problems(document, topology, room) + network_problems(topology)
    observer.doing("recomputing every cable")
    plain = plain_inputs(topology, room, plan.solver.required)
    problems += claim_problems(document, plan, topology, room, plain)
    observer.doing("proving the lower bound again")
    result, missing, figures = derive_figures(document, plan, topology, plain)
    problems, unchecked = problems + result, unchecked + missing
    observer.doing("recomputing objective and order")
    aim = None
    if not problems:  # otherwise they explain a different objective
        result, missing = objective_problems(plan, room, topology, plain, claimed_bound(plan), *places)
        aim = None if result or missing else _aim_figures(plan.solver.objective)
        wrong, absent = order_problems(assembled(document, plan, topology, room, path), plan, *places)
        problems, unchecked = problems + result + wrong, unchecked + missing + absent
    if not problems:
        result, missing = growth_problems(plan, *places)
        problems, unchecked = problems + result, unchecked + missing
    problems = list(dict.fromkeys(problems))  # two checks may report one unknown field
    recomputed = OF_IMPORTED if plan.ports == IMPORTED else RECOMPUTED
    return Verification(
        tuple(problems), tuple(unchecked), not_provable(plan), figures, aim, recomputed=recomputed
    )


def _aim_figures(record: ObjectiveFigures | None) -> AimFigures | None:
    if record is None or record.not_purchasable is not None:
        return None
    gap = (record.value - record.least) / record.least if record.least else None
    return AimFigures(record.name, record.unit, record.value, record.least, gap)


def derive_figures(
    document: dict[str, Any], plan: PlanModel, topology: Topology, plain: PlainInputs
) -> tuple[list[str], list[str], Figures]:
    """Recompute cost and bound; return (problems, unchecked, figures)."""
    network, floor = plain.network, plain.floor
    if check.placement_problems(plan.placement, network, floor):
        return [], [], Figures()
    derived = check.derive(plan.placement, network, floor)
    bound = prove_bound(
        document["lower_bound"], topology, network, plain.bounded, derived.total_mm, plan.solver
    )
    problems, links = bound.problems, max(len(derived.lengths_mm), 1)
    solved = plan.lower_bound.method == SOLVED and not problems
    if (
        solved
        and isinstance(floor, check.Floor)
        and exchange_is_shorter(network, floor, plan.placement, plain.kept)
    ):
        problems.append("lower_bound: swapping two places gives less cable")
    mean_m, max_m = _mean_and_max_m(derived.total_mm, derived.max_mm, links)
    if bound.length_mm is None:
        if bound.unchecked:
            problems += status_problems(plan.solver, derived.total_mm, plan.lower_bound.length_mm)
        return problems, [bound.unchecked] * bool(bound.unchecked), Figures(mean_m, max_m)
    problems += status_problems(plan.solver, derived.total_mm, bound.length_mm)
    bound_m = mm_to_metres(bound.length_mm / links)
    gap = None if plan.solver.objective is not None else relative_gap(derived.total_mm, bound.length_mm)
    return problems, [], Figures(mean_m, max_m, bound_m, gap)


def _mean_and_max_m(total_mm: int, max_mm: int, links: int) -> tuple[float, float]:
    return mm_to_metres(total_mm / max(links, 1)), mm_to_metres(max_mm)
