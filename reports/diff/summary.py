"""What the difference of two plans comes to, in a few lines."""

from collections.abc import Mapping
from typing import Any


def summary_text(document: Mapping[str, Any]) -> str:
    """Return devices, metres and money of what ``diff --json`` prints, for people."""
    money, metres, currency = document["money"], document["metres"], document["currency"]
    served = document["old"]["servers"] or document["new"]["servers"]
    return "\n".join(
        [
            *(
                f"{what:<12} {len(document[what]['added']):,} added, "
                f"{len(document[what]['removed']):,} removed, {len(document[what]['moved']):,} moved"
                for what in (("routers", "servers") if served else ("routers",))
            ),
            f"cable        {metres['total_cable_change_m']:+,.3f} m in all; "
            f"{metres['laid_m']:,.3f} m to lay, {metres['taken_out_m']:,.3f} m to take out",
            f"to buy       {money['cables_to_buy']:,.2f} {currency} of cables, "
            f"{money['cables_left_over']:,.2f} left over",
            f"bill         {money['total_cost_change']:+,.2f} {currency} in all, "
            f"{money['cable_cost_change']:+,.2f} of it network cables",
            *document["rules"],
        ]
    )
