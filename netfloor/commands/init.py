"""``netfloor init``: a commented file to start from."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, write, write_json
from netfloor.options import Force


def init(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="grid (a room) or study.")],
    *,
    out: Annotated[Path | None, typer.Option("--out", help="File; default: stdout.")] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of such a file instead.")
    ] = False,
    force: Force = False,
) -> None:
    """Write a commented room or study file that a user edits."""
    from netfloor.starters import json_schema, starter_text, write_starter  # noqa: PLC0415

    if schema:
        write_json(json_schema(kind))
    elif out is None:
        write(starter_text(kind))
    else:
        write_starter(kind, out, force=force)
        remark(f"written: {out}")
