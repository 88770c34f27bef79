"""A planning run, from one file to an order: placement, servers, parts, drawings, report."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.buying.ownership import Ownership
from netfloor.costmodels.buying.ownership_terms import OwnershipTerms
from netfloor.costmodels.catalogue.formula import with_parts
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import thousandths
from netfloor.exchange.user_tables.requirements import read_requirements
from netfloor.exchange.user_tables.servers import read_named_servers, read_servers
from netfloor.foundation.errors import EndedEarlyError, InfeasibleError, InputError, within
from netfloor.foundation.files import check_output_folder, output_folder
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.foundation.units import metres_to_mm
from netfloor.layout.budget import budget_of
from netfloor.layout.requirements import kept_free_cabinets
from netfloor.layout.solve import SolveOptions
from netfloor.plans.file import of_graph_file, write_plan
from netfloor.plans.headroom.count import headroom_of
from netfloor.plans.objective import ObjectiveChoice
from netfloor.plans.order.devices import chosen_equipment, devices_of
from netfloor.plans.order.owned import ownership_of, ownership_terms_for, with_tariff
from netfloor.plans.order.parts_list import PartsList
from netfloor.plans.own_prices import power_set_for
from netfloor.plans.plan import Plan
from netfloor.reports.bom.document import bill_head, bom_document
from netfloor.reports.formats.head import ReportHead
from netfloor.rooms.any_room import Room, require_slots
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.limits import HostLimits, refuse_hopeless
from netfloor.rooms.hosts.places import host_places
from netfloor.rooms.hosts.server_placement import refuse_no_switch_of_its_own
from netfloor.rooms.room_spec import room_from_spec
from netfloor.studies.hall_plan.file import (
    FIELDS,
    HallPlanFile,
    NetworksTable,
    NetworkTable,
    read_hall_plan,
)
from netfloor.studies.hall_plan.incomplete import Incomplete, keep_inputs
from netfloor.studies.hall_plan.output_files import write_run
from netfloor.studies.hall_plan.placing import CandidateLayout, Placing
from netfloor.studies.hall_plan.planning_run import PlanningRun
from netfloor.studies.hall_plan.servers import host_limits
from netfloor.studies.hall_plan.switch_places import PlaceOutcome
from netfloor.studies.place import Site
from netfloor.studies.rule_table import switch_rules
from netfloor.topologies.networks import NetworkMember, heading, side_by_side
from netfloor.topologies.spec import build
from netfloor.topologies.switch_names import with_names
from netfloor.topologies.topology import Topology

#: Default link rate of a single network, Gb/s.
DEFAULT_GBPS = 100.0


def run_hall_plan(
    path: Path,
    out: Path,
    workers: int,
    observer: Observer,
    interrupt: Interrupt,
    *,
    force: bool,
    head: ReportHead | None = None,
) -> PlanningRun:
    """Place, cable, equip and price the network of a planning file, and write all results to a folder.

    Installation sheets are included if the file requests them; they bear the day of the head. `InputError`
    for an invalid file, room, catalogue or folder; nothing is written then. `InfeasibleError` if switches,
    servers or parts do not fit; if parts do not, plan, drawing and report are written. `EndedEarlyError` if
    the work is interrupted; the plan is written, with the finished part of the order.
    """
    observer.doing("reading network, room and catalogue")
    request = read_hall_plan(path)
    check_output_folder(out, force=force)
    site = planned_site(request, path)
    require_slots(site.topology.name, site.topology.routers, site.room, cables=site.topology.link_count)
    catalogue = with_parts(load_catalogue(Path(request.catalogue)), "a planning file")
    terms = planned_ownership(request, catalogue)  # refuses bad terms before any work
    request = with_own_tariff(request, terms, catalogue)
    with named_as_in(path):
        devices = planned_devices(request, site.topology, catalogue)
        options, aim = planned_options(request, path, site, workers), planned_aim(request, catalogue)
        aim.spec()
        limits = planned_limits(request, site, catalogue, options)
        observer.doing("limits of the cabinets")
        refuse_hopeless(site.room, devices, limits)
        chosen = chosen_cabinets(request, site, devices)
        placing = Placing(
            request=request,
            site=site,
            catalogue=catalogue,
            devices=devices,
            limits=limits,
            options=options,
            aim=aim,
            chosen=chosen,
            path=out / "plan.json",
        )
        laid, places = placing.best(observer, interrupt)
    report_head = _head(head or ReportHead(), request, laid.plan)
    if laid.parts is None and not interrupt.asked:
        reason = "; ".join([laid.reason, *([laid.refused.rstrip(".")] if laid.refused else [])])
        kept = Incomplete(request, laid.plan, catalogue, report_head, reason)
        with defer_interrupts():
            raise InfeasibleError(kept.write(out, force=force))
    with interrupt.handle_interrupts(), output_folder(out, force=force) as folder:
        keep_inputs(request, catalogue, folder)
        report_head = replace(report_head, plans={"plan.json": write_plan(folder / "plan.json", laid.plan)})
        if laid.parts is not None and not interrupt.asked:
            observer.doing("adding up the bill of materials")
            power_set = power_set_for(laid.plan, laid.parts.catalogue)
            owned = None if terms is None else ownership_of(laid.parts, terms, power_set)
            run = priced_run(request, laid, laid.parts, report_head, owned, places)
            run = write_run(run, folder, observer, interrupt)
    if interrupt.asked:
        priced = f"its order cannot be made: {laid.reason}" if laid.reason else "netfloor bom prices it"
        raise EndedEarlyError(f"interrupted; {out / 'plan.json'} is the best placement so far; {priced}")
    return run


def priced_run(
    request: HallPlanFile,
    laid: CandidateLayout,
    parts: PartsList,
    head: ReportHead,
    owned: Ownership | None,
    places: tuple[PlaceOutcome, ...],
) -> PlanningRun:
    """Return the run with its bill and the document of the bill."""
    searched = tuple(filter(None, (laid.refused, *laid.result.weaker)))
    made = bill_head(parts, replace(head, warnings=searched), laid.fill, owned)
    left = headroom_of(parts.plan, parts)
    bom = bom_document(parts, made, left) | {"plan": "plan.json", "report": made.to_dict()}
    return PlanningRun(
        request=request,
        plan=parts.plan,
        result=laid.result,
        parts=parts,
        bom=bom,
        fill=laid.fill,
        head=made,
        headroom=left,
        ownership=owned,
        cages=laid.saving,
        places=places,
        both=laid.both,
    )


def planned_ownership(request: HallPlanFile, catalogue: Catalogue) -> OwnershipTerms | None:
    """Return the ownership terms: the file's, else the shipped ones in its currency."""
    file, parts = request.ownership, request.parts
    return ownership_terms_for(
        None if file is None else Path(file), catalogue, parts.years, parts.kwh_price
    )


