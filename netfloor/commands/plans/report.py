"""Command ``netfloor report``: show stored results in any format, without solving."""

from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Date, Force, Json, Quiet, option
from netfloor.terminal.console import remark, remark_all, write_data, write_json, write_tables


def report(
    *,
    source: Annotated[Path, option("--from", "A file written by --results.", metavar="RESULTS")],
    out: Annotated[Path | None, option("--out", "Folder for all formats.", metavar="DIR")] = None,
    form: Annotated[
        str | None, option("--format", "csv, json, md or html, to stdout.", metavar="FORMAT")
    ] = None,
    run: Annotated[
        list[int] | None, option("--run", "Only this run; repeat for several.", metavar="N")
    ] = None,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show the runs stored in a results file."""
    if out is not None and form is not None:
        raise typer.BadParameter("excludes --out, which writes all formats", param_hint="--format")
    from netfloor.report_head import given_head
    from netfloor.studies.results.show import (
        notes_of,
        run_line,
        stored_results,
        tables_of,
    )

    results = stored_results(source, run or (), out, force=force, head=given_head(date, source))
    if json:
        write_json(results.to_dict())
    elif form is not None:
        write_data(results.text(form))
    elif out is None:
        write_tables(chain.from_iterable(map(tables_of, results.runs)))
    if form is None and not json:
        for stored in results.runs:
            remark(run_line(stored), quiet=quiet)
        remark_all(dict.fromkeys(note for stored in results.runs for note in notes_of(stored)), quiet=quiet)
    if out is not None:
        remark(f"written: {', '.join(results.write(out, force=force))} in {out}", quiet=quiet)
