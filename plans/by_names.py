"""Switches and servers of a loaded plan: names, places, and the cables to servers."""

from collections import Counter
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.bill import ServerCables
from netfloor.fabric.fabric import Cable, Fabric
from netfloor.foundation.errors import InputError
from netfloor.plans.plan import Plan
from netfloor.rooms.hall.hall import Hall, Ports
from netfloor.rooms.hosts.places import host_places
from netfloor.rooms.hosts.server_placement import HostPlan
from netfloor.topologies.topology import Topology


def server_cable_lengths_mm(plan: Plan) -> list[int]:
    """Return the length of every endpoint's cable, including detours; empty without servers."""
    if plan.hosts is None:
        return []
    shortest = plan.hosts.lengths_of_endpoints(plan.topology.endpoints).tolist()
    ways = {link - len(plan.cables): way for link, (_, way) in plan.detours.items()}
    return [ways.get(endpoint, length_mm) for endpoint, length_mm in enumerate(shortest)]


def given_endpoints(plan: Plan) -> tuple[Cable, ...]:
    """Return the cable of every endpoint of an imported plan as laid, switch by switch."""
    if plan.given is None:
        return ()
    between, known_mm = len(plan.cables), plan.piece_lengths_mm
    cables = plan.given.cables[between : between + int(plan.topology.endpoints.sum())]
    return tuple(
        replace(cable, length_mm=known_mm[number]) if number in known_mm else cable
        for number, cable in enumerate(cables, between)
    )


def server_cables(plan: Plan) -> ServerCables | None:
    """Return the cables of the endpoints; None without placed servers or with an unknown length."""
    if plan.given is not None:
        return _given_cables(plan, plan.given)
    hosts = plan.hosts
    if hosts is None or not len(hosts):
        return None
    server = hosts.of_endpoints(plan.topology.endpoints)
    named, places = plan.server_cabinets(), switch_positions(plan)
    router = endpoint_routers(plan.topology).tolist()
    ends = zip(hosts.cabinet[server].tolist(), router, strict=True)
    between = sum(named[cabinet] != places[item][0] for cabinet, item in ends)
    return ServerCables(np.array(server_cable_lengths_mm(plan), dtype=np.int64), between)


def _given_cables(plan: Plan, given: Fabric) -> ServerCables | None:
    """Return the cables of the endpoints of an imported fabric."""
    cables = given_endpoints(plan)
    lengths = [cable.length_mm for cable in cables]
    ways = {link - len(plan.cables): way for link, (_, way) in plan.detours.items()}
    known = [ways.get(number, mm) for number, mm in enumerate(lengths)]
    known_mm = [mm for mm in known if mm is not None]
    if not cables or len(known_mm) < len(cables):
        return None
    places = [[given.devices[end.device].cabinet for end in cable.ends] for cable in cables]
    return ServerCables(np.array(known_mm, dtype=np.int64), sum(item != other for item, other in places))


def endpoint_routers(topology: Topology) -> npt.NDArray[np.int64]:
    """Return the switch of every endpoint."""
    return np.repeat(np.arange(topology.routers), topology.endpoints)


def server_names(topology: Topology, hosts: HostPlan) -> list[str]:
    """Return the name of every server: after its switch, or as the network labels it."""
    if topology.servers is not None:
        return [topology.servers.label(server) for server in range(len(hosts))]
    turn: Counter[int] = Counter()
    names = []
    for router in hosts.group.tolist():
        turn[router] += 1
        names.append(f"h{topology.label(router)}-{turn[router]}")
    return names


def router_names(plan: Plan) -> list[str]:
    """Return the name of every switch; raise `InputError` for a duplicate."""
    names = [plan.topology.label(router) for router in range(plan.topology.routers)]
    name, times = max(Counter(names).items(), key=lambda item: item[1], default=("", 0))
    if times > 1:
        raise InputError(str(plan.path), f"{times} switches are called {name!r}", "give each its own name")
    return names


def switch_positions(plan: Plan) -> list[tuple[str, int]]:
    """Return the cabinet of every switch and its position there from 1."""
    cabinet_of_slot, slots = plan.room.lengths.cabinet_of_slot, plan.placement.slot_of
    cabinets = cabinet_of_slot[slots]
    positions = slots - first_slots(cabinet_of_slot, plan.room.cabinet_count)[cabinets] + 1
    at = zip(cabinets.tolist(), positions.tolist(), strict=True)
    return [(plan.room.cabinet_name(cabinet), position) for cabinet, position in at]


def first_slots(cabinet_of_slot: npt.NDArray[np.int32], cabinets: int) -> npt.NDArray[np.int64]:
    """Return the first slot of every cabinet, then the total number of slots, shape (c + 1,)."""
    return np.searchsorted(cabinet_of_slot, np.arange(cabinets + 1)).astype(np.int64)


def link_lengths_mm(plan: Plan) -> list[int]:
    """Return the length of every link, including detours, and of links to placed servers."""
    lengths: list[int] = plan.cables.length_mm.tolist()
    return lengths + server_cable_lengths_mm(plan)


def cable_ports(plan: Plan, hall: Hall) -> tuple[Ports, Ports]:
    """Return both ends of every link as ports of a hall; the switch is the first end of a server's link."""
    (item, one_unit), (other, other_unit) = (hall.ports_of(slots) for slots in plan.cables.slots.T)
    if plan.hosts is not None:
        server = plan.hosts.of_endpoints(plan.topology.endpoints)
        number = host_places(hall, plan.hosts.devices.heights, plan.hosts.per_cabinet).number
        home, home_unit = hall.ports_of(plan.placement.slot_of[endpoint_routers(plan.topology)])
        item, one_unit = np.concatenate([item, home]), np.concatenate([one_unit, home_unit])
        other = np.concatenate([other, number[plan.hosts.cabinet[server]].astype(np.int32)])
        other_unit = np.concatenate([other_unit, plan.hosts.unit[server].astype(np.int32)])
    return (item, one_unit), (other, other_unit)
