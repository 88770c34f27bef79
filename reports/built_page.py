"""What stands beside its plan as a page: verdict, what is wrong, the steps, the floor."""

from collections.abc import Mapping, Sequence
from typing import Any

from netfloor.foundation.wording import as_sentence
from netfloor.plans.plan import Plan
from netfloor.reports.floor.chart import plan_chart
from netfloor.reports.formats.document import FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.table import Table, numbers, words
from netfloor.reports.formats.text import head_text, one_line

#: Problems and steps that the page lists; a CSV file holds all steps.
MOST_LISTED = 1000
#: How to go through the steps.
UNPLUG_FIRST = (
    "Unplug everything that these steps unplug first, then plug. The cable named is the one that the plan "
    "has there: if its label has another id, lay the planned one, which has the right length."
)


#: Heads of columns and rows of cells.
Listed = tuple[Sequence[str], Sequence[Sequence[str]]]


def built_page(
    document: Mapping[str, Any],
    wrong: Listed,
    mending: Listed,
    meanings: Mapping[str, str],
    plan: Plan,
    head: ReportHead,
) -> str:
    """Return the whole page.

    Parameters
    ----------
    document
        What ``check built --json`` prints.
    wrong, mending
        Every wrong cable and every step: what the columns are, and the cells.
    meanings
        What each problem is.
    """
    counts = document["counts"]
    kinds = [(*words(kind, meanings[kind]), *numbers([f"{count:,}"])) for kind, count in counts.items()]
    parts = [
        Section(
            "problems",
            "What is wrong",
            (),
            (
                *(
                    [Table("Cables by problem", ("Problem", "Meaning", "Cables"), tuple(kinds))]
                    if kinds
                    else []
                ),
                *_listed("Every wrong cable", wrong),
            ),
            (),
            tuple(_devices(document)),
            "Devices",
        ),
        Section(
            "steps",
            "Fewest steps",
            (UNPLUG_FIRST,) if mending[1] else (),
            _listed("Cabinet by cabinet", mending),
        ),
        Section(
            "floor", "Floor", (), (), (plan_chart("As planned; in a browser search for a switch", plan),)
        ),
        Section("notes", "Notes", (), (), (), tuple(one_line(note, 1000) for note in document["notes"])),
    ]
    first = FirstPage(
        as_sentence(document["verdict"]),
        (
            ("Right cables", f"{document['right_cables']:,} of {document['planned_cables']:,}"),
            ("Fewest steps", f"{document['least_steps']:,}"),
            ("Switches not in the file", f"{len(document['missing_switches']):,}"),
        ),
    )
    return page(head, first, [part for part in parts if not part.is_empty])


def _listed(caption: str, listed: Listed) -> tuple[Table, ...]:
    """Return a table of the first rows; none where there are no rows."""
    heads, rows = [head_text(head) for head in listed[0]], listed[1]
    if not rows:
        return ()
    more = len(rows) - MOST_LISTED
    note = f"{more:,} more; --json has all." if more > 0 else ""
    shown = tuple(tuple(words(*map(one_line, row))) for row in rows[:MOST_LISTED])
    return (Table(caption, heads, shown, note),)


def _devices(document: Mapping[str, Any]) -> list[str]:
    """Return a line for each switch that the file lacks, and for each device that the plan lacks."""
    missing = (
        f"{one['device']} in {one['cabinet']}, unit {one['unit']}: not in the file"
        for one in document["missing_switches"]
    )
    unknown = (
        f"{one['kind'].replace('host', 'server')} {one['device']}: not in the plan"
        for one in document["unknown_devices"]
    )
    return [one_line(line) for line in (*missing, *unknown)][:MOST_LISTED]
