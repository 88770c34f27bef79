"""``netfloor fidelity``: compare netfloor's figures with published ones."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.exit_codes import CHECK_FAILED
from netfloor.options import Force, Json, Quiet, option
from netfloor.process.signals import working
from netfloor.terminal.console import (
    answer,
    end_if_interrupted,
    remark_written,
    write,
    write_data,
    write_table,
)
from netfloor.terminal.progress import loading


def fidelity(
    *,
    out: Annotated[
        Path, option("--out", "The page to write; with --check the page to compare.", metavar="PAGE.md")
    ],
    results: Annotated[
        Path | None,
        typer.Option(
            "--results", help="Folder of results; default: the page without .md.", metavar="FOLDER"
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        option("--only", "Measure only this exhibit or paper; repeatable.", metavar="NAME"),
    ] = None,
    minutes: Annotated[
        float | None, option("--minutes", "Measure only exhibits that take at most about this long.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Measure again and compare; exit code 6 on a difference.")
    ] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Small samples; the page says so.")] = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Reproduce the papers' figures, printed ones beside ours.

    Finished figures are stored in the results folder and not measured again, so an interrupted command
    resumes. Delete a file there to measure its exhibit again.
    """
    with loading(quiet=quiet):
        from netfloor.research.fidelity.run import FidelityRequest, run_fidelity

    request = FidelityRequest(out, results, tuple(only or ()), minutes, quick, check)
    with working(quiet=quiet) as (observer, interrupt):
        report = run_fidelity(request, observer, interrupt, force=force)

    def readable() -> None:
        write(report.verdict)
        write_data("")
        write_table(report.table)
        for difference in report.differences:
            write(difference)

    answer(report.to_dict, readable, json=json)
    end_if_interrupted(report.interrupted, "what was finished is kept, and the same command continues")
    if check and report.differences:
        raise typer.Exit(CHECK_FAILED)
    remark_written(None if check else out, quiet=quiet)
