"""``netfloor topology failures``: a network whose links fail at random."""

from pathlib import Path
from typing import Annotated

from netfloor.options import Json, Quiet, Seed, Spec, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import answer, end_if_interrupted, remark_all, write_table


def failures(
    spec: Spec,
    *,
    proportions: Annotated[
        str, option("--proportions", "Shares of links that fail, 0 to 1.")
    ] = "0,0.1,0.2,0.3,0.4,0.5,0.6",
    max_trials: Annotated[
        int, option("--max-trials", "Most trials at one proportion: 10, 100, 1000, ...")
    ] = 1000,
    seed: Seed = 0,
    workers: Workers,
    checkpoint: Annotated[
        Path | None, option("--checkpoint", "Keep the trials here; continue from it.")
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Delete links at random: diameter, mean distance and bisection of what is left.

    Means are over connected trials; disconnected ones are counted. The same seed gives the
    same figures with any number of workers. Ctrl-C keeps the trials so far in the checkpoint,
    and the same command continues from there.
    """
    from netfloor.reports.structure.table import HEADINGS
    from netfloor.studies.structure.failures import FailureRequest, run_failures

    request = FailureRequest(spec, proportions, max_trials, seed, workers, checkpoint)
    with working(quiet=quiet) as (observer, interrupt):
        report = run_failures(request, observer, interrupt)
    answer(report.to_dict, lambda: write_table(HEADINGS, report.rows()), json=json)
    remark_all(report.notes, quiet=quiet)
    end_if_interrupted(report.curve.interrupted, report.left_behind)
