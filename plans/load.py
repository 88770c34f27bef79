"""Load a plan file: derive its network, room and cables again and compare them with the file."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.fabric.fabric import Fabric
from netfloor.fabric.links import PanelCabling
from netfloor.fabric.power import PowerRules
from netfloor.foundation.errors import CheckFailedError, InputError, setting
from netfloor.foundation.relative_paths import beside
from netfloor.layout.cable_plan import KeptCabling
from netfloor.layout.devices.rules import DeviceRule
from netfloor.layout.placement import Placement
from netfloor.plans.cabinet_slots import cabinet_slots
from netfloor.plans.check.bound import claimed_bound
from netfloor.plans.check.claims import (
    claim_problems,
    form_problems,
    input_problems,
    plain_inputs,
)
from netfloor.plans.check.columns import server_rows
from netfloor.plans.check.laid import laid_problems
from netfloor.plans.check.laid_objective import laid_objective_problems
from netfloor.plans.columns import listed_cables, listed_devices
from netfloor.plans.file import read_placed, read_record
from netfloor.plans.laid import DeviceSearch, LaidFabric, LaidPower, hall_cabinets
from netfloor.plans.models import (
    IMPORTED,
    KEPT,
    SHARED_CAGES,
    LaidModel,
    PlanModel,
    SearchRecord,
)
from netfloor.plans.plan import Plan, left_ports
from netfloor.plans.rebuild import rebuild
from netfloor.plans.record_tables import PowerRecord
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.server_placement import hosts_from_record
from netfloor.rooms.room_spec import room_from_definition
from netfloor.topologies.topology import Topology

#: A plan of one network, of several, or of lists.
AnyPlan = Plan | LaidFabric

#: Remedy where a command reads plans of one network only; see `load_plan`.
ALONE = (
    f"place one network alone and use its plan: `netfloor layout {{spec}} {setting('room')} {{room}} "
    f"{setting('out')} {{name}}.json`"
)


def load_plan(path: Path, *, networks: bool = False) -> Plan:
    """Load a plan; derive its cables again from network, room and placement.

    Parameters
    ----------
    networks
        Whether the caller accepts plans of several networks; otherwise they are refused.

    Raises
    ------
    InputError
        If the file is not a plan that this version reads, or has several networks.
    CheckFailedError
        If a claim of the plan does not follow from its inputs.
    """
    document, record = read_placed(path)
    return _placed(document, record, path, networks=networks)


def load_any_plan(path: Path) -> AnyPlan:
    """Load a plan of any kind; derive its cables again.

    Raises
    ------
    InputError
        If the file is not a plan that this version reads.
    CheckFailedError
        If a claim of the plan does not follow from its inputs.
    """
    document, record = read_record(path)
    if isinstance(record, LaidModel):
        return _laid(document, record, path)
    return _placed(document, record, path, networks=True)


def load_laid(path: Path, *, with_bound: bool = False) -> LaidFabric:
    """Load a plan made from lists, like `load_any_plan`; prove its bound and objective again if asked.

    Raises
    ------
    InputError
        If the file is not a plan of lists.
    CheckFailedError
        If a claim of the plan does not follow from its room and places.
    """
    document, record = read_record(path)
    if not isinstance(record, LaidModel):
        raise InputError(str(path), "is the plan of a network, not of device lists")
    return _laid(document, record, path, with_bound=with_bound)


def _laid(
    document: dict[str, Any], record: LaidModel, path: Path, *, with_bound: bool = False
) -> LaidFabric:
    hall = room_from_definition(record.inputs.room.definition, f"{path}: inputs.room.definition")
    if not isinstance(hall, Hall):
        raise InputError(f"{path}: room", "is a grid, which has no rack units", "a room file with [hall]")
    problems = laid_problems(document, record, with_bound=with_bound)
    if with_bound and not problems:
        problems, _ = laid_objective_problems(record, path.parent)
    if problems:
        raise CheckFailedError(f"{path}: {problems[0]} (run `netfloor verify` for all problems)")
    cabinets = hall_cabinets(hall)
    number = {cabinet.name: place for place, cabinet in enumerate(cabinets)}
    devices, cables = listed_devices(record.devices, number), listed_cables(record.cables)
    fabric = Fabric(record.name, devices, cables, cabinets, tuple(record.notes), named=True)
    search = None if record.search is None else _search_of(record.search, hall)
    lists = tuple((listing.file, listing.sha256) for listing in record.inputs.lists)
    about = record.inputs.room.spec, record.title, path, record.sha256
    power = None if record.power is None else _power_of(record.power)
    grown, reading = (record.grown, record.next_number), record.inputs.reading
    return LaidFabric(fabric, hall, *about, search, lists, *grown, power, reading)


def _power_of(record: PowerRecord) -> LaidPower:
    feeds = {feed.feed: feed.limit_w for feed in record.feeds}
    rules = PowerRules(feeds, record.apart, record.survive, record.volts, record.reach_mm)
    return LaidPower(rules, frozenset(record.added))


def _search_of(record: SearchRecord, hall: Hall) -> DeviceSearch:
    prices = [tuple(record.price_mm.get(cabinet.name, ())) for cabinet in hall.cabinets]
    return DeviceSearch(
        free=tuple(record.free),
        unit_free=tuple(record.unit_free),
        rules=tuple(
            DeviceRule(tuple(rule.devices), rule.apart_by, rule.metres, tuple(rule.only), rule.network)
            for rule in record.rules
        ),
        seed=record.seed,
        bound_mm=record.lower_bound_mm,
        method=record.method,
        price_mm=tuple(prices) if record.price_mm else (),
        without_mm=tuple(rule.total_mm_without for rule in record.rules),
        objective=record.objective,
    )


def _placed(document: dict[str, Any], record: PlanModel, path: Path, *, networks: bool) -> Plan:
    topology, room = rebuild(record, str(path))
    if topology.networks is not None and not networks:
        names = ", ".join(part.name for part in topology.networks)
        first = topology.networks[0]
        fields = {"name": first.name, "spec": first.alone.name}
        fields["room"] = beside(path, record.inputs.room.spec) or ""
        told = ALONE.format(**{name: shlex.quote(text) for name, text in fields.items()})
        held = f"holds {len(topology.networks)} networks ({names})"
        what = f"{held}, and this command reads plans of one network"
        raise InputError(str(path), what, told)
    problems = form_problems(document, record)
    problems += input_problems(document, topology, room)
    problems += claim_problems(
        document, record, topology, room, plain_inputs(topology, room, record.solver.required)
    )
    if problems:
        raise CheckFailedError(f"{path}: {problems[0]} (run `netfloor verify` for all problems)")
    return assembled(document, record, topology, room, path)


def assembled(
    document: dict[str, Any], record: PlanModel, topology: Topology, room: Room, path: Path
) -> Plan:
    """Return the plan of a checked record, with its network and room."""
    hosts = None
    if record.hosts is not None:
        rows = server_rows(record, topology.routers)
        hosts = hosts_from_record(document["hosts"], rows, room, topology.endpoints, topology.servers)
    return Plan(
        topology=topology,
        room=room,
        room_spec=record.inputs.room.spec,
        placement=Placement(np.array(record.placement, dtype=np.int32), room.slots),
        solver=record.solver,
        bound=claimed_bound(record),
        hosts=hosts,
        order=record.order,
        detours={link: (medium, length_mm) for link, medium, length_mm in record.detours},
        ports=_ports(record, topology.link_count) if record.ports == SHARED_CAGES else None,
        kept=_kept(record, topology) if record.ports in {KEPT, IMPORTED} else None,
        given=_given(record, topology, room) if record.ports == IMPORTED else None,
        panels=_panels(record, room),
        path=path,
        sha256=record.sha256,
        title=record.title,
        grown=record.grown,
    )


def _ports(record: PlanModel, between: int) -> npt.NDArray[np.int32]:
    """Return the ports at both ends of the cables between switches, (m, 2)."""
    columns = record.cables.whole()
    ends = np.array([columns["port_a"], columns["port_b"]], dtype=np.int32).T.reshape(-1, 2)
    return ends[:between].copy()


def _kept(record: PlanModel, topology: Topology) -> KeptCabling:
    """Return ports and ids of an expanded plan; endpoints without servers get the remaining ports."""
    ports, between = _ports(record, topology.link_count), topology.link_count
    count = between
    if record.hosts is None and record.ports == KEPT:
        of_servers = left_ports(topology, ports)
    else:
        count += int(topology.endpoints.sum())
        of_servers = np.array(record.cables.whole()["port_a"][between:count], dtype=np.int32)
    item, other = record.next_numbers or (1, 1)
    return KeptCabling(ports, of_servers, tuple(record.cables.id[:count]), (item, other))


def _given(record: PlanModel, topology: Topology, room: Room) -> Fabric:
    """Return the fabric of an imported plan as in its file; switches have the positions of their slots."""
    slots = cabinet_slots(room)
    number = {cabinet.name: place for place, cabinet in enumerate(slots.cabinets)}
    devices = list(listed_devices(record.devices, number))
    for switch, slot in enumerate(record.placement):
        devices[switch] = replace(devices[switch], position=slots.slots[slot][1])
    cables, notes = listed_cables(record.cables), tuple(record.notes)
    named = any(end.port_name for cable in cables for end in cable.ends)
    return Fabric(topology.name, tuple(devices), cables, slots.cabinets, notes, named=named)


def _panels(record: PlanModel, room: Room) -> PanelCabling | None:
    """Return the panels of an imported plan and their cables, None without panels."""
    table = record.panels
    if table is None:
        return None
    number = {cabinet.name: place for place, cabinet in enumerate(cabinet_slots(room).cabinets)}
    return PanelCabling(listed_devices(table.devices, number), listed_cables(table.cables))
