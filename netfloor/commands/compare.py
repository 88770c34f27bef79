"""``netfloor compare``: many networks, one report against the baselines."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, write_json, write_tables
from netfloor.exit_codes import INTERRUPTED
from netfloor.options import Force, Json, Quiet, Workers, worker_count


def compare(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="A study file in TOML.")],
    *,
    out: Annotated[Path, typer.Option("--out", help="The folder to write.")],
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Instead of the study's seed.")] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", min=1, help="Per solve, instead of the study's.")
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option("--results", metavar="FILE", help="An SQLite file to add the comparison to."),
    ] = None,
    workers: Workers = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Place, cost and compare the networks of a study, and write the report."""
    from netfloor.compare_run import run_compare  # noqa: PLC0415 - keeps --help quick
    from netfloor.compare_table import tables  # noqa: PLC0415 - keeps --help quick

    done = run_compare(
        study,
        out,
        seed,
        iterations,
        worker_count(workers),
        force=force,
        quiet=quiet,
        results=results,
    )
    if json:
        write_json(done.to_dict())
    else:
        write_tables((table.headings, table.rows) for table in tables(done.comparison))
    remark(f"written: {', '.join(done.files)} in {out}", quiet=quiet)
    if results is not None:
        remark(f"written: {results}", quiet=quiet)
    if done.interrupted:
        remark("netfloor: interrupted; the report holds what was finished")
        raise typer.Exit(INTERRUPTED)
