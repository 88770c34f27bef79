"""``netfloor topology failures``: a network whose links fail at random."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from netfloor.options import Json, Quiet, Seed, Spec, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import (
    answer,
    end_if_interrupted,
    remark_all,
    write,
    write_fields,
    write_table,
)

if TYPE_CHECKING:
    from netfloor.studies.structure.failures import FailureRequest

PROPORTIONS = "0,0.1,0.2,0.3,0.4,0.5,0.6"


def failures(
    spec: Spec,
    *,
    element: Annotated[
        str | None,
        option("--element", "Lose one such element, not links at random: switch, group, rail or plane."),
    ] = None,
    proportions: Annotated[
        str, option("--proportions", "Shares of links that fail, 0 to 1.")
    ] = PROPORTIONS,
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

    With --element, each switch, group, rail or plane is lost alone: do all servers keep a path?

    Distances are between switches with endpoints. Means are over connected trials; disconnected
    ones are counted. The same seed gives the same figures with any number of workers. Ctrl-C keeps
    the trials so far in the checkpoint, and the same command continues from there.
    """
    if element is None:
        from netfloor.studies.structure.failures import FailureRequest

        request = FailureRequest(spec, proportions, max_trials, seed, workers, checkpoint)
        _at_random(request, json=json, quiet=quiet)
    elif checkpoint is not None or proportions != PROPORTIONS:
        raise typer.BadParameter("takes no links at random", param_hint="--element")
    else:
        _element(spec, element, seed, json=json, quiet=quiet)


def _at_random(request: "FailureRequest", *, json: bool, quiet: bool) -> None:
    """Print a row for each share of links."""
    from netfloor.reports.structure.table import HEADINGS
    from netfloor.studies.structure.failures import run_failures

    with working(quiet=quiet) as (observer, interrupt):
        report = run_failures(request, observer, interrupt)
    answer(report.to_dict, lambda: write_table(HEADINGS, report.rows()), json=json)
    remark_all(report.notes, quiet=quiet)
    end_if_interrupted(report.curve.interrupted, report.left_behind)


def _element(spec: str, element: str, seed: int, *, json: bool, quiet: bool) -> None:
    """Print what each element's loss leaves: the answer, then a table."""
    from netfloor.studies.structure.element_losses import HEADINGS, ElementReport, run_element_losses

    def show(report: ElementReport) -> None:
        write_fields(report.fields)
        write("")
        write_table(HEADINGS, report.rows())

    with working(quiet=quiet) as (observer, _):
        report = run_element_losses(spec, element, seed, observer)
    answer(report.to_dict, lambda: show(report), json=json)
    remark_all(report.topology.notes, quiet=quiet)
