"""Where each link of a plan ends and how long it is: network cables first, then those of servers."""

import numpy as np

from netfloor.plans.by_names import endpoint_routers, server_cable_lengths_mm
from netfloor.plans.plan import Plan
from netfloor.rooms.hall.hall import Hall, Ports
from netfloor.rooms.hosts.places import host_places


def link_lengths_mm(plan: Plan) -> list[int]:
    """Return the length of every link, ways around full trays included; of servers only placed ones."""
    lengths: list[int] = plan.cables.length_mm.tolist()
    return lengths + server_cable_lengths_mm(plan)


def cable_ports(plan: Plan, hall: Hall) -> tuple[Ports, Ports]:
    """Return both ends of every link as ports of a hall; of a server's the switch stands first."""
    (one, one_unit), (other, other_unit) = (hall.ports_of(slots) for slots in plan.cables.slots.T)
    if plan.hosts is not None:
        server = plan.hosts.of_endpoints(plan.topology.endpoints)
        number = host_places(hall, plan.hosts.devices.heights, plan.hosts.per_cabinet).number
        home, home_unit = hall.ports_of(plan.placement.slot_of[endpoint_routers(plan.topology)])
        one, one_unit = np.concatenate([one, home]), np.concatenate([one_unit, home_unit])
        other = np.concatenate([other, number[plan.hosts.cabinet[server]].astype(np.int32)])
        other_unit = np.concatenate([other_unit, plan.hosts.unit[server].astype(np.int32)])
    return (one, one_unit), (other, other_unit)
