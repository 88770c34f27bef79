"""A placed network as a fabric: devices named, ports numbered, servers where they stand."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from netfloor.exchange.orders import Orders
from netfloor.fabric.fabric import SERVER, SWITCH, Cable, Device, End, Fabric, FloorCabinet
from netfloor.layout.cable_plan import CablePlan, cable_id, host_cable_id
from netfloor.layout.placement import Placement
from netfloor.plans.by_names import endpoint_routers, server_names
from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.stand import HostPlan
from netfloor.rooms.room import Room
from netfloor.topologies.management import MANAGEMENT, switch_port_name
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class CabinetSlots:
    """The slots of a room as exchange formats know them."""

    cabinets: tuple[FloorCabinet, ...]  # every cabinet that is not taken, as `rooms.hosts` counts them
    # for each slot its cabinet, its position there from 1 and its rack unit, None where the room does not
    # say
    slots: tuple[tuple[int, int, int | None], ...]


def cabinet_slots(room: AnyRoom) -> CabinetSlots:
    """Return cabinets and slots of a room; only a hall's slots have rack units."""
    return _hall_slots(room) if isinstance(room, Hall) else _grid_slots(room)


def _grid_slots(room: Room) -> CabinetSlots:
    cabinets = tuple(
        FloorCabinet(room.cabinet_name(i), row + 1, column + 1, f"Row {row + 1:02d}")
        for i, (row, column) in enumerate(room.cabinets.tolist())
    )
    per = room.slots_per_cabinet
    return CabinetSlots(cabinets, tuple((slot // per, slot % per + 1, None) for slot in range(room.slots)))


def _hall_slots(hall: Hall) -> CabinetSlots:
    """Return the places of a hall, rows and cabinets counted as they first appear."""
    rows: dict[str, int] = {}
    in_row: Counter[str] = Counter()
    cabinets: list[FloorCabinet] = []
    place_of: dict[int, int] = {}
    for index, cabinet in enumerate(hall.cabinets):
        if not cabinet.taken:
            rows.setdefault(cabinet.row, len(rows) + 1)
            in_row[cabinet.row] += 1
            place_of[index] = len(cabinets)
            row, name = cabinet.row, cabinet.name
            size = cabinet.width_mm, cabinet.depth_mm
            cabinets.append(FloorCabinet(name, rows[row], in_row[row], row, cabinet.units, *size))
    filled: Counter[int] = Counter()
    slots = []
    for index, unit in zip(hall.usable[hall.slot_cabinet].tolist(), hall.slot_unit.tolist(), strict=True):
        filled[index] += 1
        slots.append((place_of[index], filled[index], unit))
    return CabinetSlots(tuple(cabinets), tuple(slots))


def fabric_of(
    topology: Topology,
    slots: CabinetSlots,
    placement: Placement,
    cables: CablePlan,
    hosts: HostPlan | int,
    orders: Orders | None = None,
    detours: Mapping[int, tuple[str, int]] = MappingProxyType({}),
) -> Fabric:
    """Return the fabric of a placed network.

    Routers are called by their label, or ``r0``, ``r1`` ... where they have none. The k-th
    endpoint of router x is on port k; the j-th host of router x is ``hx-j`` and has a port for
    each of its endpoints, in their order. Servers with ports on several switches have the names and
    ports that the network gives them. Network ports follow as `make_cable_plan` counts them; a switch's
    own for management is called so.

    Parameters
    ----------
    hosts
        Where servers stand. A length in mm where nobody said: each endpoint is a host in the
        cabinet of its router, with a cable of that length (see `costmodels.bill.HOST_RULE`); see
        `_own_hosts` for servers with ports on several switches.
    detours
        Medium and mm of the links, network ones first, that go around full trays.
    """
    planned = hosts if isinstance(hosts, HostPlan) else None
    switches = [
        _switch(topology, router, slots.slots[slot], planned)
        for router, slot in enumerate(placement.slot_of.tolist())
    ]
    network = _network_cables(topology, cables)
    if isinstance(hosts, HostPlan):
        servers, ends = _placed_servers(topology, hosts)
    else:
        servers, ends = _own_hosts(topology, switches, hosts)
    links = [*network, *_host_cables(topology, len(switches), ends)]
    for link, (_, length_mm) in detours.items():
        links[link] = replace(links[link], length_mm=length_mm)
    return Fabric(
        name=topology.name,
        devices=(*switches, *servers),
        cables=tuple(links if orders is None else _bought(links, orders)),
        cabinets=slots.cabinets,
        notes=(*topology.notes, *(() if orders is None else orders.notes)),
    )


def _switch(
    topology: Topology, router: int, slot: tuple[int, int, int | None], hosts: HostPlan | None
) -> Device:
    cabinet, position, unit = slot
    return Device(
        topology.label(router),
        SWITCH,
        int(topology.ports[router]) + int(topology.managed[router]),
        cabinet,
        position,
        unit,
        None if hosts is None else int(hosts.devices.switch_units[router]) or None,
        _group(topology, router),
    )


def _group(topology: Topology, router: int) -> int | None:
    return None if topology.groups is None else int(topology.groups[router])


def _network_cables(topology: Topology, plan: CablePlan) -> list[Cable]:
    rates = topology.rates_of_links.tolist()
    columns = zip(plan.routers.tolist(), plan.ports.tolist(), plan.length_mm.tolist(), rates, strict=True)
    return [
        Cable(
            cable_id(i),
            End(u, p, switch_port_name(topology, u, p)),
            End(v, q, switch_port_name(topology, v, q)),
            length_mm,
            gbps,
        )
        for i, ((u, v), (p, q), length_mm, gbps) in enumerate(columns)
    ]


#: Of an endpoint: its host from 0, the port there, the length of its cable in mm, None where nobody said.
_HostEnd = tuple[int, int, int | None]


def _own_hosts(
    topology: Topology, switches: list[Device], length_mm: int
) -> tuple[list[Device], list[_HostEnd]]:
    """Return a host for each endpoint, in its router's cabinet.

    Of servers with ports on several switches, one for each server, in the cabinet of its first port's
    switch; nobody said how long its cables to other cabinets are.
    """
    groups = topology.servers
    if groups is not None:
        at = [switches[switch].cabinet for switch in groups.switches[groups.group, 0].tolist()]
        servers = [
            Device(groups.label(server), SERVER, groups.ports, cabinet) for server, cabinet in enumerate(at)
        ]
        of, port = groups.of_endpoints.tolist(), groups.ports_of_endpoints.tolist()
        there = [switches[router].cabinet for router in endpoint_routers(topology).tolist()]
        ends = zip(of, port, there, strict=True)
        return servers, [
            (one, number + 1, length_mm if at[one] == cabinet else None) for one, number, cabinet in ends
        ]
    hosts = [
        Device(f"h{topology.label(router)}-{k}", SERVER, 1, switch.cabinet, group=switch.group)
        for router, (switch, count) in enumerate(zip(switches, topology.endpoints.tolist(), strict=True))
        for k in range(1, count + 1)
    ]
    return hosts, [(host, 1, length_mm) for host in range(len(hosts))]


def _placed_servers(topology: Topology, hosts: HostPlan) -> tuple[list[Device], list[_HostEnd]]:
    """Return the servers of a plan where they stand; endpoints of one server are its ports."""
    endpoints = topology.endpoints
    of_endpoints = hosts.of_endpoints(endpoints).tolist()
    ports = (hosts.ports_of_endpoints(endpoints) + 1).tolist()
    ends = list(zip(of_endpoints, ports, hosts.lengths_of_endpoints(endpoints).tolist(), strict=True))
    used, height = Counter(of_endpoints), hosts.devices.server_units or None
    columns = (
        server_names(topology, hosts),
        hosts.group.tolist(),
        hosts.cabinet.tolist(),
        hosts.unit.tolist(),
    )
    servers = [
        Device(
            name,
            SERVER,
            used[server],
            cabinet,
            unit=unit or None,
            units=height,
            group=None if topology.servers is not None else _group(topology, group),
        )
        for server, (name, group, cabinet, unit) in enumerate(zip(*columns, strict=True))
    ]
    return servers, ends


def _host_cables(topology: Topology, routers: int, ends: list[_HostEnd]) -> list[Cable]:
    """Return the cable of every endpoint, router by router."""
    at = [(router, k) for router, count in enumerate(topology.endpoints.tolist()) for k in range(count)]
    rates = topology.rates.tolist()
    return [
        Cable(
            host_cable_id(number),
            End(router, k + 1),
            End(routers + host, port, topology.port_name(port - 1)),
            length_mm,
            rates[router],
        )
        for number, ((router, k), (host, port, length_mm)) in enumerate(zip(at, ends, strict=True))
    ]


def without_management_links(fabric: Fabric) -> Fabric:
    """Return a fabric without the cables of management ports, and without those ports."""
    devices = list(fabric.devices)
    kept = []
    for cable in fabric.cables:
        ports = [end for end in cable.ends if end.port_name == MANAGEMENT]
        for end in ports:
            devices[end.device] = replace(devices[end.device], ports=end.port - 1)
        kept += [] if ports else [cable]
    return replace(fabric, devices=tuple(devices), cables=tuple(kept))


def _bought(cables: list[Cable], orders: Orders) -> list[Cable]:
    """Return cables with what is bought for them; none for hosts where the network alone is ordered."""
    ordered = [
        replace(
            cable,
            length_mm=cable.length_mm if bought.routed_mm is None else bought.routed_mm,
            medium=bought.medium,
            part=bought.part,
            ordered_mm=bought.ordered_mm,
            kind=bought.kind,
            modules=bought.modules,
            cages=bought.cages,
            piece="" if bought.piece is None else cables[bought.piece].id,
            cage_numbers=bought.cage_numbers,
        )
        for cable, bought in zip(cables, orders.purchases, strict=False)
    ]
    return [*ordered, *cables[len(ordered) :]]
