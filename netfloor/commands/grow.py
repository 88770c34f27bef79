"""``netfloor grow``: a larger network with the old machine in place."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, remark_all, write, write_json
from netfloor.exit_codes import INTERRUPTED
from netfloor.options import Endpoints, Force, Json, PlanPath, Quiet, Seed, Spec, Workers, worker_count


def grow(
    plan: PlanPath,
    spec: Spec,
    *,
    room: Annotated[
        str | None,
        typer.Option("--room", metavar="ROOM", help="The new room; default: the plan's own."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="The plan file to write.")] = Path("grown.json"),
    keep_cabinets: Annotated[
        str | None,
        typer.Option("--keep-cabinets", metavar="A,B", help="Cabinets whose routers must not move."),
    ] = None,
    weight_touched: Annotated[
        float,
        typer.Option(
            "--weight-touched", min=0, max=1e6, help="Metres that an old cable is worth that is left alone."
        ),
    ] = 0.0,
    match: Annotated[
        Path | None,
        typer.Option("--match", metavar="FILE", help="CSV old,new of routers; default: by name."),
    ] = None,
    keep_bisection: Annotated[
        float | None,
        typer.Option(
            "--keep-bisection", min=0, max=1, help="Share of the bisection that the way there keeps."
        ),
    ] = None,
    migration: Annotated[
        Path | None,
        typer.Option("--migration", metavar="FILE", help="Write the steps of the way there as CSV."),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", min=1, help="Effort of each search, reproducible.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=0.001, max=1e8, help="Effort instead, not reproducible."),
    ] = None,
    endpoints: Endpoints = None,
    gbps: Annotated[
        float | None, typer.Option("--gbps", help="Rate of a link in Gb/s; default: the plan's.")
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Place a larger network with the old machine in place, and say how to get there.

    What is minimised is the length of all cables and the weight of every old cable that is
    removed, moved, re-lengthed or of another rate.
    """
    if iterations is not None and seconds is not None:
        raise typer.BadParameter("excludes --iterations; give one of the two", param_hint="--seconds")
    from layout.budget import Budget  # noqa: PLC0415 - keeps --help quick
    from layout.solve import SolveOptions  # noqa: PLC0415 - keeps --help quick
    from netfloor.grow_run import GrowRequest, run_grow  # noqa: PLC0415 - keeps --help quick

    budget = None if iterations is None and seconds is None else Budget(iterations, seconds)
    request = GrowRequest(
        plan,
        spec,
        room,
        out,
        SolveOptions(budget=budget, seed=seed, workers=worker_count(workers)),
        keep=tuple(name.strip() for name in keep_cabinets.split(",")) if keep_cabinets else (),
        weight_mm=round(weight_touched * 1000),
        match=match,
        endpoints=endpoints,
        gbps=gbps,
        keep_bisection=keep_bisection,
        migration=migration,
    )
    report = run_grow(request, force=force, quiet=quiet)
    remark_all(report.notes, quiet=quiet)
    if json:
        write_json(report.to_dict())
    else:
        write(report.text())
    if migration is not None:
        remark(f"written: {migration}", quiet=quiet)
    if report.interrupted:
        remark("netfloor: interrupted; the plan holds the best placement so far")
        raise typer.Exit(INTERRUPTED)
