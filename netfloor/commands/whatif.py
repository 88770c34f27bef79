"""``netfloor whatif``: a plan under other assumptions, without solving it again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from layout.solve import SolveOptions

from netfloor.console import remark, remark_all, write_json, write_table
from netfloor.exit_codes import INTERRUPTED
from netfloor.options import Force, Json, PlanPath, Quiet, Reach, Seed, Workers, worker_count


def whatif(
    plan: PlanPath,
    *,
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change one thing at every point; repeat it."),
    ] = None,
    sweeps: Annotated[
        list[str] | None,
        typer.Option("--sweep", metavar="KEY=A,B,C", help="One point for each value; several make a grid."),
    ] = None,
    cost_set: Annotated[
        str, typer.Option("--cost-set", help="Prices of the baseline: a shipped cost set or a TOML file.")
    ] = "slimfly-2014",
    power_set: Annotated[
        str, typer.Option("--power-set", help="Watts of the baseline: a shipped power set or a TOML file.")
    ] = "spectralfly-2022-ports",
    reach: Reach = None,
    switch_ns: Annotated[
        float, typer.Option("--switch-ns", min=0, max=1e6, help="Switch latency of the baseline in ns.")
    ] = 100.0,
    electricity: Annotated[
        float | None,
        typer.Option("--electricity", min=0, max=1000, help="Price of a kWh for the baseline; not known."),
    ] = None,
    years: Annotated[
        float, typer.Option("--years", min=0, max=100, help="Years of power for the baseline.")
    ] = 1.0,
    replace: Annotated[
        bool, typer.Option("--replace", help="Place the network again where room or objective differ.")
    ] = False,
    objective: Annotated[
        str | None,
        typer.Option("--objective", help="With --replace: what to place for; default: as the plan was."),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", min=1, help="Effort of each placement, reproducible.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=0.001, max=1e8, help="Effort instead, not reproducible."),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write all figures, one line a point.")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw a chart.")] = None,
    results: Annotated[
        Path | None,
        typer.Option("--results", metavar="FILE", help="An SQLite file to add all points to."),
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Work out a plan's figures under other assumptions, one table for all points.

    Keys: row-pitch, column-pitch, overhead, inside, slots, taken, reach, cost-set, power-set,
    electrical-price, optical-price, switch-price, years, electricity, switch-ns.
    """
    if iterations is not None and seconds is not None:
        raise typer.BadParameter("excludes --iterations; give one of the two", param_hint="--seconds")
    if not replace and (iterations is not None or seconds is not None or objective is not None):
        raise typer.BadParameter("effort and objective are for placing again", param_hint="--replace")
    from netfloor.plan_costs import reach_to_mm  # noqa: PLC0415 - keeps --help quick
    from netfloor.whatif_keys import Settings  # noqa: PLC0415 - keeps --help quick
    from netfloor.whatif_run import WhatIfRequest, run_whatif  # noqa: PLC0415 - keeps --help quick
    from reports.whatif_points import document, table_headings, table_rows  # noqa: PLC0415

    models = Settings(
        cost_set,
        power_set,
        reach_mm=reach_to_mm(reach),
        years=years,
        electricity=electricity,
        switch_ns=switch_ns,
    )
    options = _options(iterations, seconds, seed, worker_count(workers)) if replace else None
    request = WhatIfRequest(
        plan, tuple(sets or ()), tuple(sweeps or ()), models, options, csv, svg, results, objective
    )
    found = run_whatif(request, force=force, quiet=quiet)
    if json:
        write_json(document(found))
    else:
        write_table(table_headings(found), table_rows(found))
    remark_all((*found.notes, *(note for point in found.points for note in point.notes)), quiet=quiet)
    for path in (csv, svg, results):
        if path is not None:
            remark(f"written: {path}", quiet=quiet)
    if not found.complete:
        remark("netfloor: interrupted; the points so far are shown")
        raise typer.Exit(INTERRUPTED)


def _options(iterations: int | None, seconds: float | None, seed: int, workers: int) -> "SolveOptions":
    from layout.budget import Budget  # noqa: PLC0415 - keeps --help quick
    from layout.solve import SolveOptions  # noqa: PLC0415 - keeps --help quick

    budget = None if iterations is None and seconds is None else Budget(iterations, seconds)
    return SolveOptions(budget=budget, seed=seed, workers=workers)
