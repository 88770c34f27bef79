"""The routing of a plan and the limits of its switches, for ``check routable``."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from netfloor.exchange.opensm.routable import Routable, check_routable, with_endpoints
from netfloor.foundation.interrupt import Interrupt
from netfloor.plans.networks import PlanNetwork, not_routed, open_networks
from netfloor.reports.traffic.routes import deadlock_text
from netfloor.structure.hops.components import require_connected
from netfloor.studies.named_network import FoundNetwork
from netfloor.studies.traffic.switches import SwitchWanted, find_switches
from netfloor.traffic.channels import channels_of
from netfloor.traffic.routing import routing_named
from netfloor.traffic.routing.routes import Routes, routes_of
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.switch_limits import RoutingNeeds, SwitchChecks, needs_of

#: Virtual lanes of ibsim's switches, and the most that OpenSM detects on it.
IBSIM_LANES = 8


@dataclass(frozen=True)
class RoutableRequest:
    """The options of the command."""

    plan: Path
    routing: str | None = None  # a routing of netfloor; None: OpenSM routes
    virtual_channels: str | None = None  # rule of the routing
    engine: str = "dfsssp"  # of OpenSM
    lanes: int | None = None  # of OpenSM; None: those of the catalogue's switch, else `IBSIM_LANES`
    seconds: float = 600.0  # of OpenSM
    switches: SwitchWanted = field(default_factory=SwitchWanted)
    network: str | None = None  # one of the plan's; None: each in turn


@dataclass(frozen=True, eq=False)
class RoutedPlan:
    """A plan with a routing of netfloor."""

    routes: Routes
    switches: SwitchChecks
    notes: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """True if there is no deadlock and no switch is known to be insufficient."""
        return self.routes.proof.is_acyclic and not self.switches.too_little

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``netfloor check routable --json``."""
        return {
            "schema": 1,
            "network": self.routes.topology.name,
            "routing": self.routes.rule.name,
            "ok": self.ok,
            "deadlock_free": self.routes.proof.is_acyclic,
            "lanes_needed": self.routes.proof.used,
            "longest_route_links": self.routes.longest,
            "switches": self.switches.to_list(),
            "notes": list(self.notes),
        }

    def fields(self) -> list[tuple[str, str]]:
        """Return the result as labelled lines."""
        return [
            ("network", self.routes.topology.name),
            ("routing", f"{self.routes.rule.name}: {self.routes.rule.summary}"),
            ("verdict", "routable" if self.ok else "NOT routable"),
            ("deadlock", deadlock_text(self.routes)),
            ("virtual lanes", f"{self.routes.proof.used}"),
            ("longest route", f"{self.routes.longest} links between switches"),
            *(("switch", text) for text in self.switches.texts),
        ]


def check_plan(
    request: RoutableRequest, interrupt: Interrupt
) -> tuple[dict[str, Routable | RoutedPlan], tuple[str, ...]]:
    """Return whether each network of a plan can be routed, by OpenSM on ibsim or by netfloor.

    Notes name networks without traffic to route, which are left out. `InputError` for an unknown engine,
    routing or rule, an invalid plan, or an unusable catalogue; `InfeasibleError` if the catalogue has no
    switch with enough ports at the plan's rate; `UnplannedStopError` if OpenSM or ibsim is missing, does
    not start or takes too long; `Interrupted` on an interrupt.
    """
    rule = None if request.routing is None else routing_named(request.routing)
    networks = open_networks(request.plan, request.network)
    routed = [network for network in networks if network.is_routed] or networks
    notes = not_routed(networks) if len(routed) < len(networks) else ()
    return {item.name: _check(item, rule, request, interrupt) for item in routed}, notes


def _check(
    network: PlanNetwork, rule: RoutingRule | None, request: RoutableRequest, interrupt: Interrupt
) -> Routable | RoutedPlan:
    topology, fabric, notes = with_endpoints(network)
    switches = find_switches(request.switches, FoundNetwork(topology, network))
    if not (switches.limits or switches.note):
        switches = replace(
            switches, note="not checked whether the switches support this routing: no catalogue is named"
        )
    if rule is not None:
        require_connected(topology)
        routes = routes_of(topology, channels_of(topology), rule, request.virtual_channels)
        return RoutedPlan(routes, switches.against(needs_of(routes)), notes)
    known = [limit.virtual_channels for limit in switches.limits if limit.virtual_channels is not None]
    lanes = min([*known, IBSIM_LANES]) if request.lanes is None else request.lanes
    routed = check_routable(topology, fabric, request.engine, lanes, request.seconds, interrupt)
    # OpenSM also gives each switch an address, and each address a port.
    addresses = int(topology.endpoints.sum()) + topology.routers
    needs = RoutingNeeds(request.engine, topology.name, routed.verdict.lanes, addresses)
    return replace(routed, switches=switches.against(needs), notes=(*notes, *routed.notes))
