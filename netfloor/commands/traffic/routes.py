"""``netfloor traffic routes``: tables, paths and the proof against deadlock of a routing."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.exit_codes import CHECK_FAILED
from netfloor.options import Catalogue, Endpoints, Force, Json, Quiet, Seed, Switch, option
from netfloor.terminal.console import answer, remark_all, remark_written, write_fields
from netfloor.terminal.progress import loading


def routes(
    network: Annotated[
        str, typer.Argument(metavar="SPEC|PLAN", help="A network, such as lps:11,7, or a plan file.")
    ],
    *,
    routing: Annotated[
        str, option("--routing", "minimal, valiant, group-minimal, ...; see docs/traffic.md.")
    ] = "minimal",
    virtual_channels: Annotated[
        str | None,
        option("--virtual-channels", "by-hop, by-group, dimensions or one; default: the routing's own."),
    ] = None,
    catalogue: Catalogue = None,
    switch: Switch = None,
    endpoints: Endpoints = None,
    out: Annotated[
        Path | None, option("--out", "Write tables, paths and the proof into this folder.")
    ] = None,
    seed: Seed = 0,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Route a network: tables, path counts, and whether its packets can wait for each other for ever.

    Exit code 6 if they can: the channel dependency graph has a cycle, which is printed. Exit code 4 if
    the catalogue's switch has too few virtual channels, table entries or the like.

    Example: netfloor traffic routes torus:8x8 --endpoints 1
    """
    with loading(f"routing {network}", quiet=quiet):
        from netfloor.reports.traffic.routes import routes_document, routes_fields
        from netfloor.studies.traffic.network import NetworkWanted
        from netfloor.studies.traffic.routes import RoutesRequest, find_routes
        from netfloor.studies.traffic.switches import SwitchWanted

        wanted = NetworkWanted(network, endpoints, None, seed)
        meant = SwitchWanted(catalogue, switch)
        found = find_routes(RoutesRequest(wanted, routing, virtual_channels, meant, out), force=force)
    answer(lambda: routes_document(found), lambda: write_fields(routes_fields(found)), json=json)
    remark_all(found.routes.topology.notes, quiet=quiet)
    remark_written(out, quiet=quiet)
    if not found.routes.proof.is_acyclic:
        raise typer.Exit(CHECK_FAILED)
