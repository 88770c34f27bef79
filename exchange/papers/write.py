"""PDF sheets of a plan in one folder, as written by the ``papers`` command."""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from netfloor.exchange.export import open_plan, plan_trays
from netfloor.exchange.papers import (
    bundles,
    changes,
    elevations,
    labels,
    ports,
    pull_rows,
    pull_trays,
    results,
    switches,
)
from netfloor.exchange.papers.changes import Changes
from netfloor.exchange.papers.page import PAPERS, UNKNOWN, PaperPage, printable
from netfloor.exchange.papers.pdf import Imprint, to_pdf
from netfloor.exchange.papers.site import SitePlan, site_of
from netfloor.exchange.trunk_pieces import in_pieces
from netfloor.exchange.writers.sheets.labels import chosen_format
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import defer_interrupts
from netfloor.foundation.observer import SILENT, Observer
from netfloor.foundation.spreadsheet_text import one_line
from netfloor.foundation.wording import known_text
from netfloor.plans.order.terms import OrderTerms
from netfloor.topologies.parameters import shown

TASK = "drawing the sheets"
#: Every sheet by file name: its title and the function for its pages; labels also need their stock.
SHEETS: dict[str, tuple[str, Callable[[SitePlan], list[PaperPage]] | None]] = {
    "elevations": (elevations.TITLE, elevations.pages),
    "switches": (switches.TITLE, switches.pages),
    "pull-rows": (pull_rows.TITLE, pull_rows.pages),
    "pull-trays": (pull_trays.TITLE, pull_trays.pages),
    "ports": (ports.TITLE, ports.pages),
    "labels": (labels.TITLE, None),
    "bundles": (bundles.TITLE, bundles.pages),
    "tests": (results.TITLE, results.pages),
}
#: Sheets included in a print of changes, after the change sheet.
SINCE = ("pull-rows", "pull-trays", "ports", "labels", "tests")


@dataclass(frozen=True)
class PapersRequest:
    """The options of a print.

    Attributes
    ----------
    day
        The date printed on every page.
    only
        Names of `SHEETS`; empty for all.
    paper
        ``a4`` or ``letter``.
    label_format
        Label format, see `exchange.writers.sheets.labels`; None for the default.
    parts
        As for `exchange.export.ExportRequest`.
    since
        The previously printed plan, to print only the changes.
    """

    plan: Path
    out: Path
    day: dt.date
    only: tuple[str, ...] = ()
    paper: str = "a4"
    label_format: str | None = None
    parts: tuple[Path, OrderTerms] | None = None
    since: Path | None = None


@dataclass(frozen=True)
class WrittenSheet:
    """A written sheet."""

    name: str
    title: str
    pages: int
    data: bytes

    @property
    def file(self) -> str:
        """Name of its file."""
        return f"{self.name}.pdf"


@dataclass(frozen=True)
class Papers:
    """The drawn sheets and their target folder."""

    site: SitePlan
    out: Path
    sheets: tuple[WrittenSheet, ...]
    notes: tuple[str, ...]
    changes: Changes | None = None

    @property
    def pages(self) -> int:
        """Number of pages of all sheets."""
        return sum(sheet.pages for sheet in self.sheets)

    def write(self, folder: Path) -> None:
        """Write each sheet into an existing folder."""
        for sheet in self.sheets:
            write_atomic(folder / sheet.file, sheet.data)

    def to_dict(self) -> dict[str, Any]:
        """Return the output of ``netfloor papers --json``."""
        fabric = self.site.fabric
        return {
            "schema": 1,
            "network": fabric.name,
            "plan_sha256": self.site.imprint.sha256,
            "out": str(self.out),
            "switches": len(fabric.switches),
            "servers": len(fabric.end_devices),
            "cables": len(fabric.pulled),
            "pages": self.pages,
            "papers": [
                {
                    "name": sheet.name,
                    "file": sheet.file,
                    "title": sheet.title,
                    "pages": sheet.pages,
                    "bytes": len(sheet.data),
                }
                for sheet in self.sheets
            ],
            **({} if self.changes is None else {"changes": self.changes.document()}),
            "notes": list(self.notes),
        }


def write_papers(request: PapersRequest, observer: Observer = SILENT, *, force: bool) -> Papers:
    """Write the sheets of a plan into a folder that appears atomically, reporting each to the observer.

    Raises
    ------
    InputError
        For an unknown sheet or paper, a label format that cannot be read, an invalid plan, or a
        folder that cannot be written; nothing is written then.
    CheckFailedError
        If the plan's claims do not hold.
    InfeasibleError
        If no part on sale fits a link.
    """
    _names(request)
    check_output_folder(request.out, force=force)
    papers = draw_papers(request, observer)
    with defer_interrupts(), output_folder(request.out, force=force) as folder:
        papers.write(folder)
    return papers


