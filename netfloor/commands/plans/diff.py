"""Command ``netfloor diff``: changes from one plan to another."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from netfloor.options import Date, Force, Html, Json, Quiet, Reach, Verbose, option
from netfloor.process.signals import working
from netfloor.terminal.console import answer, remark, remark_all, remark_written, write, write_table
from netfloor.terminal.progress import loading

if TYPE_CHECKING:
    from netfloor.reports.formats.table import Table
    from netfloor.studies.diff.run import ComparedPlans

#: Changed cables shown at most.
MAX_SHOWN = 40


def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="Plan file of the installed network.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="Plan file of the new network.")],
    *,
    catalogue: Annotated[
        Path | None, option("--catalogue", "Price both plans by this catalogue; default: their own.")
    ] = None,
    reach: Reach = None,
    match: Annotated[
        Path | None, option("--match", "CSV old,new of switches; default: by name.", metavar="FILE")
    ] = None,
    ownership: Annotated[
        Path | None, option("--ownership", "Also the difference in cost of ownership, by this TOML file.")
    ] = None,
    csv: Annotated[Path | None, option("--csv", "Write one line per changed cable.")] = None,
    svg: Annotated[Path | None, option("--svg", "Draw the floor with the changes.", metavar="FILE")] = None,
    html: Html = None,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """List the differences between two plans, with their cost.

    Cables added, removed or moved, or whose length or part changed.
    """
    with loading(quiet=quiet):
        from netfloor.report_head import given_head
        from netfloor.studies.diff.run import DiffRequest, run_diff

    with working(quiet=quiet) as (observer, _):
        head = given_head(date, old, new)
        request = DiffRequest(
            old=old,
            new=new,
            catalogue=catalogue,
            reach_m=reach,
            match=match,
            csv=csv,
            svg=svg,
            ownership=ownership,
            html=html,
            head=head,
        )
        compared = run_diff(request, observer, force=force)
        document = compared.to_dict()
    answer(lambda: document, lambda: _write_diff(compared, document, verbose=verbose), json=json)
    remark_all(document["notes"], quiet=quiet)
    if not (verbose or json or compared.diff.is_empty or document["unlike"]):
        remark("every changed device and cable: --verbose, or --csv", quiet=quiet)
    remark_written(csv, svg, html, quiet=quiet)


def _write_diff(compared: "ComparedPlans", document: dict[str, Any], *, verbose: bool) -> None:
    """Print counts, metres and cost; if verbose, also totals, kinds of change and the first changes."""
    from netfloor.reports.diff import table
    from netfloor.reports.diff.summary import summary_text, sums_table, unlike_text
    from netfloor.reports.diff.sums import fabric_tables

    changes, figures = compared.diff, compared.table
    if changes.is_empty:
        write("no difference")
        return
    write("\n".join(document["prices"]))
    sums = list(fabric_tables(compared.sums)) if figures is None else [sums_table(figures)]
    if document["unlike"]:
        write(unlike_text(document))
        write("")
        _write_sums(sums)
        write("\n".join(["", *document["rules"][1:]]))
        return
    write(summary_text(document))
    if not verbose:
        return
    write("\n".join(document["rules"]))
    write("")
    if figures is None:
        _write_sums(sums)
        write("")
    write_table(table.kinds_table(changes, document["currency"]))
    if table.is_named(changes) and changes.devices:
        write("")
        write_table(table.devices_table(changes, MAX_SHOWN))
    write("")
    write_table(table.changes_table(changes, changes.cables[:MAX_SHOWN]))
    more = len(changes.cables) - MAX_SHOWN
    if more > 0:
        write(f"... {more:,} more: --csv")


def _write_sums(tables: list["Table"]) -> None:
    """Print the totals of both plans, for several networks under each name."""
    write_table(tables[0])
    for table in tables[1:]:
        write(f"\n{table.caption}")
        write_table(table)
