"""From one file to an order: network placed in its room, servers, parts, drawings, report."""

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from costmodels.catalogue.cabinet_power import cabinet_power_mw
from costmodels.catalogue.catalogue import Catalogue
from costmodels.catalogue.load import load_catalogue
from costmodels.catalogue.skus import thousandths
from foundation.cad import has_ezdxf
from foundation.errors import InfeasibleError, InputError, within
from foundation.files import check_output_folder, is_file, output_folder, to_json, write_atomic
from foundation.units import metres_to_mm
from layout.budget import Budget
from layout.cable_plan import CablePlan, make_cable_plan
from layout.host_places import host_places
from layout.hosts import HostPlan, closed_slots, place_hosts
from layout.plan_file import plan_document, write_plan
from layout.result import Result
from layout.solve import SolveOptions, solve
from netfloor.bom_document import bom_document
from netfloor.bom_run import MadeBom, make_plan_bom
from netfloor.bom_sheets import bom_sheets
from netfloor.fitting import require_slots
from netfloor.hall_plan_devices import chosen_equipment, devices_of
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
    with within(f"{path}: network"):
        topology = build(
            request.network.spec, endpoints=request.network.endpoints, link_gbps=request.network.gbps
        )
    room = _checked_room(request)
    require_slots(request.network.spec, topology.routers, room)
    catalogue = load_catalogue(Path(request.catalogue))
    ownership_terms(request, catalogue.currency)  # refused before any work
    with _named_as_in(path):
        equipment = chosen_equipment(request.bom_request(Path("plan.json")), topology, catalogue)
        options, choice = _options(request, workers)
    devices = devices_of(topology, catalogue, equipment, thousandths(request.servers.reserve_w))
    rule, per_cabinet = request.servers.rule, request.servers.per_cabinet
    closed = closed_slots(room, devices, rule, per_cabinet)
    names = host_places(room, devices.heights, per_cabinet).names
    chosen = None
    if request.servers.file is not None:
        chosen = read_servers(Path(request.servers.file), topology, devices.servers, names)
    options = replace(options, closed=closed if closed.any() else None)
    with interruptible() as interrupt, watching(quiet=quiet) as observer:
        result = solve(topology, room, options, observer=observer, interrupt=interrupt, task=topology.name)
    cables = make_cable_plan(topology, room, result.placement)
    hosts = place_hosts(room, result.placement.slot_of, devices, rule, per_cabinet, chosen)
    record = None if result.reached is None else choice.record(choice.spec(), result.reached)
    document = partial(
        plan_document,
        topology,
        room,
        request.room,
        result,
        cables,
        options.effective_budget,
        TOOL,
        objective=record,
        hosts=hosts.to_dict(names) if len(hosts) else None,
        order=request.order_record(catalogue),
    )
    with undisturbed(), output_folder(out, force=force) as folder:
        _keep_inputs(request, catalogue, folder)
        write_plan(folder / "plan.json", document())
        made, fill, detours = _equipped(request, room, folder / "plan.json")
        if detours:
            write_plan(folder / "plan.json", document(detours=detours))
            made = make_plan_bom(request.bom_request(folder / "plan.json"))
        _refuse_overload(room, made)
        bom = bom_document(made) | {"plan": "plan.json"}
        plan = HallPlan(request, topology, room, result, cables, hosts, made, bom, fill, (), ())
        return _write(plan, folder)


@contextmanager
def _named_as_in(path: Path) -> Iterator[None]:
    """Name the file's field where a message names an option of a command."""
    fields = {f"--{name}": f"parts.{name}" for name in ("criterion", "spares", "switch", "nic", "server")}
    fields |= {"--objective": "layout.objective", "--cost-set": "layout.cost_set"}
    fields |= {"--years": "parts.years", "--kwh-price": "parts.kwh_price"}
    fields["--years and --kwh-price"] = "parts.years and parts.kwh_price"
    try:
        yield
    except InputError as error:
        where = fields.get(error.where)
        if where is None:
            raise
        raise InputError(f"{path}: {where}", error.what, error.expected) from error


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


def _keep_inputs(request: HallPlanFile, catalogue: Catalogue, folder: Path) -> None:
    """Copy room and catalogue beside the plan, so that it can be derived again anywhere."""
    source = Path(request.catalogue)
    copies = {source.name: source}
    copies |= {entry.file: source.parent / entry.file for entry in catalogue.csv}
    if is_file(Path(request.room)):
        copies[Path(request.room).name] = Path(request.room)
    for name, path in copies.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_atomic(folder / name, path.read_bytes())


def _equipped(
    request: HallPlanFile, room: AnyRoom, plan: Path
) -> tuple[MadeBom, "TrayFill | None", list[tuple[int, str, int]]]:
    """Return the bill of a plan, how full the trays are with it, and the links that go around full ones."""
    made = make_plan_bom(request.bom_request(plan))
    if not isinstance(room, Hall) or not room.trays:
        return made, None, []
    from netfloor.hall_plan_trays import bought_tray_fill, relieved  # noqa: PLC0415 - loads SciPy

    fill = bought_tray_fill(room, made, request.trays)
    if not (request.trays.reroute and fill.overfull):
        return made, fill, []
    return made, *relieved(room, made, request.trays)


def _refuse_overload(room: AnyRoom, made: MadeBom) -> None:
    """Refuse a bill that draws more in a cabinet than it may, transceivers and cables included."""
    if not isinstance(room, Hall):
        return
    limits = {one.name: one.power_limit_w for one in room.cabinets if one.power_limit_w is not None}
    power_mw = cabinet_power_mw(made.fabric, made.choice, made.catalogue).tolist()
    over = {
        name: mw / 1000 - limits[name]
        for name, mw in zip(made.cabinet_names, power_mw, strict=False)
        if mw > 1000 * limits.get(name, math.inf)
    }
    if over:
        worst = max(over, key=lambda name: over[name])
        raise InfeasibleError(
            f"cabinet {worst} would draw {over[worst]:,.1f} W above its limit of {limits[worst]} W with "
            f"transceivers and cables ({len(over)} cabinets in all); keep power free for them with "
            "servers.reserve_w, so many watts a switch"
        )


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
    files = sorted(
        one.relative_to(folder).as_posix()
        for one in folder.rglob("*")
        if one.is_file() and not one.name.startswith(".")
    )
    if ownership_terms(plan.request, plan.made.bom.currency) is None:
        notes.append(
            f"the cost of ownership was left out: the shipped terms are not in {plan.made.bom.currency}; "
            "name a file of your own as ownership"
        )
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

    held = {
        one["cabinet"]: f"{one['switches']} switches, {one['servers']} servers"
        for one in plan.bom["cabinets"]
        if one["switches"] or one["servers"]
    }
    cables = None if plan.fill is None else plan.fill.cables
    used_mm2 = None if plan.fill is None else plan.fill.used_mm2
    write_hall_dxf(folder / "room.dxf", plan.room, cables, used_mm2, held)
    return []
