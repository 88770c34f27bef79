"""The comparison of two plans, for the ``diff`` command."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from netfloor.costmodels.buying.ownership import cost_of_ownership, exchange_of
from netfloor.costmodels.buying.ownership_terms import OwnershipTerms, load_ownership_terms
from netfloor.fabric.fabric import PDU, SWITCH
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.observer import SILENT, Observer
from netfloor.foundation.output_files import check_free, foreign_files, write_file
from netfloor.foundation.units import cents_to_money, mm_to_metres
from netfloor.foundation.wording import count_text
from netfloor.plans.assessment.assessed import Assessed
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.assessment.owned import Owned
from netfloor.plans.by_names import link_lengths_mm
from netfloor.plans.diff import DEVICE_KEYS, PlanDiff, diff_fabrics
from netfloor.plans.load import load_any_plan
from netfloor.plans.plan import Plan
from netfloor.plans.sums import FabricSums, fabric_sums
from netfloor.reports.bom.ownership import ownership_document
from netfloor.reports.diff.floor import DiffFloor, diff_svg
from netfloor.reports.diff.sums import fabric_tables, sums_document
from netfloor.reports.diff.table import (
    COLUMNS,
    change_document,
    counts,
    device_changes,
    records,
)
from netfloor.reports.figures.figure import Number
from netfloor.reports.figures.lookup import figures_of
from netfloor.reports.figures.rows import FigureTable, NamedFigures
from netfloor.reports.floor.changes import change_codes
from netfloor.reports.floor.chart import DrawnPlan, floor_document
from netfloor.reports.floor.network import FloorNetwork, priced_articles
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.lists.floor import LaidFloor
from netfloor.studies.diff.floor import diff_floor
from netfloor.studies.diff.sides import DiffSide, diff_sides, matched_names, servers_known, servers_note

REPLUGGED_RULE = (
    "A cable is touched if it is added, removed, or changes place, length, part, medium or rate. Port "
    "numbers follow the order of neighbours: a cable that differs only in them is counted separately."
)
LABELS_RULE = (
    "A cable is touched if it is added, removed, or changes place, length, part, medium or rate. A cable "
    "in another port of the same two devices is counted separately."
)


def side_document(side: DiffSide, figures: Mapping[str, Number | None] | None) -> dict[str, Any]:
    """Return the JSON description of one plan."""
    return {
        "plan": str(side.plan.path),
        "plan_sha256": side.plan.sha256,
        "network": side.network,
        "room": side.room.summary,
        "figures": None if figures is None else dict(figures),
    }


@dataclass(frozen=True, eq=False)
class ComparedPlans:
    """The differences between two plans, with their costs if both are priced."""

    old: DiffSide
    new: DiffSide
    diff: PlanDiff
    rules: tuple[str, ...]
    terms: OwnershipTerms | None = None
    servers: bool = True  # False if one plan does not place its servers
    notes: tuple[str, ...] = ()

    @property
    def sides(self) -> tuple[DiffSide, DiffSide]:
        """The old and the new plan."""
        return self.old, self.new

    @cached_property
    def table(self) -> FigureTable | None:
        """The figures of both, compared with the old plan; None unless each is one network."""
        rows = []
        for when, side in zip(("old", "new"), self.sides, strict=True):
            if not (isinstance(side.plan, Plan) and side.is_one_network and side.priced):
                return None
            owned = Owned(side.priced.quote, self.terms)
            network = PlacedNetwork.of(side.plan)
            rows.append(NamedFigures(when, figures_of(Assessed(network, owned=owned))))
        return FigureTable(rows, self.currency or "", rows[0])

    @cached_property
    def sums(self) -> tuple[list[FabricSums], list[FabricSums]]:
        """Totals of both plans' devices and cables, overall and by network."""
        old, new = (fabric_sums(side.fabric.fabric) for side in self.sides)
        return old, new

    @property
    def currency(self) -> str | None:
        """Currency of all money; None without prices."""
        return None if self.new.priced is None else self.new.priced.currency

    @property
    def ownership(self) -> dict[str, Any] | None:
        """Cost of ownership of both, and the difference; None unless requested."""
        if self.terms is None or self.old.priced is None or self.new.priced is None:
            return None
        old, new = (
            cost_of_ownership(priced.purchases, self.terms) for priced in (self.old.priced, self.new.priced)
        )
        return {
            "old": ownership_document(old),
            "new": ownership_document(new),
            "total_change": cents_to_money(new.total_cents - old.total_cents),
        }

    @property
    def money(self) -> dict[str, float] | None:
        """Cost of cables to buy and left over, and differences of the bills; None without prices."""
        if self.old.priced is None or self.new.priced is None:
            return None
        fresh = [cable for cable in self.diff.cables if not cable.reusable]
        buy = sum(self.diff.new.price_cents(item.new) for item in fresh if item.new is not None)
        spare = sum(self.diff.old.price_cents(item.old) for item in fresh if item.old is not None)
        old, new = self.old.priced.quote, self.new.priced.quote
        return {
            "cables_to_buy": cents_to_money(buy),
            "cables_left_over": cents_to_money(spare),
            "cable_cost_change": cents_to_money(new.cable_cents - old.cable_cents),
            "total_cost_change": cents_to_money(new.bill_cents - old.bill_cents),
        }

    def metres(self, *, cords: bool = False) -> dict[str, float]:
        """Return metres of routed cable to lay and to take out, and the difference of the totals.

        They cover all cables except power cords, or only the ``cords``.
        """
        changes = [cable for cable in self.diff.cables if cable.touched and (cable.group == PDU) == cords]
        gone = [cable for change in changes if (cable := self.diff.old_cable(change)) is not None]
        come = [cable for change in changes if (cable := self.diff.new_cable(change)) is not None]
        before, after = (
            side[0].power_cords.length_mm if cords else side[0].cables.length_mm for side in self.sums
        )
        return {
            "laid_m": mm_to_metres(sum(cable.length_mm or 0 for cable in come)),
            "taken_out_m": mm_to_metres(sum(cable.length_mm or 0 for cable in gone)),
            "total_cable_change_m": mm_to_metres(after - before),
        }

    @property
    def has_cords(self) -> bool:
        """Whether either plan has power cords."""
        return any(side[0].power_cords.cables for side in self.sums)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``diff --json``."""
        table, diff = self.table, self.diff
        figures = (None, None) if table is None else tuple(table.record(row) for row in table.rows)
        priced = [item for side in self.sides if (item := side.priced) is not None]
        devices = {
            "routers" if kind == SWITCH else DEVICE_KEYS[kind]: device_changes(diff, diff.of_devices(kind))
            for kind in diff.kinds_of_devices()
        }
        return {
            "schema": 2,
            "old": side_document(self.old, figures[0]),
            "new": side_document(self.new, figures[1]),
            "differences": None if table is None else table.differences_record(table.rows[1]),
            "sums": sums_document(*self.sums),
            "equal": diff.is_empty,
            "unlike": diff.unlike and {"shared_links": diff.unlike.shared, "of_links": diff.unlike.links},
            "catalogue": " to ".join(dict.fromkeys(item.priced_by for item in priced)) or None,
            "currency": self.currency,
            "prices": list(dict.fromkeys(item.prices_text for item in priced)),
            "account": diff.account,
            "counts": counts(diff),
            "metres": self.metres(),
            **({"power_cord_metres": self.metres(cords=True)} if self.has_cords else {}),
            "money": self.money,
            "ownership": self.ownership,
            **devices,
            "cables": [change_document(diff, change) for change in diff.cables],
            "rules": list(self.rules),
            "notes": list(
                dict.fromkeys([*(note for side in self.sides for note in side.notes), *self.notes])
            ),
        }

    def csv(self) -> str:
        """Return a line per changed cable."""
        return csv_text(COLUMNS, records(self.diff))

    @property
    def places(self) -> DiffFloor:
        """Positions of the cabinets of both plans."""
        return diff_floor((self.old.room, self.new.room), (self.old.whole, self.new.whole))

    def svg(self) -> str:
        """Return the drawing of the changes on the floor."""
        return diff_svg(self.diff, self.places, f"{self.old.network} to {self.new.network}")

    def page(self, head: ReportHead) -> str:
        """Return the page with an interactive floor plan, before and after."""
        from netfloor.reports.diff.page import diff_page  # noqa: PLC0415 - only for files

        names = _names(self.sides)
        paths = [Path(side.plan.path or name) for name, side in zip(names, self.sides, strict=True)]
        alike = paths[0].name == paths[1].name
        files = {
            str(path) if alike else path.name: side.plan.sha256
            for path, side in zip(paths, self.sides, strict=True)
        }
        title, places = " to ".join(names), self.places
        drawn = [
            self._drawn(side, f"{when}: {name}")
            for when, name, side in zip(("before", "after"), names, self.sides, strict=True)
        ]
        warnings = tuple(
            f"{name}: {text}"
            for name, side in zip(names, self.sides, strict=True)
            if side.priced is not None
            for text in side.priced.warnings
        )
        head = replace(head, title=f"From {title}", plans=files, warnings=warnings)
        return diff_page(
            self.diff,
            self.to_dict(),
            self.table or tuple(fabric_tables(self.sums)),
            floor_document(self.new.room, drawn),
            lambda prefix: diff_svg(self.diff, places, title, prefix, standalone=False),
            head,
        )

    def _drawn(self, side: DiffSide, title: str) -> DrawnPlan:
        """Return a plan as data for the floor plan."""
        new, plan = side is self.new, side.plan
        if not isinstance(plan, Plan):
            codes = change_codes(self.diff, cables=len(plan.fabric.cables), new=new)
            return LaidFloor(plan, title, codes)
        codes = change_codes(self.diff, cables=len(link_lengths_mm(plan)), new=new)
        articles = None if side.priced is None else priced_articles(plan, side.priced.fabric.fabric)
        return FloorNetwork(plan, title, articles, change=codes)


def _names(sides: tuple[DiffSide, DiffSide]) -> list[str]:
    """Return distinct display names of both plans."""
    names = [side.plan.display_name for side in sides]
    if names[0] != names[1]:
        return names
    files = [f"{name} ({side.plan.path})" for name, side in zip(names, sides, strict=True)]
    return (
        files if files[0] != files[1] else [f"{name} #{turn}" for turn, name in enumerate(files, start=1)]
    )


@dataclass(frozen=True)
class DiffRequest:
    """The options of the command."""

    old: Path
    new: Path
    catalogue: Path | None
    reach_m: float | None
    match: Path | None = None
    csv: Path | None = None
    svg: Path | None = None
    ownership: Path | None = None
    html: Path | None = None
    head: ReportHead = field(default_factory=ReportHead)


def run_diff(request: DiffRequest, observer: Observer = SILENT, *, force: bool) -> ComparedPlans:
    """Compare two plans and write the requested files.

    `InputError` if a plan, the catalogue or an output file is not usable; `InfeasibleError` if the cost set
    has no cable for a link.
    """
    for path in (request.csv, request.svg, request.html):
        if path is not None:
            check_free(path, foreign_files, force=force)
    observer.doing("reading and pricing both plans")
    old, new = load_any_plan(request.old), load_any_plan(request.new)
    sides = diff_sides((old, new), request.catalogue, request.reach_m, alike=request.match is None)
    observer.doing("comparing cable by cable")
    compared = _compared(request, *sides)
    if request.csv is not None:
        write_file(request.csv, compared.csv())
    if request.svg is not None:
        observer.doing("drawing the floor")
        write_file(request.svg, compared.svg())
    if request.html is not None:
        observer.doing("writing the page")
        write_file(request.html, compared.page(request.head))
    return compared


def _compared(request: DiffRequest, old: DiffSide, new: DiffSide, notes: tuple[str, ...]) -> ComparedPlans:
    """Compare both sides; unusable ownership terms are refused before anything is written."""
    switches = None
    if request.match is not None:
        switches = matched_names(request.match, old.fabric.fabric, new.fabric.fabric)
    diff = diff_fabrics(old.fabric, new.fabric, switches)
    terms = None if request.ownership is None else load_ownership_terms(request.ownership)
    if terms is not None and old.priced is None:
        what = "needs the prices of both plans"
        raise InputError(setting("ownership"), what, "; ".join(notes) or "leave it out")
    if terms is not None and old.priced is not None:
        exchange_of(old.priced.currency, old.priced.purchases.rates, terms)
    servers = servers_known(old.plan, new.plan)
    formulas = isinstance(old.plan, Plan) and isinstance(new.plan, Plan)
    rules = (
        REPLUGGED_RULE if formulas else LABELS_RULE,
        *(() if old.priced is None else old.priced.rules),
    )
    unplaced = servers_note(old.plan, new.plan)
    notes = (*notes, *_label_note(diff), *_installed_note(diff), *filter(None, [unplaced]))
    return ComparedPlans(
        old=old,
        new=new,
        diff=diff,
        rules=rules,
        terms=terms,
        servers=servers,
        notes=notes,
    )


def _installed_note(diff: PlanDiff) -> tuple[str, ...]:
    """Return the note on installed cables that only one plan lists."""
    if not diff.there:
        return ()
    cables = count_text(diff.there, "installed cable")
    return (f"{cables} that only one plan lists are ignored: they exist before and after",)


def _label_note(diff: PlanDiff) -> tuple[str, ...]:
    """Return the note on cable ends with a port label in only one plan."""
    if not diff.one_sided:
        return ()
    what = "have a port label in one plan and a number in the other, so port changes are unknown"
    return (f"{diff.one_sided:,} cable ends {what}",)
