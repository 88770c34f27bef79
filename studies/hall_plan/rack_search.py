"""The search for switch cabinets: a local search that exchanges whole cabinets of a placed plan."""

import numpy as np
import numpy.typing as npt

from netfloor.plans.plan import Plan
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.limits import HostLimits, room_for_servers
from netfloor.rooms.hosts.places import Counts, HostPlaces

#: Maximum rounds of exchanges; each must shorten the cable, so few are needed.
_MOST = 50


def better_cabinets(plan: Plan, limits: HostLimits, slots: npt.NDArray[np.integer]) -> list[int] | None:
    """Return usable cabinets for the switches that need less cable, ascending; None if none are found.

    A cabinet of switches exchanges its contents with any other cabinet while that shortens all cables,
    including those to servers; the best exchanges are made in turn. Only cabinets are searched: switches
    and servers have to be placed again in the result. ``plan`` has switches in cabinets of their own, and
    servers; ``limits`` are those of servers before cabinets are reserved for switches; ``slots`` is the
    number of offered slots in each usable cabinet, (C,).
    """
    room, hosts = plan.room, plan.hosts
    if hosts is None or not len(hosts):
        return None
    places = limits.places(room, hosts.devices.heights)
    usable, count = usable_places(places, room), len(places.names)
    switch_at = usable[room.lengths.cabinet_of_slot[plan.placement.slot_of]]
    offered, switches = np.zeros(count, np.int64), np.bincount(switch_at, minlength=count)
    offered[usable] = slots
    servers = np.bincount(hosts.cabinet, minlength=count)
    if (servers[switches > 0] > 0).any():
        return None
    links = np.zeros((count, count), dtype=np.int64)
    np.add.at(links, tuple(switch_at[plan.topology.links].T), plan.topology.multiplicity)
    ends = hosts.devices.ends[hosts.group]
    ways = 1 if ends.shape[1] > 1 else hosts.devices.endpoints_per_server
    np.add.at(links, (switch_at[ends], hosts.cabinet[:, None]), ways)
    room_for = room_for_servers(room, hosts.devices, limits)
    result = _exchanged(links + links.T, _apart_mm(places, room), offered, room_for, switches, servers)
    number = {place: cabinet for cabinet, place in enumerate(usable.tolist())}
    taken = sorted(number[place] for place in np.flatnonzero(result).tolist())
    return None if taken == sorted(number[place] for place in set(switch_at.tolist())) else taken


def first_slots(room: Room) -> npt.NDArray[np.int32]:
    """Return the first slot of each usable cabinet, (C,)."""
    return np.searchsorted(room.lengths.cabinet_of_slot, np.arange(room.cabinet_count)).astype(np.int32)


def usable_places(places: HostPlaces, room: Room) -> Counts:
    """Return the place number of each usable cabinet, (C,)."""
    return places.of_slots(room)[first_slots(room)]


def _apart_mm(places: HostPlaces, room: Room) -> Counts:
    """Return the cable between any two places, (c, c), at the height of unit 1; 0 within one."""
    count = len(places.names)
    if not isinstance(room, Hall):
        first = first_slots(room)
        apart = room.lengths.between(np.repeat(first, count), np.tile(first, count)).reshape(count, count)
    else:
        cabinet, unit = places.number.astype(np.int32), np.ones(count * count, np.int32)
        ends = (np.repeat(cabinet, count), unit), (np.tile(cabinet, count), unit)
        apart = room.lengths_between(*ends).reshape(count, count)
    apart = np.array(apart, dtype=np.int64)
    np.fill_diagonal(apart, 0)
    return apart


def _exchanged(
    links: Counts, apart: Counts, offered: Counts, room_for: Counts, switches: Counts, servers: Counts
) -> npt.NDArray[np.bool_]:
    """Return whether places hold switches after all exchanges that shorten the cable, (c,).

    In each round every cabinet of switches moves once to the best other place, even a worse one; the round
    keeps its shortest cable (exchange of B. W. Kernighan and S. Lin, 1970).
    """
    for _ in range(_MOST):
        total, minimum, shortest = 0, 0, (links.copy(), switches.copy(), servers.copy())
        for item in np.flatnonzero(switches).tolist():
            fits = (switches == 0) & (offered >= switches[item]) & (servers <= room_for[item])
            if not fits.any():
                continue
            change = np.where(fits, _change_mm(links, apart, item), np.iinfo(np.int64).max)
            pair = [item, int(change.argmin())]
            for table in (switches, servers, links, links.T):
                table[pair] = table[pair[::-1]]
            total += int(change.min())
            if total < minimum:
                minimum, shortest = total, (links.copy(), switches.copy(), servers.copy())
        links, switches, servers = shortest
        if not minimum:
            break
    return np.asarray(switches > 0)


def _change_mm(links: Counts, apart: Counts, value: int) -> Counts:
    """Return the change in total cable when a place is exchanged with each other place, (c,)."""
    each, longer = np.arange(len(links)), apart - apart[value]
    change = ((links[value] - links) * longer).sum(axis=1)
    change -= (links[value, value] - links[:, value]) * longer[:, value]
    return np.asarray(change - (links[value, each] - links[each, each]) * longer[each, each])
