"""Links that go around full trays: none is shorter than its shortest way, or longer than all trays."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import ceil, dist
from typing import Any

from netfloor.foundation.wording import key_label
from netfloor.layout.check import cables as check
from netfloor.layout.check.hall import port_heights
from netfloor.plans.models import PlanModel
from netfloor.topologies.topology import Topology


def detour_problems(
    plan: PlanModel, topology: Topology, derived: check.Derived, room: Mapping[str, Any]
) -> Iterator[str]:
    """Yield what is wrong with a plan's detours in a room as it is defined."""
    shortest = [*derived.lengths_mm, *_server_lengths(plan, topology)]
    inside = [cable.a.cabinet == cable.b.cabinet for cable in plan.cables]
    longest_mm = {medium: _longest_way_mm(room, medium) for _, medium, _ in plan.detours}
    seen = set()
    for link, medium, length_mm in plan.detours:
        if not 0 <= link < len(shortest) or link in seen:
            yield f"detours: link {link} does not exist or is given twice"
            continue
        seen.add(link)
        way = f"detours: link {link} is {length_mm} mm as {key_label(medium)},"
        if length_mm < shortest[link]:
            yield f"{way} its shortest way {shortest[link]} mm"
        if length_mm > longest_mm[medium]:
            yield f"{way} no way over the room's trays is above {longest_mm[medium]} mm"
        if link < len(inside) and inside[link]:
            yield f"{way} and stays in its cabinet"


def _server_lengths(plan: PlanModel, topology: Topology) -> Iterator[int]:
    """Yield the shortest way of every endpoint's cable, router by router."""
    if plan.hosts is None:
        return
    of_router: dict[int, list[int]] = defaultdict(list)
    if topology.servers is not None:
        for group, _, _, lengths_mm in plan.hosts.servers:
            known = group < len(topology.servers.switches)  # `host_problems` tells of others
            ways = lengths_mm if known and isinstance(lengths_mm, list) else []
            for router, length_mm in zip(
                topology.servers.switches[group * known].tolist(), ways, strict=False
            ):
                of_router[router].append(length_mm)
        for own in map(of_router.__getitem__, range(topology.routers)):
            yield from own
        return
    for router, _, _, one_mm in plan.hosts.servers:
        of_router[router] += [one_mm] if isinstance(one_mm, int) else one_mm
    per = plan.hosts.endpoints_per_server
    for router, count in enumerate(topology.endpoints.tolist()):
        lengths = of_router[router]
        yield from (lengths[k // per] for k in range(count) if k // per < len(lengths))


def _longest_way_mm(room: Mapping[str, Any], medium: str) -> int:
    """Return what no way is above that takes no stretch of a tray twice; 0 without such trays.

    Every tray whole, every riser between all of its trays, both accesses, slack, and a millimetre for every
    place where a stretch is rounded.
    """
    trays = [tray for tray in room.get("trays", ()) if medium in tray["media"]]
    if not trays:
        return 0
    stretches = [ends for tray in trays for ends in pairwise(tray["points_mm"])]
    heights = [tray["height_mm"] for tray in trays]
    climbs = len(room["risers"]) * len(trays) * (max(heights) - min(heights))
    ports = port_heights(room, [max(cabinet["units"] for cabinet in room["cabinets"])])
    access = max(tray["access_mm"] for tray in trays) + max(*heights, *ports)
    stations = (len(room["cabinets"]) + len(room["risers"])) * len(room["trays"])
    segments = sum(len(tray["points_mm"]) for tray in room["trays"])
    along = sum(ceil(dist(*ends)) for ends in stretches) + stations + segments**2
    return int(along + climbs + 2 * (access + room["cable"]["slack_per_end_mm"]))