def with_own_tariff(
    request: HallPlanFile, terms: OwnershipTerms | None, catalogue: Catalogue
) -> HallPlanFile:
    """Return the request with years and kWh price of its ownership file where it gives none."""
    if request.ownership is None or terms is None:
        return request
    order = with_tariff(request.order_terms(), terms, catalogue)
    given = {"years": order.years, "kwh_price": order.kwh_price}
    return request.model_copy(update={"parts": request.parts.model_copy(update=given)})


def _head(head: ReportHead, request: HallPlanFile, plan: Plan) -> ReportHead:
    title = request.title or f"{heading(plan.topology)} in {plan.room.name}"
    return replace(head, title=title, plans={"plan.json": ""})


def planned_site(request: HallPlanFile, path: Path) -> Site:
    """Return network and room."""
    if request.networks:
        topology = _joined(request, request.networks, path)
    else:
        table = request.network or NetworkTable(spec="")
        gbps = table.gbps or _gbps_of_switch(request, request.parts.switch) or DEFAULT_GBPS
        topology = _built(table, gbps, f"{path}: network")
    return Site(topology, _checked_room(request), request.room)


def _built(network: NetworkTable, gbps: float, where: str) -> Topology:
    with within(where):
        topology = build(network.spec, endpoints=network.endpoints, link_gbps=gbps)
    if not network.names:
        return topology
    if topology.labels is not None:
        what = "applies to generated networks; this file names its switches"
        raise InputError(f"{where}.names", what, "leave it out")
    return with_names(topology, network.names, f"{where}.names")


def _gbps_of_switch(request: HallPlanFile, part: str | None) -> float | None:
    """Return the rate of a named switch; None without a name or such a part."""
    switches = () if part is None else load_catalogue(Path(request.catalogue)).switches
    return next((switch.gbps for switch in switches if switch.part == part), None)