def draw_papers(request: PapersRequest, observer: Observer = SILENT) -> Papers:
    """Draw the sheets of a plan without writing them; raises as `write_papers`."""
    names = _names(request)
    observer.doing("reading the plan")
    site, told = requested_site(request)
    notes = list(told)
    if request.since is not None:
        return _draw_changes(request, site, notes, observer)
    if site.trays is None and "pull-trays" in names:
        if request.only:
            raise InputError(setting("only"), "pull-trays needs a room with trays, and this one has none")
        names = tuple(name for name in names if name != "pull-trays")
        notes.append("no pull sheet by tray: the room has no trays")
    sheets = tuple(_drawn(site, names, request.paper, notes, observer))
    notes += _said(site)
    return Papers(site, request.out, sheets, tuple(notes))


def _draw_changes(request: PapersRequest, site: SitePlan, notes: list[str], observer: Observer) -> Papers:
    """Draw the sheets of changes since another plan was printed, leaving out empty sheets."""
    assert request.since is not None  # noqa: S101 - see the caller
    before, _ = requested_site(replace(request, plan=request.since, since=None))
    names = [{device.name for device in own.fabric.devices} for own in (before, site)]
    if names[0].isdisjoint(names[1]):
        what = f"has no device of {request.plan}"
        raise InputError(f"{setting('since')} {request.since}", what, "the plan that was printed before")
    changed = Changes(before, site)
    laid = changed.site(changes.NEW, changes.MOVED, changes.EXCHANGED)
    sites = {"labels": changed.labelled, "ports": changed.ports}
    filled = {"labels": bool(changed.labels), "ports": bool(changed.cables)}
    filled["pull-trays"] = bool(laid.trays and laid.trays.runs)
    sheets = []
    if not request.only or "changes" in request.only:
        pages = changes.pages(changed)
        sheets.append(_written("changes", changes.TITLE, pages, site))
    for name in SINCE:
        if (not request.only or name in request.only) and filled.get(name, bool(laid.fabric.cables)):
            observer.doing(SHEETS[name][0])
            sheets.append(_sheet(sites.get(name, laid), name, request.paper, notes))
    return Papers(site, request.out, tuple(sheets), (*notes, *_said(site)), changed)


def _drawn(
    site: SitePlan, names: tuple[str, ...], paper: str, notes: list[str], observer: Observer
) -> Iterator[WrittenSheet]:
    """Draw the sheets one after the other."""
    observer.started(TASK, len(names))
    for done, name in enumerate(names):
        observer.advanced(TASK, done, SHEETS[name][0])
        yield _sheet(site, name, paper, notes)
    observer.finished(TASK)


def requested_site(request: PapersRequest) -> tuple[SitePlan, tuple[str, ...]]:
    """Return the requested plan in the form that its sheets need, with notes."""
    opened = open_plan(request.plan, request, own=True)
    plan, bought = opened.plan, opened.bought
    fabric = in_pieces(opened.whole, bought.parts)
    form = chosen_format(fabric, request.label_format)
    size = PAPERS[request.paper]
    imprint = Imprint(one_line(fabric.name), plan.sha256, request.day, size, bought.overfull)
    site = site_of(plan, fabric, imprint, form, plan_trays(plan.room, fabric), bought.parts)
    return site, (*bought.notes, *fabric.notes)


def _names(request: PapersRequest) -> tuple[str, ...]:
    if request.paper not in PAPERS:
        raise InputError(
            setting("paper"), f"{shown(request.paper)!r} is unknown", known_text(request.paper, PAPERS)
        )
    known = SHEETS if request.since is None else {"changes": None, **dict.fromkeys(SINCE)}
    for name in request.only:
        if name not in known:
            what = f"there is no sheet {shown(name)!r}" + ("" if request.since is None else " of changes")
            raise InputError(setting("only"), what, known_text(name, known))
    return tuple(name for name in SHEETS if not request.only or name in request.only)


def _sheet(site: SitePlan, name: str, paper: str, notes: list[str]) -> WrittenSheet:
    title, draw = SHEETS[name]
    if draw is None:
        stock, size = labels.chosen_stock(site, paper)
        pages = labels.pages(site, stock, size)
        notes.append(f"labels fit {stock.name} sheets: print at 100 %, not fitted to the page")
    else:
        pages = draw(site)
    return _written(name, title, pages, site)


def _written(name: str, title: str, pages: list[PaperPage], site: SitePlan) -> WrittenSheet:
    return WrittenSheet(name, title, len(pages), to_pdf(title, pages, site.imprint))


def _said(site: SitePlan) -> list[str]:
    """Return notes on all sheets: missing parts, and names with characters missing from the font."""
    fabric = site.fabric
    names = (
        fabric.name,
        *(cabinet.name for cabinet in fabric.cabinets),
        *(device.name for device in fabric.devices),
    )
    notes = []
    if not site.ordered:
        notes.append("cables have no medium or part yet: give a catalogue or a cost set")
    if any(UNKNOWN in printable(name) and UNKNOWN not in name for name in names):
        notes.append(f"characters missing from the font of the sheets are shown as {UNKNOWN}")
    return notes
