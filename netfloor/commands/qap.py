"""``netfloor qap``: solve a quadratic assignment problem of QAPLIB."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, write, write_json
from netfloor.exit_codes import INTERRUPTED
from netfloor.options import Force, Json, Quiet, Seed, Workers, worker_count


def qap(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An instance: n and two n x n matrices.")],
    *,
    out: Annotated[Path | None, typer.Option("--out", help="The .sln file to write.")] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", min=1, help="Effort in moves, reproducible.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=0.001, max=1e8, help="Effort instead, not reproducible."),
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Solve a quadratic assignment problem in QAPLIB's format, with a lower bound.

    The cost is the sum of A[i][j] B[p[i]][p[j]], A the file's first matrix. With
    --iterations (or neither) the same seed gives the same permutation, whatever the number
    of workers. Ctrl-C keeps the best so far.
    """
    if iterations is not None and seconds is not None:
        raise typer.BadParameter("excludes --iterations; give one of the two", param_hint="--seconds")
    from layout.budget import Budget  # noqa: PLC0415 - keeps --help quick
    from netfloor.qap_run import DEFAULT_ITERATIONS, QapRequest, run_qap  # noqa: PLC0415 - keeps --help quick

    effort = DEFAULT_ITERATIONS if iterations is None and seconds is None else iterations
    request = QapRequest(file, out, Budget(effort, seconds), seed, worker_count(workers))
    report = run_qap(request, force=force, quiet=quiet)
    if json:
        write_json(report.to_dict())
    else:
        write(report.text())
    if report.interrupted:
        remark("netfloor: interrupted; this is the best permutation so far")
        raise typer.Exit(INTERRUPTED)
