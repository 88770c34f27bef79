"""Rebuild the network of a plan from its spec, or from the graph in the plan."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.plans.models import (
    KEPT,
    GraphRecord,
    NetworkPartRecord,
    NetworkRecord,
    PlanModel,
    ServersRecord,
)
from netfloor.rooms.any_room import Room
from netfloor.rooms.room_spec import room_from_definition
from netfloor.topologies.family import Parameters
from netfloor.topologies.files import FORMATS, format_of
from netfloor.topologies.networks import KEPT as KEPT_SWITCHES
from netfloor.topologies.networks import NetworkMember, joined, side_by_side, with_switch_names
from netfloor.topologies.parameters import integer
from netfloor.topologies.servers import ServerGroups
from netfloor.topologies.spec import build, parse_spec
from netfloor.topologies.switch_names import with_names
from netfloor.topologies.topology import OWN_GRAPH, LinkRates, Topology, endpoints_record

#: Limit on links in a graph, beyond twice the plan's cables; larger graphs are refused without a
#: comparison.
FEW = 1000
_MAX_ENDPOINTS = 10**6


def rebuild_network(plan: PlanModel, source: str) -> Topology:
    """Return the network of a plan; ``source`` is the plan's name.

    Raises
    ------
    InputError
        If spec or graph define no network.
    """
    record = plan.inputs.network
    if record.networks is not None:
        return _networks(plan, record.networks, f"{source}: inputs.network.networks")
    where = f"{source}: inputs.network"
    if record.family == OWN_GRAPH:
        return _held_graph(plan, None, where)
    if record.link_gbps is None:
        raise InputError(f"{where}.link_gbps", "is missing")
    family, parameters = parse_spec(record.spec)
    if family.name == "file":
        return _graph_network(plan, parameters, where)
    seed = _seed(record.parameters, where)
    endpoints = record.endpoints_per_router
    topology = _with_recorded_endpoints(record.spec, endpoints, record.link_gbps, seed)
    if record.names:
        topology = with_names(topology, record.names, f"{where}.names")
    names = tuple(plan.devices.name[: topology.routers])
    kept = plan.ports == KEPT and len(names) == topology.routers
    return replace(topology, labels=names) if kept else topology


def _networks(plan: PlanModel, records: list[NetworkPartRecord], where: str) -> Topology:
    """Return several networks side by side; in an expanded plan with its recorded attachments."""
    members = []
    for record in records:
        if parse_spec(record.spec)[0].name == "file":
            raise InputError(
                f"{where}.{record.name}.spec",
                "is a graph file: a plan cannot combine it",
            )
        seed = _seed(record.parameters, f"{where}.{record.name}")
        topology = _with_recorded_endpoints(record.spec, record.endpoints, record.gbps, seed)
        if record.names:
            topology = with_names(topology, record.names, f"{where}.{record.name}.names")
        member = NetworkMember(record.name, topology, record.ports, record.spread, record.management_ports)
        members.append(member)
    attached, routers = plan.inputs.network.attached, sum(item.topology.routers for item in members)
    try:
        if attached is None:
            return side_by_side(members)
        endpoints = _endpoints(plan.inputs.network, None, routers, where)
        groups = _graph_servers(attached.servers, endpoints, f"{where}.attached")
        pairs = np.array(attached.management, dtype=np.int32).reshape(-1, 2)
        if pairs.max(initial=0) >= routers:
            raise InputError(f"{where}.attached.management", f"is not of {routers} switches")
        topology = joined(members, groups, pairs, KEPT_SWITCHES)
    except (InfeasibleError, ValueError) as error:
        raise InputError(where, str(error)) from error
    names = plan.devices.name[:routers]
    return with_switch_names(topology, names) if len(names) == routers else topology


def _seed(parameters: dict[str, Any], where: str) -> int:
    seed = parameters.get("seed", 0)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise InputError(f"{where}.parameters.seed", "is not a whole number")
    return seed


def _with_recorded_endpoints(spec: str, recorded: int | list[int], gbps: float, seed: int) -> Topology:
    """Return the network of a spec with the recorded number of endpoints, if the spec allows it.

    A spec may define its own endpoints, or leave them to the command line.
    """
    counts = set(recorded if isinstance(recorded, list) else [recorded])
    topology = build(spec, link_gbps=gbps, seed=seed)
    for given in sorted(counts, reverse=True):
        if endpoints_record(topology) == recorded or given < 0:
            break
        topology = build(spec, endpoints=given, link_gbps=gbps, seed=seed)
    return topology


def _graph_network(plan: PlanModel, parameters: Parameters, where: str) -> Topology:
    """Return the network of a graph file from the graph in the plan."""
    record, path = plan.inputs.network, parameters.positional[0]
    form = parameters.named.get("format") or format_of(Path(path)).name
    if form not in FORMATS:
        raise InputError(f"{where}.spec", f"there is no format {form!r}")
    topology = _held_graph(plan, parameters.named.get("endpoints"), where)
    planes = "planes" in parameters.named
    if not planes and ("servers" in parameters.named) != (topology.servers is not None):
        raise InputError(f"{where}.graph.servers", "is missing, or the spec names no servers")
    parameters_of = (
        {"planes": integer(where, "planes", parameters.named["planes"]), "of": "file"} if planes else {}
    )
    return replace(
        topology,
        family=record.family if planes else "file",
        parameters=parameters_of | {"path": path, "format": form},
    )


def _held_graph(plan: PlanModel, endpoints_in_spec: str | None, where: str) -> Topology:
    """Return the graph in a plan as a user's own network."""
    record, routers = plan.inputs.network, len(plan.placement)
    graph = record.graph
    if graph is None:
        raise InputError(f"{where}.graph", "is missing", "a plan of a graph holds the graph")
    links, multiplicity = _graph_links(graph, routers, 2 * len(plan.cables.id) + FEW, f"{where}.graph")
    if graph.labels is not None and len(graph.labels) != routers:
        raise InputError(f"{where}.graph", f"{len(graph.labels)} labels for {routers} switches")
    endpoints = _endpoints(record, endpoints_in_spec, routers, where)
    servers = None if graph.servers is None else _graph_servers(graph.servers, endpoints, f"{where}.graph")
    if (record.link_gbps is None) != (graph.gbps is not None):
        raise InputError(f"{where}.link_gbps", "is missing, or the graph has rates of its own")
    rates = None if graph.gbps is None else LinkRates(np.array(graph.gbps.links), graph.gbps.servers)
    if rates is not None and len(rates.of_pairs) != len(links):
        raise InputError(f"{where}.graph.gbps", "is not a rate for each pair")
    return Topology(
        name=record.spec,
        family=OWN_GRAPH,
        parameters={},
        routers=routers,
        links=links,
        multiplicity=multiplicity,
        endpoints=endpoints,
        gbps=record.link_gbps,
        labels=None if graph.labels is None else tuple(graph.labels),
        servers=servers,
        link_rates=rates,
    )


