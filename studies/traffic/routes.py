"""Tables, paths and the deadlock proof of a routing on a network or plan, for ``traffic routes``."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from netfloor.foundation.files import check_output_folder
from netfloor.foundation.output_files import folders_of_networks, write_folder
from netfloor.reports.traffic.routes import RoutesReport, routes_files
from netfloor.structure.hops.components import require_connected
from netfloor.studies.named_network import NetworkRequest, find_network, routed_networks
from netfloor.studies.traffic.switches import SwitchWanted, find_switches
from netfloor.traffic.channels import channels_of
from netfloor.traffic.routing import routing_named
from netfloor.traffic.routing.routes import routes_of
from netfloor.traffic.switch_limits import needs_of


@dataclass(frozen=True)
class RoutesRequest:
    """The options of the command; ``virtual_channels`` None is the routing's own rule."""

    network: NetworkRequest
    routing: str
    virtual_channels: str | None = None
    switches: SwitchWanted = field(default_factory=SwitchWanted)
    out: Path | None = None


def find_each_routes(
    request: RoutesRequest, *, force: bool = False
) -> tuple[dict[str, RoutesReport], tuple[str, ...]]:
    """Return the routes of each selected network by name; see `find_routes`.

    They are written if a folder is given, several networks into a subfolder each. Notes name networks with
    nothing to route.
    """
    if request.out is not None:
        check_output_folder(request.out, force=force)
    networks, notes = routed_networks(request.network)
    result = {
        network.plan_network or "": find_routes(replace(request, network=network)) for network in networks
    }
    if request.out is not None:
        files = {name: routes_files(report) for name, report in result.items()}
        write_folder(request.out, folders_of_networks(files), force=force)
    return result, notes


def find_routes(request: RoutesRequest) -> RoutesReport:
    """Return the routes of a routing on one network.

    `InputError` if the network, the routing, the rule or the catalogue is not usable; `InfeasibleError` if
    the catalogue's switch is insufficient for the routing.
    """
    rule = routing_named(request.routing)
    network = find_network(request.network)
    topology = network.topology
    require_connected(topology)
    switches = find_switches(request.switches, network)
    routes = routes_of(topology, channels_of(topology), rule, request.virtual_channels)
    report = RoutesReport(routes, switches.against(needs_of(routes)))
    report.switches.require_enough()
    return report
