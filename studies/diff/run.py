"""Two plans side by side: what the ``diff`` command runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from netfloor.costmodels.buying.ownership import cost_of_ownership, exchange_of
from netfloor.costmodels.buying.ownership_terms import OwnershipTerms, load_ownership_terms
from netfloor.exchange.user_tables.matches import read_match
from netfloor.foundation.observer import SILENT, Observer
from netfloor.foundation.output_files import check_free, never, write_file
from netfloor.foundation.units import cents_to_money, mm_to_metres
from netfloor.plans.assessment.assessed import Assessed
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.assessment.owned import Owned
from netfloor.plans.by_names import Bought, cabling_of, router_names, server_cable_lengths_mm
from netfloor.plans.cabling import Cabling
from netfloor.plans.diff import PlanDiff, UnlikeNetworks, diff_cablings, unlike_networks
from netfloor.plans.load import BY_SHEETS, load_plan
from netfloor.plans.plan import Plan, display_names
from netfloor.reports.bom.ownership import ownership_document
from netfloor.reports.diff.floor import DiffFloor, diff_svg
from netfloor.reports.diff.table import (
    COLUMNS,
    SERVERS_NOTE,
    change_document,
    counts,
    device_changes,
    records,
)
from netfloor.reports.figures.figure import Number
from netfloor.reports.figures.rows import FigureTable, NamedFigures
from netfloor.reports.figures.table import figures_of
from netfloor.reports.floor.changes import change_codes, links_of
from netfloor.reports.floor.chart import floor_document
from netfloor.reports.floor.network import FloorNetwork, priced_articles
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.head import ReportHead
from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hall.hall import Hall
from netfloor.studies.diff.prices import PricedPlan, priced_plans
from netfloor.topologies.router_names import common_names

REPLUGGED_RULE = (
    "A cable is touched if it is added, removed, or changes place, length, part, medium or rate. Port "
    "numbers follow the order of neighbours: a cable that differs only in them is counted separately."
)


def side_document(side: PricedPlan, figures: Mapping[str, Number | None]) -> dict[str, Any]:
    """Return what JSON says of one plan."""
    plan = side.plan
    return {
        "plan": str(plan.path),
        "plan_sha256": plan.sha256,
        "network": plan.topology.name,
        "room": plan.room.summary,
        "figures": dict(figures),
    }


@dataclass(frozen=True)
class ComparedPlans:
    """What differs between two plans, with what each costs; ``unlike`` where the networks are.

    ``servers`` is False where one of them does not say where its servers stand.
    """

    old: PricedPlan
    new: PricedPlan
    diff: PlanDiff
    rules: tuple[str, ...]
    unlike: UnlikeNetworks | None = None
    terms: OwnershipTerms | None = None
    servers: bool = True

    @cached_property
    def table(self) -> FigureTable:
        """The figures of both, compared with the old plan."""
        rows = [
            NamedFigures(when, figures_of(Assessed(network, owned=Owned(side.quote, self.terms))))
            for when, side in (("old", self.old), ("new", self.new))
            for network in (PlacedNetwork.of(side.plan),)
        ]
        return FigureTable(rows, self.new.currency, rows[0])

    @property
    def ownership(self) -> dict[str, Any] | None:
        """What owning each costs, and the difference; None unless asked for."""
        if self.terms is None:
            return None
        old, new = (cost_of_ownership(side.purchases, self.terms) for side in (self.old, self.new))
        return {
            "old": ownership_document(old),
            "new": ownership_document(new),
            "total_change": cents_to_money(new.total_cents - old.total_cents),
        }

    @property
    def money(self) -> dict[str, float]:
        """Cables to buy, cables that are left over, and the difference of the bills."""
        fresh = [one for one in self.diff.cables if not one.reusable]
        buy = sum(one.new.price_cents for one in fresh if one.new is not None)
        spare = sum(one.old.price_cents for one in fresh if one.old is not None)
        cables = [side.quote.cable_cents for side in (self.old, self.new)]
        return {
            "cables_to_buy": cents_to_money(buy),
            "cables_left_over": cents_to_money(spare),
            "cable_cost_change": cents_to_money(cables[1] - cables[0]),
            "total_cost_change": cents_to_money(self.new.quote.bill_cents - self.old.quote.bill_cents),
        }

    @property
    def metres(self) -> dict[str, float]:
        """Metres of routed cable that are added, taken out, and the difference of the totals."""
        gone = [one for one in self.diff.cables if one.touched and one.old is not None]
        come = [one for one in self.diff.cables if one.touched and one.new is not None]
        before_mm, after_mm = (
            side.plan.cables.total_mm + sum(server_cable_lengths_mm(side.plan) if self.servers else ())
            for side in (self.old, self.new)
        )
        return {
            "laid_m": mm_to_metres(sum(one.new.length_mm for one in come if one.new is not None)),
            "taken_out_m": mm_to_metres(sum(one.old.length_mm for one in gone if one.old is not None)),
            "total_cable_change_m": mm_to_metres(after_mm - before_mm),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return what ``diff --json`` prints."""
        sides = (self.old, self.new)
        return {
            "schema": 2,
            **{
                row.name: side_document(side, self.table.record(row))
                for row, side in zip(self.table.rows, sides, strict=True)
            },
            "differences": self.table.differences_record(self.table.rows[1]),
            "equal": self.diff.is_empty,
            "unlike": self.unlike and {"shared_links": self.unlike.shared, "of_links": self.unlike.links},
            "cost_set": " to ".join(dict.fromkeys(side.priced_by for side in sides)),
            "currency": self.new.currency,
            "prices": list(dict.fromkeys(side.prices_text for side in sides)),
            "account": self.diff.account,
            "counts": counts(self.diff),
            "metres": self.metres,
            "money": self.money,
            "ownership": self.ownership,
            "routers": device_changes(self.diff.of_devices(servers=False)),
            "servers": device_changes(self.diff.of_devices(servers=True)),
            "cables": [change_document(change) for change in self.diff.cables],
            "rules": list(self.rules),
            "notes": list(
                dict.fromkeys(
                    [
                        *(note for side in sides for note in (*side.plan.topology.notes, *side.warnings)),
                        *(() if self.servers else (SERVERS_NOTE,)),
                    ]
                )
            ),
        }

    def csv(self) -> str:
        """Return one line a cable that changes."""
        return csv_text(COLUMNS, records(self.diff))

    def svg(self) -> str:
        """Return the floor with what changes."""
        names = (self.old.plan.topology.name, self.new.plan.topology.name)
        return diff_svg(self.diff, diff_floor(self.old.plan, self.new.plan), " to ".join(names))

    def page(self, head: ReportHead) -> str:
        """Return the difference as a page with an interactive floor, before and after."""
        from netfloor.reports.diff.page import diff_page  # noqa: PLC0415 - only for files

        names = display_names([side.plan for side in (self.old, self.new)])
        files = {Path(side.plan.name).name: side.plan.sha256 for side in (self.old, self.new)}
        title, places = " to ".join(names), diff_floor(self.old.plan, self.new.plan)
        sides = [
            FloorNetwork(
                side.plan,
                f"{when}: {name}",
                priced_articles(side.plan, side.bought),
                change=change_codes(
                    self.diff, links_of(side.plan, self.diff if side is self.old else None)
                ),
            )
            for when, name, side in zip(("before", "after"), names, (self.old, self.new), strict=True)
        ]
        of_plans = zip(names, (self.old, self.new), strict=True)
        warnings = tuple(f"{name}: {text}" for name, side in of_plans for text in side.warnings)
        head = replace(head, title=f"From {title}", plans=files, warnings=warnings)
        floor = floor_document(self.new.plan.room, sides)
        return diff_page(
            self.diff,
            self.to_dict(),
            self.table,
            floor,
            lambda prefix: diff_svg(self.diff, places, title, prefix, standalone=False),
            head,
        )


