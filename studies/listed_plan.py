"""A plan from lists of devices and cables: what ``netfloor plan`` does with CSV files and workbooks."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from netfloor.exchange.lists.kinds import sorted_lists
from netfloor.exchange.lists.read import read_lists
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import undisturbed
from netfloor.foundation.observer import Observer
from netfloor.foundation.units import mm_to_metres
from netfloor.plans.laid import LaidFabric, hall_cabinets, lay
from netfloor.plans.laid_file import load_laid, write_laid
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.lists.page import answer, laid_page, warnings
from netfloor.rooms.hall.checks import refuse_problems
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room_spec import room_from_spec

PLAN, REPORT = "plan.json", "report.html"


@dataclass(frozen=True)
class ListedPlanRequest:
    """Lists of devices and of cables in any order, the room, the folder to write."""

    files: tuple[Path, ...]
    room: str
    out: Path
    head: ReportHead = field(default_factory=ReportHead)


@dataclass(frozen=True)
class ListedPlan:
    """The plan that was written, and the files."""

    laid: LaidFabric
    files: tuple[str, ...]

    @property
    def answer(self) -> str:
        """Devices, cables and their length in a sentence."""
        return answer(self.laid)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Cabinets above their limits, and watts that are not known."""
        return tuple(warnings(self.laid))

    @property
    def notes(self) -> tuple[str, ...]:
        """What the lists leave open and how it was decided."""
        return tuple(note for note in self.laid.fabric.notes if note not in self.warnings)

    def to_dict(self) -> dict[str, Any]:
        """Return what ``netfloor plan --json`` prints for lists."""
        fabric = self.laid.fabric
        return {
            "schema": 1,
            "answer": self.answer,
            "devices": len(fabric.devices),
            "cables": len(fabric.cables),
            "total_cable_m": mm_to_metres(self.laid.total_mm),
            "plan_sha256": self.laid.sha256,
            "files": list(self.files),
            "warnings": list(self.warnings),
            "notes": list(self.notes),
        }


def run_listed_plan(request: ListedPlanRequest, observer: Observer, *, force: bool) -> ListedPlan:
    """Lay the fabric of some lists in a hall; write the plan and its page into a folder.

    Raises
    ------
    InputError
        For lists or a room that cannot be used, with all problems of the lists; nothing is written then.
    """
    check_output_folder(request.out, force=force)
    observer.doing("reading room and lists")
    hall = room_from_spec(request.room)
    if not isinstance(hall, Hall):
        what = "is a grid, which has no rack units"
        raise InputError(f"{setting('room')} {request.room}", what, "a room file with [hall] and rows")
    refuse_problems(hall, request.room)
    devices, cables = sorted_lists(request.files)
    listed = read_lists(devices, cables, hall_cabinets(hall))
    laid = lay(listed.fabric, hall, request.room)
    with undisturbed(), output_folder(request.out, force=force) as folder:
        write_laid(folder / PLAN, laid)
        laid = load_laid(folder / PLAN)  # checked by other code before anybody builds by it
        observer.doing("writing the page")
        write_atomic(folder / REPORT, laid_page(laid, request.head))
    return ListedPlan(laid, (PLAN, REPORT))
