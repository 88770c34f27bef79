"""SST/macro's file topology: switches and nodes by name, each outport with where it leads."""

import json
from typing import Any

from netfloor.exchange.fabric import HOST, Fabric
from netfloor.exchange.job import Exporter, Files, Job
from netfloor.exchange.names import Alphabet, check_devices
from netfloor.structure.hops.distances import distances

ALPHABET = Alphabet("SST", 64)


def write(job: Job) -> Files:
    """Return ``topology.json`` as SST/macro's ``file`` topology reads it.

    ``latency_ns``, ``length_mm`` and ``gbps`` of each outport stand beside what SST/macro
    reads; it passes over them. ``avg_num_hops`` is the mean distance between routers, rounded.

    Raises
    ------
    InputError
        If a name is not safe, or two devices have one name.
    """
    fabric = job.fabric
    check_devices(fabric, ALPHABET)
    document: dict[str, Any] = {
        "avg_num_hops": round(distances(job.topology).mean_distance),
        "nodes": {fabric.devices[i].name: {"outports": _outports(fabric, i)} for i in fabric.hosts},
        "switches": {fabric.devices[i].name: {"outports": _outports(fabric, i)} for i in fabric.switches},
    }
    return {"topology.json": json.dumps(document, indent=1, allow_nan=False) + "\n"}


def _outports(fabric: Fabric, index: int) -> dict[str, dict[str, Any]]:
    """Return where each port leads; a node's ports begin at 0, as SST counts them."""
    ports = {}
    for port, cable in fabric.cables_of[index]:
        far = fabric.far_end(index, cable)
        number = port - 1 if fabric.devices[index].kind == HOST else port
        ports[str(number)] = {
            "destination": fabric.devices[far.device].name,
            "inport": far.port - 1 if fabric.devices[far.device].kind == HOST else far.port,
            "length_mm": cable.length_mm,
            "latency_ns": cable.latency_ns,
            "gbps": cable.gbps,
        }
    return ports


EXPORTER = Exporter(
    name="sst",
    summary="SST/macro's file topology, with lengths and latencies in a second file",
    losses="places",
    write=write,
)
