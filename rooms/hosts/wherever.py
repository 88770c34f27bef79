"""What cables to servers cannot be below, wherever switches and servers stand."""

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hosts.limits import HostLimits, room_for_servers
from netfloor.rooms.hosts.stand import HostPlan


def least_wherever_mm(room: AnyRoom, hosts: HostPlan, endpoints: npt.NDArray[np.integer[Any]]) -> int:
    """Return what all cables to servers are not below in mm, in any slots and within the servers' limits.

    Servers take a cabinet's free units in the order of `server_units`, as everywhere here.
    The servers of a switch stand in places of their own, no more in a cabinet than it holds where no
    switch stands. So the cables of a switch in a slot are no shorter than those to the nearest places,
    the most cables to the nearest (rearrangement inequality). A cable to the k-th place of a cabinet is at
    least so much longer than one to the first as `HostPlaces.farther_mm` says. Switches are in
    slots of their own: so many alike are no better off than in the slots where this is least. Every
    placement in fewer slots, or under more limits, is one of those that the bound is of. It is of other
    cables than the bound of links between switches, so that the sum of both holds for all cables.

    ``hosts``: what the servers are, and the cabinets that stay free of them; not where they stand;
    ``endpoints``: of each switch, (n,).
    """
    devices, limits = hosts.devices, HostLimits(hosts.per_cabinet, None, hosts.kept_free)
    places, room_for = limits.places(room, devices.heights), room_for_servers(room, devices, limits)
    slots = np.arange(room.slots, dtype=np.int32)
    farther = [each[:most] for each, most in zip(places.farther_mm(room, slots), room_for, strict=True)]
    near = places.from_slots_mm(room, slots)[:, np.repeat(np.arange(len(room_for)), room_for)]
    near = near + np.concatenate(farther)
    near = np.sort(np.maximum(near, 0), axis=1)
    ends = np.split(hosts.of_endpoints(endpoints), np.cumsum(endpoints)[:-1])
    alike = Counter(tuple(sorted(Counter(one.tolist()).values(), reverse=True)) for one in ends)
    return sum(
        int(np.sort(near[:, : len(cables)] @ np.array(cables, dtype=np.int64))[:count].sum())
        for cables, count in alike.items()
    )
