"""Command ``netfloor catalogue show``: list the parts of a catalogue."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.foundation.files import one_name
from netfloor.options import Json, Quiet, option
from netfloor.terminal.console import remark_all, write, write_fields, write_json, write_table


def show(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="CATALOGUE...", help="A catalogue of parts, or several together."),
    ],
    *,
    gbps: Annotated[float | None, option("--gbps", "Only parts of this rate.", metavar="GBPS")] = None,
    kind: Annotated[
        str | None,
        option("--kind", "Only DAC, AOC, cord, switch, adapter ...", metavar="KIND"),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show a catalogue's parts, prices and stock."""
    from netfloor.reports.catalogue.shown import catalogue_document, head_fields, tables
    from netfloor.studies.catalogues import show_catalogue

    file = one_name(files) or files[0]
    catalogue, result = show_catalogue(file, gbps, kind)
    if json:
        write_json(catalogue_document(str(file), catalogue, result))
    else:
        write_fields(head_fields(catalogue, result))
        for table in tables(catalogue, result):
            write(f"\n{table.caption}")
            write_table(table)
    remark_all(catalogue.notes, quiet=quiet)
