"""Bisection, latency and throughput of plans, each distinct network searched once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from netfloor.costmodels.latency import latency_of
from netfloor.foundation.errors import InputError
from netfloor.foundation.observer import Observer
from netfloor.foundation.parallel import map_jobs
from netfloor.layout.check.certificates import flow_eigenvalue_is_proved
from netfloor.plans.assessment.assessed import Assessed
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.check.claims import plain_network
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import AnyPlan
from netfloor.plans.networks import named_fabric, networks_of, whole_network
from netfloor.plans.plan import Plan
from netfloor.plans.sums import fabric_sums
from netfloor.structure.bisection.halves import Halves, halves
from netfloor.structure.bisection.interval import Bisection, bisection
from netfloor.structure.bisection.search import MAX_SWAPS, SWAPS_PER_ROUTER
from netfloor.structure.hops.components import is_connected
from netfloor.structure.hops.distances import distances
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue
from netfloor.topologies.digest import links_sha256
from netfloor.topologies.topology import Topology
from netfloor.traffic.load.saturation import Saturation, require_analysable, saturation
from netfloor.traffic.routing.rule import RoutingRule

#: Runs of METIS for each network.
METIS_RUNS = 50
TASK = "bisections and latencies"


def effort_rule(seed: int) -> str:
    """Return the description of the bisection search for reports."""
    return (
        f"Bisection: the best cut found by {METIS_RUNS} runs of METIS, cuts of the network's family "
        f"and {SWAPS_PER_ROUTER:,} swaps per switch (at most {MAX_SWAPS:,}), seed {seed}: an upper "
        "bound. It halves the switches, or the endpoints if some switches have none. The effort is "
        "the same for every plan."
    )


#: Fewest switches of a network with a bisection or a latency.
_MEASURED = 2
_IN_PARTS = "it is not connected"
_SEVERAL_RATES = "its links have several rates, or an unknown rate"
_ONE_SWITCH = "it has one switch"
_ONE_WITH_ENDPOINTS = "only one of its switches has endpoints"


def measure(
    plans: Sequence[AnyPlan],
    switch_ns: float,
    seed: int,
    workers: int,
    observer: Observer,
    routing: RoutingRule | None = None,
) -> list[Assessed]:
    """Return the assessment of each plan without costs, with throughput for a routing.

    Equal networks are searched once. A plan with several networks has bisection, latency and throughput per
    network, and none as a whole.
    """
    placed = [networks_of(plan) for plan in plans]
    if routing is not None:
        for plan, networks in zip(plans, placed, strict=True):
            if isinstance(plan, Plan) and len(networks) == 1:
                require_analysable(plan.topology, routing)
    names = [(place, name) for place, networks in enumerate(placed) for name in networks]
    jobs = [_Job(placed[place][name], plans[place]) for place, name in names]
    alike: dict[_Network, list[_Job]] = {}
    for job in jobs:
        alike.setdefault(_network(job.network.topology), []).append(job)
    observer.started(TASK, len(alike) + len(jobs))
    done = [0]

    def tell(topology: Topology) -> None:
        done[0] += 1
        observer.advanced(TASK, done[0], topology.name)

    def gives(same: list[_Job]) -> tuple[Halves | None, Saturation | str]:
        topology = same[0].network.topology
        carries = _carried(topology, routing)
        result = None if topology.routers < _MEASURED else _halves(same, seed)
        tell(topology)
        return result, carries

    def delay(job: _Job) -> tuple[tuple[float, float], int] | None:
        topology, result = job.network.topology, None
        if is_connected(topology) and len(topology.endpoint_switches) >= _MEASURED:
            latency = latency_of(topology, job.network.cables, [switch_ns]).at(switch_ns)
            result = latency, distances(topology).diameter
        tell(topology)
        return result

    given = dict(zip(alike, map_jobs(gives, list(alike.values()), workers), strict=True))
    delays = map_jobs(delay, jobs, workers)
    observer.finished(TASK)
    results: list[dict[str, Assessed]] = [{} for _ in plans]
    for (place, name), job, latency in zip(names, jobs, delays, strict=True):
        half, carries = given[_network(job.network.topology)]
        results[place][name] = _assessed(job.network, half, latency, carries)
    return [_whole(plan, networks) for plan, networks in zip(plans, results, strict=True)]


def _carried(topology: Topology, routing: RoutingRule | None) -> Saturation | str:
    """Return the throughput of a network, or the reason why it is unknown."""
    if routing is None:
        return ""
    if topology.gbps is None:
        return _SEVERAL_RATES
    try:
        return saturation(topology, routing)
    except InputError as error:
        return str(error)


def _assessed(
    network: PlacedNetwork,
    half: Halves | None,
    latency: tuple[tuple[float, float], int] | None,
    carries: Saturation | str,
) -> Assessed:
    """Return the assessment of a network, with reasons for missing results."""
    alone = len(network.topology.endpoint_switches) < _MEASURED
    lacks = {} if latency is not None else {"latency": _ONE_WITH_ENDPOINTS if alone else _IN_PARTS}
    lacks |= {"traffic": carries} if isinstance(carries, str) else {}
    if half is None:
        lacks["bisection"] = _ONE_SWITCH
    elif network.topology.gbps is None:
        lacks |= {"bisection": _SEVERAL_RATES, "structure": _SEVERAL_RATES}
    return Assessed(
        network,
        half,
        None if latency is None else latency[0],
        {} if isinstance(carries, str) else carries.figures(network.topology),
        diameter=None if latency is None else latency[1],
        lacks=lacks,
    )


def _whole(plan: AnyPlan, networks: dict[str, Assessed]) -> Assessed:
    """Return the assessment of a plan with its networks and totals."""
    whole, *of_networks = fabric_sums(named_fabric(plan))
    if len(networks) == 1:
        (alone,) = networks.values()
        network = whole_network(plan)
        return replace(alone, network=network, sums=whole)
    by_name = {item.network: item for item in of_networks}
    return Assessed(
        whole_network(plan),
        sums=whole,
        networks={name: replace(item, sums=by_name.get(name)) for name, item in networks.items()},
    )


@dataclass(frozen=True, eq=False)
class _Job:
    """A network of a plan to be measured."""

    network: PlacedNetwork
    plan: AnyPlan


#: Links, family and endpoints per switch, on which a bisection and its bounds depend.
_Network = tuple[str, str, bytes]


def _network(topology: Topology) -> _Network:
    return links_sha256(topology), topology.family, topology.endpoints.tobytes()


def _halves(alike: Sequence[_Job], seed: int) -> Halves:
    """Return the bisection of the network shared by some plans, with a proof recorded in any of them."""
    topology = alike[0].network.topology

    def search() -> Bisection:
        proofs = (_recorded_proof(job.plan) for job in alike)
        proof = next((result for result in proofs if result is not None), None)
        return bisection(topology, seeds=METIS_RUNS, seed=seed, proof=proof)

    return halves(topology, search)


def _recorded_proof(plan: AnyPlan) -> ProvedEigenvalue | None:
    """Return the eigenvalue proven by a plan's flow, which takes seconds to find but not to check."""
    if isinstance(plan, LaidFabric) or plan.topology.networks is not None:
        return None
    flow, value = plan.bound.flow, plan.bound.eigenvalue
    if flow is None or not flow_eigenvalue_is_proved(plain_network(plan.topology), value, flow):
        return None
    return ProvedEigenvalue(value, "expander flow")
