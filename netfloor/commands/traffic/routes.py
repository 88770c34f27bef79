"""``netfloor traffic routes``: tables, paths and the proof against deadlock of a routing."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.exit_codes import CHECK_FAILED
from netfloor.options import Endpoints, Force, Json, Quiet, Seed, option
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

    Exit code 6 if they can: the channel dependency graph has a cycle, which is printed.

    Example: netfloor traffic routes torus:8x8 --endpoints 1
    """
    with loading(f"routing {network}", quiet=quiet):
        from netfloor.reports.traffic.routes import routes_document, routes_fields
        from netfloor.studies.traffic.network import NetworkWanted
        from netfloor.studies.traffic.routes import find_routes

        wanted = NetworkWanted(network, endpoints, None, seed)
        found = find_routes(wanted, routing, virtual_channels, out, force=force)
    answer(lambda: routes_document(found), lambda: write_fields(routes_fields(found)), json=json)
    remark_all(found.topology.notes, quiet=quiet)
    remark_written(out, quiet=quiet)
    if not found.proof.is_acyclic:
        raise typer.Exit(CHECK_FAILED)
