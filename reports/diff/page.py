"""What changes from one plan to another as a page: the sum first, then the floor, then every change."""

from collections.abc import Callable, Mapping
from typing import Any

from netfloor.foundation.wording import count_text
from netfloor.plans.diff import PlanDiff
from netfloor.reports.diff.summary import summary_text, sums_table, unlike_text
from netfloor.reports.diff.table import CHANGE_HEADINGS, SUMMARY_HEADINGS, change_rows, summary_rows
from netfloor.reports.floor.chart import floor_chart
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.table import Table, numbers, words
from netfloor.reports.formats.text import head_text, one_line

#: Cables that the page lists; a CSV file holds all.
MOST_LISTED = 400


def diff_page(
    diff: PlanDiff,
    document: Mapping[str, Any],
    floor: Mapping[str, Any],
    draw: Callable[[str], str],
    head: ReportHead,
) -> str:
    """Return the whole page.

    Parameters
    ----------
    document
        What ``diff --json`` prints.
    floor
        Both plans as `floor_document` makes them.
    draw
        The picture that stands where no script runs.
    """
    caption = "The floor with what changes; in a browser before and after"
    chart = floor_chart(caption, draw, dict(floor))
    sums = [one_line(line) for line in summary_text(document).splitlines()]
    parts = [
        Section("floor", "Floor", tuple(document["prices"]), (), (chart,)),
        Section("sums", "What changes", (), _sums(diff, document), (), tuple(sums), "In all"),
        Section("cables", "Cables", (), _cables(diff)),
        Section("notes", "Notes", (), (), (), tuple(one_line(note, 1000) for note in document["notes"])),
    ]
    return page(head, answer(document), [part for part in parts if not part.is_empty])


def answer(document: Mapping[str, Any]) -> str:
    """Return the outcome in a few sentences."""
    if document["equal"]:
        return "Nothing differs: both plans are equal."
    if document["unlike"]:
        return unlike_text(document)
    counts, metres, money = document["counts"], document["metres"], document["money"]
    what = [f"{counts[kind]:,} {kind}" for kind in ("added", "removed", "moved") if counts[kind]]
    rest = f" ({', '.join(what)})" if what else ""
    currency = document["currency"]
    return (
        f"{count_text(counts['touched'], 'cable')} must be taken in hand{rest}: "
        f"{metres['laid_m']:,.0f} m to lay, {metres['taken_out_m']:,.0f} m to take out. "
        f"{money['cables_to_buy']:,.2f} {currency} of cables to buy; "
        f"the whole bill changes by {money['total_cost_change']:+,.2f} {currency}."
    )


def _sums(diff: PlanDiff, document: Mapping[str, Any]) -> tuple[Table, ...]:
    both = sums_table(document)
    heads = tuple(head_text(text.replace("\n", " ").strip()) for text in SUMMARY_HEADINGS)
    rows = tuple((*words(row[0]), *numbers(row[1:])) for row in summary_rows(diff))
    kinds = Table(f"Cables by what happens to them, money in {document['currency']}", heads, rows)
    return (Table(both.caption, ("Figure", "Old", "New", "Difference"), both.rows), kinds)


def _cables(diff: PlanDiff) -> tuple[Table, ...]:
    if diff.is_empty:
        return ()
    heads = tuple(head_text(text.replace("\n", " ")) for text in CHANGE_HEADINGS)
    rows = [
        (*words(*map(one_line, row[:4])), *numbers(row[4:]))
        for row in change_rows(diff.cables[:MOST_LISTED])
    ]
    more = len(diff.cables) - MOST_LISTED
    note = f"{more:,} more; --csv writes all." if more > 0 else ""
    return (Table("Every cable that changes", heads, rows, note),)
