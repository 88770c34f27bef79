"""The runs of a results file as a report, in all formats."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from netfloor.foundation.files import portable_path, to_json
from netfloor.foundation.wording import count_text
from netfloor.reports.formats import html, markdown
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.text import one_line
from netfloor.reports.whatif.chart import whatif_svg
from netfloor.reports.whatif.points import (
    WhatIf,
    csv_columns,
    document,
    networks_table,
    points_table,
    ranges,
    records,
)

SCHEMA = 3
_ABOUT = ("plan", "plan_sha256", "network", "room")


@dataclass(frozen=True)
class StoredRun:
    """The points of a command in a results file, with the start time."""

    run_id: int
    written_utc: str
    found: WhatIf


def results_document(name: str, runs: Sequence[StoredRun]) -> dict[str, Any]:
    """Return the document of ``report --format json``."""
    documents = []
    for run in runs:
        points = document(run.found)
        del points["schema"]
        documents.append({"run": run.run_id, "written_utc": run.written_utc, **points})
    return {"schema": SCHEMA, "results": name, "runs": documents}


def results_csv(runs: Sequence[StoredRun]) -> str:
    """Return a line per point of all runs."""
    lines: list[dict[str, Any]] = []
    columns: dict[str, None] = {}
    for run in runs:
        columns |= dict.fromkeys(csv_columns(run.found))
        head = {"run": run.run_id, "written_utc": run.written_utc}
        head |= {key: run.found.about.get(key) for key in _ABOUT}
        lines += [head | record for record in records(run.found)]
    return csv_text(["run", "written_utc", *_ABOUT, *columns], lines)


def _page(format_page: Callable[..., str], name: str, runs: Sequence[StoredRun], head: ReportHead) -> str:
    points = sum(len(run.found.points) for run in runs)
    counted = f"{count_text(len(runs), 'run')}, {count_text(points, 'point')}"
    title = f"What-if results of {one_line(name, 80)}"
    abouts = [run.found.about for run in runs]
    plans = {portable_path(str(about["plan"])): str(about["plan_sha256"]) for about in abouts}
    head = replace(head, title=title, plans=plans)
    drawn = next((run for run in runs if len(run.found.points) > 1), None)
    parts = tuple(_section(run, drawn=run is drawn) for run in runs)
    sentence = f"{counted}, including the plans as they are."
    if drawn is None:
        return format_page(head, sentence, parts)
    return format_page(head, FirstPage(sentence, ranges(drawn.found), _chart(drawn)), parts)


def _chart(run: StoredRun) -> Chart:
    caption = f"Run {run.run_id}, figures by changed setting; dotted: the lower bound"
    return Chart(caption, partial(whatif_svg, run.found))


#: File name and writer of each format.
FORMATS: dict[str, tuple[str, Callable[[str, Sequence[StoredRun], ReportHead], str]]] = {
    "html": ("report.html", partial(_page, html.page)),
    "md": ("report.md", partial(_page, markdown.page)),
    "csv": ("rows.csv", lambda _name, runs, _head: results_csv(runs)),
    "json": ("report.json", lambda name, runs, _head: to_json(results_document(name, runs))),
}


def _section(run: StoredRun, *, drawn: bool) -> Section:
    """Return the section of a run; the run ``drawn`` at the top of the page has no second chart."""
    result, about = run.found, run.found.about
    points, networks, numbered = points_table(result), networks_table(result), f"Run {run.run_id}"
    sentences = [
        f"{one_line(about['plan'], 80)} (SHA-256 {about['plan_sha256']}) in {about['room']}, computed by "
        f"{about['tool']}, started {run.written_utc}."
    ]
    if not result.is_complete:
        sentences.append(f"CUT SHORT: {len(result.points)} of {result.planned} points were computed.")
    return Section(
        anchor=f"run-{run.run_id}",
        heading=f"{numbered}: {one_line(about['network'], 60)}",
        paragraphs=tuple(sentences),
        tables=(
            replace(points.for_page(), caption=numbered),
            *([] if networks is None else [networks.for_page()]),
        ),
        charts=(_chart(run),) if len(result.points) > 1 and not drawn else (),
        listed=result.all_notes,
        list_heading="Notes",
    )
