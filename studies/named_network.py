"""Networks named by the user: a spec, or one or all networks of a plan."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import is_file
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

if TYPE_CHECKING:
    from netfloor.plans.networks import PlanNetwork


@dataclass(frozen=True)
class NetworkRequest:
    """A network named by the user: a spec, or the file of a plan."""

    name: str
    endpoints: int | None = None  # per switch, for a spec; plans have their own
    gbps: float | None = None  # link rate, for a spec; plans have their own
    seed: int = 0
    plan_network: str | None = None  # one of the networks of a plan
    # the network if the caller has it already; ``name`` is then its display name
    given: "FoundNetwork | None" = None

    @property
    def is_plan(self) -> bool:
        """Whether it is a plan."""
        return is_file(Path(self.name)) if self.given is None else self.given.planned is not None

    @property
    def title(self) -> str:
        """The spec, or the plan with the name of its network."""
        return " ".join(filter(None, (self.name, self.plan_network)))


@dataclass(frozen=True, eq=False)
class FoundNetwork:
    """A network as a graph; of a plan, also with the places of its switches and cables."""

    topology: Topology
    planned: "PlanNetwork | None" = None

    @property
    def cabinets(self) -> tuple[str, ...] | None:
        """The cabinet of each switch by name; None for a spec."""
        return None if self.planned is None else self.planned.cabinet_names

    def require_endpoints(self) -> "FoundNetwork":
        """Return the network; `InputError` if it has no endpoints."""
        if not self.topology.endpoints.any():
            remedy = f"give {setting('endpoints')}, or endpoints= in the spec"
            if self.planned is not None:
                remedy = "use a plan with servers"
            what = "has 0 endpoints; traffic needs at least 2"
            raise InputError(f"network {self.topology.name}", what, remedy)
        return self

    def require_traffic(self) -> "FoundNetwork":
        """Return the network; `InputError` if it has no endpoints, or links of several rates."""
        self.require_endpoints()
        if self.planned is not None:
            self.planned.require_one_rate()
        return self


def find_network(wanted: NetworkRequest) -> FoundNetwork:
    """Return the network of a spec, or one network of a plan.

    `InputError` if there is no such network, endpoints or a rate are given for a plan, or none of several
    networks is named; `CheckFailedError` if a plan's claims do not follow from its inputs.
    """
    if wanted.given is not None:
        return wanted.given
    if not wanted.is_plan:
        if wanted.plan_network is not None:
            what = f"{wanted.name[:60]} is a network spec, not the file of a plan"
            raise InputError(setting("network"), what, "leave it out")
        gbps = 100.0 if wanted.gbps is None else wanted.gbps
        return FoundNetwork(
            build(wanted.name, endpoints=wanted.endpoints, link_gbps=gbps, seed=wanted.seed)
        )
    for name, value in (("endpoints", wanted.endpoints), ("gbps", wanted.gbps)):
        if value is not None:
            what = f"{wanted.name} is a plan, which has its own {name}"
            raise InputError(setting(name), what, "leave it out, or give a network spec")
    from netfloor.plans.networks import open_network  # noqa: PLC0415 - a heavy import

    planned = open_network(Path(wanted.name), wanted.plan_network)
    return FoundNetwork(planned.topology, planned)


def each_network(wanted: NetworkRequest) -> list[NetworkRequest]:
    """Return every selected network: all networks of a plan, unless one is named."""
    if not wanted.is_plan or wanted.plan_network is not None:
        return [wanted]
    networks = _networks_of(wanted)
    return [replace(wanted, plan_network=network.name or None) for network in networks]


def _networks_of(wanted: NetworkRequest) -> "list[PlanNetwork]":
    from netfloor.plans.load import load_any_plan  # noqa: PLC0415 - a heavy import
    from netfloor.plans.networks import plan_networks  # noqa: PLC0415 - a heavy import

    return plan_networks(load_any_plan(Path(wanted.name)))


def routed_networks(wanted: NetworkRequest) -> tuple[list[NetworkRequest], tuple[str, ...]]:
    """Return every selected network with traffic to route, and a note on each other one of a plan."""
    each = each_network(wanted)
    if len(each) == 1:
        return each, ()
    from netfloor.plans.networks import not_routed  # noqa: PLC0415 - a heavy import

    networks = _networks_of(wanted)
    return [
        item for item, network in zip(each, networks, strict=True) if network.is_routed
    ] or each, not_routed(networks)


def networks_wanted(
    names: Sequence[str], plan_network: str | None, *, gbps: float | None = None, seed: int = 0
) -> list[NetworkRequest]:
    """Return the networks of specs and plans in order; ``gbps`` is for specs, the name for plans."""
    wanted = [NetworkRequest(name, seed=seed) for name in names]
    named = any(entry.is_plan for entry in wanted)  # with specs only, `find_network` refuses it
    results = []
    for item in wanted:
        is_named = item.is_plan or not named
        given = replace(item, plan_network=plan_network if is_named else None)
        results += each_network(given if item.is_plan else replace(given, gbps=gbps))
    return results
