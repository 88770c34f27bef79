"""Command ``netfloor layout``: place a network in a room."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from netfloor.costmodels import DEFAULT_POWER_SET, DEFAULT_SWITCH_NS
from netfloor.effort import Seconds, effort
from netfloor.foundation.files import one_name
from netfloor.options import (
    Date,
    Endpoints,
    Force,
    Gbps,
    Html,
    Json,
    Quiet,
    Reach,
    Require,
    Seed,
    Spec,
    Workers,
    option,
)
from netfloor.process.signals import working
from netfloor.terminal.console import (
    answer,
    end_if_interrupted,
    remark,
    remark_all,
    remark_written,
    write,
    write_table,
)
from netfloor.terminal.progress import loading

if TYPE_CHECKING:
    from netfloor.studies.place import LayoutRequest


def layout(
    spec: Spec,
    *,
    room: Annotated[
        str | None,
        option("--room", "A TOML file, paper:N or grid:ROWSxCOLUMNS; default: the paper's room."),
    ] = None,
    out: Annotated[Path | None, option("--out", "The plan file to write; default: plan.json.")] = None,
    placer: Annotated[str, option("--placer", "The algorithm; see docs/placing.md.")] = "portfolio",
    iterations: Annotated[int | None, option("--iterations", "Effort, reproducible.")] = None,
    seconds: Seconds = None,
    chains: Annotated[
        int | None,
        option("--chains", "Independent runs; default: 4, or 2 above 3000 switches.", min=1, max=256),
    ] = None,
    seed: Seed = 0,
    workers: Workers,
    fix: Annotated[
        Path | None,
        option("--fix", "Switches that stay, CSV: switch,cabinet[,position].", metavar="FILE"),
    ] = None,
    require: Require = None,
    checkpoint: Annotated[
        Path | None, option("--checkpoint", "Save progress here, and resume from it; with --iterations.")
    ] = None,
    scheduler: Annotated[str | None, option("--scheduler", "Run the chains on a Dask cluster.")] = None,
    objective: Annotated[
        str,
        option(
            "--objective",
            "What to minimise: length, money, parts, power, longest, mean-latency, max-latency, or a "
            "sum such as 'money + 3*power'.",
        ),
    ] = "length",
    power_set: Annotated[
        str, option("--power-set", "Watts of the objective: a shipped power set or a TOML file.")
    ] = DEFAULT_POWER_SET,
    catalogue: Annotated[
        list[Path] | None,
        option(
            "--catalogue",
            "Prices of the objective: a TOML file for parts, repeat for several; a shipped set such as "
            "slimfly-2014, or your own prices by formula, for money, power and parts.",
        ),
    ] = None,
    reach: Reach = None,
    switch_ns: Annotated[
        float, option("--switch-ns", "Latency of a switch, for latency objectives.")
    ] = DEFAULT_SWITCH_NS,
    pareto: Annotated[
        str | None,
        option(
            "--pareto", "Plans between two objectives and a chart, into the folder --out.", metavar="A,B"
        ),
    ] = None,
    points: Annotated[int, option("--points", "Plans of --pareto.", min=2, max=100)] = 5,
    endpoints: Endpoints = None,
    gbps: Gbps = 100.0,
    html: Html = None,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Place a network in a room and write a plan.

    For the shortest, cheapest or fastest cables, with a lower bound. With --iterations (or neither) the
    same seed gives the same file, byte for byte, whatever the number of workers. Ctrl-C keeps the best
    placement so far.
    """
    effort(iterations, seconds)  # raises if both are given
    if pareto is not None and html is not None:
        raise typer.BadParameter("a page shows one plan; omit --pareto", param_hint="--html")
    with loading(quiet=quiet):
        from netfloor.plans.objective import ObjectiveChoice, require_formula
        from netfloor.report_head import given_head
        from netfloor.studies.place import LayoutRequest, run_layout

    choice = ObjectiveChoice(
        objective,
        power_set=power_set,
        reach_m=reach,
        switch_ns=switch_ns,
        catalogue=None if catalogue is None else str(one_name(catalogue)),
    )
    require_formula(choice, pareto or "")
    request = LayoutRequest(
        spec=spec,
        room=room,
        out=out or Path("plan.json" if pareto is None else "front"),
        placer=placer,
        iterations=iterations,
        seconds=seconds,
        chains=chains,
        seed=seed,
        workers=workers,
        endpoints=endpoints,
        gbps=gbps,
        fix=fix,
        checkpoint=checkpoint,
        scheduler=scheduler,
        objective=choice,
        requirements=tuple(require or ()),
        html=html,
        head=given_head(date),
    )
    if pareto is not None:
        _pareto(request, pareto, points, force=force, json=json, quiet=quiet)
        return
    with working(quiet=quiet) as (observer, interrupt):
        report = run_layout(request, observer, interrupt, force=force)
    answer(report.to_dict, lambda: write(report.text()), json=json)
    remark_all(report.notes, quiet=quiet)
    remark_written(html, quiet=quiet)
    end_if_interrupted(report.interrupted, "the plan holds the best placement so far")


def _pareto(
    request: "LayoutRequest", pareto: str, points: int, *, force: bool, json: bool, quiet: bool
) -> None:
    """Compute the plans of a Pareto front, print and chart them."""
    from netfloor.studies.pareto import run_pareto

    with working(quiet=quiet) as (observer, interrupt):
        front = run_pareto(request, pareto, points, observer, interrupt, force=force)
    answer(front.to_dict, lambda: write_table(front.objectives_table), json=json)
    remark_all(front.notes, quiet=quiet)
    remark(
        f"written: {len(front.points)} plans, front.csv, front.json, front.svg in {front.out}", quiet=quiet
    )
    end_if_interrupted(front.interrupted, "the folder holds the plans so far")
