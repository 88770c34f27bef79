"""Command ``netfloor room lists``: write a room with the racks that lists name."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Force, Json, Map, Mapping, Panels, Quiet, Servers, Switches, option
from netfloor.terminal.console import answer, remark_all, remark_if_refused, remark_written, write
from netfloor.terminal.progress import loading


def lists(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="LISTS...",
            help="Lists of devices and cables, CSV or workbooks; or DOT, containerlab, LLDP texts.",
        ),
    ],
    *,
    out: Annotated[Path, option("--out", "Room file to write.", metavar="ROOM.toml")],
    pitch: Annotated[
        float, option("--pitch", "Distance of racks in a row, from centre to centre, m.")
    ] = 0.6,
    row_pitch: Annotated[float, option("--row-pitch", "Distance of rows, from centre to centre, m.")] = 2.4,
    units: Annotated[
        int | None,
        option("--units", "Rack units of each rack; default: a usual height that holds the lists."),
    ] = None,
    columns: Map = None,
    mapping: Mapping = None,
    switches: Switches = None,
    servers: Servers = None,
    panels: Panels = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a room with the racks that lists name, to edit.

    Names such as A07 or R01C03 say row and place; other racks are in one row. Positions and sizes are
    examples.
    """
    with loading("reading the lists", quiet=quiet):
        from netfloor.studies.lists.room import write_room_of_lists
        from netfloor.studies.tables_read import TableOptions, understood_table

        patterns = {"switches": switches or [], "servers": servers or [], "panels": panels or []}
        options = TableOptions(columns or [], mapping, patterns)
        tables = options.request()
    refused = remark_if_refused(
        lambda: understood_table(tables.report), tables.report.told, [*files, "lists"], quiet=quiet
    )
    with refused:
        room = write_room_of_lists(
            files, out, tables, pitch_m=pitch, row_pitch_m=row_pitch, units=units, force=force
        )
    answer(room.to_dict, lambda: write(room.text), json=json)
    remark_all(room.notes, quiet=quiet)
    remark_written(out, options.save(tables), quiet=quiet)
