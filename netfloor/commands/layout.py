"""``netfloor layout``: place a network in a room."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from netfloor.layout_run import LayoutRequest

from netfloor.console import remark, remark_all, write, write_json, write_table
from netfloor.exit_codes import INTERRUPTED
from netfloor.options import Endpoints, Force, Gbps, Json, Quiet, Reach, Seed, Spec, Workers, worker_count


def layout(
    spec: Spec,
    *,
    room: Annotated[
        str | None,
        typer.Option(
            "--room",
            metavar="ROOM",
            help="A TOML file, paper:N or grid:ROWSxCOLUMNS; default: the paper's room.",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="The plan file to write; default: plan.json.")
    ] = None,
    placer: Annotated[
        str, typer.Option("--placer", help="A way to place; see docs/layout.md.")
    ] = "portfolio",
    iterations: Annotated[
        int | None, typer.Option("--iterations", min=1, help="Effort, reproducible.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=0.001, max=1e8, help="Effort instead, not reproducible."),
    ] = None,
    chains: Annotated[
        int | None,
        typer.Option("--chains", min=1, max=256, help="Independent runs; 4, or 2 above 3000 routers."),
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    fix: Annotated[
        Path | None,
        typer.Option("--fix", metavar="FILE", help="CSV of routers that stay: router,cabinet[,position]."),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", metavar="FILE", help="Go on from here after a kill; --iterations."),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="Run the chains on a Dask cluster."),
    ] = None,
    objective: Annotated[
        str,
        typer.Option(
            "--objective",
            help="What to minimise: length, money, parts, power, longest, mean-latency, max-latency, or a "
            "sum such as 'money + 3*power'.",
        ),
    ] = "length",
    cost_set: Annotated[
        str, typer.Option("--cost-set", help="Prices of the objective: a shipped cost set or a TOML file.")
    ] = "slimfly-2014",
    power_set: Annotated[
        str, typer.Option("--power-set", help="Watts of the objective: a shipped power set or a TOML file.")
    ] = "spectralfly-2022-ports",
    catalogue: Annotated[
        Path | None,
        typer.Option("--catalogue", metavar="FILE", help="Prices of the objective parts."),
    ] = None,
    reach: Reach = None,
    switch_ns: Annotated[
        float, typer.Option("--switch-ns", help="Latency of a switch, for latency objectives.")
    ] = 100.0,
    pareto: Annotated[
        str | None,
        typer.Option(
            "--pareto",
            metavar="A,B",
            help="Plans between two objectives and a chart, into the folder --out.",
        ),
    ] = None,
    points: Annotated[int, typer.Option("--points", min=2, max=100, help="Plans of --pareto.")] = 5,
    endpoints: Endpoints = None,
    gbps: Gbps = 100.0,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Place a network in a room so that its cables are short, or cheap, or quick, and write a plan file.

    With --iterations (or neither) the same seed gives the same file, byte for byte,
    whatever the number of workers. Ctrl-C keeps the best placement so far.
    """
    if iterations is not None and seconds is not None:
        raise typer.BadParameter("excludes --iterations; give one of the two", param_hint="--seconds")
    from netfloor.layout_run import LayoutRequest, run_layout  # noqa: PLC0415 - keeps --help quick
    from netfloor.plan_objective import ObjectiveChoice  # noqa: PLC0415 - keeps --help quick

    request = LayoutRequest(
        spec,
        room,
        out or Path("plan.json" if pareto is None else "front"),
        placer,
        iterations,
        seconds,
        chains,
        seed,
        worker_count(workers),
        endpoints,
        gbps,
        fix,
        checkpoint,
        scheduler,
        ObjectiveChoice(
            objective, cost_set, power_set, reach, switch_ns, None if catalogue is None else str(catalogue)
        ),
    )
    if pareto is not None:
        _pareto(request, pareto, points, force=force, json=json, quiet=quiet)
        return
    report = run_layout(request, force=force, quiet=quiet)
    remark_all(report.notes, quiet=quiet)
    if json:
        write_json(report.to_dict())
    else:
        write(report.text())
    if report.interrupted:
        remark("netfloor: interrupted; the plan holds the best placement so far")
        raise typer.Exit(INTERRUPTED)


def _pareto(
    request: "LayoutRequest", pareto: str, points: int, *, force: bool, json: bool, quiet: bool
) -> None:
    """Make the plans of a front, print and chart them."""
    from netfloor.pareto_run import run_pareto  # noqa: PLC0415 - keeps --help quick

    front = run_pareto(request, pareto, points, force=force, quiet=quiet)
    remark_all(front.notes, quiet=quiet)
    if json:
        write_json(front.to_dict())
    else:
        write_table(front.headings, front.rows())
    remark(
        f"written: {len(front.points)} plans, front.csv, front.json, front.svg in {front.out}", quiet=quiet
    )
    if front.interrupted:
        remark("netfloor: interrupted; the folder holds the plans so far")
        raise typer.Exit(INTERRUPTED)
