"""The page of a placed network: result, floor plan and quality of the placement."""

from collections.abc import Sequence
from dataclasses import replace

from netfloor.foundation.units import mm_to_metres
from netfloor.foundation.wording import count_text
from netfloor.layout.result import Result
from netfloor.plans.plan import Plan
from netfloor.reports.floor.chart import plan_chart
from netfloor.reports.formats.document import FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.table import Table, words
from netfloor.reports.formats.text import head_text, one_line


def plan_page(plan: Plan, result: Result, notes: Sequence[str], head: ReportHead) -> str:
    """Return the HTML page of a plan; ``result`` describes the search for the placement."""
    cables, network = plan.shortest_cables, one_line(plan.topology.name, 80)
    metres = f"{mm_to_metres(cables.total_mm):,.0f} m"
    bound = f"{mm_to_metres(result.bound.length_mm):,.0f} m"
    switches = count_text(plan.topology.routers, "switch")
    sentence = (
        f"{network} in the room {one_line(plan.room.name, 80)}: {switches} "
        f"and {count_text(len(cables), 'link')} between them, {metres} of cable."
    )
    figures = (
        ("Cable between switches", f"{metres}, lower bound {bound}"),
        ("Mean cable", f"{mm_to_metres(cables.mean_mm):.2f} m"),
        ("Longest cable", f"{mm_to_metres(cables.max_mm):.2f} m"),
    )
    stopped = (
        "CUT SHORT: this is the best placement found so far." if result.status == "interrupted" else ""
    )
    first = FirstPage(
        sentence,
        figures,
        plan_chart("The floor from above, cabinets in use", plan),
        stopped,
        (f"Room: {one_line(plan.room.summary)}.", *map(one_line, result.how_good())),
    )
    # The run time is left out, so that the same seed gives the same page.
    fields = [
        *(field for field in result.fields() if field[0] != "effort"),
        ("placer", f"{result.placer}, found by {result.found_by}"),
        ("effort", f"{result.iterations:,} iterations, {count_text(result.chains, 'chain')}"),
    ]
    rows = tuple(words(head_text(name), one_line(text, 1000)) for name, text in fields)
    parts = [
        Section("search", "Search", (), (Table("How it was placed", ("Item", "Value"), rows),)),
        Section("notes", "Notes", (), (), (), tuple(one_line(note, 1000) for note in notes)),
    ]
    head = replace(head, title=f"{network} in {one_line(plan.room.name, 80)}", seed=result.seed)
    return page(head, first, [part for part in parts if not part.is_empty])
