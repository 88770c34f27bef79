"""Command ``netfloor catalogue check``: problems that would stop an order."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.exit_codes import CHECK_FAILED
from netfloor.foundation.files import one_name
from netfloor.options import Cage, Json, Quiet, option
from netfloor.terminal.console import remark, write, write_json, write_table
from netfloor.terminal.progress import loading


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
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List all problems that would stop an order from a catalogue.

    Includes errors in the file; exit code 6 if there are any.
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
        for text in checked.expired:
            write(f"{text}: ask for a new offer")
        if checked.ok:
            ready = "complete; EXAMPLE prices, not for orders" if checked.has_examples else "ready to order"
            write(f"{file}: {checked.part_numbers:,} part numbers, {ready}")
        else:
            write_table(checked.problems_table)
        for table in (checked.reach_table, checked.remarks_table):
            if table.rows:
                write(f"\n{table.caption}")
                write_table(table)
    if not checked.ok:
        remark(count_text(len(checked.problems), "problem"), quiet=quiet)
        raise typer.Exit(CHECK_FAILED)
