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
    """Show the runs of a results file: figures of every point beside those of the plan as it stands."""
    if out is not None and form is not None:
        raise typer.BadParameter("excludes --out, which writes all formats", param_hint="--format")
    from netfloor.report_run import stored_results  # noqa: PLC0415 - keeps --help quick
    from reports.whatif_points import table_headings, table_rows  # noqa: PLC0415

    results = stored_results(source, run or (), out, force=force)
    if json:
        write_json(results.to_dict())
    elif form is not None:
        write_data(results.text(form))
    elif out is None:
        write_tables((table_headings(one.found), table_rows(one.found)) for one in results.runs)
    if form is None and not json:
        for one in results.runs:
            cut = "" if one.found.complete else f", cut short after {len(one.found.points)} points"
            remark(f"run {one.run_id}: {one.found.about['plan']}, {one.written_utc}{cut}", quiet=quiet)
        remark_all(dict.fromkeys(note for one in results.runs for note in one.found.notes), quiet=quiet)
    if out is not None:
        remark(f"written: {', '.join(results.write(out, force=force))} in {out}", quiet=quiet)
