"""Command ``netfloor room show``: draw and measure a room."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Date, Force, Html, Json, Quiet, option
from netfloor.terminal.console import remark_written, write, write_fields, write_json
from netfloor.terminal.progress import loading


def show(
    spec: Annotated[str, typer.Argument(metavar="ROOM", help="A TOML file, paper:N or grid:ROWSxCOLUMNS.")],
    *,
    svg: Annotated[Path | None, option("--svg", "Also draw it into this file.")] = None,
    html: Html = None,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Draw a room, and measure it.

    In the terminal, as SVG and as an interactive page.
    """
    with loading("measuring the room", quiet=quiet):
        from netfloor.report_head import given_head
        from netfloor.studies.show import show_room

        head = None if html is None else given_head(date, Path(spec))
        room = show_room(spec, svg, force=force, html=html, head=head)
    remark_written(svg, html, quiet=quiet)
    if json:
        write_json(room.facts)
    else:
        write(room.drawing())
        write_fields(room.fields())
