"""``netfloor topology failures``: networks whose links fail at random, or that lose an element."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Date, Force, Json, Network, Quiet, Seed, SpecsOrPlans, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import (
    answer,
    end_if_interrupted,
    remark,
    remark_all,
    write,
    write_fields,
    write_table,
)

PROPORTIONS = "0,0.1,0.2,0.3,0.4,0.5,0.6"


def failures(
    specs: SpecsOrPlans,
    *,
    element: Annotated[
        str | None,
        option("--element", "Fail each switch, group, rail or plane in turn instead of random links."),
    ] = None,
    proportions: Annotated[
        str, option("--proportions", "Shares of links that fail, 0 to 1.")
    ] = PROPORTIONS,
    max_trials: Annotated[
        int, option("--max-trials", "Maximum trials per proportion: 10, 100, 1000, ...")
    ] = 1000,
    out: Annotated[Path | None, option("--out", "Write a report with a chart into this folder.")] = None,
    network: Network = None,
    seed: Seed = 0,
    workers: Workers,
    checkpoint: Annotated[
        Path | None, option("--checkpoint", "Save the trials of one network here, and resume from it.")
    ] = None,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Delete links at random and measure the remaining network.

    Diameter, mean distance and bisection.

    With --element, each switch, group, rail or plane fails on its own: do all servers keep a path?

    Distances are between switches with endpoints. Means are over connected trials; disconnected trials are
    counted. Results depend only on the seed, not on the number of workers. Ctrl-C keeps the trials so far
    in the checkpoint, and the same command continues from there.
    """
    if element is not None:
        if checkpoint is not None or out is not None or proportions != PROPORTIONS:
            raise typer.BadParameter("takes no links at random", param_hint="--element")
        _element(_only(specs, "--element"), network, element, seed, json=json, quiet=quiet)
        return
    if checkpoint is not None:
        _only(specs, "--checkpoint")
    from netfloor.report_head import given_head
    from netfloor.research.failures.study.random_links import FailureRequest, run_failures

    networks, head = tuple(specs), given_head(date)
    request = FailureRequest(
        specs=networks,
        proportions=proportions,
        max_trials=max_trials,
        out=out,
        seed=seed,
        workers=workers,
        checkpoint=checkpoint,
        head=head,
        plan_network=network,
    )
    with working(quiet=quiet) as (observer, interrupt):
        report = run_failures(request, observer, interrupt, force=force)
    answer(report.to_dict, lambda: write_table(report.table), json=json)
    remark_all(report.notes, quiet=quiet)
    if report.files:
        remark(f"written: {', '.join(report.files)} in {out}", quiet=quiet)
    end_if_interrupted(report.interrupted, report.left_behind)


def _only(specs: list[str], hint: str) -> str:
    """Return the only network of an option that takes one."""
    if len(specs) > 1:
        raise typer.BadParameter("takes one network", param_hint=hint)
    return specs[0]


def _element(spec: str, network: str | None, element: str, seed: int, *, json: bool, quiet: bool) -> None:
    """Print the effect of each element's loss: the answer, then a table."""
    from netfloor.research.failures.study.element_losses import ElementReport, run_element_losses
    from netfloor.studies.named_network import NetworkRequest

    def show(report: ElementReport) -> None:
        write_fields(report.fields)
        write("")
        write_table(report.table)

    with working(quiet=quiet) as (observer, _):
        wanted = NetworkRequest(spec, seed=seed, plan_network=network)
        report = run_element_losses(wanted, element, observer)
    answer(report.to_dict, lambda: show(report), json=json)
    remark_all(report.topology.notes, quiet=quiet)
