"""The expansion of a plan around the existing machine, for the ``grow`` command."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from netfloor.exchange.user_tables.matches import read_match
from netfloor.exchange.user_tables.requirements import read_requirements
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.foundation.output_files import check_free, foreign_files, write_file
from netfloor.foundation.units import mm_to_metres
from netfloor.layout.expansion import grow
from netfloor.layout.requirements import Requirement, kept_free_cabinets
from netfloor.layout.solve import SolveOptions
from netfloor.plans.by_names import router_names
from netfloor.plans.diff import PlanDiff, diff_fabrics
from netfloor.plans.file import is_plan, path_from_here, write_plan
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import load_any_plan
from netfloor.plans.migration.certify import certifier
from netfloor.plans.migration.growth import growth_of_fabrics
from netfloor.plans.migration.planner import Migration, plan_migration
from netfloor.plans.plan import Plan, new_plan
from netfloor.plans.plan_fabric import recorded_fabric
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.head import ReportHead
from netfloor.rooms.any_room import Room, require_slots
from netfloor.rooms.room_spec import room_from_spec
from netfloor.studies.diff.sides import known_fabrics, servers_note
from netfloor.studies.grow.carried import carried_change
from netfloor.studies.grow.kept import with_kept_cabling, with_kept_names
from netfloor.studies.grow.match import (
    grown_requirements,
    growth_of,
    kept_detours,
    kept_slots,
    matched,
    matched_networks,
)
from netfloor.studies.grow.networks import larger_network, larger_networks
from netfloor.studies.grow.order import grown_order, require_order, what_stays, with_laid_order, write_order
from netfloor.studies.grow.report import GrowReport
from netfloor.studies.grow.servers import grown_servers
from netfloor.topologies.grown_networks import grown_side_by_side
from netfloor.topologies.topology import Topology

#: Weight of an undisturbed old cable (mm) if old switches must stay but not all can.
STAY_MM = 10**9
_STEP_COLUMNS = (
    *("number", "batch", "action", "item", "source", "target", "source_port", "target_port"),
    "certified_links",
)


@dataclass(frozen=True)
class GrowRequest:
    """The options of the command."""

    plan: Path
    specs: tuple[str, ...]
    room: str | None
    out: Path
    options: SolveOptions
    keep: tuple[str, ...] = ()
    weight_mm: int | None = None  # None: old switches stay where they are
    match: Path | None = None
    endpoints: int | None = None
    gbps: float | None = None
    keep_bisection: float | None = None
    migration: Path | None = None
    order: Path | None = None
    requirements: tuple[str, ...] = ()
    html: Path | None = None
    traffic: str | None = None
    head: ReportHead = field(default_factory=ReportHead)


def run_grow(request: GrowRequest, observer: Observer, interrupt: Interrupt, *, force: bool) -> GrowReport:
    """Place a larger network around the existing machine, and write its plan and migration.

    `InputError` if plan, spec, room, match, cabinets or output files are not usable; `InfeasibleError` if
    the network does not fit, or no migration keeps the bisection. Nothing is written in these cases.
    """
    check_free(request.out, is_plan, force=force)
    for path in (request.migration, request.order, request.html):
        if path is not None:
            check_free(path, foreign_files, force=force)
    observer.doing("reading plan, network and room")
    plan = load_any_plan(request.plan)
    if isinstance(plan, LaidFabric):
        remedy = (
            f"give the new lists: netfloor grow {shlex.quote(str(request.plan))} devices.csv cables.csv"
        )
        raise InputError(str(request.plan), "is made from lists of devices and cables", remedy)
    topology, match = _new_network(request, plan)
    room = _new_room(request, plan)
    require_slots(topology.name, topology.routers, room, cables=topology.link_count)
    carried = carried_change(plan.topology, topology, request.traffic)
    topology = with_kept_names(plan, topology, match)
    fixed = kept_slots(plan, room, match, topology.routers, list(request.keep))
    observer.doing("weighing the old cables")
    given = read_requirements(request.requirements, topology, room)
    required, dropped = grown_requirements(plan, topology, room, match, given)
    _refuse_blocks(required)
    order = grown_order(plan, topology, match)
    kept_free = kept_free_cabinets(required, room)
    servers = grown_servers(plan, topology, room, match, kept_free, order.devices)
    closed = None if servers is None else servers.closed(room)
    growth = growth_of(
        plan=plan,
        topology=topology,
        room=room,
        match=match,
        fixed=fixed,
        weight_mm=STAY_MM if request.weight_mm is None else request.weight_mm,
        requirements=required,
        closed=closed,
        stays=request.weight_mm is None,
    )
    together = servers.searched(room) if servers is not None and growth.stays else None
    options = replace(
        request.options, closed=growth.problem.closed, requirements=required, together=together
    )
    with interrupt.handle_interrupts():
        grown = grow(topology, room, growth, options, observer, interrupt)
        observer.doing("difference and migration")
        room_spec = plan.room_spec if request.room is None else request.room
        new = new_plan(topology, room, room_spec, grown.result, options.effective_budget)
        detours = kept_detours(plan, topology, growth, match, new.placement.slot_of)
        hosts = None if servers is None else servers.place(room, new.placement.slot_of)
        new = replace(new, detours=detours, path=request.out, hosts=hosts, title=plan.title)
        new = with_kept_cabling(plan, new, match, [] if servers is None else servers.numbers)
        new, order = order.kept_in(new)
        new, diff = _ordered(plan, new, _new_names(plan, new, match))
        growth_by_name = growth_of_fabrics(recorded_fabric(plan), recorded_fabric(new))
        new = replace(new, grown=growth_by_name.record(path_from_here(request.plan), plan.sha256))
        stays = what_stays(growth_by_name, plan, new, order.lost)
        require_order(request.order, stays)
        migration = _way_there(request, plan, new, diff)
        notes = (
            *topology.notes,
            *(_numbering(diff) if request.match is None else ()),
            *_notes(plan, new, new.cables.total_mm - grown.result.cost_mm, dropped, order.lost),
            *((carried.note,) if carried else ()),
        )
        result = topology, room, grown, diff, stays, migration, notes, hosts, carried
        report = GrowReport(request.plan, request.out, *result)
        with defer_interrupts():
            digest = _write(request, new, report)
            _write_page(request, (plan, replace(new, sha256=digest)), report, observer)
    return report


def _ordered(plan: Plan, new: Plan, names: dict[str, str]) -> tuple[Plan, PlanDiff]:
    """Return the new plan with parts chosen only for new cables, and the differences."""
    old_fabric, new_fabric = known_fabrics(plan, new)
    diff = diff_fabrics(old_fabric, new_fabric, names)
    if new.order is None:
        return new, diff
    new = with_laid_order(new, new_fabric.fabric, diff.aligned)
    old_fabric, new_fabric = known_fabrics(plan, new)
    return new, diff_fabrics(old_fabric, new_fabric, names)


def _write_page(
    request: GrowRequest, plans: tuple[Plan, Plan], report: GrowReport, observer: Observer
) -> None:
    if request.html is not None:
        from netfloor.studies.grow.page import grow_page  # noqa: PLC0415 - loads Matplotlib

        observer.doing("writing the page")
        made = grow_page(*plans, report.diff, report.migration, report.to_dict(), request.head)
        write_file(request.html, made)


def _refuse_blocks(required: Sequence[Requirement]) -> None:
    for item in required:
        if item.kind in ("contiguous", "groups-together", "rack-tops"):
            what = f"{item.kind} cannot hold while old switches and servers stay"
            raise InputError(setting("require"), what, "place the network again with netfloor layout")


def _new_network(request: GrowRequest, plan: Plan) -> tuple[Topology, npt.NDArray[np.int32]]:
    """Return the new network, and the new switch of each old one."""
    seed, endpoints = request.options.seed, request.endpoints
    if plan.topology.networks is not None:
        return _new_networks(request, plan)
    if len(request.specs) > 1:
        what = f"are {len(request.specs)} networks; {request.plan} has one"
        raise InputError(" ".join(request.specs), what, "give one network")
    (spec,) = request.specs
    topology = larger_network(plan.topology, spec, seed, request.gbps, endpoints)
    if request.match is not None:
        return topology, read_match(request.match, plan, topology)
    match = matched(plan, topology)
    if (match < 0).all():
        raise InputError(spec, "shares no switch names with the plan", f"give {setting('match')}")
    return topology, match


def _new_networks(request: GrowRequest, plan: Plan) -> tuple[Topology, npt.NDArray[np.int32]]:
    """Return several expanded networks; those not named stay as they are."""
    given: dict[str, object] = {"match": request.match, "endpoints": request.endpoints}
    given |= {"gbps": request.gbps, "traffic": request.traffic, "keep-bisection": request.keep_bisection}
    if unusable := [setting(name) for name, value in given.items() if value is not None]:
        what = f"is for plans of one network; {request.plan} has several"
        raise InputError(" and ".join(unusable), what, "leave it out")
    members = larger_networks(plan.topology, request.specs, request.options.seed)
    match = matched_networks(plan.topology, members)
    return grown_side_by_side(members, plan.topology, match), match


def _new_room(request: GrowRequest, plan: Plan) -> Room:
    return plan.room if request.room is None else room_from_spec(request.room)


def _way_there(request: GrowRequest, plan: Plan, new: Plan, diff: PlanDiff) -> Migration | None:
    """Return the steps from the old network to the new one, if requested."""
    if request.migration is None and request.keep_bisection is None:
        return None
    several = plan.topology.networks is not None  # separate networks have no common bisection
    certify = _uncertified if several else certifier(diff.aligned, plan.topology, new.topology)
    return plan_migration(diff.aligned, request.keep_bisection or 0.0, certify)


def _uncertified(_serving: frozenset[int], _plugged: frozenset[int]) -> int:
    return 0


def _new_names(plan: Plan, new: Plan, match: npt.NDArray[np.int32]) -> dict[str, str]:
    """Return the new name of each old switch that stays."""
    labels = zip(router_names(plan), match.tolist(), strict=True)
    return {name: new.topology.label(router) for name, router in labels if router >= 0}


def _numbering(diff: PlanDiff) -> Iterator[str]:
    """Yield the warning that few links match by name, so the switches may be numbered differently."""
    unlike = diff.unlike
    if unlike is not None:
        yield (
            f"Only {unlike.shared:,} of {unlike.links:,} links join switches of the same names in both "
            "networks, so most cables are laid again. If the new network numbers switches differently (a "
            "tree numbers spines after its leaves), map them with --match FILE, a CSV of old,new."
        )


def _notes(plan: Plan, new: Plan, longer_mm: int, dropped: Sequence[str], lost: str) -> Iterator[str]:
    """Yield notes on the parts of the old plan that the new plan keeps or drops."""
    if dropped:
        yield (
            f"Requirements of the old plan dropped: {', '.join(dropped)}. Cabinets kept free for growth "
            "may be used now; repeat a requirement to keep it."
        )
    if longer_mm:
        yield (
            "Unchanged cables keep their detours around full trays: "
            f"{mm_to_metres(longer_mm):,.3f} m more than the lengths here."
        )
    if lost:
        yield f"The new plan has no order of parts: {lost}."
    elif plan.order is not None:
        yield (
            f"The order is kept: parts of new cables are chosen from {plan.order.catalogue} by "
            f"{plan.order.criterion}, as in the old plan; cables that stay keep their parts."
        )
    if plan.solver.together and not new.solver.together:
        yield (
            "The old plan placed switches and servers jointly; here new switches are placed first, by a "
            "weaker search, and their servers afterwards. Planning everything again may need less cable."
        )
    if plan.hosts is not None and not new.solver.together:
        yield (
            "Length, lower bound and touched cables count only cables between switches; the changes and "
            "the migration include cables to servers."
        )
    if plan.given is not None:
        yield (
            "Not kept from the imported plan: names and racks of servers, port labels, rack units, "
            "models and rates of single cables. Cables that stay keep their ports and ids."
        )
    if note := servers_note(plan, new):
        yield note


def _write(request: GrowRequest, new: Plan, report: GrowReport) -> str:
    """Write the plan, its steps and its order, and return the checksum of the plan."""
    digest = write_plan(request.out, new)
    if request.migration is not None and report.migration is not None:
        rows = [asdict(step) for step in report.migration.steps]
        write_file(request.migration, csv_text(_STEP_COLUMNS, rows))
    if request.order is not None and report.stays.order is not None:
        write_order(request.order, report.stays.order)
    return digest
