"""The SimGrid platform of a network, as written by ``export --to simgrid``."""

from dataclasses import dataclass
from itertools import count
from pathlib import Path

from netfloor.exchange.job import Job, checked_values
from netfloor.exchange.writers.number_text import number_text
from netfloor.exchange.writers.simgrid import DIMENSION_ORDER, EXPORTER, LEAST_LATENCY, VERTEX_SYMMETRIC
from netfloor.fabric.fabric import SERVER, SWITCH, Cable, Device, End, Fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import is_file
from netfloor.plans.networks import open_network
from netfloor.research.traffic.smpi.study_file import MM_PER_NS, SmpiNetwork, SmpiStudy
from netfloor.topologies.families.lattices.lattice_families import LATTICE_FAMILIES
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

#: Limit on switches of a platform: the file has a route for every pair.
MAX_SWITCHES = 2048


@dataclass(frozen=True)
class Platform:
    """The network, its routes, the platform file's text and the hosts of the ranks in order."""

    topology: Topology
    routes: str
    text: str
    hosts: tuple[str, ...]


def make_platform(network: SmpiNetwork, study: SmpiStudy) -> Platform:
    """Return the platform of a network.

    For a spec every cable takes ``latency_ns`` and carries ``gbps`` each way; for a plan cable lengths and
    link rates count. Without endpoints each switch is itself a node, which sends on all its links at once.

    Raises
    ------
    InputError
        If the network, plan or routes are invalid, or there is no host, or it is too large.
    """
    topology, fabric = _fabric(network, study)
    if topology.routers > MAX_SWITCHES:
        what = f"{topology.routers:,} switches are too many: SimGrid's file has a route for every two"
        raise InputError(network.network, what, f"at most {MAX_SWITCHES:,}")
    routes = network.routes or routes_of(topology)
    stated = {
        "host_speed": f"{number_text(study.gflops)}Gf",
        "routes": routes,
        "most_routed": str(topology.routers),
    }
    text = EXPORTER.write(Job(fabric, topology, values=checked_values(EXPORTER, stated)))["platform.xml"]
    hosts = tuple(fabric.devices[host].name for host in fabric.end_devices)
    if not hosts or not isinstance(text, str):
        raise InputError(network.network, "has no hosts to run on", "give endpoints, or a network spec")
    return Platform(topology, routes, text, hosts)


def rank_counts(study: SmpiStudy) -> list[int]:
    """Return the ranks of each network.

    Builds all networks before the first run and raises `InputError`.
    """
    return [len(_fabric(network, study)[1].end_devices) for network in study.networks]


def routes_of(topology: Topology) -> str:
    """Return the paper's routes: a shifted tree on circulants, dimension order on products.

    Optimal circulant paper, section 5.1.
    """
    if topology.family == "circulant":
        return VERTEX_SYMMETRIC
    product = topology.family == "product" or topology.family in LATTICE_FAMILIES
    return DIMENSION_ORDER if product else LEAST_LATENCY


def _fabric(network: SmpiNetwork, study: SmpiStudy) -> tuple[Topology, Fabric]:
    if is_file(Path(network.network)):
        planned = open_network(Path(network.network), network.plan_network)
        return planned.topology, planned.fabric
    topology = build(network.network, endpoints=network.endpoints, link_gbps=study.gbps)
    return topology, _bare_fabric(topology, round(study.latency_ns * MM_PER_NS))


def _bare_fabric(topology: Topology, length_mm: int) -> Fabric:
    """Return devices and cables of one length without a room; switches without endpoints are hosts."""
    used = [count(1) for _ in range(topology.routers)]
    pairs = [
        pair
        for pair, times in zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
        for _ in range(times)
    ]
    rate = topology.link_gbps
    cables = [
        Cable(f"C{i}", End(u, next(used[u])), End(v, next(used[v])), length_mm, rate)
        for i, (u, v) in enumerate(pairs)
    ]
    direct = not topology.endpoints.any()
    prefix, kind = ("n", SERVER) if direct else ("s", SWITCH)
    devices = [
        Device(f"{prefix}{x}", kind, max(int(topology.ports[x]), 1)) for x in range(topology.routers)
    ]
    for x, endpoints in enumerate(topology.endpoints.tolist()):
        for k in range(endpoints):
            here, there = End(x, next(used[x])), End(len(devices), 1)
            cables.append(Cable(f"H{len(devices)}", here, there, length_mm, rate))
            devices.append(Device(f"n{x}-{k}", SERVER, 1))
    return Fabric(topology.name, tuple(devices), tuple(cables))
