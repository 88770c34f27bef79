"""The cabling that an expanded network keeps: names of switches, ids and ports of cables."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from netfloor.layout.cable_plan import KeptCabling, cable_id, host_cable_id, ports_by_neighbour
from netfloor.plans.by_names import endpoint_routers, router_names
from netfloor.plans.plan import Plan
from netfloor.studies.grow.match import link_rates
from netfloor.topologies.networks import with_switch_names
from netfloor.topologies.switch_names import numbered_names
from netfloor.topologies.topology import Topology

Ints = npt.NDArray[np.int32]
#: The ports at both ends of a cable, and its id.
_Kept = tuple[tuple[int, int], str]


def with_kept_names(plan: Plan, topology: Topology, match: Ints) -> Topology:
    """Return the new network with the old names of old switches and free names for new ones.

    A network whose switches a user named keeps the user's names.
    """
    if topology.networks is not None:
        return _with_names_of_networks(plan, topology, match)
    if topology.labels is not None:
        return topology
    naming = plan.topology.naming
    names = _kept_names(router_names(plan), topology, match, naming)
    numbered = not naming and names == [topology.label(router) for router in range(topology.routers)]
    return topology if numbered else replace(topology, labels=tuple(names), naming=naming)


def _with_names_of_networks(plan: Plan, topology: Topology, match: Ints) -> Topology:
    """Return several networks with names in each as for a single network."""
    before = {part.name: part for part in plan.topology.networks or ()}
    names: list[str] = []
    parts = []
    for part in topology.networks or ():
        old = before[part.name]
        own = match[old.first : old.first + old.switches]
        had = [old.alone.label(switch) for switch in range(old.switches)]
        naming = old.alone.naming
        kept = _kept_names(had, part.alone, np.where(own >= 0, own - part.first, -1), naming)
        names += kept if naming else [f"{part.name}.{name}" for name in kept]
        parts.append(replace(part, alone=replace(part.alone, naming=naming)))
    return with_switch_names(replace(topology, networks=tuple(parts)), names)


def _kept_names(old: list[str], topology: Topology, match: Ints, naming: str) -> list[str]:
    """Return the names of a network's switches: old ones keep theirs, new ones get free ones."""
    names = [""] * topology.routers
    for name, router in zip(old, match.tolist(), strict=True):
        if router >= 0:
            names[router] = name
    own = [topology.label(router) for router in range(topology.routers)]
    taken = set(old)
    if naming:
        own = list(numbered_names(naming, topology.routers, naming))
    free = _free_by(naming, taken) if naming else _free_names(own, old)
    for router, name in enumerate(names):
        if not name:
            names[router] = next(free) if own[router] in taken else own[router]
            taken.add(names[router])
    return names


def _free_by(naming: str, taken: set[str]) -> Iterator[str]:
    """Yield the unused names of a pattern, lowest number first."""
    names = (numbered_names(naming, 1, naming, number)[0] for number in itertools.count(1))
    return (name for name in names if name not in taken)


def _free_names(new: list[str], old: list[str]) -> Iterator[str]:
    """Yield numbers above all names of both networks."""
    numbers = [int(name) for name in (*new, *old) if name.isascii() and name.isdecimal()]
    number = max(numbers, default=-1)
    taken = {*new, *old}
    while True:
        number += 1
        if str(number) not in taken:
            yield str(number)


def with_kept_cabling(plan: Plan, grown: Plan, match: Ints, servers: Sequence[int]) -> Plan:
    """Return an expanded plan whose cables keep the ids and ports of the old plan.

    A cable is the same if it joins two old switches that stay joined at its rate, or a port of an old
    server and its old switch. New cables take the lowest free ports, those between switches first, and ids
    that no cable of the old plan or its predecessors had. ``match`` is the new switch of each old one, -1
    for none, (n,); ``servers`` the new number of each old server, -1 for none.
    """
    topology = grown.topology
    routers = np.repeat(topology.links, topology.multiplicity, axis=0)
    kept = list(_kept_between(plan, topology, routers, match))
    of_servers = list(_kept_of_servers(plan, grown, match, servers))
    used: list[set[int]] = [set() for _ in range(topology.routers)]
    for ends, result in zip(routers.tolist(), kept, strict=True):
        for router, port in zip(ends, result[0] if result else (), strict=False):
            used[router].add(port)
    at = endpoint_routers(topology).tolist()
    for router, result in zip(at, of_servers, strict=True):
        if result is not None:
            used[router].add(result[0][0])
    free = [_left(own) for own in used]
    ports = np.array([outcome[0] if outcome else (0, 0) for outcome in kept], dtype=np.int32).reshape(-1, 2)
    for place in np.argsort(ports_by_neighbour(topology, routers).ravel(), kind="stable").tolist():
        cable, end = divmod(place, 2)
        if ports[cable, end] == 0:
            ports[cable, end] = next(free[routers[cable, end]])
    server_ports = [
        next(free[router]) if server is None else server[0][0]
        for router, server in zip(at, of_servers, strict=True)
    ]
    recorded = of_servers if grown.servers else []
    names, next_cable = _ids(kept, cable_id, plan.next_numbers[0])
    of_server, next_server = _ids(recorded, host_cable_id, plan.next_numbers[1])
    numbered = KeptCabling(
        ports, np.array(server_ports, dtype=np.int32), (*names, *of_server), (next_cable, next_server)
    )
    return replace(grown, kept=numbered)


