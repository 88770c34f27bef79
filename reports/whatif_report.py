"""Every run of a results file as files that people and programs read, without solving anything."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from foundation.files import to_json
from reports import html_report, markdown_report
from reports.csv_text import csv_text
from reports.document import Chart, Section, Table, numbers, words
from reports.text import count_text, head_text, one_line
from reports.whatif_chart import whatif_svg
from reports.whatif_points import WhatIf, csv_columns, document, records, table_headings, table_rows

SCHEMA = 1
_RUN_COLUMNS = ("run", "written_utc", "plan", "plan_sha256", "network", "room")


@dataclass(frozen=True)
class StoredRun:
    """One command's points as a results file holds them, and when they were begun."""

    run_id: int
    written_utc: str
    found: WhatIf


def results_document(name: str, runs: Sequence[StoredRun]) -> dict[str, Any]:
    """Return what ``report --format json`` prints."""
    return {
        "schema": SCHEMA,
        "results": name,
        "runs": [
            {"run": one.run_id, "written_utc": one.written_utc, **_without_schema(document(one.found))}
            for one in runs
        ],
    }


def _without_schema(one: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in one.items() if key != "schema"}


def results_json(name: str, runs: Sequence[StoredRun]) -> str:
    """Return all runs as strict JSON."""
    return to_json(results_document(name, runs))


def results_csv(_name: str, runs: Sequence[StoredRun]) -> str:
    """Return one line a point of all runs."""
    return csv_text([*_RUN_COLUMNS, *csv_columns()], _records(runs))


def _records(runs: Sequence[StoredRun]) -> Iterator[dict[str, Any]]:
    for one in runs:
        about = one.found.about
        head = {"run": one.run_id, "written_utc": one.written_utc}
        head |= {key: about.get(key) for key in _RUN_COLUMNS[2:]}
        for record in records(one.found):
            yield head | record


def results_html(name: str, runs: Sequence[StoredRun]) -> str:
    """Return all runs as one page with a chart each."""
    return html_report.page(_title(name), _answer(runs), _sections(runs))


def results_markdown(name: str, runs: Sequence[StoredRun]) -> str:
    """Return all runs as Markdown without charts."""
    return markdown_report.page(_title(name), _answer(runs), _sections(runs))


#: What makes the text of each format, and the file of a report folder that it goes to.
FORMATS: dict[str, tuple[str, Callable[[str, Sequence[StoredRun]], str]]] = {
    "html": ("report.html", results_html),
    "md": ("report.md", results_markdown),
    "csv": ("rows.csv", results_csv),
    "json": ("report.json", results_json),
}


def _title(name: str) -> str:
    return f"What-if results of {one_line(name, 80)}"


def _answer(runs: Sequence[StoredRun]) -> str:
    points = sum(len(one.found.points) for one in runs)
    return (
        f"{count_text(len(runs), 'run')}, {count_text(points, 'point')}, the plans as they stand included."
    )


def _sections(runs: Sequence[StoredRun]) -> tuple[Section, ...]:
    return tuple(map(_section, runs))


def _section(one: StoredRun) -> Section:
    found = one.found
    network, plan = one_line(found.about["network"], 60), one_line(found.about["plan"], 80)
    table = Table(
        f"Run {one.run_id}",
        tuple(head_text(heading) for heading in table_headings(found)),
        tuple((*words(*row[:2]), *numbers(row[2:])) for row in table_rows(found)),
        f"Money in {found.points[0].settings['currency']}; each change is against the plan as it stands.",
    )
    chart = Chart("Against what was changed; dotted: the lower bound", partial(whatif_svg, found))
    point_notes = (note for point in found.points for note in point.notes)
    return Section(
        anchor=f"run-{one.run_id}",
        heading=f"Run {one.run_id}: {network}",
        paragraphs=tuple(_said(one, plan)),
        tables=(table,),
        charts=(chart,) if len(found.points) > 1 else (),
        listed=tuple(dict.fromkeys((*found.notes, *point_notes))),
        list_heading="Notes",
    )


def _said(one: StoredRun, plan: str) -> Iterator[str]:
    about, found = one.found.about, one.found
    yield (
        f"{plan} (SHA-256 {about['plan_sha256']}) in {about['room']}, worked out by {about['tool']}, begun "
        f"{one.written_utc}."
    )
    if not found.complete:
        yield f"CUT SHORT: {len(found.points)} of {found.planned} points were worked out."
