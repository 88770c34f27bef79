"""A plan under other assumptions as a page: the cheapest point first, every point, the floors."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from netfloor.foundation.units import cents_to_money
from netfloor.foundation.wording import count_text
from netfloor.plans.file import portable_path
from netfloor.plans.plan import Plan
from netfloor.reports.floor.chart import plan_chart
from netfloor.reports.formats.document import Chart, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.text import head_text, one_line
from netfloor.reports.whatif.chart import whatif_svg
from netfloor.reports.whatif.points import WhatIf, WhatIfPoint, points_table

#: Placements whose floors the page holds: each takes seconds and up to megabytes.
MOST_FLOORS = 6


def whatif_page(found: WhatIf, plans: Mapping[str, Plan], head: ReportHead) -> str:
    """Return the whole page.

    Parameters
    ----------
    plans
        Every placement that differs from those before it, by the first point that has it.
    """
    points = points_table(found)
    heads = [replace(column, head=head_text(column.head)) for column in points.typed]
    shown = list(plans.items())[:MOST_FLOORS]
    more = f"The first {len(shown)} of {len(plans)} placements." if len(plans) > len(shown) else ""
    floors = tuple(plan_chart(head_text(one_line(name, 120)), plan) for name, plan in shown)
    chart = Chart("Against what was changed; dotted: the lower bound", partial(whatif_svg, found))
    notes = dict.fromkeys((*found.notes, *(note for point in found.points for note in point.notes)))
    parts = [
        Section(
            "points",
            "Points",
            (found.prices,),
            (replace(points, caption="Every point", columns=heads),),
            (chart,) if len(found.points) > 1 else (),
        ),
        Section("floors", "Floors", (more,) if more else (), (), floors),
        Section("notes", "Notes", (), (), (), tuple(one_line(note, 1000) for note in notes)),
    ]
    about = found.about
    head = replace(
        head,
        title=f"What if: {one_line(about['network'], 80)}",
        plans={portable_path(str(about["plan"])): str(about["plan_sha256"])},
    )
    return page(head, answer(found), parts)


def answer(found: WhatIf) -> str:
    """Return what the plan costs as it stands, and the point that costs least."""
    base, cut = found.points[0], "" if found.complete else f" of {found.planned}, CUT SHORT"
    said = f"{count_text(len(found.points), 'point')}{cut}, the plan as it stands included."
    priced = [point for point in found.points if point.figures.get("total_cost_cents") is not None]
    if base not in priced:
        return said
    least = min(priced, key=_cents)
    here = f"As planned the network costs {_money(base)}"
    if least is base:
        return f"{said} {here}, no point costs less."
    return f"{said} {here}; least costs {one_line(least.label, 200)}: {_money(least)}."


def _cents(point: WhatIfPoint) -> Any:
    return point.figures["total_cost_cents"]


def _money(point: WhatIfPoint) -> str:
    return f"{cents_to_money(_cents(point)):,.2f} {point.settings['currency']}"
