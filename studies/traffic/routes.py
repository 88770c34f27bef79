"""What ``traffic routes`` does: tables, paths and the proof of a routing on a network or a plan."""

from pathlib import Path

from netfloor.foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import undisturbed
from netfloor.reports.traffic.routes import routes_files
from netfloor.structure.hops.components import require_connected
from netfloor.studies.traffic.network import NetworkWanted, network_and_cabinets
from netfloor.traffic.channels import channels_of
from netfloor.traffic.routing import routing_named
from netfloor.traffic.routing.routes import Routes, routes_of


def find_routes(
    wanted: NetworkWanted, routing: str, virtual: str | None, out: Path | None, *, force: bool = False
) -> Routes:
    """Return the routes of a routing, and write them where a folder is given.

    Parameters
    ----------
    virtual
        A rule of virtual channels, None for the routing's own.

    Raises
    ------
    InputError
        If the network, the routing, the rule or the folder is not usable; nothing is written then.
    """
    rule = routing_named(routing)
    if out is not None:
        check_output_folder(out, force=force)
    topology, _ = network_and_cabinets(wanted)
    require_connected(topology)
    routes = routes_of(topology, channels_of(topology), rule, virtual)
    if out is not None:
        files = routes_files(routes)
        with undisturbed(), output_folder(out, force=force) as folder:
            for name, data in files.items():
                write_atomic(folder / name, data)
    return routes
