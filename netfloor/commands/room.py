"""``netfloor room``: a room drawn and measured."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, write, write_fields, write_json
from netfloor.options import Force, Json, Quiet

app = typer.Typer(help="Rooms: cabinets, slots and cable lengths.", no_args_is_help=True)


@app.callback()
def room() -> None:
    """Rooms: cabinets, slots and cable lengths."""


@app.command()
def show(
    spec: Annotated[str, typer.Argument(metavar="ROOM", help="A TOML file, paper:N or grid:ROWSxCOLUMNS.")],
    *,
    svg: Annotated[Path | None, typer.Option("--svg", help="Also draw it into this file.")] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Draw a room in the terminal, and as SVG, and measure it."""
    from netfloor.room_facts import draw_room_svg, readable_room, room_facts  # noqa: PLC0415
    from rooms.room_spec import room_from_spec  # noqa: PLC0415 - keeps --help quick
    from rooms.text_drawing import draw_text  # noqa: PLC0415 - keeps --help quick

    floor = room_from_spec(spec)
    facts = room_facts(floor, spec)
    if svg is not None:
        draw_room_svg(floor, svg, force=force)
        remark(f"written: {svg}", quiet=quiet)
    if json:
        write_json(facts)
        return
    write(draw_text(floor))
    write_fields(readable_room(facts))
