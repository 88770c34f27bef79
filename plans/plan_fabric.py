"""A placed network as a fabric: named devices, numbered ports, placed servers."""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from netfloor.fabric.fabric import SERVER, SWITCH, Cable, Device, End, Fabric
from netfloor.layout.cable_plan import CablePlan, KeptCabling, cable_id, host_cable_id
from netfloor.layout.placement import Placement
from netfloor.plans.by_names import endpoint_routers, server_names
from netfloor.plans.cabinet_slots import CabinetSlots, cabinet_slots
from netfloor.plans.laid import LaidFabric
from netfloor.plans.plan import Plan
from netfloor.rooms.hosts.server_placement import HostPlan
from netfloor.topologies.management import MANAGEMENT, management_ends
from netfloor.topologies.topology import Topology


def fabric_of_any(plan: Plan | LaidFabric) -> Fabric:
    """Return the devices and cables of a plan; unplaced servers are beside their switches."""
    return fabric_of_plan(plan) if isinstance(plan, Plan) else plan.fabric


def recorded_fabric(plan: Plan | LaidFabric) -> Fabric:
    """Return the devices and cables in a plan's file: without unplaced servers."""
    fabric = fabric_of_any(plan)
    if isinstance(plan, LaidFabric) or plan.given is not None or plan.hosts:
        return fabric
    return fabric.without(SERVER)


def fabric_of_plan(plan: Plan) -> Fabric:
    """Return the fabric of a plan, with its placed servers; an imported fabric as it was read."""
    if plan.given is not None:
        return _as_laid(plan.given, plan)
    hosts = plan.hosts if plan.hosts is not None and len(plan.hosts) else plan.room.inside_mm
    slots = cabinet_slots(plan.room)
    return fabric_of(
        plan.topology,
        slots,
        plan.placement,
        plan.cables,
        hosts,
        detours=plan.detours,
        kept=plan.kept,
    )


def with_panels(links: Fabric, plan: Plan | LaidFabric) -> Fabric:
    """Return the fabric with the panels of an imported plan, each link as its pieces."""
    return links if isinstance(plan, LaidFabric) or plan.panels is None else plan.panels.added_to(links)


def _as_laid(given: Fabric, plan: Plan) -> Fabric:
    """Return an imported fabric with the lengths of its links as laid."""
    lengths = dict(enumerate(plan.cables.length_mm.tolist()))
    lengths |= {link: length_mm for link, (_, length_mm) in plan.detours.items()} | dict(
        plan.piece_lengths_mm
    )
    cables = tuple(
        replace(cable, length_mm=lengths.get(number, cable.length_mm))
        for number, cable in enumerate(given.cables)
    )
    return replace(given, cables=cables)


def fabric_of(
    topology: Topology,
    slots: CabinetSlots,
    placement: Placement,
    cables: CablePlan,
    hosts: HostPlan | int,
    *,
    detours: Mapping[int, tuple[str, int]] = MappingProxyType({}),
    kept: KeptCabling | None = None,
) -> Fabric:
    """Return the fabric of a placed network.

    Switches are named by their label, or ``r0``, ``r1`` ... without labels. The k-th endpoint of switch x
    is on port k; the j-th server of switch x is ``hx-j`` and has a port for each of its endpoints, in
    order. Servers with ports on several switches have the names and ports of the network. Network ports
    follow in the order of `make_cable_plan`; a switch's own management port is named so.

    Parameters
    ----------
    hosts
        The placed servers. Or a length in mm if none are placed: each endpoint is a server in the cabinet
        of its switch, with a cable of that length (see `costmodels.bill.HOST_RULE`); see `_own_hosts` for
        servers with ports on several switches.
    detours
        Medium and mm of the links with a detour around full trays, network links first.
    kept
        Ports of servers and ids of cables of an expanded plan.
    """
    planned = hosts if isinstance(hosts, HostPlan) else None
    networks = [part.name for part in topology.networks or ()]
    of_switch = topology.network_of_switches.tolist()
    switches = [
        replace(
            _switch(topology, router, slots.slots[slot], planned),
            network=networks[of_switch[router]] if networks else "",
        )
        for router, slot in enumerate(placement.slot_of.tolist())
    ]
    network = _network_cables(topology, cables)
    if isinstance(hosts, HostPlan):
        servers, ends = _placed_servers(topology, hosts)
    else:
        servers, ends = _own_hosts(topology, switches, hosts)
    links = [*network, *_host_cables(topology, len(switches), ends)]
    if kept is not None:
        links = list(_renumbered(links, len(network), kept))
        switches = _with_used_ports(switches, links)
    for link, (_, length_mm) in detours.items():
        links[link] = replace(links[link], length_mm=length_mm)
    return Fabric(
        name=topology.name,
        devices=(*switches, *servers),
        cables=tuple(links),
        cabinets=slots.cabinets,
        notes=topology.notes,
    )


