"""Length of each cable's route by medium, and its cabinets."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.link_needs import NO_WAY
from netfloor.costmodels.catalogue.plan_needs import MediumRoutes, same_cabinet_routes
from netfloor.fabric.fabric import Cable, Fabric
from netfloor.plans.by_names import endpoint_routers, given_endpoints
from netfloor.plans.plan import Plan
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.places import host_places


def cable_routes(plan: Plan) -> tuple[MediumRoutes, tuple[str, ...]]:
    """Return the routes of network cables and server cables, and the names of the numbered cabinets.

    In a hall routes follow the trays of each medium; in a grid both media have one route. A link through
    panels of an imported plan is as long as its pieces. Servers are at
    their places, or without places in the cabinet of their switch.
    """
    room = plan.room
    cabinet = room.lengths.cabinet_of_slot[plan.placement.slot_of].astype(np.int64)
    routes = same_cabinet_routes(plan.cables, plan.topology, cabinet, room.inside_mm)
    if not isinstance(room, Hall):
        names = tuple(room.cabinet_name(number) for number in range(room.cabinet_count))
        return _with_hosts(routes, plan).with_lengths(plan.piece_lengths_mm), names
    in_hall = room.usable.astype(np.int64)[cabinet]
    first, second = (room.ports_of(slots) for slots in plan.cables.slots.T)
    electrical_mm, optical_mm = (room.lengths_between(first, second, medium) for medium in MEDIA)
    router = endpoint_routers(plan.topology)
    inside_mm = np.full(len(router), room.inside_mm, dtype=np.int64)
    routes = MediumRoutes(
        np.concatenate([electrical_mm, inside_mm]),
        np.concatenate([optical_mm, inside_mm]),
        router_cabinet=in_hall,
        host_cabinet=in_hall[router],
    )
    routes = _with_hosts(routes, plan).with_lengths(plan.piece_lengths_mm)
    return routes, tuple(cabinet.name for cabinet in room.cabinets)


def _with_hosts(routes: MediumRoutes, plan: Plan) -> MediumRoutes:
    """Add the routes of server cables, with servers as placed by the plan or its imported fabric."""
    if plan.given is not None:
        return _with_given(routes, plan, plan.given)
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
    links = len(plan.cables)
    return replace(
        routes,
        electrical_mm=np.concatenate([routes.electrical_mm[:links], electrical_mm]),
        optical_mm=np.concatenate([routes.optical_mm[:links], optical_mm]),
        host_cabinet=cabinet,
    )


def unknown_lengths(plan: Plan) -> list[str]:
    """Return the ids of an imported plan's endpoint cables without a known length."""
    return [cable.id for cable in given_endpoints(plan) if cable.length_mm is None]


def rates_of_links(plan: Plan) -> npt.NDArray[np.float64]:
    """Return the rate of each link, network links first; imported plans may have a rate per link."""
    topology = plan.topology
    rates = np.concatenate([topology.rates_of_links, topology.rates[endpoint_routers(topology)]])
    if plan.given is not None:
        links = plan.given.cables[: len(rates)]
        own = [link.gbps or rate for link, rate in zip(links, rates.tolist(), strict=True)]
        rates = np.array(own)
    return rates.astype(np.float64)


def _with_given(routes: MediumRoutes, plan: Plan, given: Fabric) -> MediumRoutes:
    """Add the endpoint cables of an imported fabric; `NO_WAY` for an unknown length."""
    cables, links = given_endpoints(plan), len(plan.cables)
    lengths = [NO_WAY if cable.length_mm is None else cable.length_mm for cable in cables]
    electrical_mm = optical_mm = np.array(lengths, dtype=np.int64)
    places = [given.devices[cable.b.device].cabinet for cable in cables]
    if isinstance(plan.room, Hall):
        number = {item.name: index for index, item in enumerate(plan.room.cabinets)}
        places = [None if place is None else number[given.cabinets[place].name] for place in places]
        electrical_mm, optical_mm = _given_lengths(plan.room, given, cables, electrical_mm)
    cabinet = routes.host_cabinet.copy()
    for endpoint, place in enumerate(places):
        if place is not None:
            cabinet[endpoint] = place
    return replace(
        routes,
        electrical_mm=np.concatenate([routes.electrical_mm[:links], electrical_mm]),
        optical_mm=np.concatenate([routes.optical_mm[:links], optical_mm]),
        host_cabinet=cabinet,
    )


def _given_lengths(
    hall: Hall, given: Fabric, cables: Sequence[Cable], known_mm: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the lengths of cables in each medium; lengths that the hall cannot measure stay unchanged."""
    known = [
        number
        for number in np.flatnonzero(known_mm != NO_WAY).tolist()
        if is_measured(hall, given, cables[number])
    ]
    ends = [[given_port(hall, given, end.device) for end in cables[number].ends] for number in known]
    ports = np.array(ends, dtype=np.int32).reshape(-1, 2, 2)
    results = []
    for medium in MEDIA:
        lengths = known_mm.copy()
        near, far = ((ports[:, end, 0], ports[:, end, 1]) for end in (0, 1))
        lengths[known] = hall.lengths_between(near, far, medium)
        results.append(lengths)
    return results[0], results[1]


def is_measured(room: Room, given: Fabric, cable: Cable) -> bool:
    """Return whether the room measures a cable of an imported plan; otherwise its file gives the length."""
    ends = [given.devices[end.device] for end in cable.ends]
    placed = all(device.cabinet is not None for device in ends)
    return placed and (not isinstance(room, Hall) or all(device.unit is not None for device in ends))


def given_port(hall: Hall, given: Fabric, device: int) -> tuple[int, int]:
    """Return cabinet number and unit of an imported device in a hall."""
    item, name = given.devices[device], given.cabinet_name(device)
    assert item.unit is not None  # noqa: S101 - asked of devices in units alone
    return next(i for i, cabinet in enumerate(hall.cabinets) if cabinet.name == name), item.unit
