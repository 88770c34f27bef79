"""Command ``netfloor papers``: worksheets for installers."""

from pathlib import Path
from typing import Annotated

from netfloor.foundation.files import one_name
from netfloor.options import (
    Cage,
    Date,
    Force,
    Json,
    ListedGbps,
    Partial,
    PlanPath,
    Quiet,
    Reach,
    option,
)
from netfloor.process.signals import working
from netfloor.terminal.console import answer, remark, remark_all, write, write_table


def papers(
    plan: PlanPath,
    *,
    out: Annotated[Path, option("--out", "The folder to write.")],
    only: Annotated[
        list[str] | None,
        option(
            "--only",
            "elevations, switches, pull-rows, pull-trays, ports, labels, bundles, tests; repeatable.",
            metavar="SHEET",
        ),
    ] = None,
    since: Annotated[
        Path | None,
        option(
            "--since",
            "The plan printed before: only changes since then; sheets: changes, pull-rows, "
            "pull-trays, ports, labels, tests.",
            metavar="OLD.json",
        ),
    ] = None,
    paper: Annotated[str, option("--paper", "a4 or letter.")] = "a4",
    label_format: Annotated[str | None, option("--label-format", "Text of a label.")] = None,
    catalogue: Annotated[
        list[Path] | None,
        option("--catalogue", "Parts from this catalogue; repeat for several; default: the plan's order."),
    ] = None,
    criterion: Annotated[
        str | None, option("--criterion", "With --catalogue: price, price+power or fewest-parts.")
    ] = None,
    reach: Reach = None,
    cage: Cage = None,
    gbps: ListedGbps = None,
    partial: Partial = False,
    date: Date = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write elevations, pull sheets and labels as PDF.

    Also cable schedules and test sheets, into a folder.
    """
    from netfloor.exchange.export import parts_request
    from netfloor.exchange.papers.write import PapersRequest, write_papers
    from netfloor.plans.order.terms import ListedTerms
    from netfloor.report_head import given_head
    from netfloor.reports.formats.table import Column, Table, count_column

    listed = ListedTerms(tuple(cage or ()), gbps, partial=partial)
    limits = (None, None, reach)
    parts = parts_request(one_name(catalogue), criterion, (None, None), limits, (None, None, None), listed)
    day = given_head(date, plan).day
    assert day is not None  # noqa: S101 - a given head has a day
    request = PapersRequest(
        plan=plan,
        out=out,
        day=day,
        only=tuple(only or ()),
        paper=paper,
        label_format=label_format,
        parts=parts,
        since=since,
    )
    with working(quiet=quiet) as (observer, _):
        written = write_papers(request, observer, force=force)
    columns = "file", "sheet", count_column("pages"), Column("size", "kB", decimals=3, form=",.0f")
    rows = [(sheet.file, sheet.title, sheet.pages, len(sheet.data)) for sheet in written.sheets]

    def readable() -> None:
        if written.changes is not None:
            write(written.changes.summary)
            write("")
        write_table(Table("Sheets", columns, rows))

    answer(written.to_dict, readable, json=json)
    remark_all(written.notes, quiet=quiet)
    if not json:
        remark(f"wrote {written.pages:,} pages to {out}", quiet=quiet)
