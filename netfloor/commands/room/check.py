"""Command ``netfloor room check``: obstructions and collisions in a hall."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.exit_codes import CHECK_FAILED
from netfloor.foundation.wording import count_text
from netfloor.options import Json, Quiet, option
from netfloor.terminal.console import remark, write, write_json, write_table
from netfloor.terminal.progress import loading


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A hall file.")],
    *,
    aisle: Annotated[
        float, option("--aisle", "Minimum aisle width in m (0.9 is an example); 0: no check.")
    ] = 0.9,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check a hall for obstructions and collisions.

    Exit code 6 on a problem.
    """
    with loading("looking at the hall", quiet=quiet):
        from netfloor.reports.rooms.facts import check_hall, problems_table

        document = check_hall(file, aisle)
    if json:
        write_json(document)
    elif document["ok"]:
        write(f"{document['summary']}: no obstructions; every aisle is at least {aisle:g} m wide")
    else:
        write_table(problems_table(document))
        remark(count_text(len(document["problems"]), "problem"), quiet=quiet)
    if not document["ok"]:
        raise typer.Exit(CHECK_FAILED)
