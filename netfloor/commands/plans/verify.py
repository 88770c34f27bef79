"""Command ``netfloor verify``: check all claims of a plan."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from netfloor.exit_codes import CHECK_FAILED
from netfloor.foundation.errors import InputError, setting
from netfloor.options import Json, PlanPath, Quiet, Verbose, Workers
from netfloor.process.signals import working
from netfloor.terminal.console import answer, remark, write
from netfloor.terminal.progress import loading

Strict = Annotated[bool, typer.Option("--strict", help="Exit code 6 also for unchecked parts.")]


Rerun = Annotated[
    bool,
    typer.Option("--rerun", help="Also solve it again with its recorded options, and compare the bytes."),
]


Files = Annotated[
    list[Path] | None,
    typer.Option(
        "--files",
        metavar="FOLDER",
        help="Folder of the plan's room, catalogue and prices, if not beside it; repeatable.",
    ),
]


def verify(
    plan: PlanPath,
    *,
    files: Files = None,
    strict: Strict = False,
    rerun: Rerun = False,
    workers: Workers,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Check a plan again with independent code.

    Also lists unchecked parts, and claims that no file can prove. Exit code 6 on a problem.
    """
    folders = tuple(files or ())
    for folder in folders:
        if not folder.is_dir():
            raise InputError(
                setting("files"), f"{folder} is not a folder", "a folder with files of the plan"
            )
    with loading(quiet=quiet):
        from netfloor.plans.verify import verify_plan
        from netfloor.studies.lists.again import read_lists_again

    with working(quiet=quiet) as (observer, interrupt):
        verified = verify_plan(plan, observer, folders, read_lists_again)
        if rerun and verified.ok:
            from netfloor.studies.rerun import rerun_differences

            result = rerun_differences(plan, workers, observer, interrupt, folders)
            verified = replace(verified, problems=tuple(result), same_bytes=not result)
    answer(
        lambda: verified.to_dict(strict=strict),
        lambda: write(verified.text(strict=strict, verbose=verbose)),
        json=json,
    )
    if verified.wants_files:
        named = [str(folder) for folder in folders if folder != Path()]
        places = ", ".join(["here", *named, "beside the plan"])
        remark(f"searched for files {places}; add a folder with --files FOLDER", quiet=quiet)
    if not verified.passes(strict=strict):
        raise typer.Exit(CHECK_FAILED)
