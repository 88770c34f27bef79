"""``netfloor report``: stored results again, in any format, without solving anything."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.console import remark, remark_all, write_data, write_json, write_tables
from netfloor.options import Force, Json, Quiet


def report(
    *,
    source: Annotated[
        Path, typer.Option("--from", metavar="RESULTS", help="A file that --results has filled.")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="A folder for all formats.")
    ] = None,
    form: Annotated[
        str | None, typer.Option("--format", metavar="FORMAT", help="csv, json, md or html, to stdout.")
    ] = None,
    run: Annotated[
        list[int] | None, typer.Option("--run", metavar="N", help="Only this run; repeat it for several.")
    ] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show the runs of a results file: comparisons, and what-if points beside the plan as it stands."""
    if out is not None and form is not None:
        raise typer.BadParameter("excludes --out, which writes all formats", param_hint="--format")
    from netfloor.report_run import (  # noqa: PLC0415 - keeps --help quick
        notes_of,
        said_of,
        stored_results,
        tables_of,
    )

    results = stored_results(source, run or (), out, force=force)
    if json:
        write_json(results.to_dict())
    elif form is not None:
        write_data(results.text(form))
    elif out is None:
        write_tables(table for one in results.runs for table in tables_of(one))
    if form is None and not json:
        for one in results.runs:
            remark(said_of(one), quiet=quiet)
        remark_all(dict.fromkeys(note for one in results.runs for note in notes_of(one)), quiet=quiet)
    if out is not None:
        remark(f"written: {', '.join(results.write(out, force=force))} in {out}", quiet=quiet)
