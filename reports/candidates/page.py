"""Plans side by side as one page: the answer, a chart, the order, and what is behind it."""

from functools import partial

from netfloor.reports.candidates import tables
from netfloor.reports.candidates.answer import answer
from netfloor.reports.candidates.charts import money_svg
from netfloor.reports.candidates.types import RankedPlans
from netfloor.reports.formats import html
from netfloor.reports.formats.document import Chart, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.text import one_line


def candidates_page(found: RankedPlans, given: ReportHead | None = None) -> str:
    """Return the whole page; everything from outside is escaped by the template."""
    return html.page(found.head(given or ReportHead()), answer(found), sections(found))


def sections(found: RankedPlans) -> tuple[Section, ...]:
    """Return every section that has something to show, what decides first."""
    priced = any(one.figures.get("capital_cost") is not None for one in found.candidates)
    chart = Chart("What each plan costs, the best first.", partial(money_svg, found))
    parts = (
        Section("order", "Order", _missing(found), (tables.ranking(found),), (chart,) if priced else ()),
        Section("buys", "What each buys", (), (tables.gains_table(found),) if found.best else ()),
        Section(
            "turns",
            "What would change the order",
            (),
            (tables.turns_table(found),) if found.break_even else (),
        ),
        Section(
            "years", "Cost by year", (), (tables.years_table(found),) if found.years is not None else ()
        ),
        Section("figures", "Every figure", (), (tables.figures_table(found), tables.plans_table(found))),
        Section("parts", "Parts side by side", (), (tables.parts_table(found),) if found.parts else ()),
        Section(
            "basis",
            "How it was calculated",
            (),
            (tables.assumptions_table(found),) if found.assumptions else (),
            listed=tuple(map(one_line, (*found.rules, *_notes(found)))),
        ),
    )
    return tuple(part for part in parts if not part.is_empty)


def _missing(found: RankedPlans) -> tuple[str, ...]:
    """Return for each plan that cannot be bought the part that comes nearest."""
    return tuple(
        f"{one.name}: {one.not_purchasable}. Nearest part: {one.nearest_miss}."
        for one in found.candidates
        if one.nearest_miss
    )


def _notes(found: RankedPlans) -> list[str]:
    return [f"{one.name}: {note}" for one in found.candidates for note in one.notes]
