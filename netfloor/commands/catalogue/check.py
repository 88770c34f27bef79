"""Command ``netfloor catalogue check``: problems that would stop an order."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from netfloor.exit_codes import CHECK_FAILED
from netfloor.foundation.files import one_name
from netfloor.options import Cage, Json, Quiet, Verbose, option
from netfloor.terminal.console import remark, write, write_json, write_table
from netfloor.terminal.progress import loading

if TYPE_CHECKING:
    from netfloor.reports.formats.table import Table

#: Rows of each table, and expired prices, without ``--verbose``: together they fit on a screen.
_MAX_ROWS, _MAX_EXPIRED = 8, 3


def check(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="CATALOGUE...", help="A catalogue of parts, or several together."),
    ],
    *,
    network: Annotated[
        str | None,
        option(
            "--for", "A network to order, such as slimfly:13, or a plan made from lists.", metavar="SPEC"
        ),
    ] = None,
    room: Annotated[str | None, option("--room", "The room to place it in.")] = None,
    gbps: Annotated[
        float | None, option("--gbps", "Rate of the links; default: the first switch's.", metavar="GBPS")
    ] = None,
    cage: Cage = None,
    network_only: Annotated[
        bool, option("--network-only", "No servers, no adapters and no cables to them.")
    ] = False,
    max_lead_days: Annotated[
        int | None, option("--max-lead-days", "Longest delivery in days.", min=0, metavar="DAYS")
    ] = None,
    verbose: Verbose = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the problems that would stop an order from a catalogue.

    Includes errors in the file; exit code 6 if there are any. Prints the first rows, all with --verbose.
    """
    with loading("checking the catalogue", quiet=quiet):
        from netfloor.foundation.wording import count_text
        from netfloor.studies.catalogues import check_catalogue

        file = one_name(files) or files[0]
        checked = check_catalogue(
            file=file,
            network=network,
            room=room,
            gbps=gbps,
            network_only=network_only,
            max_lead_days=max_lead_days,
            cages=tuple(cage or ()),
        )
    if json:
        write_json(checked.document)
    else:
        ready = "complete; EXAMPLE prices, not for orders" if checked.has_examples else "ready to order"
        stops = f"{count_text(len(checked.problems), 'problem')}, not ready to order"
        _write_texts([f"{text}: ask for a new offer" for text in checked.expired], verbose=verbose)
        write(f"{file}: {checked.part_numbers:,} part numbers, {ready if checked.ok else stops}")
        if checked.answer:
            write(checked.answer)
        for table in (checked.problems_table, checked.remarks_table, checked.reach_table):
            if table.rows:
                write(f"\n{table.caption}")
                _write_rows(table, verbose=verbose)
    if not checked.ok:
        remark(count_text(len(checked.problems), "problem"), quiet=quiet)
        raise typer.Exit(CHECK_FAILED)


def _write_texts(texts: Sequence[str], *, verbose: bool) -> None:
    first = texts if verbose else texts[:_MAX_EXPIRED]
    for text in first:
        write(text)
    if len(first) < len(texts):
        write(f"{len(texts) - len(first):,} more expired: --verbose")


def _write_rows(table: "Table", *, verbose: bool) -> None:
    """Write the first rows of a table, and how many others there are."""
    rows = table.rows if verbose else table.rows[:_MAX_ROWS]
    write_table(replace(table, rows=rows))
    if len(rows) < len(table.rows):
        write(f"{len(table.rows) - len(rows):,} more: --verbose")
