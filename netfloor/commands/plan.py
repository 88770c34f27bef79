"""``netfloor plan``: from one file to an order."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, remark_all, write, write_json
from netfloor.exit_codes import INTERRUPTED
from netfloor.options import Force, Json, Quiet, Workers, worker_count


def plan(
    file: Annotated[
        Path, typer.Argument(metavar="HALL.toml", help="Network, room, catalogue and wishes in one file.")
    ],
    *,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for everything.")],
    workers: Workers = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Place a network and its servers in a room, choose every part; write plan, report, BOM, drawings."""
    from netfloor.hall_plan_run import run_hall_plan  # noqa: PLC0415 - keeps --help quick
    from netfloor.hall_plan_text import hall_plan_document, hall_plan_text  # noqa: PLC0415

    made = run_hall_plan(file, out, workers=worker_count(workers), force=force, quiet=quiet)
    remark_all(made.notes, quiet=quiet)
    if json:
        write_json(hall_plan_document(made, out))
    else:
        write(hall_plan_text(made, out))
    if made.interrupted:
        remark("netfloor: interrupted; the folder holds the best placement so far")
        raise typer.Exit(INTERRUPTED)
