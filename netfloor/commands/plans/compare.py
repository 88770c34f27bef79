"""``netfloor compare``: many networks, one report against the baselines."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Force, Json, Quiet, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import answer, end_if_interrupted, remark, remark_written, write_tables


def compare(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="A study file in TOML.")],
    *,
    out: Annotated[Path, option("--out", "The folder to write.")],
    seed: Annotated[int | None, option("--seed", "Instead of the study's seed.", min=0)] = None,
    iterations: Annotated[int | None, option("--iterations", "Per solve, instead of the study's.")] = None,
    results: Annotated[Path | None, option("--results", "An SQLite file to add the comparison to.")] = None,
    workers: Workers,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Place, cost and compare the networks of a study, and write the report."""
    from netfloor.reports.comparison.terminal import tables
    from netfloor.studies.compare.run import run_compare

    with working(quiet=quiet) as (observer, interrupt):
        compared = run_compare(
            study, out, seed, iterations, workers, observer, interrupt, force=force, results=results
        )
    shown = (table.texts() for table in tables(compared.comparison))
    answer(compared.to_dict, lambda: write_tables(shown), json=json)
    remark(f"written: {', '.join(compared.files)} in {out}", quiet=quiet)
    remark_written(results, quiet=quiet)
    end_if_interrupted(compared.interrupted, "the report holds what was finished")
