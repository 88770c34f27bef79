"""What cables to servers cannot be below, wherever switches and servers stand."""

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.limits import HostLimits, room_for_servers
from netfloor.rooms.hosts.stand import HostPlan


def least_wherever_mm(room: AnyRoom, hosts: HostPlan, endpoints: npt.NDArray[np.integer[Any]]) -> int:
    """Return what all cables to servers are not below in mm, in any slots and within the servers' limits.

    Servers fill a cabinet's free units from below, as everywhere here: one higher up may be nearer a tray.
    The servers of a switch stand in places of their own, no more in a cabinet than it holds where no
    switch stands. So the cables of a switch in a slot are no shorter than those to the nearest places,
    the most cables to the nearest (rearrangement inequality). A cable to the k-th place of a cabinet is at
    least one to the lowest less the height between them (`HostProgramme`). Switches are in
    slots of their own: so many alike are no better off than in the slots where this is least. Every
    placement in fewer slots, or under more limits, is one of those that the bound is of. It is of other
    cables than the bound of links between switches, so that the sum of both holds for all cables.

    Parameters
    ----------
    hosts
        What the servers are, and the cabinets that stay free of them; not where they stand.
    endpoints
        Of each switch, (n,).
    """
    devices, limits = hosts.devices, HostLimits(hosts.per_cabinet, None, hosts.kept_free)
    places, room_for = limits.places(room, devices.heights), room_for_servers(room, devices, limits)
    climb = [np.zeros(count, dtype=np.int64) for count in room_for.tolist()]
    if isinstance(room, Hall) and room.trays:
        for cabinet, count in enumerate(room_for.tolist()):
            height = room.port_height_mm(np.array(places.free_units[cabinet][:count], dtype=np.int64))
            climb[cabinet] = height - height[:1]
    lowest = places.from_slots_mm(room, np.arange(room.slots, dtype=np.int32))
    near = lowest[:, np.repeat(np.arange(len(room_for)), room_for)] - np.concatenate(climb)
    near = np.sort(np.maximum(near, 0), axis=1)
    ends = np.split(hosts.of_endpoints(endpoints), np.cumsum(endpoints)[:-1])
    alike = Counter(tuple(sorted(Counter(one.tolist()).values(), reverse=True)) for one in ends)
    return sum(
        int(np.sort(near[:, : len(cables)] @ np.array(cables, dtype=np.int64))[:count].sum())
        for cables, count in alike.items()
    )
