"""A loaded plan by names: what two plans of any size are compared by."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import repeat

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.bill import ServerCables
from netfloor.foundation.errors import InputError
from netfloor.plans.cabling import CableFacts, Cabling, Link, Spot, name_key
from netfloor.plans.plan import Plan
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.places import host_places
from netfloor.rooms.hosts.stand import HostPlan
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class Bought:
    """What is bought for one link; ``chosen_by`` as in `CableFacts`."""

    part: str
    medium: str
    ordered_mm: int
    price_cents: int
    chosen_by: str = ""


#: One end of a cable: name of the device, its port, where it stands.
_End = tuple[str, int, Spot]


def cabling_of(plan: Plan, bought: Sequence[Bought] | None = None, *, servers: bool = False) -> Cabling:
    """Return routers and cables of a plan by name.

    Parallel cables are numbered by the port at the router whose name comes first.

    Parameters
    ----------
    bought
        What is bought for the plan's cables, then for those of its endpoints.
    servers
        With the servers that the plan records and their cables, as `server_names` calls them; each
        stands at its lowest rack unit.

    Raises
    ------
    InputError
        If two routers or servers have one name.
    """
    devices, numbered = _numbered(plan, bought, servers=servers)
    cables = {link: facts for link, (facts, _) in numbered.items()}
    named = plan.topology.servers is not None and plan.topology.servers.labels is not None
    return Cabling(devices, cables, frozenset(devices) - set(router_names(plan)), counted=not named)


def cable_links(plan: Plan, *, servers: bool = False) -> list[Link]:
    """Return the link of every cable, as `cabling_of` calls it, in the order of the cables."""
    numbered = _numbered(plan, None, servers=servers)[1]
    return sorted(numbered, key=lambda link: numbered[link][1])


def _numbered(
    plan: Plan, bought: Sequence[Bought] | None, *, servers: bool
) -> tuple[dict[str, Spot], dict[Link, tuple[CableFacts, int]]]:
    """Return where devices stand, and each cable by its link with its number in the plan."""
    devices = dict(zip(router_names(plan), router_spots(plan), strict=True))
    cables = [*_network(plan, list(devices.items()))]
    if servers and plan.hosts is not None:
        routers = list(devices)
        names = server_names(plan.topology, plan.hosts)
        cables += _to_servers(plan, plan.hosts, list(devices.items()), names)
        devices |= dict(zip(names, _server_spots(plan, plan.hosts), strict=True))
        if len(devices) < len(routers) + len(names):
            raise InputError(str(plan.path), "a switch has the name of a server, or two servers have one")
    grouped: dict[tuple[str, str], list[tuple[CableFacts, int]]] = defaultdict(list)
    to_servers = plan.topology.rates[endpoint_routers(plan.topology)]
    rates = np.concatenate([plan.topology.rates_of_links, to_servers]).tolist()
    for number, (ends, length_mm) in enumerate(cables):
        (a, port, spot), (b, far_port, far_spot) = sorted(ends, key=lambda end: name_key(end[0]))
        article = () if bought is None else astuple(bought[number])
        facts = CableFacts((spot, far_spot), (port, far_port), length_mm, rates[number], *article)
        grouped[a, b].append((facts, number))
    numbered: dict[Link, tuple[CableFacts, int]] = {}
    for (a, b), own in grouped.items():
        own.sort(key=lambda one: one[0].ports)
        numbered |= {(a, b, turn): one for turn, one in enumerate(own, start=1)}
    return devices, numbered


def _network(plan: Plan, devices: list[tuple[str, Spot]]) -> Iterator[tuple[list[_End], int]]:
    """Yield both ends and the length of every network cable."""
    columns = (plan.cables.routers.tolist(), plan.cables.ports.tolist(), plan.cables.length_mm.tolist())
    for routers, ports, length_mm in zip(*columns, strict=True):
        ends = [(*devices[r][:1], p, devices[r][1]) for r, p in zip(routers, ports, strict=True)]
        yield ends, length_mm


def _to_servers(
    plan: Plan, hosts: HostPlan, devices: list[tuple[str, Spot]], names: list[str]
) -> Iterator[tuple[list[_End], int]]:
    """Yield both ends and the length of every endpoint's cable; its ports are counted from 1."""
    spots, used = _server_spots(plan, hosts), Counter[str]()
    endpoints, lengths_mm = plan.topology.endpoints, server_cable_lengths_mm(plan)
    far = hosts.of_endpoints(endpoints).tolist(), hosts.ports_of_endpoints(endpoints).tolist()
    ends_of = zip(endpoint_routers(plan.topology).tolist(), *far, lengths_mm, strict=True)
    for number, server, port, length_mm in ends_of:
        router, spot = devices[number]
        used.update((router,))
        ends = [(router, used[router], spot), (names[server], port + 1, spots[server])]
        yield ends, length_mm


