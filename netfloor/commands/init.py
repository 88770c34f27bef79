"""Command ``netfloor init``: write commented starter files and examples."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Force, Json, Quiet, option
from netfloor.terminal.console import answer, remark_written, write_data, write_json, write_table


def starters(begun: str) -> list[str]:
    """Return the kinds for shell completion."""
    from netfloor.starters import STARTERS

    return [name for name in (*STARTERS, "example") if name.startswith(begun)]


def init(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="grid (a simple room), hall (a real room), plan (a planning run), "
            "devices, cables (your own lists), study, catalogue (of parts), "
            "ownership (years, tariff, labour, failures); or example with its name.",
            autocompletion=starters,
        ),
    ],
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Name of an example; without it, list them.")
    ] = None,
    *,
    out: Annotated[
        Path | None, option("--out", "File, or folder of an example; default: stdout, this folder.")
    ] = None,
    schema: Annotated[bool, option("--schema", "Write the JSON Schema of the file instead.")] = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a commented file, or an example, to edit."""
    if kind == "example":
        if schema:
            raise typer.BadParameter("an example has no schema", param_hint="--schema")
        _example(name, out or Path(), force=force, json=json, quiet=quiet)
        return
    if name is not None:
        raise typer.BadParameter("only examples have names", param_hint="NAME")
    from netfloor.starters import make_starter

    starter = make_starter(kind, out, schema=schema, force=force)
    remark_written(out, quiet=quiet)
    if json:
        write_json(starter.to_dict())
    elif out is None:
        write_data(starter.text)


def _example(name: str | None, out: Path, *, force: bool, json: bool, quiet: bool) -> None:
    """List the examples, or write the files of an example."""
    from netfloor.example_files import list_examples, write_example

    if name is None:
        from netfloor.reports.formats.table import Table

        listed = list_examples()
        rows = [(row["name"], row["what"]) for row in listed["examples"]]
        table = Table("Examples", ("example", "description"), rows)
        answer(lambda: listed, lambda: write_table(table), json=json)
        return
    written = write_example(name, out, force=force)
    remark_written(*written.new, quiet=quiet)
    if json:
        write_json(written.to_dict())
