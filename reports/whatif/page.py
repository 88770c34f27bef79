"""The page of a plan under changed assumptions: cheapest point, all points, floor plans."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from netfloor.foundation.files import portable_path
from netfloor.foundation.units import amount_text
from netfloor.foundation.wording import count_text
from netfloor.plans.laid import LaidFabric
from netfloor.plans.plan import Plan
from netfloor.reports.floor.chart import plan_chart
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.table import Table
from netfloor.reports.formats.text import head_text, one_line
from netfloor.reports.lists.page import laid_chart
from netfloor.reports.whatif.chart import whatif_svg
from netfloor.reports.whatif.points import (
    MAX_SENTENCES,
    WhatIf,
    WhatIfPoint,
    answers,
    networks_table,
    points_table,
    ranges,
)
from netfloor.reports.whatif.text import carried_sentences

#: Maximum floor plans on the page: each takes seconds and up to megabytes.
MAX_FLOORS = 6


def whatif_page(found: WhatIf, plans: Mapping[str, Plan | LaidFabric], head: ReportHead) -> str:
    """Return the HTML page; ``plans`` holds every distinct placement, by its first point."""
    points, networks = points_table(found), networks_table(found)
    shown = list(plans.items())[:MAX_FLOORS]
    more = f"The first {len(shown)} of {len(plans)} placements." if len(plans) > len(shown) else ""
    floors = tuple(_floor(head_text(one_line(name, 120)), plan) for name, plan in shown)
    parts = [
        Section(
            "points",
            "Points",
            (f"{head_text(found.prices)}.",) if found.prices else (),
            (replace(points.for_page(), caption="Every point"),),
        ),
        *([] if networks is None else [_of_networks(networks)]),
        Section("floors", "Floors", (more,) if more else (), (), floors),
        Section("notes", "Notes", (), (), (), tuple(one_line(note, 1000) for note in found.all_notes)),
    ]
    about = found.about
    head = replace(
        head,
        title=f"What if: {one_line(about['network'], 80)}",
        plans={portable_path(str(about["plan"])): str(about["plan_sha256"])},
    )
    return page(head, first_page(found), parts)


def _of_networks(table: Table) -> Section:
    return Section("networks", table.caption, (), (replace(table.for_page(), caption="Every network"),))


def _floor(caption: str, plan: Plan | LaidFabric) -> Chart:
    return laid_chart(caption, plan) if isinstance(plan, LaidFabric) else plan_chart(caption, plan)


def first_page(found: WhatIf) -> FirstPage:
    """Return the effects of the changes, with a chart."""
    points, several = count_text(len(found.points), "point"), len(found.points) > 1
    chart = Chart("Figures by changed setting; dotted: the lower bound", partial(whatif_svg, found))
    missing = found.planned - len(found.points)
    cut = (
        ""
        if found.is_complete
        else f"CUT SHORT: {missing:,} of {found.planned:,} points were not computed."
    )
    doubts = [
        cut,
        *(
            f"{head_text(one_line(note, 200)).removesuffix('.')}."
            for note in found.all_notes
            if "UNVERIFIED" in note
        ),
    ]
    said = answers(found)[:MAX_SENTENCES] if len(found.points) > 2 else ()
    compared = tuple(f"{head_text(one_line(text, 300))}." for text in said)
    compared += (f"{points} compared, including the plan as it is.",) if several else ()
    return FirstPage(
        _sentence(found),
        ranges(found),
        chart if several else None,
        " ".join(filter(None, doubts)),
        (*compared, *carried_sentences(found)),
    )


def _sentence(found: WhatIf) -> str:
    """Return the effect of a single change; of several, the plan as it is and the cheapest point."""
    base, network = found.points[0], one_line(found.about["network"], 80)
    if len(found.points) == 2:
        return f"{network}: {head_text(one_line(answers(found)[0], 300))}."
    priced = [point for point in found.points if point.figures.get("bill_cost") is not None]
    if base not in priced:
        metres = base.figures.get("all_cable_m") or base.figures.get("total_cable_m") or 0
        return f"As planned, {network} needs {metres:,.0f} m of cable; its cost is not known."
    comparable = [point for point in priced if point.currency == base.currency]
    owned = all(point.figures.get("ownership_cost") is not None for point in comparable)
    key, verb = ("ownership_cost", "costs over its years in use") if owned else ("bill_cost", "costs")
    here = f"As planned, {network} {verb} {_money(base, key)}"
    minimum = min(comparable, key=lambda point: point.figures[key] or 0)
    if minimum is base:
        return f"{here}; " + (
            "no other point costs less." if len(found.points) > 1 else "nothing was changed."
        )
    return f"{here}; the cheapest point, {one_line(minimum.name, 200)}, {verb} {_money(minimum, key)}."


def _money(point: WhatIfPoint, key: str) -> str:
    return f"{amount_text(point.figures[key] or 0)} {point.currency}"
