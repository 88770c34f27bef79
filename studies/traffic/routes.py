"""What ``traffic routes`` does: tables, paths and the proof of a routing on a network or a plan."""

from dataclasses import dataclass, field
from pathlib import Path

from netfloor.foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import undisturbed
from netfloor.reports.traffic.routes import RoutesReport, routes_files
from netfloor.structure.hops.components import require_connected
from netfloor.studies.traffic.network import NetworkWanted, network_and_cabinets
from netfloor.studies.traffic.switches import SwitchWanted, find_switches
from netfloor.traffic.channels import channels_of
from netfloor.traffic.routing import routing_named
from netfloor.traffic.routing.routes import routes_of
from netfloor.traffic.switch_limits import needs_of


@dataclass(frozen=True)
class RoutesRequest:
    """What the user asked for; ``virtual_channels`` names a rule, None for the routing's own."""

    network: NetworkWanted
    routing: str
    virtual_channels: str | None = None
    switches: SwitchWanted = field(default_factory=SwitchWanted)
    out: Path | None = None


def find_routes(request: RoutesRequest, *, force: bool = False) -> RoutesReport:
    """Return the routes of a routing, and write them where a folder is given.

    Raises
    ------
    InputError
        If the network, the routing, the rule, the catalogue or the folder is not usable; nothing is
        written then.
    InfeasibleError
        If the catalogue's switch has too little for the routing; nothing is written then.
    """
    rule = routing_named(request.routing)
    if request.out is not None:
        check_output_folder(request.out, force=force)
    topology, _ = network_and_cabinets(request.network)
    require_connected(topology)
    found = find_switches(request.switches, request.network.name, topology)
    routes = routes_of(topology, channels_of(topology), rule, request.virtual_channels)
    report = RoutesReport(routes, found.against(needs_of(routes)))
    report.switches.require_enough()
    if request.out is not None:
        files = routes_files(report)
        with undisturbed(), output_folder(request.out, force=force) as folder:
            for name, data in files.items():
                write_atomic(folder / name, data)
    return report
