"""The expansion of a plan by new lists of devices and cables, for ``grow`` with CSV files and workbooks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.exchange.lists.kept import OldFabric, next_number
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Device, Fabric
from netfloor.fabric.power import PowerRules
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import read_bytes
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.foundation.output_files import check_free, foreign_files, write_file
from netfloor.foundation.units import mm_to_metres
from netfloor.foundation.wording import count_text
from netfloor.layout.devices.rules import DeviceRule, rule_problems
from netfloor.plans.alignment import PricedFabric
from netfloor.plans.diff import PlanDiff, diff_fabrics
from netfloor.plans.file import is_plan, path_from_here, write_plan
from netfloor.plans.laid import LaidFabric, LaidPower, lay, place_free
from netfloor.plans.load import AnyPlan, load_any_plan, load_laid
from netfloor.plans.migration.growth import growth_of_fabrics
from netfloor.plans.order.difference import order_difference
from netfloor.plans.order.laid_parts import laid_beside, laid_parts
from netfloor.plans.order.terms import ListedTerms, OrderTerms
from netfloor.reports.diff.table import account_lines, counts
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.lists.page import answer, laid_page, warnings
from netfloor.rooms.hall.checks import refuse_problems
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room_spec import room_from_spec
from netfloor.studies.grow.order import require_order, write_order
from netfloor.studies.grow.report import WhatStays
from netfloor.studies.lists.again import lists_beside, reading_record
from netfloor.studies.lists.plan_file import read_listed_plan
from netfloor.studies.power_cords import supply_power

#: File name endings of lists and planning files.
_LISTS = (".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".toml")
#: Maximum devices in a note.
_MAX_NAMED = 10


def are_lists(words: Sequence[str]) -> bool:
    """Return whether all arguments are list files rather than specs of networks."""
    return all(":" not in word and word.lower().endswith(_LISTS) for word in words)


@dataclass(frozen=True)
class ListedGrowRequest:
    """The options of the command; ``files`` are lists, or a single planning file."""

    plan: Path
    files: tuple[Path, ...]
    out: Path
    room: str | None = None
    catalogue: Path | None = None
    order: Path | None = None
    html: Path | None = None
    seed: int = 0
    tables: TableRequest = field(default_factory=TableRequest)
    head: ReportHead = field(default_factory=ReportHead)


@dataclass(frozen=True)
class ListedGrowth:
    """The result of the expansion."""

    request: ListedGrowRequest
    laid: LaidFabric
    diff: PlanDiff
    stays: WhatStays
    interrupted: bool

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on decisions about the lists; devices missing from them come first."""
        return tuple(note for note in self.laid.fabric.notes if note not in self.stays.warnings)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``grow --json`` for lists."""
        return {
            "schema": 1,
            "old_plan": str(self.request.plan),
            "plan": str(self.request.out),
            "answer": answer(self.laid),
            **self.stays.to_dict(),
            "total_cable_m": mm_to_metres(self.laid.total_mm),
            "gap": self.laid.gap,
            "account": self.diff.account,
            "counts": counts(self.diff),
            "notes": list(self.notes),
        }

    def text(self) -> str:
        """Return the result in a few lines."""
        lines = [f"{name:<12} {value}" for name, value in self.stays.fields()]
        lines += [f"{'new plan':<12} {answer(self.laid)}", *account_lines(self.diff.account)]
        return "\n".join([*lines, f"{'plan':<12} {self.request.out}"])


def grow_by_lists(
    request: ListedGrowRequest, observer: Observer, interrupt: Interrupt, *, force: bool
) -> ListedGrowth:
    """Lay new lists of devices and cables around the existing ones, and write the plan.

    The lists are the complete new network. Values that they leave blank for a device or cable of the old
    plan stay: rack and unit, ports and id; other blanks are placed, or take free ports. `InputError` for an
    unusable plan or lists, with all problems of the lists; nothing is written then. `InfeasibleError` if
    limits and rules leave no placement of new devices next to those that stay.
    """
    check_free(request.out, is_plan, force=force)
    for path in (request.order, request.html):
        if path is not None:
            check_free(path, foreign_files, force=force)
    observer.doing("reading plan, room and lists")
    old = load_any_plan(request.plan)
    given = _given(request)
    spec = request.room or given.get("room") or old.room_spec
    same = spec == old.room_spec and request.room is None
    room = old.room if same else room_from_spec(spec, any_unit=True)
    if not isinstance(room, Hall):
        what = "is a grid, which has no rack units"
        raise InputError(f"{setting('room')} {spec}", what, "a room file with [hall] and rows")
    refuse_problems(room, spec)
    power = _power(old, given)
    result, known = lists_beside(old, room, given["files"], request.tables, given["formulas"], power)
    listed, fabric = result.fabric, known.fabric
    listed = replace(listed, notes=(*_gone(fabric, listed.devices), *listed.notes))
    rules, lost = _rules(old, given, listed, room)
    observer.doing("placing new devices")
    with interrupt.handle_interrupts():
        placed, search = place_free(listed, room, rules, given.get("seed", request.seed), interrupt)
    placed, cords = _supplied(replace(placed, notes=(*lost, *placed.notes)), room, power, known)
    laid = replace(lay(placed, room, spec, given["title"] or old.title, search), power=cords)
    growth = growth_of_fabrics(fabric, laid.fabric)
    record = growth.record(path_from_here(request.plan), old.sha256)
    laid = replace(
        laid,
        grown=record,
        next_number=next_number(laid.fabric, known.next_number),
        lists=tuple((path_from_here(file), sha256(read_bytes(file)).hexdigest()) for file in result.files),
        reading=reading_record(request.tables, None, given["formulas"]),
    )
    order = None
    if request.catalogue is not None:
        catalogue, terms = load_catalogue(request.catalogue), _TERMS
        before, after = (
            laid_parts(item, request.catalogue, catalogue, terms) for item in (_as_laid(old), laid)
        )
        stay = {name for name, stays in growth.cables.items() if stays}
        order = order_difference(before, laid_beside(after, before, stay))
    unordered = "" if order else "no catalogue is given, and lists have no prices"
    stays = WhatStays(growth, order, unordered, tuple(warnings(laid)))
    require_order(request.order, stays)
    with defer_interrupts():
        write_plan(request.out, laid)
        laid = load_laid(request.out, with_bound=True)  # loading verifies the plan
        if request.order is not None and order is not None:
            write_order(request.order, order)
        if request.html is not None:
            observer.doing("writing the page")
            write_file(request.html, laid_page(laid, request.head))
    diff = diff_fabrics(PricedFabric(fabric), PricedFabric(laid.fabric))
    return ListedGrowth(request, laid, diff, stays, interrupt.asked)


#: Terms for parts of lists: devices included; items without a part are left out and reported.
_TERMS = OrderTerms(listed=ListedTerms(devices=True, partial=True))


def _given(request: ListedGrowRequest) -> dict[str, Any]:
    """Return the lists, rules and formula networks of a request."""
    planning = [path for path in request.files if path.suffix.lower() == ".toml"]
    if not planning:
        return {"files": request.files, "formulas": (), "rules": None, "title": ""}
    if len(request.files) > 1:
        raise InputError(str(planning[0]), "names its own lists", "give only this file, or only lists")
    return read_listed_plan(planning[0])


def _as_laid(old: AnyPlan) -> LaidFabric:
    """Return the old plan for a bill of lists; other plans are refused."""
    if not isinstance(old, LaidFabric):
        what = "is not a plan of lists, so orders cannot be compared"
        raise InputError(str(old.path), what, f"leave out {setting('catalogue')}")
    return old


def _power(old: AnyPlan, given: dict[str, Any]) -> PowerRules | None:
    """Return the rules on power cords: those of the planning file, or without one those of the old plan."""
    if given["rules"] is not None:
        asked: PowerRules | None = given["power"]
        return asked
    return old.power.rules if isinstance(old, LaidFabric) and old.power is not None else None


def _supplied(
    placed: Fabric, room: Hall, rules: PowerRules | None, known: OldFabric
) -> tuple[Fabric, LaidPower | None]:
    """Return a fabric with its power cords, and the cords that were added; unchanged without rules."""
    return (placed, None) if rules is None else supply_power(placed, room, rules, known)


def _rules(
    old: AnyPlan, given: dict[str, Any], fabric: Fabric, hall: Hall
) -> tuple[tuple[DeviceRule, ...], tuple[str, ...]]:
    """Return the active rules, and notes on old rules that refer to missing devices or places.

    A planning file replaces all rules; without one those of the old plan stay.
    """
    if given["rules"] is not None:
        return given["rules"], ()
    if not isinstance(old, LaidFabric) or old.search is None:
        return (), ()
    result = {rule: next(rule_problems([rule], fabric, hall), None) for rule in old.search.rules}
    kept = tuple(rule for rule, problem in result.items() if problem is None)
    lost = (f"Rule of the old plan dropped: {item}." for item in result.values() if item is not None)
    return kept, tuple(lost)


def _gone(old: Fabric, devices: Sequence[Device]) -> Iterator[str]:
    """Yield the note on devices of the old plan that the lists omit."""
    names = {device.name for device in devices}
    gone = [device.name for device in old.devices if device.name not in names]
    if gone:
        missing = shortened(gone, _MAX_NAMED)
        count = count_text(len(gone), "device")
        yield f"The lists are taken as complete; {count} missing from them will be removed: {missing}."
