"""``netfloor import``: an existing fabric as a plan."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, remark_all, write, write_json
from netfloor.options import Force, Json, Quiet


def import_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="What the fabric is read from; a folder for netbox.")
    ],
    *,
    form: Annotated[
        str, typer.Option("--from", help="ibnetdiscover, topo, netbox, opa, cvt, p2p or edges.")
    ],
    room: Annotated[
        str | None,
        typer.Option(
            "--room",
            metavar="ROOM",
            help="A room that has the fabric's cabinets; default: a grid told from their names.",
        ),
    ] = None,
    locations: Annotated[
        Path | None,
        typer.Option("--locations", metavar="FILE", help="CSV of places: router,cabinet[,unit]."),
    ] = None,
    node_name_map: Annotated[
        Path | None,
        typer.Option("--node-name-map", metavar="FILE", help="Names of GUIDs, as for ibnetdiscover."),
    ] = None,
    gbps: Annotated[
        float | None,
        typer.Option("--gbps", help="Rate of a link in Gb/s; default: what most links of the file have."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="The plan file to write.")] = Path("plan.json"),
    sources: Annotated[
        bool,
        typer.Option("--sources", help="Write network, room and places beside the plan, for layout."),
    ] = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Read a fabric that stands already, and write it as a plan with the placement that it has."""
    from netfloor.import_run import ImportRequest, run_import  # noqa: PLC0415 - keeps --help quick

    request = ImportRequest(file, form, out, room, locations, node_name_map, gbps, sources)
    imported = run_import(request, force=force)
    remark_all(imported.notes, quiet=quiet)
    if json:
        write_json(imported.to_dict())
    else:
        write(imported.text())
    for path in imported.files:
        remark(f"written: {path}", quiet=quiet)
    if imported.placing_anew:
        remark(f"placed anew by: {imported.placing_anew}", quiet=quiet)
