"""The planning of lists of devices and cables, for ``netfloor plan`` with CSV files and workbooks."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import chain, count, zip_longest
from pathlib import Path
from typing import Any

from netfloor.exchange.exported_lists import exported_format, naming_imports, read_exported
from netfloor.exchange.lists.formulas import FormulaNetwork
from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.all_questions import read_with_all_questions
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Fabric
from netfloor.fabric.power import PowerRules
from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.files import check_output_folder, output_folder, read_bytes, write_atomic
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.foundation.units import mm_to_metres
from netfloor.layout.devices.rules import DeviceRule
from netfloor.plans.file import write_plan
from netfloor.plans.headroom.count import headroom_of
from netfloor.plans.laid import DeviceSearch, LaidFabric, hall_cabinets, lay, place_free
from netfloor.plans.load import load_laid
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.headroom import headroom_document, headroom_fields
from netfloor.reports.lists.objective import objective_document
from netfloor.reports.lists.page import answer, laid_page, rule_fields, warnings
from netfloor.reports.lists.supply import supply_document, supply_fields, supply_notes
from netfloor.rooms.hall.checks import refuse_problems
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room_spec import room_from_spec
from netfloor.studies.lists.again import reading_record
from netfloor.studies.lists.placed import ListedAim
from netfloor.studies.lists.plan_file import spelled_for_file
from netfloor.studies.power_cords import supply_power, within_pdus

PLAN, REPORT = "plan.json", "report.html"


@dataclass(frozen=True)
class ListedPlanRequest:
    """Lists of devices and cables in any order, the room, the output folder and rules on places."""

    files: tuple[Path, ...]
    room: str
    out: Path
    head: ReportHead = field(default_factory=ReportHead)
    device_types: Path | None = None
    title: str = ""
    rules: tuple[DeviceRule, ...] = ()
    formulas: tuple[FormulaNetwork, ...] = ()
    seed: int = 0
    tables: TableRequest = field(default_factory=TableRequest)
    aim: ListedAim = field(default_factory=ListedAim)
    planning_file: Path | None = None  # source of the request, whose fields messages name
    power: PowerRules | None = None


@dataclass(frozen=True)
class ListedPlan:
    """The written plan with its files."""

    laid: LaidFabric
    files: tuple[str, ...]
    interrupted: bool = False

    @property
    def answer(self) -> str:
        """Devices, cables and their length as a sentence."""
        return answer(self.laid)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Cabinets above their limits, and unknown watts."""
        return tuple(warnings(self.laid))

    @property
    def power(self) -> list[tuple[str, str]]:
        """The load of each feed and the worst failure of a feed; none without power cords."""
        return supply_fields(self.laid.supply)

    @property
    def headroom(self) -> list[tuple[str, str]]:
        """The tightest cabinet, and how many more servers fit."""
        return headroom_fields(headroom_of(self.laid))

    @property
    def rules(self) -> list[tuple[str, str]]:
        """The active rules, each with its cost."""
        return rule_fields(self.laid)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on decisions about the lists."""
        own = (note for note in self.laid.fabric.notes if note not in self.warnings)
        return (*own, *supply_notes(self.laid.supply))

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``netfloor plan --json`` for lists."""
        fabric = self.laid.fabric
        return {
            "schema": 1,
            "answer": self.answer,
            "devices": len(fabric.devices),
            "cables": len(fabric.cables),
            "total_cable_m": mm_to_metres(self.laid.total_mm),
            **self._search(),
            **({"power": power} if (power := supply_document(self.laid.supply)) else {}),
            "headroom": headroom_document(headroom_of(self.laid)),
            "plan_sha256": self.laid.sha256,
            "files": list(self.files),
            "warnings": list(self.warnings),
            "notes": list(self.notes),
        }

    def _search(self) -> dict[str, Any]:
        """Return the bound and the places found; empty if the lists give all places."""
        search, fabric = self.laid.search, self.laid.fabric
        if search is None:
            return {}
        return {
            "lower_bound_m": None if search.bound_mm is None else mm_to_metres(search.bound_mm),
            "gap": self.laid.gap,
            "proof": search.method,
            "rules": [
                {
                    "rule": rule.text,
                    "cable_m_without": None if without is None else mm_to_metres(without),
                }
                for rule, without in zip_longest(search.rules, search.without_mm)
            ],
            **objective_document(self.laid),
            "placed": [
                {
                    "device": fabric.devices[number].name,
                    "cabinet": fabric.cabinet_name(number),
                    "unit": fabric.devices[number].unit,
                }
                for number in search.placed
            ],
        }


