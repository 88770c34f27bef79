"""Command ``netfloor qap``: solve a quadratic assignment problem of QAPLIB."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.effort import Seconds, effort
from netfloor.options import Force, Json, Quiet, Seed, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import answer, end_if_interrupted, write


def qap(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An instance: n and two n x n matrices.")],
    *,
    out: Annotated[Path | None, option("--out", "The .sln file to write.")] = None,
    iterations: Annotated[int | None, option("--iterations", "Effort in moves, reproducible.")] = None,
    seconds: Seconds = None,
    seed: Seed = 0,
    workers: Workers,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Solve a QAPLIB problem, with a lower bound.

    The cost is the sum of A[i][j] B[p[i]][p[j]], with A the first matrix of the file. With --iterations (or
    neither) the same seed gives the same permutation, whatever the number of workers. Ctrl-C keeps the best
    so far.
    """
    budget = effort(iterations, seconds)
    from netfloor.studies.qap import DEFAULT_BUDGET, QapRequest, run_qap

    request = QapRequest(file, out, budget or DEFAULT_BUDGET, seed, workers)
    with working(quiet=quiet) as (observer, interrupt):
        report = run_qap(request, observer, interrupt, force=force)
    answer(report.to_dict, lambda: write(report.text()), json=json)
    end_if_interrupted(report.interrupted, "this is the best permutation so far")
