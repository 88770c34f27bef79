"""A plan file back in memory: network, room and cables, rebuilt from its inputs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from foundation.errors import CheckFailedError, InputError
from layout.cable_plan import CablePlan, make_cable_plan
from layout.placement import Placement
from layout.plan_file import read_plan
from layout.plan_models import NetworkRecord
from rooms.room import Room
from rooms.room_file import room_from_definition
from topologies.spec import build
from topologies.topology import Topology, normal_links


@dataclass(frozen=True)
class LoadedPlan:
    """A plan that passed its check, ready for a cost model."""

    path: Path
    document: dict[str, Any]
    topology: Topology
    room: Room
    placement: Placement
    cables: CablePlan


def load_plan(path: Path) -> LoadedPlan:
    """Return a plan, its cables re-derived from network, room and placement.

    Raises
    ------
    InputError
        If the file is not a plan that this version reads.
    CheckFailedError
        If what the plan claims is not what its inputs give: no cost is computed on it.
    """
    from netfloor.verify import claim_problems  # noqa: PLC0415 - verify builds on this module

    document, plan = read_plan(path)
    topology = rebuild_network(plan.inputs.network, str(path))
    room = room_from_definition(plan.inputs.room.definition, f"{path}: inputs.room.definition")
    problems = claim_problems(document, plan, topology, room)
    if problems:
        raise CheckFailedError(f"{path}: {problems[0]} (run `netfloor verify` for all problems)")
    placement = Placement(np.array(plan.placement, dtype=np.int32), room.slots)
    return LoadedPlan(path, document, topology, room, placement, make_cable_plan(topology, room, placement))


def rebuild_network(record: NetworkRecord, source: str) -> Topology:
    """Return the network that a plan was made from: by its spec, or the graph it holds."""
    if record.family == "file":
        return _graph_network(record, f"{source}: inputs.network.graph")
    seed = record.parameters.get("seed", 0)
    per_router = record.endpoints_per_router
    if not isinstance(seed, int) or isinstance(per_router, list):
        raise InputError(f"{source}: inputs.network", "does not fit its family", "was it edited?")
    return build(record.spec, endpoints=per_router, link_gbps=record.link_gbps, seed=seed)


def _graph_network(record: NetworkRecord, where: str) -> Topology:
    graph, n = record.graph, record.routers
    if graph is None:
        raise InputError(where, "is missing", "a plan of a graph file holds the graph")
    for u, v, count in graph.links:
        if not (0 <= u < v < n and 1 <= count <= 10**6):
            raise InputError(
                where, f"[{u}, {v}, {count}] is no link of {n} routers", "[u, v, count], u < v"
            )
    if graph.labels is not None and len(graph.labels) != n:
        raise InputError(where, f"{len(graph.labels)} labels for {n} routers")
    pairs = np.array([[u, v] for u, v, count in graph.links for _ in range(count)]).reshape(-1, 2)
    links, multiplicity = normal_links(pairs, n)
    return Topology(
        name=record.spec,
        family="file",
        parameters=record.parameters,
        routers=n,
        links=links,
        multiplicity=multiplicity,
        endpoints=_endpoints(record, where),
        link_gbps=record.link_gbps,
        labels=None if graph.labels is None else tuple(graph.labels),
    )


def _endpoints(record: NetworkRecord, where: str) -> np.ndarray[Any, np.dtype[np.int32]]:
    given = record.endpoints_per_router
    counts = [given] * record.routers if isinstance(given, int) else given
    if len(counts) != record.routers or min(counts, default=0) < 0 or max(counts, default=0) > 10**6:
        raise InputError(
            where, "endpoints_per_router does not fit", f"one count for each of {record.routers}"
        )
    return np.array(counts, dtype=np.int32)