def _graph_servers(record: ServersRecord, endpoints: npt.NDArray[np.int32], where: str) -> ServerGroups:
    """Return the servers of a user's graph; raise `InputError` if they do not match the endpoints."""
    rows, labels = record.switches, record.labels
    ports = {len(row) for row in rows}
    maximum = max((max(row) for row in rows), default=0)
    if len(ports) != 1 or len(record.servers) != len(rows) or maximum >= len(endpoints):
        raise InputError(f"{where}.servers", "is not a switch for each port of every group")
    count = sum(record.servers)
    if count > _MAX_ENDPOINTS or (labels is not None and len(labels) != count):
        raise InputError(f"{where}.servers", "too many servers, or not a name for each")
    switches, servers = np.array(rows, dtype=np.int32), np.array(record.servers, dtype=np.int32)
    groups = ServerGroups(switches, servers, None if labels is None else tuple(labels))
    if not np.array_equal(groups.endpoints(len(endpoints)), endpoints):
        raise InputError(f"{where}.servers", "are not those of endpoints_per_router")
    return groups


def _graph_links(
    graph: GraphRecord, routers: int, most: int, where: str
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return links and multiplicity; raise `InputError` if they are malformed or far too many."""
    before, cables = (-1, -1), 0
    for u, v, count in graph.links:
        cables += count
        if not (0 <= u < v < routers and count >= 1 and cables <= most and before < (u, v)):
            raise InputError(
                where,
                f"[{u}, {v}, {count}] is not a link of {routers} switches",
                "[u, v, count] with u < v, sorted, each pair once",
            )
        before = (u, v)
    table = np.array(graph.links, dtype=np.int32).reshape(-1, 3)
    return table[:, :2].copy(), table[:, 2].copy()


def _endpoints(
    record: NetworkRecord, in_spec: str | None, routers: int, where: str
) -> npt.NDArray[np.int32]:
    """Return endpoints per switch, which the spec may fix."""
    given = record.endpoints_per_router
    counts = given if isinstance(given, list) else [given] * routers
    if in_spec is not None:
        counts = [integer(where, "endpoints", in_spec, lowest=0, highest=_MAX_ENDPOINTS)] * routers
    if len(counts) != routers or not all(0 <= count <= _MAX_ENDPOINTS for count in counts):
        raise InputError(f"{where}.endpoints_per_router", "does not fit", f"a count for each of {routers}")
    return np.array(counts, dtype=np.int32)


def rebuild(plan: PlanModel, source: str) -> tuple[Topology, Room]:
    """Return network and room of a plan; raise `InputError` if they are invalid."""
    topology = rebuild_network(plan, source)
    return topology, room_from_definition(plan.inputs.room.definition, "inputs.room.definition")
