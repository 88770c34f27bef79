"""The files of a planning run: plan, bill of materials, drawings, installation sheets, report."""

from dataclasses import replace
from pathlib import Path

from netfloor.foundation.extras import has_ezdxf
from netfloor.foundation.files import to_json, write_atomic
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer
from netfloor.reports.bom.sheets import bom_sheets
from netfloor.rooms.hall.hall import Hall
from netfloor.studies.hall_plan.planning_run import PlanningRun
from netfloor.studies.hall_plan.servers import limit_prices


def write_run(run: PlanningRun, folder: Path, observer: Observer, interrupt: Interrupt) -> PlanningRun:
    """Write all files next to the plan, and return the run with their names.

    After an interrupt, files that were not begun are left out.
    """
    if run.plan.hosts is not None:
        observer.doing("costs of the limits on servers")
        run = replace(run, limits=limit_prices(run.parts, interrupt))
    for step in (_write_bill, _draw, _write_papers, _write_report):
        if interrupt.asked:
            break
        run = step(run, folder, observer)
    return run


def _write_bill(run: PlanningRun, folder: Path, observer: Observer) -> PlanningRun:
    from netfloor.reports.formats.csv_text import table_csv  # noqa: PLC0415 - only for files
    from netfloor.reports.formats.workbook import workbook_bytes  # noqa: PLC0415

    observer.doing("writing the bill of materials")
    sheets = bom_sheets(run.parts, run.head, run.headroom)
    write_atomic(folder / "bom.xlsx", workbook_bytes(list(sheets.values()), run.head))
    for name, sheet in sheets.items():
        write_atomic(folder / f"bom-{name.replace('_', '-')}.csv", table_csv(sheet))
    write_atomic(folder / "bom.json", to_json(dict(run.bom)))
    notes = (
        *_rules_in_require(run),
        *_joint_search(run),
        *_placed_for_length(run),
        *_priced_as_optics(run),
    )
    return replace(run, notes=(*run.plan.topology.notes, *notes))


def _write_report(run: PlanningRun, folder: Path, observer: Observer) -> PlanningRun:
    from netfloor.studies.hall_plan.report import hall_plan_page  # noqa: PLC0415 - loads Matplotlib

    files = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    )
    notes = run.notes
    if run.ownership is None:
        left_out = (
            f"no cost of ownership: the shipped terms are not in {run.parts.bom.currency}; give your own "
            "file as ownership (netfloor init ownership)"
        )
        notes = (*notes, left_out)
    run = replace(run, files=(*files, "report.html"), notes=notes)
    observer.doing("writing the report")
    write_atomic(folder / "report.html", hall_plan_page(run))
    return run


def _joint_search(run: PlanningRun) -> list[str]:
    """Return the notes on switches placed jointly with servers."""
    both = [run.both] if run.both else []
    if not run.plan.solver.together:
        return both
    return [
        *both,
        "switches and servers were placed jointly, then servers again with the switches fixed; the lower "
        "bound of the mean cable covers only cables between switches",
    ]


def _rules_in_require(run: PlanningRun) -> list[str]:
    """Return notes on rules in the list of requirements that should be ``[[rule]]`` tables."""
    old = [
        text for text in run.request.layout.require if text.partition("=")[0].strip() in ("apart", "only")
    ]
    return [f"layout.require: write {text} as a [[rule]] instead (docs/placing.md)" for text in old]


def _placed_for_length(run: PlanningRun) -> list[str]:
    """Return the note on the cost of several networks."""
    if run.plan.topology.networks is None:
        return []
    return ["several networks are placed for cable length, not price: compare the totals of some seeds"]


def _priced_as_optics(run: PlanningRun) -> list[str]:
    """Return the note on links that the objective counts as optical, if cages carry several links."""
    links, topology = run.plan.topology.multiplicity, run.plan.topology
    cages = run.parts.equipment.links_per_cage(run.parts.catalogue)
    alone = int((links % cages[topology.ports.argmax()]).sum()) if len(cages) else 0
    if run.request.layout.objective != "parts" or not alone:
        return []
    return [
        f"{alone:,} of {int(links.sum()):,} links between switches do not fill a pair of cages: the "
        "objective parts counts each as optical with its share of a transceiver at both ends; the bill "
        "also includes partly filled cages"
    ]


def _draw(run: PlanningRun, folder: Path, observer: Observer) -> PlanningRun:
    """Draw the room with its devices, and note missing drawings."""
    from netfloor.reports.rooms.plan_drawing import plan_svg  # noqa: PLC0415 - loads Matplotlib

    observer.doing("drawing the room")
    room, fill = run.plan.room, run.fill
    write_atomic(folder / "room.svg", plan_svg(run.plan, fill))
    if not isinstance(room, Hall):
        return run
    if not has_ezdxf():
        left_out = "room.dxf was left out: drawings for CAD need the extra netfloor[cad]"
        return replace(run, notes=(*run.notes, left_out))
    from netfloor.reports.rooms.hall_dxf import hall_dxf  # noqa: PLC0415 - loads ezdxf

    contents = {
        cabinet["cabinet"]: f"{cabinet['switches']} switches, {cabinet['servers']} servers"
        for cabinet in run.bom["cabinets"]
        if cabinet["switches"] or cabinet["servers"]
    }
    cables, used_mm2 = (None, None) if fill is None else (fill.cables, fill.used_mm2)
    write_atomic(folder / "room.dxf", hall_dxf(room, cables, used_mm2, contents))
    return run


def _write_papers(run: PlanningRun, folder: Path, observer: Observer) -> PlanningRun:
    """Write the installation sheets into the folder ``papers``, if the file requests them."""
    if not run.request.papers:
        return run
    from netfloor.exchange.papers.write import PapersRequest, draw_papers  # noqa: PLC0415 - loads ReportLab

    if run.head.day is None:
        raise ValueError("papers bear a date: give a head with its day")
    made = folder / "papers"
    papers = draw_papers(PapersRequest(folder / "plan.json", made, run.head.day), observer)
    made.mkdir()
    papers.write(made)
    return replace(run, notes=(*run.notes, *(f"papers: {note}" for note in papers.notes)))