def _left(used: set[int]) -> Iterator[int]:
    """Yield the free ports of a switch in ascending order."""
    return (port for port in itertools.count(1) if port not in used)


def _ids(
    kept: Sequence[_Kept | None], name: Callable[[int], str], next_number: int
) -> tuple[list[str], int]:
    """Return the ids of cables, with new ones numbered from ``next_number``, and the next free number."""
    numbers = itertools.count(next_number)
    names = [name(next(numbers) - 1) if result is None else result[1] for result in kept]
    return names, next(numbers)


def _kept_between(plan: Plan, topology: Topology, routers: Ints, match: Ints) -> Iterator[_Kept | None]:
    """Yield ports and id of each new cable between switches; None if it is not an old one."""
    old: dict[tuple[int, int], list[_Kept]] = defaultdict(list)
    columns = (match[plan.cables.routers].tolist(), plan.cables.ports.tolist())
    for ends, ports, name in zip(*columns, plan.cable_ids, strict=False):
        (u, port), (v, far) = sorted(zip(ends, ports, strict=True))
        old[u, v].append(((port, far), name))
    rates, now = _rates_by_pair(plan.topology, match), topology.rates_of_links.tolist()
    turn: Counter[tuple[int, int]] = Counter()
    for (u, v), gbps in zip(routers.tolist(), now, strict=True):
        had = old.get((u, v), []) if rates.get((u, v)) == gbps else []
        yield had[turn[u, v]] if turn[u, v] < len(had) else None
        turn[u, v] += 1


def _kept_of_servers(
    plan: Plan, grown: Plan, match: Ints, servers: Sequence[int]
) -> Iterator[_Kept | None]:
    """Yield switch port and id of each new endpoint's cable; None if it is not an old one.

    Without servers, the k-th endpoint of a switch is its old k-th endpoint.
    """
    before, after = (_endpoints(item) for item in (plan, grown))
    between = len(plan.shortest_cables)
    ids = plan.cable_ids[between:] or [""] * len(before)
    rates, now = plan.topology.rates.tolist(), grown.topology.rates.tolist()
    old = {
        (int(match[router]), servers[server] if plan.servers else server, port): ((at, 0), name)
        for (router, server, port), at, name in zip(before, plan.server_ports.tolist(), ids, strict=True)
        if match[router] >= 0 and rates[router] == now[match[router]]
    }
    for end in after:
        yield old.get(end)


def _rates_by_pair(old: Topology, match: Ints) -> dict[tuple[int, int], float]:
    """Return the rate of the old links between every two new switches."""
    pairs = ((*sorted(match[[u, v]].tolist()), gbps) for (u, v), gbps in link_rates(old).items())
    return {(u, v): gbps for u, v, gbps in pairs if u >= 0}


def _endpoints(plan: Plan) -> list[tuple[int, int, int]]:
    """Return switch, server and server port of each endpoint; without servers, its index at the switch."""
    endpoints = plan.topology.endpoints
    routers = endpoint_routers(plan.topology).tolist()
    if plan.hosts is not None and plan.servers:
        of, ports = plan.hosts.of_endpoints(endpoints), plan.hosts.ports_of_endpoints(endpoints)
        return list(zip(routers, of.tolist(), ports.tolist(), strict=True))
    turns = [turn for count in endpoints.tolist() for turn in range(count)]
    return [(router, turn, 0) for router, turn in zip(routers, turns, strict=True)]
