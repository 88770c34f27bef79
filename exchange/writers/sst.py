"""Writer of SST/macro's file topology: named switches and nodes, the target of each outport, and routes."""

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.exchange.job import Exporter, Field, Files, Job, whole_number
from netfloor.exchange.names import Alphabet, check_devices
from netfloor.fabric.fabric import Fabric
from netfloor.structure.arrays import FloatArray
from netfloor.structure.hops.distances import distances

ALPHABET = Alphabet("SST", 64)
#: Maximum entries of all routing tables together: about 2 GB.
_MAX_ROUTES = 100_000_000
#: Weight of a link in millimetres, above any route's length: routes compare by hops, then by cable.
_PER_LINK = 1 << 33
#: Names as in sstmac/hardware/router/table_routing.cc; one lane per switch of a route prevents deadlock.
_PARAMETERS = """topology.name = file
topology.filename = topology.json
topology.routing_tables = routes.json
switch.router.name = table
switch.router.increment_vcs = true
switch.router.num_vcs = {lanes}
"""


def write(job: Job) -> Files:
    """Return ``topology.json`` for SST/macro's ``file`` topology, with routing tables.

    Each outport also has ``latency_ns``, ``length_mm`` and ``gbps``, which SST/macro ignores.
    ``avg_num_hops`` is the rounded mean distance between switches with endpoints. Raises `InputError` if a
    name is not safe, or two devices have one name.
    """
    fabric = job.fabric
    check_devices(fabric, ALPHABET)
    document: dict[str, Any] = {
        "avg_num_hops": round(distances(job.topology).mean_distance),
        "nodes": {fabric.devices[i].name: {"outports": _outports(fabric, i)} for i in fabric.end_devices},
        "switches": {fabric.devices[i].name: {"outports": _outports(fabric, i)} for i in fabric.switches},
    }
    files: dict[str, str | bytes] = {
        "topology.json": json.dumps(document, indent=1, allow_nan=False) + "\n"
    }
    if _routed(job):
        routes, lanes = routing_tables(fabric)
        files["routes.json"] = json.dumps({"switches": routes}) + "\n"
        files["parameters.ini"] = _PARAMETERS.format(lanes=lanes)
    return files


def routing_tables(fabric: Fabric) -> tuple[dict[str, dict[str, dict[str, int]]], int]:
    """Return each switch's port towards every server, by name, and the most switches on a route.

    Routes have the fewest links, then the least cable, and pass through switches only. Servers alternate
    between parallel cables. A server without a switch, or one that a switch cannot reach, has no route
    there.
    """
    cost, ahead = _trees(fabric)
    ports: dict[tuple[int, int], list[int]] = {}
    for switch in fabric.switches:
        for port, cable in fabric.cables_of[switch]:
            ports.setdefault((switch, fabric.far_end(switch, cable).device), []).append(port)
    at = {switch: row for row, switch in enumerate(fabric.switches)}
    tables: dict[str, dict[str, int]] = {fabric.devices[switch].name: {} for switch in fabric.switches}
    longest = 0
    for number, host in enumerate(fabric.end_devices):
        far = {fabric.far_end(host, cable).device for _, cable in fabric.cables_of[host]}
        homes = sorted(at[device] for device in far if device in at)
        if not homes:
            continue
        nearest = np.array(homes)[cost[homes].argmin(axis=0)].tolist()
        for row, switch in enumerate(fabric.switches):
            home = nearest[row]
            if not np.isfinite(cost[home, row]):
                continue
            longest = max(longest, int(cost[home, row]) // _PER_LINK + 1)
            onward = host if home == row else fabric.switches[ahead[home, row]]
            to = ports[switch, onward]
            tables[fabric.devices[switch].name][fabric.devices[host].name] = to[number % len(to)]
    return {name: {"routes": routes} for name, routes in tables.items()}, longest


def _trees(fabric: Fabric) -> tuple[FloatArray, npt.NDArray[np.int32]]:
    """Return the cost between each pair of switches, and the next switch back towards the first."""
    from scipy.sparse import csr_array  # noqa: PLC0415 - takes long to import
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415 - takes long to import

    at = {switch: row for row, switch in enumerate(fabric.switches)}
    shortest: dict[tuple[int, int], int] = {}
    for cable in fabric.cables:
        if cable.a.device in at and cable.b.device in at:
            pair = min(at[cable.a.device], at[cable.b.device]), max(at[cable.a.device], at[cable.b.device])
            length_mm = cable.length_mm or 0
            shortest[pair] = min(shortest.get(pair, length_mm), length_mm)
    # Floats represent these sums exactly below 2**53: routes of a million links and 8,000 km of cable.
    weights = np.array(list(shortest.values()), dtype=float) + _PER_LINK
    ends = np.array(list(shortest), dtype=np.int64).reshape(-1, 2).T
    graph = csr_array((weights, (ends[0], ends[1])), shape=(len(at), len(at)))
    cost, ahead = dijkstra(graph, directed=False, return_predecessors=True)
    return cost, ahead


def _routed(job: Job) -> bool:
    """Return True if the routing tables are not empty and within the user's limit."""
    maximum = whole_number(job.values, "most_routes", 0, _MAX_ROUTES)
    return 0 < len(job.fabric.switches) * len(job.fabric.end_devices) <= maximum


def _warnings(job: Job) -> tuple[str, ...]:
    routes, maximum = len(job.fabric.switches) * len(job.fabric.end_devices), job.values["most_routes"]
    if not routes or _routed(job):
        return ()
    return (f"there are no routing tables: {routes:,} routes are more than most_routes={maximum}",)


def _outports(fabric: Fabric, index: int) -> dict[str, dict[str, Any]]:
    """Return the target of each port; SST numbers a node's ports from 0."""
    ports = {}
    for port, cable in fabric.cables_of[index]:
        far = fabric.far_end(index, cable)
        number = port - 1 if fabric.devices[index].is_end_device else port
        ports[str(number)] = {
            "destination": fabric.devices[far.device].name,
            "inport": far.port - 1 if fabric.devices[far.device].is_end_device else far.port,
            "length_mm": cable.length_mm,
            "latency_ns": cable.latency_ns,
            "gbps": cable.gbps,
        }
    return ports


EXPORTER = Exporter(
    name="sst",
    summary="SST/macro's file topology with lengths, latencies and routing tables",
    losses="places",
    write=write,
    one_network=True,
    fields={
        "most_routes": Field("1000000", "most entries of the routing tables; with more there are none")
    },
    warnings=_warnings,
)
