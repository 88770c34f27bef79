"""Command ``netfloor import``: read an existing fabric as a plan or a network."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from netfloor.completion import import_formats
from netfloor.effort import Seconds, effort
from netfloor.options import (
    Force,
    Json,
    Map,
    Mapping,
    Panels,
    Quiet,
    Seed,
    Servers,
    Switches,
    Workers,
    option,
)
from netfloor.process.signals import working
from netfloor.terminal.console import (
    answer,
    end_if_interrupted,
    remark,
    remark_all,
    remark_if_refused,
    remark_table,
    remark_written,
    write,
)
from netfloor.terminal.progress import loading

if TYPE_CHECKING:
    from netfloor.exchange.tables.read import TableRequest
    from netfloor.studies.imported import ImportRequest
    from netfloor.studies.tables_read import TableOptions

_PLAN = Path("plan.json")


def import_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="File with the fabric; a folder for netbox.")
    ],
    *,
    form: Annotated[
        str,
        option(
            "--from",
            "ibnetdiscover, topo, netbox, opa, cvt, p2p, edges, lldp, containerlab, csv, dot, graphml, "
            "gexf, air or ns3.",
            autocompletion=import_formats,
        ),
    ],
    room: Annotated[
        str | None,
        option("--room", "A room with the fabric's cabinets; default: a grid derived from their names."),
    ] = None,
    locations: Annotated[
        Path | None, option("--locations", "CSV of places: switch,cabinet[,unit].", metavar="FILE")
    ] = None,
    network: Annotated[
        Path | None,
        option(
            "--network",
            "Write only the network (.graphml), and its .places.csv to fill in.",
            metavar="FILE",
        ),
    ] = None,
    place: Annotated[bool, option("--place", "Place the switches in --room again, like layout.")] = False,
    node_name_map: Annotated[
        Path | None, option("--node-name-map", "Names of GUIDs, as for ibnetdiscover.", metavar="FILE")
    ] = None,
    device_types: Annotated[
        Path | None,
        option("--device-types", "Folder of NetBox's device-type library, for models.", metavar="DIR"),
    ] = None,
    columns: Map = None,
    mapping: Mapping = None,
    switches: Switches = None,
    servers: Servers = None,
    panels: Panels = None,
    gbps: Annotated[
        float | None, option("--gbps", "Rate of a link in Gb/s; default: the file's most frequent one.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="The plan file to write.")] = _PLAN,
    sources: Annotated[
        bool, option("--sources", "Also write network, room and places, for layout.")
    ] = False,
    iterations: Annotated[
        int | None, option("--iterations", "Iterations of --place, reproducible.")
    ] = None,
    seconds: Seconds = None,
    seed: Seed = 0,
    workers: Workers,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Read an existing fabric and write it as a plan.

    If places are missing: --network writes the network and a list of switches to fill in, --place with
    --room places the switches.
    """
    budget = effort(iterations, seconds)
    if network is not None and (place or room is not None or out != _PLAN):
        raise typer.BadParameter("writes no plan: omit --place, --room and --out", param_hint="--network")
    if budget is not None and not place:
        raise typer.BadParameter("needs --place", param_hint="--iterations")
    from netfloor.layout.solve import SolveOptions
    from netfloor.studies.imported import ImportRequest, run_import
    from netfloor.studies.tables_read import TableOptions, understood_table

    options = SolveOptions(budget=budget, seed=seed, workers=workers) if place else None
    patterns = {"switches": switches or (), "servers": servers or (), "panels": panels or ()}
    tables = TableOptions(columns or (), mapping, patterns)
    asked = tables.request()
    request = ImportRequest(
        file=file,
        form=form,
        out=out,
        room=room,
        locations=locations,
        node_name_map=node_name_map,
        gbps=gbps,
        sources=sources,
        place=options,
        device_types=device_types,
        tables=asked,
    )
    refused = remark_if_refused(
        lambda: understood_table(asked.report), asked.report.told, [file], quiet=quiet
    )
    if network is not None:
        with refused:
            _network(request, network, force=force, json=json, quiet=quiet)
        _tables(tables, asked, quiet=quiet)
        return
    with refused, working(quiet=quiet) as (observer, interrupt):
        imported = run_import(request, observer, interrupt, force=force)
    answer(imported.to_dict, lambda: write(imported.text()), json=json)
    remark_all(imported.notes, quiet=quiet)
    remark_written(*map(Path, imported.files), quiet=quiet)
    _tables(tables, asked, quiet=quiet)
    if imported.placing_anew:
        remark(f"place it again with: {imported.placing_anew}", quiet=quiet)
    end_if_interrupted(imported.interrupted, "the plan holds the best placement so far")


def _tables(options: "TableOptions", request: "TableRequest", *, quiet: bool) -> None:
    """Print the meaning found for each column of a list, and save it."""
    from netfloor.studies.tables_read import understood_table

    remark_table(understood_table(request.report), quiet=quiet)
    remark_written(options.save(request), quiet=quiet)


def _network(request: "ImportRequest", out: Path, *, force: bool, json: bool, quiet: bool) -> None:
    """Write only the network, and print the next step."""
    from netfloor.studies.imported_network import run_network

    with loading(f"reading {request.file.name}", quiet=quiet):
        only = run_network(request, out, force=force)
    answer(only.to_dict, lambda: write(only.text()), json=json)
    remark_all(only.notes, quiet=quiet)
    remark_written(*map(Path, only.files), quiet=quiet)
