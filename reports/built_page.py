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
from netfloor.reports.formats.text import one_line

#: Problems and steps that the page lists; a CSV file holds all steps.
MOST_LISTED = 1000


def built_page(
    document: Mapping[str, Any],
    rows: tuple[Sequence[Sequence[str]], Sequence[Sequence[str]]],
    meanings: Mapping[str, str],
    plan: Plan,
    head: ReportHead,
) -> str:
    """Return the whole page.

    Parameters
    ----------
    document
        What ``check built --json`` prints.
    rows
        Of the problems cabinet, problem, planned and found; of the steps number, cabinet and what to do.
    meanings
        What each problem is.
    """
    counts, (problems, steps) = document["counts"], rows
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
                *_listed("Every cable", ("Cabinet", "Problem", "Planned", "Found"), problems),
            ),
            (),
            tuple(_devices(document)),
            "Devices",
        ),
        Section(
            "steps",
            "Fewest steps",
            ("Unplug everything that these steps unplug first, then plug.",) if steps else (),
            _listed("Cabinet by cabinet", ("Step", "Cabinet", "What to do"), steps),
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


def _listed(caption: str, heads: tuple[str, ...], rows: Sequence[Sequence[str]]) -> tuple[Table, ...]:
    """Return a table of the first rows; none where there are no rows."""
    if not rows:
        return ()
    more = len(rows) - MOST_LISTED
    note = f"{more:,} more; --json has all." if more > 0 else ""
    shown = tuple(tuple(words(*map(one_line, row))) for row in rows[:MOST_LISTED])
    return (Table(caption, heads, shown, note),)


def _devices(document: Mapping[str, Any]) -> list[str]:
    """Return a line for each switch that the file lacks, and for each device that the plan lacks."""
    missing = (
        f"{one['device']} in {one['cabinet']}: not in the file" for one in document["missing_switches"]
    )
    unknown = (f"{one['kind']} {one['device']}: not in the plan" for one in document["unknown_devices"])
    return [one_line(line) for line in (*missing, *unknown)][:MOST_LISTED]
