"""``netfloor diff``: what changes from one plan to another."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from netfloor.diff_run import ComparedPlans

from netfloor.console import remark, remark_all, write, write_data, write_json, write_table
from netfloor.options import Force, Json, Quiet, Reach

#: Changed cables that a person reads at once.
MAX_SHOWN = 40


def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="The plan file of what is there.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The plan file of what shall be there.")],
    *,
    cost_set: Annotated[
        str | None,
        typer.Option("--cost-set", help="Parts and prices: a shipped set or a TOML file; see the docs."),
    ] = None,
    reach: Reach = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write one line a changed cable.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Draw the floor with what changes.")
    ] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare two plans: cables added, removed, re-lengthed, moved, re-typed, with metres and money."""
    from netfloor.diff_run import DiffRequest, run_diff  # noqa: PLC0415 - keeps --help quick

    compared = run_diff(DiffRequest(old, new, cost_set, reach, csv, svg), force=force)
    document = compared.to_dict()
    remark_all(document["notes"], quiet=quiet)
    if json:
        write_json(document)
    else:
        _show(compared)
    for path in (csv, svg):
        if path is not None:
            remark(f"written: {path}", quiet=quiet)


def _show(compared: "ComparedPlans") -> None:
    """Print counts, then the first cables, then what it comes to."""
    from reports.diff_table import (  # noqa: PLC0415 - keeps --help quick
        CHANGE_HEADINGS,
        SUMMARY_HEADINGS,
        change_rows,
        summary_rows,
    )

    if compared.diff.is_empty:
        write("no difference")
        return
    currency = compared.new.currency
    write_table(SUMMARY_HEADINGS, summary_rows(compared.diff))
    write_data("")
    write_table(CHANGE_HEADINGS, change_rows(compared.diff.cables[:MAX_SHOWN]))
    left = len(compared.diff.cables) - MAX_SHOWN
    write(f"... {left:,} more; --csv writes all" if left > 0 else "")
    money, metres, document = compared.money, compared.metres, compared.to_dict()
    write(
        "\n".join(
            [
                *(
                    f"{what:<12} {len(document[what]['added']):,} added, "
                    f"{len(document[what]['removed']):,} removed, {len(document[what]['moved']):,} moved"
                    for what in ("routers", "servers")
                    if what == "routers" or document["old"]["servers"] or document["new"]["servers"]
                ),
                f"cable        {metres['total_cable_change_m']:+,.3f} m in all; "
                f"{metres['laid_m']:,.3f} m to lay, {metres['taken_out_m']:,.3f} m to take out",
                f"to buy       {money['cables_to_buy']:,.2f} {currency} of cables, "
                f"{money['cables_left_over']:,.2f} left over",
                f"bill         {money['total_cost_change']:+,.2f} {currency} in all, "
                f"{money['cable_cost_change']:+,.2f} of it network cables",
                *compared.rules,
            ]
        )
    )
