"""What the difference of two plans comes to, in a few lines."""

from collections.abc import Mapping
from typing import Any

from netfloor.foundation.units import amount_text
from netfloor.foundation.wording import count_text
from netfloor.reports.diff.table import account_lines
from netfloor.reports.formats.table import Table, Value

#: What the sums of two unlike networks are called; the keys of `side_document`, with form or ``money``.
_SUMS = {
    "switches": ("routers", ",.0f"),
    "radix": ("radix", ".0f"),
    "endpoints": ("endpoints", ",.0f"),
    "servers with a place": ("servers", ",.0f"),
    "cables between switches": ("cables", ",.0f"),
    "their length (m)": ("total_cable_m", ",.3f"),
    "cables to servers (m)": ("server_cable_m", ",.3f"),
    "cables between switches ({currency})": ("cable_cost", "money"),
    "whole bill ({currency})": ("total_cost", "money"),
}


def summary_text(document: Mapping[str, Any]) -> str:
    """Return devices, metres and money of what ``diff --json`` prints, for people."""
    money, metres, currency = document["money"], document["metres"], document["currency"]
    return "\n".join(
        [
            *account_lines(document["account"]),
            f"cable        {metres['total_cable_change_m']:+,.3f} m in total; "
            f"{metres['laid_m']:,.3f} m to lay, {metres['taken_out_m']:,.3f} m to take out",
            f"to buy       {amount_text(money['cables_to_buy'])} {currency} of cables, "
            f"{amount_text(money['cables_left_over'])} left over",
            f"bill         {amount_text(money['total_cost_change'], signed=True)} {currency} in total, "
            f"{amount_text(money['cable_cost_change'], signed=True)} of that network cables",
            *([] if document["ownership"] is None else [_owning(document)]),
            *document["rules"],
        ]
    )


def unlike_text(document: Mapping[str, Any]) -> str:
    """Return that two networks are unlike, and what is compared for that."""
    names, shared = (document["old"]["network"], document["new"]["network"]), document["unlike"]
    return (
        f"Unlike networks: {' and '.join(names)} share {shared['shared_links']:,} of "
        f"{shared['of_links']:,} links between switches of the same names: by these neither extends the "
        "other; --match names switches that are numbered otherwise. "
        f"Their sums are compared, money by {document['cost_set']}; --json and --csv hold what differs "
        "name by name. Side by side with what each gives: netfloor compare."
    )


def sums_table(document: Mapping[str, Any]) -> Table:
    """Return the sums of both plans and their differences."""
    rows: list[tuple[Value, ...]] = []
    for name, (key, form) in _SUMS.items():
        before, after = document["old"][key], document["new"][key]
        if form == "money":
            texts = amount_text(before), amount_text(after), amount_text(after - before, signed=True)
        else:
            texts = format(before, form), format(after, form), format(after - before, f"+{form}")
        if before or after:
            rows.append((name.format(currency=document["currency"]), *texts))
    return Table("Sums", ("", "old", "new", "difference"), rows)


def _owning(document: Mapping[str, Any]) -> str:
    """Return by how much the cost of ownership differs, and what it leaves out."""
    owned, currency = document["ownership"], document["currency"]
    years = count_text(len(owned["new"]["years"]) - 1, "year")
    unknown = dict.fromkeys((*owned["old"]["unknown"], *owned["new"]["unknown"]))
    said = f"owning       {amount_text(owned['total_change'], signed=True)} {currency} over {years}"
    return " ".join([f"{said}, {amount_text(owned['new']['total'])} in total.", *unknown])