def _rate_of(request: HallPlanFile, table: NetworksTable, where: str) -> float:
    """Return the rate of one of several networks: its own, or that of its named switch."""
    if table.gbps is not None:
        return table.gbps
    if (gbps := _gbps_of_switch(request, table.switch)) is not None:
        return gbps
    what = "is missing, and no switch is given that defines it"
    raise InputError(f"{where}.gbps", what, "give the link rate in Gb/s, or a switch of the catalogue")


def _joined(request: HallPlanFile, networks: Mapping[str, NetworksTable], path: Path) -> Topology:
    """Return the networks of a file as a joint topology."""
    members = []
    for name, table in networks.items():
        where = f"{path}: networks.{name}"
        alone = _built(table, _rate_of(request, table, where), where)
        if of_graph_file(alone):
            what = "a graph file cannot be one of several networks"
            raise InputError(f"{where}.spec", what, "give it alone in [network]")
        members.append(NetworkMember(name, alone, table.ports, table.spread, table.management_ports))
    with within(str(path)):
        return side_by_side(members)


def planned_devices(request: HallPlanFile, topology: Topology, catalogue: Catalogue) -> Devices:
    """Return power, weight and height of the catalogue's switches and servers."""
    equipment = chosen_equipment(request.order_terms(), topology, catalogue)
    devices = devices_of(topology, catalogue, equipment, thousandths(request.servers.reserve_w))
    refuse_no_switch_of_its_own(request.servers.rule, devices)
    return devices


def chosen_cabinets(request: HallPlanFile, site: Site, devices: Devices) -> npt.NDArray[np.int64] | None:
    """Return the cabinet that a file gives each server; None without such a file."""
    if request.servers.file is None:
        return None
    names = host_places(site.room, devices.heights, request.servers.per_cabinet).names
    file, groups = Path(request.servers.file), site.topology.servers
    if groups is not None:
        return read_named_servers(file, [groups.label(server) for server in range(groups.count)], names)
    return read_servers(file, site.topology, devices.servers, names)


@contextmanager
def named_as_in(path: Path) -> Iterator[None]:
    """Replace the names of settings in messages by fields of the file."""
    try:
        yield
    except InputError as error:
        if not error.about_a_setting:
            raise
        raise error.spelled(lambda name: FIELDS.get(name, name)).inside(str(path)) from error
    except InfeasibleError as error:
        raise InfeasibleError(error.told(lambda name: FIELDS.get(name, name))) from error


def _checked_room(request: HallPlanFile) -> Room:
    """Return the room; halls with obstructions are refused."""
    room = room_from_spec(request.room)
    if isinstance(room, Hall):
        from netfloor.rooms.hall.checks import hall_problems, refuse_problems  # noqa: PLC0415 - loads Shapely

        refuse_problems(room, request.room)
        narrow = hall_problems(room, metres_to_mm(request.aisle_m, "aisle_m"))
        if narrow:
            first = narrow[0]
            raise InputError(f"{request.room}: {first.subject}", first.what, first.remedy)
    return room


def planned_options(request: HallPlanFile, path: Path, site: Site, workers: int) -> SolveOptions:
    """Return the options of the placement that a file requests."""
    table = request.layout
    required = read_requirements(table.require, site.topology, site.room)
    rules = switch_rules(request.rule, path, site.topology, site.room, required)
    required = tuple({item.text: item for item in (*required, *rules)}.values())
    budget = budget_of(table.iterations, table.seconds)
    return SolveOptions(table.placer, budget, table.seed, None, workers, requirements=required)


def planned_limits(
    request: HallPlanFile, site: Site, catalogue: Catalogue, options: SolveOptions
) -> HostLimits:
    """Return the limits of servers: the file's, the reach of parts on sale and the cabinets kept free."""
    free = kept_free_cabinets(options.requirements, site.room)
    return replace(host_limits(request, site.topology, catalogue), kept_free=free)


def planned_aim(request: HallPlanFile, catalogue: Catalogue) -> ObjectiveChoice:
    """Return the objective of the placement that the file requests."""
    return ObjectiveChoice(
        request.layout.objective,
        request.layout.cost_set,
        switch_ns=request.layout.switch_ns,
        catalogue=request.catalogue,
        criterion=request.order_terms().chosen_criterion(),
        switch=request.parts.switch,
        loaded=catalogue,
    )
