"""How long each cable's way is, by medium, and between which cabinets."""

from dataclasses import replace

import numpy as np

from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.plan_needs import MediumRoutes, same_cabinet_routes
from netfloor.plans.by_names import endpoint_routers
from netfloor.plans.plan import Plan
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.places import host_places


def cable_routes(plan: Plan) -> tuple[MediumRoutes, tuple[str, ...]]:
    """Return the ways of network and host cables, and the names of the cabinets by their numbers.

    In a hall the ways are those of its trays, else one for both media. Hosts stand where the
    plan says; where it says nothing, in the cabinet of their router.
    """
    room = plan.room
    cabinet = room.lengths.cabinet_of_slot[plan.placement.slot_of].astype(np.int64)
    routes = same_cabinet_routes(plan.cables, plan.topology, cabinet, room.inside_mm)
    if not isinstance(room, Hall):
        names = tuple(room.cabinet_name(number) for number in range(room.cabinet_count))
        return _with_hosts(routes, plan), names
    in_hall = room.usable.astype(np.int64)[cabinet]
    first, second = (room.ports_of(slots) for slots in plan.cables.slots.T)
    electrical_mm, optical_mm = (room.lengths_between(first, second, medium) for medium in MEDIA)
    router = endpoint_routers(plan.topology)
    routes = replace(
        routes,
        electrical_mm=electrical_mm,
        optical_mm=optical_mm,
        router_cabinet=in_hall,
        host_cabinet=in_hall[router],
    )
    return _with_hosts(routes, plan), tuple(cabinet.name for cabinet in room.cabinets)


def _with_hosts(routes: MediumRoutes, plan: Plan) -> MediumRoutes:
    """Return the routes with hosts where the plan records them."""
    hosts, room = plan.hosts, plan.room
    if hosts is None:
        return routes
    server = hosts.of_endpoints(plan.topology.endpoints)
    number = host_places(room, hosts.devices.heights, hosts.per_cabinet).number
    cabinet = number[hosts.cabinet[server]]
    electrical_mm = optical_mm = hosts.lengths_of_endpoints(plan.topology.endpoints)
    if isinstance(room, Hall):
        server_ports = cabinet.astype(np.int32), hosts.unit[server].astype(np.int32)
        router_ports = room.ports_of(plan.placement.slot_of[endpoint_routers(plan.topology)])
        electrical_mm, optical_mm = (
            room.lengths_between(server_ports, router_ports, medium) for medium in MEDIA
        )
    return replace(
        routes, host_electrical_mm=electrical_mm, host_optical_mm=optical_mm, host_cabinet=cabinet
    )
