"""The summary of the difference between two plans, a few lines long."""

from collections.abc import Mapping
from typing import Any

from netfloor.foundation.units import amount_text
from netfloor.foundation.wording import count_text
from netfloor.reports.diff.table import account_lines
from netfloor.reports.figures.lookup import leading
from netfloor.reports.figures.rows import FigureTable
from netfloor.reports.figures.table import DIFF
from netfloor.reports.formats.table import Table


def summary_text(document: Mapping[str, Any]) -> str:
    """Return devices, metres and cost of a ``diff --json`` document as text."""
    money, currency = document["money"], document["currency"]
    lines = []
    if money is not None:
        rest = money["total_cost_change"] - money["cable_cost_change"]
        lines += [
            f"bill         {amount_text(money['total_cost_change'], signed=True)} {currency}: "
            f"{amount_text(money['cable_cost_change'], signed=True)} for network cables, "
            f"{amount_text(rest, signed=True)} for devices, spares and all else",
            f"to buy       {amount_text(money['cables_to_buy'])} {currency} of cables, "
            f"{amount_text(money['cables_left_over'])} left over",
        ]
    lines += [] if document["ownership"] is None else [_owning(document)]
    lines += [*account_lines(document["account"]), _metres("cable", document["metres"])]
    if "power_cord_metres" in document:
        lines.append(_metres("power cords", document["power_cord_metres"]))
    return "\n".join(lines)


def _metres(name: str, metres: Mapping[str, float]) -> str:
    return (
        f"{name:<12} {metres['total_cable_change_m']:+,.3f} m in total; "
        f"{metres['laid_m']:,.3f} m to lay, {metres['taken_out_m']:,.3f} m to take out"
    )


def unlike_text(document: Mapping[str, Any]) -> str:
    """Return a sentence on networks too different to compare by name, and the comparison made instead."""
    names, shared = (document["old"]["network"], document["new"]["network"]), document["unlike"]
    return (
        f"Different networks: {' and '.join(names)} share {shared['shared_links']:,} of "
        f"{shared['of_links']:,} links between switches of the same names, so neither extends the other. "
        "If one network's switches are numbered differently, use --match. "
        f"Totals are compared{_by(document['catalogue'])}; --json and --csv list the differences by name. "
        "To compare cost and performance: netfloor compare."
    )


def _by(catalogue: str | None) -> str:
    return "" if catalogue is None else f" at the prices of {catalogue}"


def sums_table(table: FigureTable) -> Table:
    """Return the main figures of both plans with their differences."""
    keys = [key for key in leading(DIFF) if key in table.used]
    return table.across_with_differences("Totals", keys)


def _owning(document: Mapping[str, Any]) -> str:
    """Return the difference in cost of ownership and the terms it omits."""
    owned, currency = document["ownership"], document["currency"]
    years = count_text(len(owned["new"]["years"]) - 1, "year")
    unknown = dict.fromkeys((*owned["old"]["unknown"], *owned["new"]["unknown"]))
    change = f"ownership    {amount_text(owned['total_change'], signed=True)} {currency} over {years}"
    return " ".join([f"{change}, {amount_text(owned['new']['total'])} in total.", *unknown])
