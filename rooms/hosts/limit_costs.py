"""What each limit on servers costs: their cables without it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hosts.limits import EASED, HostLimits, eased_places
from netfloor.rooms.hosts.stand import HostPlan, place_hosts


@dataclass(frozen=True, eq=False)
class EasedLimit:
    """What one limit costs."""

    name: str  # one of `EASED`
    # how the servers would stand without it; None where it keeps no place from anybody
    without: HostPlan | None


def limit_costs(room: AnyRoom, slot_of: npt.NDArray[np.int32], hosts: HostPlan) -> list[EasedLimit]:
    """Return how servers that may stand anywhere would stand without each limit, in the order of `EASED`.

    Each time the switches stay where they are and the other limits hold.
    """
    limits = HostLimits(hosts.per_cabinet, hosts.reach_mm, hosts.kept_free)
    held = eased_places(room, slot_of, hosts.devices, limits, None)
    found = []
    for name in EASED:
        eased, without = eased_places(room, slot_of, hosts.devices, limits, name), None
        if (eased.room_for > held.room_for).any() or (eased.allowed & ~held.allowed).any():
            without = place_hosts(room, slot_of, hosts.devices, "nearest", limits, without=name)
        found.append(EasedLimit(name, without))
    return found
