"""Where a plan's devices stand and how long each cable's way is, by medium."""

from dataclasses import dataclass

import numpy as np

from costmodels.catalogue.link_choice import MEDIA
from costmodels.catalogue.plan_needs import Routes, same_cabinet_routes
from layout.host_places import host_places
from netfloor.loaded_plan import LoadedPlan
from rooms.hall.hall import Hall


@dataclass(frozen=True, eq=False)
class BomPlaces:
    """Routes of a plan, and the names of the cabinets by their numbers."""

    routes: Routes
    cabinet_names: tuple[str, ...]


def places_of(plan: LoadedPlan) -> BomPlaces:
    """Return the ways of network and host cables: in a hall those of its trays, else one for both media.

    Hosts stand where the plan says; where it says nothing, in the cabinet of their router.
    """
    room = plan.room
    cabinet = room.lengths.cabinet_of_slot[plan.placement.slot_of].astype(np.int64)
    routes = same_cabinet_routes(plan.cables, plan.topology, cabinet, room.inside_mm)
    if not isinstance(room, Hall):
        names = tuple(room.cabinet_name(one) for one in range(room.cabinet_count))
        return BomPlaces(_with_hosts(routes, plan), names)
    in_hall = room.usable.astype(np.int64)[cabinet]
    one, other = (room.ports_of(slots) for slots in plan.cables.slots.T)
    electrical_mm, optical_mm = (room.lengths_between(one, other, medium) for medium in MEDIA)
    router = np.repeat(np.arange(plan.topology.routers), plan.topology.endpoints)
    routes = Routes(
        electrical_mm,
        optical_mm,
        routes.host_electrical_mm,
        routes.host_optical_mm,
        in_hall,
        in_hall[router],
    )
    return BomPlaces(_with_hosts(routes, plan), tuple(cabinet.name for cabinet in room.cabinets))


def _with_hosts(routes: Routes, plan: LoadedPlan) -> Routes:
    """Return the routes with hosts where the plan records them."""
    hosts, room = plan.hosts, plan.room
    if hosts is None:
        return routes
    server = hosts.of_endpoints(plan.topology.endpoints)
    number = host_places(room, hosts.devices.heights, hosts.per_cabinet).number
    cabinet = number[hosts.cabinet[server]]
    electrical_mm = optical_mm = hosts.length_mm[server]
    if isinstance(room, Hall):
        there = cabinet.astype(np.int32), hosts.unit[server].astype(np.int32)
        here = room.ports_of(plan.placement.slot_of[hosts.router[server]])
        electrical_mm, optical_mm = (room.lengths_between(there, here, medium) for medium in MEDIA)
    return Routes(
        routes.electrical_mm,
        routes.optical_mm,
        electrical_mm,
        optical_mm,
        routes.router_cabinet,
        cabinet,
    )
