"""``netfloor plan``: from one file to an order."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.exit_codes import CHECK_FAILED
from netfloor.options import Date, Force, Json, Quiet, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import (
    answer,
    end_if_interrupted,
    remark_all,
    write,
    write_fields,
    write_table,
)
from netfloor.terminal.progress import loading


def plan(
    file: Annotated[
        Path, typer.Argument(metavar="PLAN.toml", help="Network, room, catalogue and requirements.")
    ],
    *,
    out: Annotated[
        Path | None, option("--out", "Folder for everything; needed unless --dry-run.", metavar="DIR")
    ] = None,
    dry_run: Annotated[
        bool, option("--dry-run", "Only say what fits, the least cost and the time needed; write nothing.")
    ] = False,
    workers: Workers,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Place a network and its servers in a room, choose every part; write plan, report, BOM, drawings."""
    if dry_run:
        _dry_run(file, workers, json=json, quiet=quiet)
        return
    if out is None:
        raise typer.BadParameter("missing; a folder, or --dry-run", param_hint="--out")
    with loading(quiet=quiet):
        from netfloor.report_head import given_head
        from netfloor.studies.hall_plan.run import run_hall_plan

    with working(quiet=quiet) as (observer, interrupt):
        planned = run_hall_plan(file, out, workers, observer, interrupt, force=force, head=given_head(date))
    answer(lambda: planned.to_dict(out), lambda: write(planned.text(out)), json=json)
    remark_all(planned.notes, quiet=quiet)
    end_if_interrupted(planned.interrupted, "the folder holds the best placement so far")
    if planned.is_overfull:
        raise typer.Exit(CHECK_FAILED)


def _dry_run(file: Path, workers: int, *, json: bool, quiet: bool) -> None:
    """Print what is known before placing; end with 4 where it cannot fit."""
    with loading(quiet=quiet):
        from netfloor.foundation.errors import InfeasibleError
        from netfloor.studies.hall_plan.dry_run import dry_run

    with working(quiet=quiet) as (observer, _):
        found = dry_run(file, workers, observer)

    def readable() -> None:
        write_fields(found.fields())
        write("")
        write_table(found.table)

    answer(found.to_dict, readable, json=json)
    if not found.fits:
        raise InfeasibleError(f"{file}: {'; '.join(found.reasons)}")