@dataclass(frozen=True)
class DiffRequest:
    """What the user asked for; see the command's options."""

    old: Path
    new: Path
    cost_set: str | None
    reach_m: float | None
    match: Path | None = None
    csv: Path | None = None
    svg: Path | None = None
    ownership: Path | None = None
    html: Path | None = None
    head: ReportHead = field(default_factory=ReportHead)


def run_diff(request: DiffRequest, observer: Observer = SILENT, *, force: bool) -> ComparedPlans:
    """Compare two plans and write the files that were asked for.

    Raises
    ------
    InputError
        If a plan, the cost set or an output file is not usable.
    InfeasibleError
        If the cost set sells no cable for a link.
    """
    for path in (request.csv, request.svg, request.html):
        if path is not None:
            check_free(path, never, force=force)
    observer.doing("reading and pricing both plans")
    plans = [load_plan(path, instead=BY_SHEETS) for path in (request.old, request.new)]
    switches = None if request.match is None else matched_names(request.match, *plans)
    old, new = priced_plans(plans, request.cost_set, request.reach_m)
    observer.doing("comparing cable by cable")
    if switches is None:
        old, new = _named_alike(old, new)
    servers = servers_known(old.plan, new.plan)
    before, after = both_cablings([(side.plan, side.bought) for side in (old, new)])
    diff = diff_cablings(before, after, switches)
    unlike = unlike_networks(old.plan, new.plan, switches)
    terms = None if request.ownership is None else load_ownership_terms(request.ownership)
    if terms is not None:
        # refused before anything is written
        exchange_of(old.purchases.currency, old.purchases.rates, terms)
    compared = ComparedPlans(old, new, diff, (REPLUGGED_RULE, *old.rules), unlike, terms, servers)
    if request.csv is not None:
        write_file(request.csv, compared.csv())
    if request.svg is not None:
        observer.doing("drawing the floor")
        write_file(request.svg, compared.svg())
    if request.html is not None:
        observer.doing("writing the page")
        write_file(request.html, compared.page(request.head))
    return compared


