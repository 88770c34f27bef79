"""``netfloor topology compare``: the structure of several networks side by side, and its charts."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Date, Force, Json, Quiet, Seed, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import answer, end_if_interrupted, remark, remark_all, write_tables


def compare(
    specs: Annotated[list[str], typer.Argument(metavar="SPEC...", help="Networks, one or more.")],
    *,
    bisection: Annotated[bool, option("--bisection", "Also bisect them.")] = False,
    failures: Annotated[bool, option("--failures", "Also let links fail at random.")] = False,
    proportions: Annotated[
        str | None, option("--proportions", "With --failures: shares of links that fail.")
    ] = None,
    max_trials: Annotated[
        int | None, option("--max-trials", "Most trials at one proportion: 10, 100, 1000, ...")
    ] = None,
    out: Annotated[
        Path | None, option("--out", "Write a report with charts and bisections into this folder.")
    ] = None,
    seed: Seed = 0,
    workers: Workers,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show the structure of several networks side by side, with charts in a report."""
    from netfloor.report_head import given_head
    from netfloor.studies.structure.compare import (
        MAX_TRIALS,
        PROPORTIONS,
        StructureRequest,
        compare_structure,
    )

    wanted = failures or proportions is not None or max_trials is not None
    request = StructureRequest(
        specs=tuple(specs),
        with_bisection=bisection,
        failures=(PROPORTIONS if proportions is None else proportions) if wanted else None,
        max_trials=max_trials or MAX_TRIALS,
        out=out,
        seed=seed,
        workers=workers,
        head=given_head(date),
    )
    with working(quiet=quiet) as (observer, interrupt):
        compared = compare_structure(request, observer, interrupt, force=force)
    answer(compared.to_dict, lambda: write_tables(compared.tables()), json=json)
    remark_all(compared.comparison.notes, quiet=quiet)
    if compared.files:
        remark(f"written: {', '.join(compared.files)} in {out}", quiet=quiet)
    end_if_interrupted(compared.interrupted, "finished proportions are shown")
