"""From one file to an order: network placed in its room, servers, parts, drawings, report."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from costmodels.catalogue.catalogue import Catalogue
from costmodels.catalogue.equipment import Equipment, equip
from costmodels.catalogue.load import load_catalogue
from costmodels.catalogue.skus import thousandths
from foundation.cad import has_ezdxf
from foundation.errors import InputError
from foundation.files import check_output_folder, output_folder, to_json, write_atomic
from foundation.units import metres_to_mm
from layout.budget import Budget
from layout.cable_plan import CablePlan, make_cable_plan
from layout.host_places import host_places
from layout.hosts import Devices, HostPlan, closed_slots, place_hosts
from layout.plan_file import plan_document, write_plan
from layout.result import Result
from layout.solve import SolveOptions, solve
from netfloor.bom_document import bom_document
from netfloor.bom_run import MadeBom, make_plan_bom
from netfloor.bom_sheets import bom_sheets
from netfloor.fitting import require_slots
from netfloor.hall_plan_file import HallPlanFile, read_hall_plan
from netfloor.hall_plan_money import ownership_terms
from netfloor.plan_objective import ObjectiveChoice
from netfloor.progress import watching
from netfloor.server_file import read_servers
from netfloor.signals import interruptible, undisturbed
from netfloor.tool import TOOL
from rooms.any_room import AnyRoom
from rooms.hall.hall import Hall
from rooms.room_spec import room_from_spec
from topologies.spec import build
from topologies.topology import Topology

if TYPE_CHECKING:
    from rooms.hall.tray_fill import TrayFill


@dataclass(frozen=True)
class HallPlan:
    """Everything that a planning run came to.

    Attributes
    ----------
    request
        The file that asked for it.
    made
        The bill of materials with what led to it.
    fill
        Cables in the trays, None without trays.
    """

    request: HallPlanFile
    topology: Topology
    room: AnyRoom
    result: Result
    cables: CablePlan
    hosts: HostPlan
    made: MadeBom
    bom: Mapping[str, Any]
    fill: "TrayFill | None"
    files: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def interrupted(self) -> bool:
        """True if somebody ended the search early."""
        return self.result.status == "interrupted"


def run_hall_plan(path: Path, out: Path, *, workers: int, force: bool, quiet: bool) -> HallPlan:
    """Place, cable, equip and price what a file asks for, and write it all into a folder.

    Raises
    ------
    InputError
        For a bad file, room, catalogue or folder; nothing is written then.
    InfeasibleError
        If routers, servers or parts do not fit.
    """
    request = read_hall_plan(path)
    check_output_folder(out, force=force)
    topology = build(
        request.network.spec, endpoints=request.network.endpoints, link_gbps=request.network.gbps
    )
    room = _checked_room(request)
    require_slots(request.network.spec, topology.routers, room)
    catalogue = load_catalogue(Path(request.catalogue))
    ownership_terms(request, catalogue.currency)  # refused before any work
    equipment = _equipment(request, topology, catalogue)
    devices = _devices(topology, catalogue, equipment)
    rule, per_cabinet = request.servers.rule, request.servers.per_cabinet
    closed = closed_slots(room, devices, rule, per_cabinet)
    names = host_places(room, devices.heights, per_cabinet).names
    chosen = None
    if request.servers.file is not None:
        chosen = read_servers(Path(request.servers.file), topology, devices.servers, names)
    options, choice = _options(request, workers)
    options = replace(options, closed=closed if closed.any() else None)
    with interruptible() as interrupt, watching(quiet=quiet) as observer:
        result = solve(topology, room, options, observer=observer, interrupt=interrupt, task=topology.name)
    cables = make_cable_plan(topology, room, result.placement)
    hosts = place_hosts(room, result.placement.slot_of, devices, rule, per_cabinet, chosen)
    record = None if result.reached is None else choice.record(choice.spec(), result.reached)
    budget = options.effective_budget
    document = plan_document(
        topology,
        room,
        request.room,
        result,
        cables,
        budget,
        TOOL,
        objective=record,
        hosts=hosts.to_dict(names),
    )
    with undisturbed(), output_folder(out, force=force) as folder:
        write_plan(folder / "plan.json", document)
        made, fill = _equipped(request, room, folder / "plan.json")
        bom = bom_document(made) | {"plan": "plan.json"}
        plan = HallPlan(request, topology, room, result, cables, hosts, made, bom, fill, (), ())
        return _write(plan, folder)


def _checked_room(request: HallPlanFile) -> AnyRoom:
    """Return the room; a hall in which something stands in the way of something else is refused."""
    room = room_from_spec(request.room)
    if isinstance(room, Hall):
        from rooms.hall.check import hall_problems, refuse_problems  # noqa: PLC0415 - loads Shapely

        refuse_problems(room, request.room)
        narrow = hall_problems(room, metres_to_mm(request.aisle_m, "aisle_m"))
        if narrow:
            first = narrow[0]
            raise InputError(f"{request.room}: {first.subject}", first.what, first.remedy)
    return room


def _equipment(request: HallPlanFile, topology: Topology, catalogue: Catalogue) -> Equipment:
    wanted = request.bom_request(Path("plan.json"))
    hosts = int(topology.endpoints.sum())
    criterion = wanted.chosen_criterion()
    wanted.spare_rule()
    ports = topology.ports.astype(np.int64)
    return equip(ports, hosts, topology.link_gbps, catalogue, criterion, wanted.wishes)


def _devices(topology: Topology, catalogue: Catalogue, equipment: Equipment) -> Devices:
    """Return what the equipment is to the cabinets; an adapter counts with its server."""
    nic, server, switches = equipment.nic, equipment.server, catalogue.switches
    per_server = (nic.ports if nic else 1) * (server.nics if server else 1)
    adapters_mw = thousandths(nic.power_w) * (server.nics if server else 1) if nic else 0
    adapters_g = thousandths(nic.weight_kg) * (server.nics if server else 1) if nic else 0

    def of_switch(figure: list[int]) -> np.ndarray:
        return np.array(figure, dtype=np.int64)[equipment.switches]

    return Devices(
        servers=-(-topology.endpoints.astype(np.int64) // per_server),
        endpoints_per_server=per_server,
        switch_mw=of_switch([thousandths(one.power_w) for one in switches]),
        switch_g=of_switch([thousandths(one.weight_kg) for one in switches]),
        switch_units=of_switch([one.height_u for one in switches]),
        server_mw=adapters_mw + (thousandths(server.power_w) if server else 0),
        server_g=adapters_g + (thousandths(server.weight_kg) if server else 0),
        server_units=server.height_u if server else 1,
    )


def _options(request: HallPlanFile, workers: int) -> tuple[SolveOptions, ObjectiveChoice]:
    table = request.layout
    criterion = request.bom_request(Path("plan.json")).chosen_criterion()
    choice = ObjectiveChoice(
        table.objective,
        table.cost_set,
        switch_ns=table.switch_ns,
        catalogue=request.catalogue,
        criterion=criterion,
        switch=request.parts.switch,
    )
    spec = choice.spec()
    budget = None
    if table.iterations is not None or table.seconds is not None:
        budget = Budget(table.iterations, table.seconds)
    options = SolveOptions(table.placer, budget, table.seed, None, workers)
    return (options if spec.is_length else replace(options, objective=spec.make)), choice


def _equipped(request: HallPlanFile, room: AnyRoom, plan: Path) -> tuple[MadeBom, "TrayFill | None"]:
    """Return the bill of a plan and how full the trays are with it; full ones are gone around if asked."""
    wanted = request.bom_request(plan)
    made = make_plan_bom(wanted)
    if not isinstance(room, Hall) or not room.trays:
        return made, None
    from netfloor.hall_plan_trays import bought_tray_fill, relieved  # noqa: PLC0415 - loads SciPy

    fill = bought_tray_fill(room, made, request.trays)
    if not (request.trays.reroute and fill.overfull):
        return made, fill
    fill, detours = relieved(room, made, request.trays)
    return make_plan_bom(wanted, detours), fill


def _write(plan: HallPlan, folder: Path) -> HallPlan:
    """Write everything beside the plan file; return what was written."""
    from netfloor.hall_plan_report import hall_plan_page  # noqa: PLC0415 - loads Matplotlib
    from reports.workbook import sheet_csv, workbook_bytes  # noqa: PLC0415

    sheets = bom_sheets(plan.made, dict(plan.bom))
    write_atomic(folder / "bom.xlsx", workbook_bytes(list(sheets.values())))
    for name, sheet in sheets.items():
        write_atomic(folder / f"bom-{name.replace('_', '-')}.csv", sheet_csv(sheet))
    write_atomic(folder / "bom.json", to_json(dict(plan.bom)))
    notes = _draw(plan, folder)
    files = sorted(one.name for one in folder.iterdir() if not one.name.startswith("."))
    plan = replace(plan, files=(*files, "report.html"), notes=(*plan.topology.notes, *notes))
    write_atomic(folder / "report.html", hall_plan_page(plan))
    return plan


def _draw(plan: HallPlan, folder: Path) -> list[str]:
    from netfloor.hall_plan_drawing import drawing_svg  # noqa: PLC0415 - loads Matplotlib

    write_atomic(folder / "room.svg", drawing_svg(plan))
    if not isinstance(plan.room, Hall):
        return []
    if not has_ezdxf():
        return ["room.dxf was left out: drawings for CAD need the extra netfloor[cad]"]
    from reports.hall_dxf import write_hall_dxf  # noqa: PLC0415 - loads ezdxf

    fill = plan.fill
    if fill is None:
        write_hall_dxf(folder / "room.dxf", plan.room)
    else:
        write_hall_dxf(folder / "room.dxf", plan.room, fill.cables, fill.used_mm2)
    return []
