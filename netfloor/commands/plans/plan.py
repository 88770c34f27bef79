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
    remark,
    remark_all,
    write,
    write_fields,
    write_table,
)
from netfloor.terminal.progress import loading


def plan(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="PLAN.toml or LISTS...",
            help="A planning file; or lists of devices and cables, CSV or workbooks.",
        ),
    ],
    *,
    room: Annotated[str | None, option("--room", "With lists: the room file.", metavar="ROOM")] = None,
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
    """Place a network and its servers in a room, choose every part; write plan, report, BOM, drawings.

    Or lay listed devices and cables in a room: measure every cable, for sheets, labels and exports.
    """
    if all(path.suffix.lower() != ".toml" for path in files):
        _lists(files, room, out, date, dry_run=dry_run, force=force, json=json, quiet=quiet)
        return
    if len(files) > 1 or room is not None:
        hint = "--room" if len(files) == 1 else "PLAN.toml"
        raise typer.BadParameter("a planning file stands alone and names its room", param_hint=hint)
    file = files[0]
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


def _lists(
    files: list[Path],
    room: str | None,
    out: Path | None,
    date: str | None,
    *,
    dry_run: bool,
    force: bool,
    json: bool,
    quiet: bool,
) -> None:
    """Lay lists in a room and print the answer."""
    if dry_run:
        raise typer.BadParameter(
            "is for planning files: lists are laid in a second", param_hint="--dry-run"
        )
    for name, value in (("--room", room), ("--out", out)):
        if value is None:
            raise typer.BadParameter("missing; lists need a room and a folder", param_hint=name)
    assert room is not None  # noqa: S101 - refused above
    assert out is not None  # noqa: S101
    with loading(quiet=quiet):
        from netfloor.report_head import given_head
        from netfloor.studies.listed_plan import ListedPlanRequest, run_listed_plan

    with working(quiet=quiet) as (observer, _):
        request = ListedPlanRequest(tuple(files), room, out, given_head(date))
        planned = run_listed_plan(request, observer, force=force)

    def readable() -> None:
        write_fields([("warning", text) for text in planned.warnings])
        write(planned.answer)

    answer(planned.to_dict, readable, json=json)
    remark_all(planned.notes, quiet=quiet)
    remark(
        f"written: {', '.join(planned.files)} in {out}; next: netfloor papers {out}/plan.json", quiet=quiet
    )
