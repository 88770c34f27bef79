"""``netfloor traffic study``: a figure with many series, from one file."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Date, Force, Json, Quiet, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import answer, end_if_interrupted, remark_all, remark_written, write_table


def study(
    file: Annotated[Path, typer.Argument(metavar="STUDY", help="A study file in TOML.")],
    *,
    out: Annotated[Path, option("--out", "The folder to write.")],
    results: Annotated[
        Path | None,
        option("--results", "Save finished runs in this folder, a file per series, and resume from it."),
    ] = None,
    workers: Workers,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Simulate networks by routing and pattern.

    Also by buffer depth; a chart per panel of the file.

    Writes a report, a CSV of every load and a JSON document; the number of workers does not change them.

    Example: netfloor traffic study examples/traffic/dragonfly-fig09.toml --out fig09
    """
    from netfloor.report_head import given_head
    from netfloor.research.traffic.report.study import saturation_table, study_document
    from netfloor.research.traffic.study.study import StudyRequest, run_traffic_study

    request = StudyRequest(file, out, results, workers, given_head(date))
    with working(quiet=quiet) as (observer, interrupt):
        report = run_traffic_study(request, observer, interrupt, force=force)
    answer(lambda: study_document(report), lambda: write_table(saturation_table(report)), json=json)
    remark_all(report.notes, quiet=quiet)
    if not report.interrupted:
        remark_written(out, quiet=quiet)
    end_if_interrupted(report.interrupted, "finished runs are kept in the folder of --results, if given")