def _named_alike(old: PricedPlan, new: PricedPlan) -> tuple[PricedPlan, PricedPlan]:
    """Return two plans whose switches have one naming: ``r0`` of one is ``0`` of the other."""
    sides = (old, new)
    names = common_names(*(router_names(side.plan) for side in sides))
    first, second = (
        replace(
            side,
            plan=replace(side.plan, topology=replace(side.plan.topology, labels=tuple(own))),
        )
        for side, own in zip(sides, names, strict=True)
    )
    return first, second


def matched_names(path: Path, old: Plan, new: Plan) -> dict[str, str]:
    """Return the new name of each old switch by a CSV ``old,new``; others go."""
    match = read_match(path, old, new.topology).tolist()
    named = zip(router_names(old), match, strict=True)
    return {name: new.topology.label(router) for name, router in named if router >= 0}


def both_cablings(sides: Sequence[tuple[Plan, Sequence[Bought] | None]]) -> list[Cabling]:
    """Return two plans by name with what is bought for them; with servers where both record these."""
    servers = servers_known(*(plan for plan, _ in sides))
    return [cabling_of(plan, bought, servers=servers) for plan, bought in sides]


def servers_known(*plans: Plan) -> bool:
    """Return False if a plan has endpoints and records no servers."""
    return all(plan.hosts or not plan.topology.endpoints.any() for plan in plans)


def diff_floor(old: Plan, new: Plan) -> DiffFloor:
    """Return where the cabinets of two plans stand."""
    pitches = [_pitch_mm(plan.room) for plan in (old, new)]
    return DiffFloor(
        _centres_mm(old.room),
        _centres_mm(new.room),
        (min(x for x, _ in pitches), min(y for _, y in pitches)),
        _occupied(old),
        _occupied(new),
    )


def _centres_mm(room: AnyRoom) -> dict[str, tuple[float, float]]:
    if isinstance(room, Hall):
        return {cabinet.name: (cabinet.x_mm, cabinet.y_mm) for cabinet in room.cabinets}
    return {
        room.cabinet_name(cabinet): (
            (column + 0.5) * room.column_pitch_mm,
            (row + 0.5) * room.row_pitch_mm,
        )
        for cabinet, (row, column) in enumerate(room.cabinets.tolist())
    }


def _pitch_mm(room: AnyRoom) -> tuple[int, int]:
    if isinstance(room, Hall):
        sizes = [sorted((cabinet.width_mm, cabinet.depth_mm)) for cabinet in room.cabinets]
        return min(size[0] for size in sizes), min(size[0] for size in sizes)
    return room.column_pitch_mm, room.row_pitch_mm


def _occupied(plan: Plan) -> frozenset[str]:
    return frozenset(spot.cabinet for spot in cabling_of(plan, servers=True).routers.values())
