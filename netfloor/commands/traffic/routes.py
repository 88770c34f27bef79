"""Command ``netfloor traffic routes``: tables, paths and deadlock check of a routing."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.exit_codes import CHECK_FAILED
from netfloor.foundation.files import one_name
from netfloor.foundation.wording import without_details
from netfloor.options import (
    Catalogue,
    Endpoints,
    Force,
    Json,
    Network,
    Quiet,
    Seed,
    SpecOrPlan,
    Switch,
    Verbose,
    option,
)
from netfloor.terminal.console import answer_each, remark_all, remark_left, remark_written, write_fields
from netfloor.terminal.progress import loading


def routes(
    network: SpecOrPlan,
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
    network_name: Network = None,
    out: Annotated[
        Path | None, option("--out", "Write tables, paths and the proof into this folder.")
    ] = None,
    seed: Seed = 0,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Route a network, and look for deadlocks.

    Tables, path counts, and whether packets can deadlock.

    Exit code 6 if they can: the channel dependency graph has a cycle, which is printed. Exit code 4 if the
    catalogue's switch has too few virtual channels, table entries or the like.

    Example: netfloor traffic routes torus:8x8 --endpoints 1
    """
    with loading(f"routing {network}", quiet=quiet):
        from netfloor.reports.traffic.routes import DETAILS, RoutesReport, routes_document, routes_fields
        from netfloor.studies.named_network import NetworkRequest
        from netfloor.studies.traffic.routes import RoutesRequest, find_each_routes
        from netfloor.studies.traffic.switches import SwitchWanted

        wanted = NetworkRequest(network, endpoints, None, seed, network_name)
        meant = SwitchWanted(one_name(catalogue), switch)
        request = RoutesRequest(wanted, routing, virtual_channels, meant, out)
        result, left_out = find_each_routes(request, force=force)

    def readable(report: RoutesReport) -> None:
        fields = routes_fields(report)
        write_fields(fields if verbose else without_details(fields, DETAILS))

    answer_each(result, routes_document, readable, json=json)
    notes = (note for item in result.values() for note in item.routes.topology.notes)
    remark_all(dict.fromkeys((*left_out, *notes)), quiet=quiet)
    if not (verbose or json):
        remark_left(["hops, tables and sources"], quiet=quiet)
    remark_written(out, quiet=quiet)
    if not all(item.routes.proof.is_acyclic for item in result.values()):
        raise typer.Exit(CHECK_FAILED)
