"""The networks of any plan, each alone with its cables as laid: what figures network by network are of."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from netfloor.costmodels.bill import ServerCables
from netfloor.fabric.fabric import SERVER, SWITCH, Cable, Fabric
from netfloor.fabric.links import links_alone
from netfloor.layout.cable_plan import CablePlan
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import AnyPlan
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_any, fabric_of_plan
from netfloor.topologies.topology import NetworkPart, Topology, normal_links

#: The family of a network that no formula made.
LISTED = "listed"


def networks_of(plan: AnyPlan) -> dict[str, PlacedNetwork]:
    """Return the networks of a plan by name, each with the endpoints that are in use on it.

    A plan of one network has that one, under the empty name. Links between two networks, such as those of
    management ports, are of neither. Of lists, switches of one ``network`` are one; those without are as
    many as links join them to, each called after its first switch. A network of lists whose links have
    several rates, or an unknown one, has none (`Topology.gbps`).
    """
    if isinstance(plan, LaidFabric):
        fabric = links_alone(plan.fabric)
        return {
            name: _of_switches(fabric, switches, name or plan.display_name, plan.room.inside_mm)
            for name, switches in _listed_networks(fabric).items()
        }
    if plan.topology.networks is None:
        return {"": PlacedNetwork.of(plan)}
    fabric = fabric_of_plan(plan)
    return {part.name: _of_part(plan, part, fabric) for part in plan.topology.networks}


def whole_network(plan: AnyPlan) -> PlacedNetwork:
    """Return all switches of a plan as one network, with the links that join its networks."""
    if isinstance(plan, LaidFabric):
        fabric = links_alone(plan.fabric)
        return _of_switches(fabric, fabric.switches, plan.display_name, plan.room.inside_mm)
    return PlacedNetwork.of(plan)


def named_fabric(plan: AnyPlan) -> Fabric:
    """Return the fabric of a plan whose switches bear the names of `networks_of`; none of one network.

    Servers that the plan gives no place are left out, with their cables.
    """
    fabric = fabric_of_any(plan)
    if isinstance(plan, Plan):
        return fabric if plan.servers or plan.given is not None else fabric.without(SERVER)
    alone = links_alone(fabric)
    names = {
        alone.devices[number].name: name
        for name, switches in _listed_networks(alone).items()
        for number in switches
    }
    devices = tuple(replace(one, network=names.get(one.name, one.network)) for one in fabric.devices)
    return replace(fabric, devices=devices)


def _of_part(plan: Plan, part: NetworkPart, fabric: Fabric) -> PlacedNetwork:
    """Return one of several networks of formulas."""
    first, end = part.first, part.first + part.switches
    used, cables = plan.topology.endpoints[first:end].copy(), plan.cables
    own = ((cables.routers >= first) & (cables.routers < end)).all(axis=1)
    servers = part.alone.servers
    if servers is not None and not np.array_equal(servers.endpoints(part.switches), used):
        servers = None
    laid = CablePlan(
        routers=cables.routers[own] - np.int32(first),
        cabinets=cables.cabinets[own],
        slots=cables.slots[own],
        ports=cables.ports[own],
        length_mm=cables.length_mm[own],
        by_medium_mm=None if cables.by_medium_mm is None else cables.by_medium_mm[:, own],
    )
    return PlacedNetwork(
        replace(part.alone, endpoints=used, servers=servers),
        laid,
        plan.room.inside_mm,
        servers=_endpoint_cables(fabric, range(first, end)) if plan.servers else None,
        server_count=plan.servers,
    )


def _listed_networks(fabric: Fabric) -> dict[str, list[int]]:
    """Return the switches of each network of lists; that of a single one without a name is empty."""
    switches = fabric.switches
    row = {device: number for number, device in enumerate(switches)}
    names = [fabric.devices[device].network for device in switches]
    ends = [[row[end.device] for end in cable.ends] for cable in fabric.cables if _joins(cable, row)]
    links = np.array([(u, v) for u, v in ends if names[u] == names[v]]).reshape(-1, 2)
    size = len(switches), len(switches)
    pieces = connected_components(coo_array((np.ones(len(links)), links.T), size), directed=False)[1]
    networks: dict[str, list[int]] = {}
    called: dict[int, str] = {}
    for device, name, piece in zip(switches, names, pieces.tolist(), strict=True):
        own = name or called.setdefault(piece, fabric.devices[device].name)
        networks.setdefault(own, []).append(device)
    return networks if len(networks) > 1 or any(names) else {"": list(switches)}


def _joins(cable: Cable, row: Collection[int]) -> bool:
    """Return whether a cable joins two of some switches."""
    return cable.a.device in row and cable.b.device in row


def _of_switches(fabric: Fabric, switches: Sequence[int], name: str, inside_mm: int) -> PlacedNetwork:
    """Return the network of some switches of lists, its links in the order of their switches."""
    row = {device: number for number, device in enumerate(switches)}
    links = [
        cable if row[cable.a.device] < row[cable.b.device] else cable.turned
        for cable in fabric.cables
        if _joins(cable, row)
    ]
    links.sort(key=lambda cable: (row[cable.a.device], row[cable.b.device]))
    pairs = [[row[end.device] for end in cable.ends] for cable in links]
    to_servers = [row[switch] for switch, _ in _endpoint_ends(fabric, row)]
    joined, multiplicity = normal_links(np.array(pairs).reshape(-1, 2), len(switches))
    rates = {cable.gbps for cable in links} or {cable.gbps for cable in _endpoint_links(fabric, row)}
    cabinets = [[fabric.devices[end.device].cabinet for end in cable.ends] for cable in links]
    return PlacedNetwork(
        Topology(
            name=name,
            family=LISTED,
            parameters={},
            routers=len(switches),
            links=joined,
            multiplicity=multiplicity,
            endpoints=np.bincount(to_servers, minlength=len(switches)).astype(np.int32),
            gbps=rates.pop() if len(rates) == 1 else None,
            labels=tuple(fabric.devices[device].name for device in switches),
        ),
        CablePlan(
            routers=_pairs(pairs),
            cabinets=_pairs(cabinets),
            slots=_pairs([[-1, -1]] * len(links)),  # a hall's cabinets and units are places enough
            ports=_pairs([[end.port for end in cable.ends] for cable in links]),
            length_mm=np.array([cable.length_mm for cable in links], np.int64),
        ),
        inside_mm,
        servers=_endpoint_cables(fabric, switches),
        server_count=len({far for _, far in _endpoint_ends(fabric, row)}),
    )


def _pairs(rows: Sequence[Sequence[int | None]]) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    return np.array(rows, np.int32).reshape(-1, 2)


def _endpoint_links(fabric: Fabric, switches: Collection[int]) -> list[Cable]:
    """Return the cables from some switches to servers, storage and other end devices."""
    kinds = [device.kind for device in fabric.devices]
    return [
        cable
        for cable in fabric.cables
        for switch, far in ((cable.a, cable.b), (cable.b, cable.a))
        if switch.device in switches and kinds[far.device] != SWITCH
    ]


def _endpoint_ends(fabric: Fabric, switches: Collection[int]) -> list[tuple[int, int]]:
    """Return switch and end device of each of these cables."""
    ends = [(cable.a.device, cable.b.device) for cable in _endpoint_links(fabric, switches)]
    return [(one, far) if one in switches else (far, one) for one, far in ends]


def _endpoint_cables(fabric: Fabric, switches: Sequence[int]) -> ServerCables | None:
    """Return the cables to endpoints of some switches; None without any, or where a length is unknown."""
    cables = _endpoint_links(fabric, set(switches))
    lengths = [cable.length_mm for cable in cables if cable.length_mm is not None]
    if not cables or len(lengths) < len(cables):
        return None
    places = [{fabric.devices[end.device].cabinet for end in cable.ends} for cable in cables]
    return ServerCables(np.array(lengths, np.int64), sum(len(pair) > 1 for pair in places))
