"""``netfloor room show``: a room drawn and measured."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Force, Json, Quiet, option
from netfloor.terminal.console import remark_written, write, write_fields, write_json
from netfloor.terminal.progress import loading


def show(
    spec: Annotated[str, typer.Argument(metavar="ROOM", help="A TOML file, paper:N or grid:ROWSxCOLUMNS.")],
    *,
    svg: Annotated[Path | None, option("--svg", "Also draw it into this file.")] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Draw a room in the terminal, and as SVG, and measure it."""
    with loading("measuring the room", quiet=quiet):
        from netfloor.studies.show import show_room

        room = show_room(spec, svg, force=force)
    remark_written(svg, quiet=quiet)
    if json:
        write_json(room.facts)
    else:
        write(room.drawing())
        write_fields(room.fields())