def run_listed_plan(
    request: ListedPlanRequest, observer: Observer, interrupt: Interrupt, *, force: bool
) -> ListedPlan:
    """Lay the fabric of lists in a hall, place its free devices, and write plan and page into a folder.

    `InputError` for unusable lists or room, with all problems of the lists; nothing is written then.
    `InfeasibleError` if limits and rules leave no placement of the free devices.
    """
    check_output_folder(request.out, force=force)
    observer.doing("reading room and lists")
    hall = room_from_spec(request.room, any_unit=True)
    if not isinstance(hall, Hall):
        what = "is a grid, which has no rack units"
        raise InputError(f"{setting('room')} {request.room}", what, "a room file with [hall] and rows")
    refuse_problems(hall, request.room)
    tables, types = request.tables, request.device_types
    cabinets, rules = hall_cabinets(hall), request.power

    def read(asked: TableRequest) -> ListedFabric:
        listed = read_lists(request.files, cabinets, asked, types, request.formulas, power=rules)
        listed.refuse_unplaced()
        return listed

    if exported_format(request.files) is not None:
        listed = read_exported(request.files, cabinets, rules, tables, types)
    else:
        with naming_imports(request.files, tables.report):
            listed = read_with_all_questions(read, tables, request.files)
    observer.doing("placing free devices")
    try:
        with interrupt.handle_interrupts():
            fabric, search = _placed(listed.fabric, hall, request, interrupt)
    except InputError as error:
        if request.planning_file is None:
            raise
        raise spelled_for_file(error, request.planning_file) from error
    if (search is None or search.objective is None) and request.aim.prepares:
        note = f"No device is free: nothing was placed for {request.aim.choice.text}."
        fabric = replace(fabric, notes=(*fabric.notes, note))
    power = None
    if rules is not None:
        observer.doing("assigning power cords")
        fabric, power = supply_power(fabric, hall, rules)
    copies = _copies(request, listed.files)
    lists = tuple((name, sha256(data).hexdigest()) for name, data in copies.items())
    reading = reading_record(tables, types, request.formulas)
    laid = lay(fabric, hall, request.room, request.title, search)
    laid = replace(laid, lists=lists, power=power, reading=reading if lists else None)
    with defer_interrupts(), output_folder(request.out, force=force) as folder:
        write_plan(folder / PLAN, laid)
        laid = load_laid(folder / PLAN, with_bound=True)  # loading verifies the plan
        observer.doing("writing the page")
        write_atomic(folder / REPORT, laid_page(laid, request.head))
        room = Path(request.room)
        for name, data in {**copies, room.name: read_bytes(room)}.items():
            write_atomic(folder / name, data)
    return ListedPlan(replace(laid, path=request.out / PLAN), (PLAN, REPORT), interrupt.asked)


def _placed(
    fabric: Fabric, hall: Hall, request: ListedPlanRequest, interrupt: Interrupt
) -> tuple[Fabric, DeviceSearch | None]:
    """Place free devices within the capacity of each cabinet's PDUs; beyond it if nothing fits.

    In that case power cords lead to PDUs of other cabinets, or are refused.
    """
    asked = request.rules, request.seed, interrupt, request.aim
    limited = hall if request.power is None else within_pdus(fabric, hall, request.power)
    try:
        return place_free(fabric, limited, *asked)
    except InfeasibleError:
        if limited is hall:
            raise
    return place_free(fabric, hall, *asked)


def _copies(request: ListedPlanRequest, files: Sequence[Path]) -> dict[str, bytes]:
    """Return the lists under names of their own, to be kept beside the plan for `verify`."""
    taken = {PLAN, REPORT, Path(request.room).name}
    copies: dict[str, bytes] = {}
    for path in files:
        numbered = (f"{path.stem}-{number}{path.suffix}" for number in count(2))
        name = next(item for item in chain([path.name], numbered) if item not in taken)
        taken.add(name)
        copies[name] = read_bytes(path)
    return copies
