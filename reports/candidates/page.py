"""The page of compared plans: answer, chart, ranking, and the figures behind it."""

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType

from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import AnyPlan
from netfloor.reports.candidates import tables
from netfloor.reports.candidates.answer import (
    SENTENCES,
    amount_text,
    basis_text,
    more_than_first,
    ranking_value,
    report_head,
)
from netfloor.reports.candidates.charts import money_svg
from netfloor.reports.candidates.types import RankedPlans
from netfloor.reports.figures.rows import figure_text
from netfloor.reports.floor.chart import plan_chart
from netfloor.reports.formats import html
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.text import one_line
from netfloor.reports.lists.page import laid_chart

#: Maximum floor drawings on a page, best plans first: each takes seconds and up to megabytes.
MAX_FLOORS = 6


def first_page(found: RankedPlans) -> FirstPage:
    """Return the opening sentences, figures and chart; the page head warns of doubtful prices."""
    by_set, minimum, *more, _ = (" ".join(say(found)) for say in SENTENCES)  # the head warns of the last
    priced = any(candidate.figures.get("parts_cost") is not None for candidate in found.candidates)
    chart = Chart("Cost of each plan, the best first.", partial(money_svg, found))
    said = tuple(text for text in more if text)
    return FirstPage(minimum, tuple(_figures(found))[:3], chart if priced else None, by_set, said)


def _figures(found: RankedPlans) -> Iterator[tuple[str, str]]:
    """Yield the best plan's cost, the runner-up's excess, and main totals of the best plan."""
    best = found.best
    if best is None:
        return
    basis = basis_text(found)
    yield f"{one_line(best.name, 40)}, {basis}", amount_text(found, ranking_value(found, best) or 0.0)
    rivals = [
        candidate for candidate in found.candidates if candidate.is_complete and candidate is not best
    ]
    if rivals:
        more = more_than_first(found, rivals[0]) or 0.0
        verb = "has more cable by" if found.unpriced else "costs more by"
        yield f"{one_line(rivals[0].name, 40)} {verb}", amount_text(found, more)
    totals = ("all_cable_m", "device_draw_w") if found.of_fabrics else ("bisection_gbps",)
    for key in (*totals, "power_with_servers_w"):
        if best.figures.get(key) is not None:
            yield f"{found.table.heading(key)} of {one_line(best.name, 40)}", figure_text(best, key)


def candidates_page(
    found: RankedPlans, given: ReportHead | None = None, plans: Mapping[str, AnyPlan] = MappingProxyType({})
) -> str:
    """Return the HTML page, with the floors of ``plans`` (by plan name); the template escapes all input."""
    return html.page(report_head(found, given), first_page(found), sections(found, plans))


def sections(
    found: RankedPlans, plans: Mapping[str, AnyPlan] = MappingProxyType({})
) -> tuple[Section, ...]:
    """Return every non-empty section, the decisive ones first."""
    parts = (
        Section("order", "Ranking", _missing(found), (tables.ranking(found),)),
        Section(
            "carries",
            "Traffic carried",
            (),
            (tables.carried_table(found),) if tables.shown_carried(found) else (),
        ),
        Section("networks", "Network by network", (), tuple(tables.network_tables(found))),
        Section(
            "buys",
            "Differences from the first",
            (),
            (tables.gains_table(found).turned(),) if found.best else (),
        ),
        Section(
            "turns",
            "What would change the ranking",
            (),
            (tables.turns_table(found),) if found.break_even else (),
        ),
        Section("rewiring", "Rewiring", (), (tables.rewiring_table(found),) if found.rewiring else ()),
        Section(
            "years", "Cost by year", (), (tables.years_table(found),) if found.years is not None else ()
        ),
        _floors(found, plans),
        Section("figures", "All figures", (), (tables.figures_table(found), tables.plans_table(found))),
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


def _floors(found: RankedPlans, plans: Mapping[str, AnyPlan]) -> Section:
    """Return the section with the floors of the first plans."""
    named = [candidate.name for candidate in found.candidates if candidate.name in plans]
    charts = tuple(_floor(one_line(name, 80), plans[name]) for name in named[:MAX_FLOORS])
    more = len(named) - len(charts)
    said = (f"The first {len(charts)} of {len(named)} plans.",) if more > 0 else ()
    return Section("floors", "Floors", said, (), charts)


def _floor(caption: str, plan: AnyPlan) -> Chart:
    return laid_chart(caption, plan) if isinstance(plan, LaidFabric) else plan_chart(caption, plan)


def _missing(found: RankedPlans) -> tuple[str, ...]:
    """Return the nearest available part for each plan that cannot be bought."""
    return tuple(
        f"{candidate.name}: {candidate.not_purchasable}. Nearest part: {candidate.nearest_miss}."
        for candidate in found.candidates
        if candidate.nearest_miss
    )


def _notes(found: RankedPlans) -> list[str]:
    return [f"{candidate.name}: {note}" for candidate in found.candidates for note in candidate.notes]
