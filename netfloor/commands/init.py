"""``netfloor init``: a commented file to start from."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Force, Json, Quiet, option
from netfloor.terminal.console import remark_written, write_data, write_json


def init(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="grid (a room), hall (a real one), plan (a planning run), study, catalogue (of parts) or "
            "ownership (years, tariff, labour, failures).",
        ),
    ],
    *,
    out: Annotated[Path | None, option("--out", "File; default: stdout.")] = None,
    schema: Annotated[bool, option("--schema", "The JSON Schema of such a file instead.")] = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a commented file that a user edits."""
    from netfloor.starters import make_starter

    starter = make_starter(kind, out, schema=schema, force=force)
    remark_written(out, quiet=quiet)
    if json:
        write_json(starter.to_dict())
    elif out is None:
        write_data(starter.text)
