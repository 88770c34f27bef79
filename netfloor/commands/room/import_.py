"""Command ``netfloor room import``: convert a drawing to a hall file."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Force, Json, Quiet, option
from netfloor.terminal.console import remark_all, remark_written, write, write_json
from netfloor.terminal.progress import loading


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE.dxf", help="A drawing.")],
    *,
    layers: Annotated[
        str,
        option(
            "--layers", "Layers by name: outline=A,cabinets=B,pillars=C,trays=D ..., see docs/rooms.md."
        ),
    ],
    out: Annotated[Path, option("--out", "Hall file to write.")],
    units: Annotated[
        str, option("--units", "Unit of the drawing: mm, cm, m, in or ft; default: the drawing's.")
    ] = "",
    inside: Annotated[
        str | None,
        option(
            "--inside", "X,Y: a point inside the hall, in m of the drawing; default: from the cabinets."
        ),
    ] = None,
    preview: Annotated[Path | None, option("--preview", "Also draw the imported hall as SVG.")] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Make a hall file from the layers of a DXF drawing."""
    with loading("reading the drawing", quiet=quiet):
        from netfloor.rooms.hall.drawing.import_hall import import_hall, imported_text, point_m

        at = None if inside is None else point_m(inside)
        document, notes = import_hall(file, layers, units, out, inside_m=at, preview=preview, force=force)
    if json:
        write_json(document)
    else:
        write(imported_text(document["found"]))
    remark_all(notes, quiet=quiet)
    remark_written(out, preview, quiet=quiet)
