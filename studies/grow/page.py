"""The page of an expansion: work, floor plan before, after and by step, figures."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from netfloor.foundation.wording import count_text, join_words
from netfloor.layout.result import with_words
from netfloor.plans.by_names import link_lengths_mm
from netfloor.plans.diff import PlanDiff
from netfloor.plans.migration.steps import Migration
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_plan
from netfloor.reports.diff.floor import diff_svg
from netfloor.reports.diff.table import account_table, cables_sentence
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.floor.changes import change_codes, way_there
from netfloor.reports.floor.chart import floor_chart, floor_document
from netfloor.reports.floor.network import FloorNetwork
from netfloor.reports.formats.bars import Bar, bars_svg
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.svg import Words
from netfloor.reports.formats.table import Table, numbers, words
from netfloor.reports.formats.text import one_line
from netfloor.studies.diff.floor import diff_floor
from netfloor.traffic.load.saturation import carried_text

#: Maximum migration steps on the page.
MAX_STEPS = 400

_STEPPED = (
    "At each step, the cables are those in place after the step; cabinets and the panel show the old "
    "network until the last step."
)


def grow_page(
    old: Plan,
    new: Plan,
    diff: PlanDiff,
    migration: Migration | None,
    document: Mapping[str, Any],
    head: ReportHead,
) -> str:
    """Return the HTML page of the document of ``grow --json``."""
    drawn = len(link_lengths_mm(old)), len(link_lengths_mm(new))
    sides = [
        FloorNetwork(
            plan,
            f"{when}: {plan.display_name}",
            change=change_codes(diff, cables=cables, new=plan is new),
        )
        for when, plan, cables in zip(("before", "after"), (old, new), drawn, strict=True)
    ]
    steps = None if migration is None else way_there(migration, diff.aligned, drawn)
    floor = floor_document(new.room, sides, steps)
    title = f"{old.display_name} to {new.display_name}"
    places = diff_floor((old.room, new.room), (fabric_of_plan(old), fabric_of_plan(new)))
    chart = floor_chart(
        "The floor before and after" + (", and step by step" if steps else ""),
        lambda prefix: diff_svg(diff, places, title, prefix, standalone=False),
        floor,
    )
    parts = [
        Section("floor", "Floor", (_STEPPED,) if steps else (), (), (chart,)),
        Section("changes", "What changes", (), (account_table(document["account"]),)),
        Section("carries", "Traffic carried", (), _carried(document["carried"])),
        Section("ways", "Alternative placements", (), (_ways(document),)),
        Section("migration", "The migration, step by step", _bisection(migration), _steps(migration)),
        Section("notes", "Notes", (), (), (), tuple(one_line(note, 1000) for note in document["notes"])),
    ]
    plans = {Path(plan.name).name: plan.sha256 for plan in (old, new)}
    head = replace(head, title=title, plans=plans, seed=document["seed"])
    return page(head, _first_page(document), [part for part in parts if not part.is_empty])


def _first_page(document: Mapping[str, Any]) -> FirstPage:
    """Return the outcome: old cables to change and total cable, compared with other placements."""
    account, metres, minimum = document["account"], document["total_cable_m"], document["lower_bound_m"]
    held, servers = with_words(document["lower_bound_with"]), account["servers"]
    between, to_servers = account["cables_between_switches"], account["cables_to_servers"]
    changed, to_change = (item["changed"] + item["removed"] for item in (between, to_servers))
    added, max_touched = between["added"], f"lower bound {document['least_touched_cables']:,}"
    come = f"; {count_text(servers['added'], 'server')} are added" if servers["added"] else ""
    sentence = f"{cables_sentence(account)}{come}; cables between switches then total {metres:,.0f} m."
    figures = (
        (
            "Old cables to change",
            f"{changed:,} between switches, {max_touched}; {to_change:,} to servers"
            if any(to_servers.values())
            else f"{changed:,}, {max_touched}",
        ),
        (
            "New cables",
            f"{added:,} between switches, {to_servers['added']:,} to servers"
            if any(to_servers.values())
            else f"{added:,}",
        ),
        ("Cable between switches", f"{metres:,.0f} m, lower bound{held} {minimum:,.0f} m"),
    )
    bars = [
        Bar(
            name,
            way["touched_cables"],
            f"{way['touched_cables']:,}; {way['total_cable_m']:,.0f} m in total",
        )
        for name, way in _placements(document).items()
    ]
    alt_text = join_words([f"{bar.name} {bar.text}" for bar in bars])
    words = Words(
        "Old cables between switches to change, by placement",
        f"Old cables between switches to change: {alt_text}.",
    )
    caption = "Old cables between switches to change, and total cable, by placement"
    chart = Chart(caption, partial(bars_svg, bars, "old cables to change", words))
    warning = (
        "CUT SHORT: this is the best placement found so far." if document["status"] == "interrupted" else ""
    )
    carried = document["carried"]
    more: tuple[str, ...] = ()
    if carried is not None:
        both = carried_text(carried["before"], carried["after"], when=(" before", " after"))
        more = (f"Traffic carried with {carried['routing']} routing: {both}.",)
    return FirstPage(sentence, figures, chart, warning, more)


def _placements(document: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return this plan and the placements that it is compared with, by name."""
    ways = {
        "This plan": document,
        "Everything placed again": document["placed_anew"],
        "Old switches stay": document["old_routers_stay"],
    }
    return {name: way for name, way in ways.items() if way is not None}


def _ways(document: Mapping[str, Any]) -> Table:
    rows = tuple(
        (*words(name), *numbers([f"{way['total_cable_m']:,.1f}", f"{way['touched_cables']:,}"]))
        for name, way in _placements(document).items()
    )
    heads = ("Placement", "All cables (m)", "Old cables to change")
    return Table("Cable and work by placement, between switches only", heads, rows)


def _bisection(migration: Migration | None) -> tuple[str, ...]:
    if migration is None:
        return ()
    return (
        f"{count_text(migration.count, 'step')} in {count_text(migration.batches, 'batch')}; certified "
        f"bisection {migration.before_links:,} links before, at least {migration.least_links:,} during, "
        f"{migration.after_links:,} after.",
    )


def _carried(change: Mapping[str, Any] | None) -> tuple[Table, ...]:
    """Return the throughput before and after, if requested."""
    if change is None:
        return ()
    rows = [
        (*words(when), *numbers(FIGURES[key].text(change[when][key]) for key in change[when]))
        for when in ("before", "after")
    ]
    heads = ("When", *(FIGURES[key].heading("") for key in change["after"]))
    return (Table(f"Traffic carried with {change['routing']} routing", heads, rows),)


def _steps(migration: Migration | None) -> tuple[Table, ...]:
    if migration is None:
        return ()
    steps = migration.steps
    heads = ("Step", "Batch", "Action", "Item", "From", "To", "Certified bisection (links)")
    rows = tuple(
        (
            *numbers([f"{step.number}", f"{step.batch}"]),
            *words(step.action, one_line(step.item)),
            *words(_at(step.source, step.source_port), _at(step.target, step.target_port)),
            *numbers([f"{step.certified_links:,}"]),
        )
        for step in steps[:MAX_STEPS]
    )
    more = len(steps) - MAX_STEPS
    return (Table("Steps", heads, rows, f"{more:,} more; --migration writes all." if more > 0 else ""),)


def _at(place: str, port: int | None) -> str:
    """Return a place, with the port for the end of a cable."""
    return one_line(place) if port is None else f"{one_line(place)}, port {port}"
