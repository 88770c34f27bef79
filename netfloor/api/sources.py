"""Network sources for research functions: a spec, plan, plan file, network or graph."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from netfloor.api.networks import as_network, whole
from netfloor.api.plan import ListedPlan, Plan
from netfloor.foundation.errors import InputError
from netfloor.plans.networks import plan_network
from netfloor.studies.named_network import FoundNetwork, NetworkRequest

if TYPE_CHECKING:
    import networkx as nx

    from netfloor.topologies.topology import Topology

    #: A network in any form.
    AnyNetwork: TypeAlias = str | Path | Topology | Plan | ListedPlan | nx.Graph[Any]


def wanted_network(
    source: "AnyNetwork", *, seed: int = 0, gbps: float | None = None, network: str | None = None
) -> NetworkRequest:
    """Convert a network source to a request as used by commands.

    Parameters
    ----------
    gbps
            Link rate of a spec, network or graph; None: no rate, and no figures that depend on it.
    network
            Name of one of several networks of a plan.
    """
    seed = whole(seed, "seed")
    if isinstance(source, str | Path):
        return NetworkRequest(str(source), None, gbps, seed, network)
    if isinstance(source, Plan | ListedPlan):
        if gbps is not None:
            raise InputError("gbps", "is given by the plan", "omit it")
        planned = plan_network(source._stored, network)  # noqa: SLF001 - the plan below the public one
        found_network = FoundNetwork(planned.topology, planned)
        return NetworkRequest(planned.topology.name, seed=seed, plan_network=network, given=found_network)
    topology = as_network(source)
    if gbps is not None:
        topology = replace(topology, gbps=float(gbps), link_rates=None)
    return NetworkRequest(topology.name, None, gbps, seed, given=FoundNetwork(topology))
