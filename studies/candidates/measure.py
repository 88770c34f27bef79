"""What a plan gives, whatever it costs: bisection and latency, each network's bisection searched once."""

from collections.abc import Sequence

from netfloor.costmodels.latency import latency_of
from netfloor.foundation.observer import Observer
from netfloor.foundation.parallel import map_jobs
from netfloor.layout.check.certificates import flow_eigenvalue_is_proved
from netfloor.plans.assessment.assessed import Assessed
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.check.claims import plain_network
from netfloor.plans.plan import Plan
from netfloor.structure.bisection.halves import Halves, halves
from netfloor.structure.bisection.interval import Bisection, bisection
from netfloor.structure.bisection.search import MOST_SWAPS, SWAPS_PER_ROUTER
from netfloor.structure.hops.components import is_connected
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue
from netfloor.topologies.digest import links_sha256
from netfloor.traffic.load.saturation import Saturation, saturation
from netfloor.traffic.routing.rule import RoutingRule

#: Runs of METIS for each network.
METIS_RUNS = 50
TASK = "bisections and latencies"


def effort_rule(seed: int) -> str:
    """Return how bisections are searched, as reports say it."""
    return (
        f"Bisection: the best cut found by {METIS_RUNS} runs of METIS, cuts of the network's family "
        f"and {SWAPS_PER_ROUTER:,} swaps per switch (at most {MOST_SWAPS:,}), seed {seed}: an upper "
        "bound. Halves of the switches; of the endpoints where some switches have none. The same effort "
        "for every plan."
    )


def measure(
    plans: Sequence[Plan],
    switch_ns: float,
    seed: int,
    workers: int,
    observer: Observer,
    routing: RoutingRule | None = None,
) -> list[Assessed]:
    """Return each plan without its money, with traffic by a routing; each network is searched once."""
    keys = [_network(plan) for plan in plans]
    networks: dict[_Network, list[Plan]] = {}
    for key, plan in zip(keys, plans, strict=True):
        networks.setdefault(key, []).append(plan)
    observer.started(TASK, len(networks) + len(plans))
    done = [0]

    def tell(name: str) -> None:
        done[0] += 1
        observer.advanced(TASK, done[0], name)

    def gives(alike: list[Plan]) -> tuple[Halves, Saturation | None]:
        carries = None if routing is None else saturation(alike[0].topology, routing)
        found = _halves(alike, seed)
        tell(alike[0].topology.name)
        return found, carries

    def delay(plan: Plan) -> tuple[float, float] | None:
        found = None
        if is_connected(plan.topology):
            found = latency_of(plan.topology, plan.cables, [switch_ns]).at(switch_ns)
        tell(plan.topology.name)
        return found

    given = dict(zip(networks, map_jobs(gives, list(networks.values()), workers), strict=True))
    delays = map_jobs(delay, list(plans), workers)
    observer.finished(TASK)
    return [
        Assessed(
            PlacedNetwork.of(plan),
            halves,
            latency,
            {} if carries is None else carries.figures(plan.topology),
        )
        for plan, key, latency in zip(plans, keys, delays, strict=True)
        for halves, carries in (given[key],)
    ]


#: Links, family, and endpoints of each switch: what a bisection and its bounds depend on.
_Network = tuple[str, str, bytes]


def _network(plan: Plan) -> _Network:
    topology = plan.topology
    return links_sha256(topology), topology.family, topology.endpoints.tobytes()


def _halves(alike: Sequence[Plan], seed: int) -> Halves:
    """Return the halves of the network of some plans, with a proof that any of them has."""
    topology = alike[0].topology

    def search() -> Bisection:
        proof = next((found for plan in alike if (found := _recorded_proof(plan)) is not None), None)
        return bisection(topology, seeds=METIS_RUNS, seed=seed, proof=proof)

    return halves(topology, search)


def _recorded_proof(plan: Plan) -> ProvedEigenvalue | None:
    """Return the eigenvalue that a plan's flow proves, which takes seconds to find and none to check."""
    flow, value = plan.bound.flow, plan.bound.eigenvalue
    if flow is None or not flow_eigenvalue_is_proved(plain_network(plan.topology), value, flow):
        return None
    return ProvedEigenvalue(value, "expander flow")
