"""``netfloor growth``: cost against size."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Date, Force, Json, Quiet, Verbose, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import (
    MAX_NOTES,
    answer,
    remark,
    remark_all,
    remark_left,
    write,
    write_data,
    write_table,
)
from netfloor.terminal.progress import loading


def growth(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="A study file in TOML.")],
    *,
    out: Annotated[Path, option("--out", "The folder to write.")],
    breakeven: Annotated[
        str | None,
        option(
            "--breakeven",
            "Show how far this price may move before the order changes, such as 'optical fixed'.",
            metavar="PRICE",
        ),
    ] = None,
    scheduler: Annotated[
        str | None, option("--scheduler", "Optimise layouts on this Dask cluster.")
    ] = None,
    workers: Workers,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Price families of networks by size.

    Where the cheapest family changes, and how certain that is.

    Writes a report with charts, a CSV of every network and a JSON document.
    """
    with loading(quiet=quiet):
        from netfloor.report_head import given_head
        from netfloor.research.growth.report.answer import other_cases
        from netfloor.research.growth.report.page import first_page, growth_document
        from netfloor.research.growth.report.tables import crossovers_table, terminal_tables
        from netfloor.research.growth.study.run import GrowthRequest, run_growth

    request = GrowthRequest(study, out, breakeven, workers, scheduler, given_head(date))
    with working(quiet=quiet) as (observer, interrupt):
        result, files = run_growth(request, observer, interrupt, force=force)

    def readable() -> None:
        first = first_page(result)
        for text in (first.sentence, *other_cases(result), first.warning):
            write(text)
        if not verbose:
            return
        changes = crossovers_table(result), crossovers_table(result, breakeven=True)
        for table in (*terminal_tables(result), *(change for change in changes if change.rows)):
            write_data("")
            write_table(table)

    answer(lambda: growth_document(result), readable, json=json)
    most = None if verbose or json else MAX_NOTES
    remark_all((*result.missing, *result.notes), quiet=quiet, most=most)
    if not (verbose or json):
        remark_left(["cost of every size", "crossovers"], quiet=quiet)
    remark(f"written: {', '.join(files)} in {out}", quiet=quiet)
