"""``netfloor import``: an existing fabric as a plan."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Force, Json, Quiet, option
from netfloor.terminal.console import answer, remark, remark_all, remark_written, write


def import_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="What the fabric is read from; a folder for netbox.")
    ],
    *,
    form: Annotated[str, option("--from", "ibnetdiscover, topo, netbox, opa, cvt, p2p or edges.")],
    room: Annotated[
        str | None,
        option("--room", "A room that has the fabric's cabinets; default: a grid told from their names."),
    ] = None,
    locations: Annotated[
        Path | None, option("--locations", "CSV of places: router,cabinet[,unit].", metavar="FILE")
    ] = None,
    node_name_map: Annotated[
        Path | None, option("--node-name-map", "Names of GUIDs, as for ibnetdiscover.", metavar="FILE")
    ] = None,
    gbps: Annotated[
        float | None, option("--gbps", "Rate of a link in Gb/s; default: what most links of the file have.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="The plan file to write.")] = Path("plan.json"),
    sources: Annotated[
        bool, option("--sources", "Write network, room and places beside the plan, for layout.")
    ] = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Read a fabric that stands already, and write it as a plan with the placement that it has."""
    from netfloor.studies.imported import ImportRequest, run_import

    request = ImportRequest(file, form, out, room, locations, node_name_map, gbps, sources)
    imported = run_import(request, force=force)
    remark_all(imported.notes, quiet=quiet)
    answer(imported.to_dict, lambda: write(imported.text()), json=json)
    remark_written(*map(Path, imported.files), quiet=quiet)
    if imported.placing_anew:
        remark(f"placed anew by: {imported.placing_anew}", quiet=quiet)
