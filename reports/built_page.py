"""The page of ``check built``: verdict, problems, repair steps and the floor."""

from collections.abc import Mapping, Sequence
from typing import Any

from netfloor.foundation.wording import as_sentence
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.table import Table
from netfloor.reports.formats.text import one_line

#: Maximum problems and steps that the page lists; the CSV file holds all steps.
MAX_LISTED = 1000
#: How to work through the steps.
UNPLUG_FIRST = (
    "First unplug everything listed, then plug in. Each step names the planned cable: if the cable in "
    "place has a different label, lay the planned cable, which has the right length."
)


def built_page(
    document: Mapping[str, Any],
    wrong: Sequence[Table],
    steps: Table,
    floor: Chart,
    head: ReportHead,
) -> str:
    """Return the page of ``check built --json`` output; tables without rows are left out."""
    parts = [
        Section(
            anchor="problems",
            heading="Problems",
            paragraphs=(),
            tables=_filled(*wrong),
            charts=(),
            listed=tuple(_devices(document)),
            list_heading="Devices",
        ),
        Section("steps", "Fewest steps", (UNPLUG_FIRST,) if steps.rows else (), _filled(steps)),
        Section("floor", "Floor", (), (), (floor,)),
        Section("notes", "Notes", (), (), (), tuple(one_line(note, 1000) for note in document["notes"])),
    ]
    first = FirstPage(
        as_sentence(document["verdict"]),
        (
            ("Correct cables", f"{document['right_cables']:,} of {document['planned_cables']:,}"),
            ("Fewest steps", f"{document['least_steps']:,}"),
            ("Switches not in the file", f"{len(document['missing_switches']):,}"),
        ),
    )
    return page(head, first, [part for part in parts if not part.is_empty])


def _filled(*tables: Table) -> tuple[Table, ...]:
    return tuple(table.for_page() for table in tables if table.rows)


def _devices(document: Mapping[str, Any]) -> list[str]:
    """Return a line per switch missing from the file and per device missing from the plan."""
    missing = (
        f"{item['device']} in {item['cabinet']}, unit {item['unit']}: not in the file"
        for item in document["missing_switches"]
    )
    unknown = (f"{item['kind']} {item['device']}: not in the plan" for item in document["unknown_devices"])
    return [one_line(line) for line in (*missing, *unknown)][:MAX_LISTED]
