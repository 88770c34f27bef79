"""``netfloor init``: a commented file to start from."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, write_data, write_json
from netfloor.options import Force, Json, Quiet


def init(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", help="grid (a room), hall (a real one), plan (a planning run) or study."
        ),
    ],
    *,
    out: Annotated[Path | None, typer.Option("--out", help="File; default: stdout.")] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="The JSON Schema of such a file instead.")
    ] = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a commented room or study file that a user edits."""
    from netfloor.starters import starter_document, starter_text, write_starter  # noqa: PLC0415

    text = starter_text(kind, schema=schema)
    if out is not None:
        write_starter(text, out, force=force)
        remark(f"written: {out}", quiet=quiet)
    if json:
        write_json(starter_document(kind, text, out))
    elif out is None:
        write_data(text)