def server_cable_lengths_mm(plan: Plan) -> list[int]:
    """Return the length of every endpoint's cable where servers are recorded, ways around included."""
    if plan.hosts is None:
        return []
    shortest = plan.hosts.lengths_of_endpoints(plan.topology.endpoints).tolist()
    ways = {link - len(plan.cables): way for link, (_, way) in plan.detours.items()}
    return [ways.get(endpoint, length_mm) for endpoint, length_mm in enumerate(shortest)]


def server_cables(plan: Plan) -> ServerCables | None:
    """Return the endpoints' cables where servers are recorded, None where they are not."""
    hosts = plan.hosts
    if hosts is None or not len(hosts):
        return None
    server = hosts.of_endpoints(plan.topology.endpoints)
    named, spots = plan.server_cabinets(), router_spots(plan)
    router = endpoint_routers(plan.topology).tolist()
    ends = zip(hosts.cabinet[server].tolist(), router, strict=True)
    between = sum(named[cabinet] != spots[one].cabinet for cabinet, one in ends)
    return ServerCables(np.array(server_cable_lengths_mm(plan), dtype=np.int64), between)


def endpoint_routers(topology: Topology) -> npt.NDArray[np.int64]:
    """Return the router of every endpoint."""
    return np.repeat(np.arange(topology.routers), topology.endpoints)


def server_names(topology: Topology, hosts: HostPlan) -> list[str]:
    """Return the name of every server: after its switch, or as the network calls those of several."""
    if topology.servers is not None:
        return [topology.servers.label(server) for server in range(len(hosts))]
    turn: Counter[int] = Counter()
    names = []
    for router in hosts.group.tolist():
        turn[router] += 1
        names.append(f"h{topology.label(router)}-{turn[router]}")
    return names


def _server_spots(plan: Plan, hosts: HostPlan) -> list[Spot]:
    names = host_places(plan.room, hosts.devices.heights, hosts.per_cabinet).names
    places = zip(hosts.cabinet.tolist(), hosts.unit.tolist(), strict=True)
    return [Spot(names[cabinet], unit, unit or None) for cabinet, unit in places]


def router_names(plan: Plan) -> list[str]:
    """Return the name of every router; `InputError` if one comes twice."""
    names = [plan.topology.label(router) for router in range(plan.topology.routers)]
    name, times = max(Counter(names).items(), key=lambda item: item[1], default=("", 0))
    if times > 1:
        raise InputError(str(plan.path), f"{times} switches are called {name!r}", "give each its own name")
    return names


def router_spots(plan: Plan) -> list[Spot]:
    """Return where every router stands."""
    cabinet_of_slot, slots = plan.room.lengths.cabinet_of_slot, plan.placement.slot_of
    cabinets = cabinet_of_slot[slots]
    positions = slots - first_slots(cabinet_of_slot, plan.room.cabinet_count)[cabinets] + 1
    at = zip(cabinets.tolist(), positions.tolist(), strict=True)
    units = plan.room.slot_unit[slots].tolist() if isinstance(plan.room, Hall) else repeat(None)
    return [
        Spot(plan.room.cabinet_name(cabinet), position, unit)
        for (cabinet, position), unit in zip(at, units, strict=False)
    ]


def first_slots(cabinet_of_slot: npt.NDArray[np.int32], cabinets: int) -> npt.NDArray[np.int64]:
    """Return the first slot of every cabinet, and after the last one the number of slots, (c + 1,)."""
    return np.searchsorted(cabinet_of_slot, np.arange(cabinets + 1)).astype(np.int64)
