"""``netfloor topology failures``: a network whose links fail at random."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, remark_all, write_json, write_table
from netfloor.exit_codes import INTERRUPTED
from netfloor.options import Json, Quiet, Seed, Spec, Workers, worker_count


def failures(
    spec: Spec,
    *,
    proportions: Annotated[
        str, typer.Option("--proportions", metavar="P,P,...", help="Of the links that fail, 0 to 1.")
    ] = "0,0.1,0.2,0.3,0.4,0.5,0.6",
    max_trials: Annotated[
        int,
        typer.Option("--max-trials", min=10, help="At one proportion; only 10, 100, 1000, ... are run."),
    ] = 1000,
    seed: Seed = 0,
    workers: Workers = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", metavar="FILE", help="Keep the trials here; go on from it."),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Delete links at random: diameter, mean distance and bisection of what is left.

    Means are over connected trials; disconnected ones are counted. The same seed gives the
    same figures with any number of workers. Ctrl-C keeps the trials so far in the checkpoint,
    and the same command goes on from there.
    """
    from netfloor.failures_run import FailureRequest, run_failures  # noqa: PLC0415
    from reports.failure_table import HEADINGS  # noqa: PLC0415 - keeps --help quick

    request = FailureRequest(spec, proportions, max_trials, seed, worker_count(workers), checkpoint)
    report = run_failures(request, quiet=quiet)
    remark_all(report.notes, quiet=quiet)
    if json:
        write_json(report.to_dict())
    else:
        write_table(HEADINGS, report.rows())
    if report.curve.interrupted:
        remark(f"netfloor: interrupted; {report.left_behind}")
        raise typer.Exit(INTERRUPTED)
