"""``netfloor plan``: from one file to an order."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Date, Force, Json, Quiet, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import answer, end_if_interrupted, remark_all, write


def plan(
    file: Annotated[
        Path, typer.Argument(metavar="PLAN.toml", help="Network, room, catalogue and wishes in one file.")
    ],
    *,
    out: Annotated[Path, option("--out", "Folder for everything.", metavar="DIR")],
    workers: Workers,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Place a network and its servers in a room, choose every part; write plan, report, BOM, drawings."""
    from netfloor.report_head import given_head
    from netfloor.studies.hall_plan.run import run_hall_plan

    with working(quiet=quiet) as (observer, interrupt):
        planned = run_hall_plan(file, out, workers, observer, interrupt, force=force, head=given_head(date))
    remark_all(planned.notes, quiet=quiet)
    answer(lambda: planned.to_dict(out), lambda: write(planned.text(out)), json=json)
    end_if_interrupted(planned.interrupted, "the folder holds the best placement so far")
