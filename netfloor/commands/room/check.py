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
        float, option("--aisle", "Least width of an aisle in m (0.9 is an example); 0 for none.")
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
        write(f"{document['summary']}: nothing is in the way, no aisle below {aisle:g} m")
    else:
        write_table(problems_table(document))
        remark(count_text(len(document["problems"]), "problem"), quiet=quiet)
    if not document["ok"]:
        raise typer.Exit(CHECK_FAILED)
