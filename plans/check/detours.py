"""Check of links rerouted around full trays: each length is that of a route, and not below the minimum."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from netfloor.foundation.wording import key_label
from netfloor.layout.check import cables as check
from netfloor.layout.check.routes import TrayRoutes
from netfloor.plans.check.columns import server_rows
from netfloor.plans.models import PlanModel
from netfloor.topologies.topology import Topology

#: Cabinet and rack unit of a port.
_Port = tuple[int, int]
#: Both ends of a link and its shortest route in mm.
_Link = tuple[_Port, _Port, int]


def detour_problems(
    plan: PlanModel, topology: Topology, derived: check.Derived, room: Mapping[str, Any]
) -> Iterator[str]:
    """Yield the problems with a plan's detours, for a room given by its definition."""
    if not plan.detours:
        return
    if not room.get("trays"):
        yield "detours: the room has no trays to go around on"
        return
    slots = _slots(room)
    links = list(_links(plan, topology, derived, room, slots))
    routes = {medium: TrayRoutes(room, medium) for _, medium, _ in plan.detours}
    seen = set()
    for link, medium, length_mm in plan.detours:
        if not 0 <= link < len(links) or link in seen:
            yield f"detours: link {link} does not exist or is given twice"
            continue
        seen.add(link)
        item, other, shortest_mm = links[link]
        way = f"detours: link {link} is {length_mm} mm as {key_label(medium)},"
        if item[0] == other[0] and link < len(derived.lengths_mm):
            yield f"{way} and stays in its cabinet"
        elif length_mm < shortest_mm:
            yield f"{way} its shortest way {shortest_mm} mm"
        elif routes[medium].has(item, other, length_mm) is False:
            yield f"{way} no route over the room's trays is that long"


def _slots(room: Mapping[str, Any]) -> list[_Port]:
    """Return cabinet and unit of every slot of a room given by its definition."""
    return [
        (cabinet, unit)
        for cabinet, item in enumerate(room["cabinets"])
        if item["switch_units"] and not item["taken"]
        for unit in item["switch_units"]
    ]


def _links(
    plan: PlanModel,
    topology: Topology,
    derived: check.Derived,
    room: Mapping[str, Any],
    slots: Sequence[_Port],
) -> Iterator[_Link]:
    """Yield every link of a plan: those between switches, then those to endpoints by switch."""
    pairs = zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
    both = (ends for ends, count in pairs for _ in range(count))
    for (u, v), length_mm in zip(both, derived.lengths_mm, strict=True):
        yield slots[plan.placement[u]], slots[plan.placement[v]], length_mm
    if plan.hosts is None:
        return
    number = {item["name"]: cabinet for cabinet, item in enumerate(room["cabinets"])}
    of_router: dict[int, list[_Link]] = defaultdict(list)
    groups = topology.servers
    rows = server_rows(plan, topology.routers)
    for group, cabinet, unit, lengths_mm in rows:
        ends = [group]
        if groups is not None:
            known = group < len(groups.switches)  # `host_problems` reports others
            ends = groups.switches[group].tolist() if known else []
        for router, length_mm in zip(ends, lengths_mm, strict=False):
            if router < len(plan.placement) and cabinet in number:
                switch = slots[plan.placement[router]]
                of_router[router].append(((number[cabinet], unit), switch, length_mm))
    for router, count in enumerate(topology.endpoints.tolist()):
        own = of_router[router]
        if groups is not None:
            yield from own
            continue
        per = plan.hosts.endpoints_per_server
        yield from (own[k // per] for k in range(count) if k // per < len(own))