def _switch(
    topology: Topology, router: int, slot: tuple[int, int, int | None], hosts: HostPlan | None
) -> Device:
    cabinet, position, unit = slot
    return Device(
        name=topology.label(router),
        kind=SWITCH,
        ports=int(topology.ports[router]) + int(topology.managed[router]),
        cabinet=cabinet,
        position=position,
        unit=unit,
        units=None if hosts is None else int(hosts.devices.switch_units[router]) or None,
        group=_group(topology, router),
        watts=None if hosts is None else int(hosts.devices.switch_mw[router]) / 1000 or None,
        kilograms=None if hosts is None else int(hosts.devices.switch_g[router]) / 1000 or None,
    )


def _group(topology: Topology, router: int) -> int | None:
    return None if topology.groups is None else int(topology.groups[router])


def _network_cables(topology: Topology, plan: CablePlan) -> list[Cable]:
    rates = topology.rates_of_links.tolist()
    names = np.where(management_ends(topology), MANAGEMENT, "").tolist()
    ends, ports, lengths_mm = (item.tolist() for item in (plan.routers, plan.ports, plan.length_mm))
    columns = zip(ends, ports, names, lengths_mm, rates, strict=True)
    return [
        Cable(cable_id(i), End(u, p, item), End(v, q, other), length_mm, gbps)
        for i, ((u, v), (p, q), (item, other), length_mm, gbps) in enumerate(columns)
    ]


#: Of an endpoint: its server from 0, the port there, its cable length in mm (None if unknown).
_HostEnd = tuple[int, int, int | None]


def _own_hosts(
    topology: Topology, switches: list[Device], length_mm: int
) -> tuple[list[Device], list[_HostEnd]]:
    """Return a server for each endpoint, in the cabinet of its switch.

    A server with ports on several switches is in the cabinet of its first port's switch; the lengths of its
    cables to other cabinets are unknown.
    """
    groups = topology.servers
    if groups is not None:
        at = [switches[switch].cabinet for switch in groups.switches[groups.group, 0].tolist()]
        servers = [
            Device(
                groups.label(server), SERVER, groups.ports, cabinet, name_stated=groups.labels is not None
            )
            for server, cabinet in enumerate(at)
        ]
        of, port = groups.of_endpoints.tolist(), groups.ports_of_endpoints.tolist()
        there = [switches[router].cabinet for router in endpoint_routers(topology).tolist()]
        ends = zip(of, port, there, strict=True)
        return servers, [
            (item, number + 1, length_mm if at[item] == cabinet else None) for item, number, cabinet in ends
        ]
    hosts = [
        Device(
            f"h{topology.label(router)}-{k}",
            SERVER,
            1,
            switch.cabinet,
            group=switch.group,
            name_stated=False,
        )
        for router, (switch, count) in enumerate(zip(switches, topology.endpoints.tolist(), strict=True))
        for k in range(1, count + 1)
    ]
    return hosts, [(host, 1, length_mm) for host in range(len(hosts))]


def _placed_servers(topology: Topology, hosts: HostPlan) -> tuple[list[Device], list[_HostEnd]]:
    """Return the placed servers of a plan; the endpoints of a server are its ports."""
    endpoints = topology.endpoints
    of_endpoints = hosts.of_endpoints(endpoints).tolist()
    ports = (hosts.ports_of_endpoints(endpoints) + 1).tolist()
    ends = list(zip(of_endpoints, ports, hosts.lengths_of_endpoints(endpoints).tolist(), strict=True))
    used, height = Counter(of_endpoints), hosts.devices.server_units or None
    named = topology.servers is not None and topology.servers.labels is not None
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
            watts=hosts.devices.server_mw / 1000 or None,
            kilograms=hosts.devices.server_g / 1000 or None,
            name_stated=named,
        )
        for server, (name, group, cabinet, unit) in enumerate(zip(*columns, strict=True))
    ]
    return servers, ends


def _host_cables(topology: Topology, routers: int, ends: list[_HostEnd]) -> list[Cable]:
    """Return the cable of every endpoint, switch by switch."""
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
    """Return a fabric without management ports and their cables."""
    devices = list(fabric.devices)
    kept = []
    for cable in fabric.cables:
        ports = [end for end in cable.ends if end.port_name == MANAGEMENT]
        for end in ports:
            devices[end.device] = replace(devices[end.device], ports=end.port - 1)
        kept += [] if ports else [cable]
    return replace(fabric, devices=tuple(devices), cables=tuple(kept))


def _renumbered(cables: Sequence[Cable], between: int, kept: KeptCabling) -> Iterator[Cable]:
    """Yield cables with their kept ids; endpoint cables also with their kept ports."""
    ids = itertools.chain(kept.ids, (cable.id for cable in cables[len(kept.ids) :]))
    for number, (cable, name) in enumerate(zip(cables, ids, strict=True)):
        port = cable.a.port if number < between else int(kept.server_ports[number - between])
        yield replace(cable, id=name, a=replace(cable.a, port=port))


def _with_used_ports(switches: Sequence[Device], cables: Sequence[Cable]) -> list[Device]:
    """Raise the port count of switches to the highest port that a cable uses."""
    used = Counter[int]()
    for end in (end for cable in cables for end in cable.ends):
        used[end.device] = max(used[end.device], end.port)
    return [
        replace(switch, ports=max(switch.ports, used[number])) for number, switch in enumerate(switches)
    ]
