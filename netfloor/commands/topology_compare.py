"""``netfloor topology compare``: the structure of several networks side by side, and its charts."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, remark_all, write_json, write_tables
from netfloor.exit_codes import INTERRUPTED
from netfloor.options import Force, Json, Quiet, Seed, Workers, worker_count


def compare(
    specs: Annotated[list[str], typer.Argument(metavar="SPEC...", help="Networks, one or more.")],
    *,
    bisection: Annotated[bool, typer.Option("--bisection", help="Also bisect them.")] = False,
    failures: Annotated[bool, typer.Option("--failures", help="Also let links fail at random.")] = False,
    proportions: Annotated[
        str | None,
        typer.Option("--proportions", metavar="P,P,...", help="Of the links that fail; --failures' own."),
    ] = None,
    max_trials: Annotated[
        int | None, typer.Option("--max-trials", min=10, help="At one proportion: 10, 100, 1000, ...")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="A folder for a report with charts; it bisects as well.")
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show the structure of several networks side by side, with charts in a report."""
    from netfloor.topology_compare import (  # noqa: PLC0415 - keeps --help quick
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
        workers=worker_count(workers),
    )
    done = compare_structure(request, force=force, quiet=quiet)
    remark_all(done.comparison.notes, quiet=quiet)
    if json:
        write_json(done.to_dict())
    else:
        write_tables(done.tables())
    if done.files:
        remark(f"written: {', '.join(done.files)} in {out}", quiet=quiet)
    if done.interrupted:
        remark("netfloor: interrupted; finished proportions are shown")
        raise typer.Exit(INTERRUPTED)
