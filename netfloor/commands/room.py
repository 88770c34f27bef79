"""``netfloor room``: a room drawn, measured, checked and imported."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from netfloor.console import remark, remark_all, write, write_fields, write_json, write_table
from netfloor.exit_codes import CHECK_FAILED
from netfloor.options import Force, Json, Quiet

if TYPE_CHECKING:
    from rooms.hall.hall import Hall

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
    from rooms.room import Room  # noqa: PLC0415 - keeps --help quick
    from rooms.room_spec import room_from_spec  # noqa: PLC0415 - keeps --help quick
    from rooms.text_drawing import draw_text  # noqa: PLC0415 - keeps --help quick

    floor = room_from_spec(spec)
    if not isinstance(floor, Room):
        _show_hall(floor, spec, svg, force=force, json=json, quiet=quiet)
        return
    facts = room_facts(floor, spec)
    if svg is not None:
        draw_room_svg(floor, svg, force=force)
        remark(f"written: {svg}", quiet=quiet)
    if json:
        write_json(facts)
        return
    write(draw_text(floor))
    write_fields(readable_room(facts))


def _show_hall(hall: "Hall", spec: str, svg: Path | None, *, force: bool, json: bool, quiet: bool) -> None:
    from netfloor.hall_facts import draw_hall_svg, hall_facts, readable_hall  # noqa: PLC0415
    from rooms.hall.text_drawing import draw_hall_text  # noqa: PLC0415 - keeps --help quick

    facts = hall_facts(hall, spec)
    if svg is not None:
        draw_hall_svg(hall, svg, force=force)
        remark(f"written: {svg}", quiet=quiet)
    if json:
        write_json(facts)
        return
    write(draw_hall_text(hall))
    write_fields(readable_hall(hall, facts))


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A hall file.")],
    *,
    aisle: Annotated[
        float, typer.Option("--aisle", help="Least width of an aisle in m (0.9 is an example); 0 for none.")
    ] = 0.9,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find what stands in the way in a hall; exit code 6 on a problem."""
    from netfloor.hall_check import HEADINGS, check_hall, problem_rows  # noqa: PLC0415

    found = check_hall(file, aisle)
    if json:
        write_json(found)
    elif found["ok"]:
        write(f"{found['summary']}: nothing stands in the way, no aisle below {aisle:g} m")
    else:
        write_table(HEADINGS, problem_rows(found))
        remark(f"{len(found['problems'])} problems", quiet=quiet)
    if not found["ok"]:
        raise typer.Exit(CHECK_FAILED)


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE.dxf", help="A drawing.")],
    *,
    layers: Annotated[
        str,
        typer.Option(
            "--layers",
            help="Layers by name: outline=A,cabinets=B,pillars=C,trays=D ..., see docs/halls.md.",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", help="Hall file to write.")],
    units: Annotated[
        str, typer.Option("--units", help="Unit of the drawing: mm, cm, m, in or ft; default: as it says.")
    ] = "",
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Make a hall file of a DXF drawing's layers."""
    from netfloor.hall_import import import_hall  # noqa: PLC0415 - keeps --help quick

    document, notes = import_hall(file, layers, units, out, force=force)
    remark_all(notes, quiet=quiet)
    remark(f"written: {out}", quiet=quiet)
    if json:
        write_json(document)
    else:
        write_fields([(key, str(value)) for key, value in document["found"].items()])
