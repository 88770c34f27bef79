"""A study of traffic as a document, as tables and as files."""

from dataclasses import replace
from functools import partial
from typing import Any

from netfloor.foundation.files import to_json
from netfloor.reports.formats import html
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Cell, Column, Columns, Table, count_column
from netfloor.reports.formats.text import one_line, plain
from netfloor.research.traffic.report.simulation import (
    KIND_COLUMNS,
    MEANING,
    estimate_cell,
    latency_cell,
    load_record,
    short,
)
from netfloor.research.traffic.report.study_charts import panel_svg
from netfloor.research.traffic.report.study_types import PLACES, Panel, Series, StudyReport
from netfloor.research.traffic.simulation.points import SimulatedLoad, saturation

SCHEMA = 1


def study_document(report: StudyReport) -> dict[str, Any]:
    """Return the JSON document of ``traffic study``."""
    document: dict[str, Any] = plain(
        {
            "schema": SCHEMA,
            "kind": "traffic-study",
            "title": report.title,
            "panels": [_panel_document(panel) for panel in report.panels],
            "interrupted": report.interrupted,
            "notes": list(report.notes),
        }
    )
    return document


def _panel_document(panel: Panel) -> dict[str, Any]:
    series = []
    for item in panel.series:
        carried, first = saturation(item.report.points)
        task = item.report.task
        series.append(
            {
                **vars(item.name),
                "topology": task.network.topology.name,
                "endpoints": len(task.pattern.endpoints.switch),
                "ranks": len(task.pattern.endpoints.rank),
                "virtual_channels": task.network.virtual.count,
                "virtual_channel_rule": task.network.virtual.name,
                **vars(task.model),
                "measured_cycles": task.watch.measured,
                "seeds": list(item.report.seeds),
                "highest_load_carried": carried,
                "lowest_load_saturated": first,
                "loads": [_record(panel, item, point) for point in item.report.points],
            }
        )
    return {"title": panel.title, "show": panel.show, "against": panel.against, "series": series}


def _record(panel: Panel, series: Series, point: SimulatedLoad) -> dict[str, Any]:
    use = series.global_use(point)
    return {
        **load_record(series.report, point),
        **{f"global_{place.replace(' ', '_')}": short(use.get(place)) for place in PLACES},
        "speedup": short(panel.speedup(series, point.load)) if panel.against else None,
    }


def saturation_table(report: StudyReport) -> Table:
    """Return the carried load of every series, and the latency at its lowest load."""
    columns: Columns = (
        *("panel", "series", Column("carried\nup to", form="g"), Column("saturated\nat", form="g")),
        *(Column("accepted\nthere", form=".4f"), Column("latency\n", "cycles")),
    )
    rows = []
    for panel in report.panels:
        for name, series in zip(panel.names(), panel.series, strict=True):
            points = series.report.points
            carried, first = saturation(points)
            full = next((point for point in points if point.load == first), None)
            latency = points[0].latency() if points else None
            rows.append(
                (
                    *(panel.title, name, Cell("none") if carried is None else carried, first),
                    None if full is None else full.accepted.mean,
                    None if latency is None else Cell(f"{latency.text} at {points[0].load:g}"),
                )
            )
    return Table("Load carried by each series", columns, rows)


def study_files(report: StudyReport, head: ReportHead) -> dict[str, str]:
    """Return the text of every file by name."""
    records = [
        {"panel": panel.title, **vars(series.name), **_record(panel, series, point)}
        for panel, series, point in report.each()
    ]
    flat = [
        {key: value for key, value in record.items() if not isinstance(value, list)} for record in records
    ]
    charts = {
        f"panel-{number}.svg": panel_svg(panel, f"panel-{number}-", standalone=True)
        for number, panel in enumerate(report.panels, 1)
    }
    title = one_line(report.title, 120)
    return {
        "report.html": html.page(replace(head, title=title), _answer(report), _sections(report)),
        "report.json": to_json(study_document(report)),
        "loads.csv": csv_text(tuple(flat[0]), flat),
        **charts,
    }


#: Unit of loads.
_UNIT = "flits per cycle and endpoint"


def _answer(report: StudyReport) -> FirstPage:
    rows = saturation_table(report).cells
    first = report.panels[0]
    carried = {
        name: saturation(series.report.points)[0] or 0.0
        for name, series in zip(first.names(), first.series, strict=True)
    }
    best = max(carried.values())
    maximum = ", ".join(name for name, load in carried.items() if load == best)
    sentence = (
        f"{first.title}: of {len(carried)} series, {maximum} carries the most, up to {best:g} {_UNIT}."
    )
    if len(set(carried.values())) == 1:
        sentence = f"{first.title}: all series carry up to {best:g} {_UNIT}, of the loads simulated."
    if not best:
        sentence = f"{first.title}: no series carries any of the loads simulated."
    figures = tuple(
        (f"Carried, {_UNIT}: {row[1].text}", row[2].text) for row in rows[: min(3, len(carried))]
    )
    return FirstPage(sentence, figures, Chart(first.title, partial(panel_svg, first)))


def _sections(report: StudyReport) -> tuple[Section, ...]:
    summary = saturation_table(report).for_page()
    parts = [Section("saturation", "Loads carried", (MEANING,), (summary,))]
    for number, panel in enumerate(report.panels, 1):
        charts = () if number == 1 else (Chart(panel.title, partial(panel_svg, panel)),)
        parts.append(Section(f"panel-{number}", panel.title, (), (_panel_table(panel),), charts))
    parts.append(Section("notes", "Notes and warnings", listed=tuple(map(one_line, report.notes))))
    return tuple(part for part in parts if not part.is_empty)


def _panel_table(panel: Panel) -> Table:
    """Return every load of every series of a panel."""
    places = PLACES if panel.show == "global channels" else ()
    columns: Columns = (
        *("series", Column("load", form="g"), Column("accepted", form=".4f")),
        *(Column("latency\n", "cycles"), *map(Column, ("minimal", "not\nminimal"))),
        *(KIND_COLUMNS[-1], count_column("longest")),
        *(Column(place, form=".3f") for place in places),
        *[Column("times\nas fast", form=".2f")] * bool(panel.against),
    )
    rows = []
    for name, series in zip(panel.names(), panel.series, strict=True):
        for point in series.report.points:
            use = series.global_use(point)
            rows.append(
                (
                    *(name, point.load, point.accepted.mean, latency_cell(point)),
                    *(estimate_cell(point.latency(kind), 2) for kind in (0, 1)),
                    *(point.not_minimal, point.longest, *map(use.get, places)),
                    *([panel.speedup(series, point.load)] if panel.against else ()),
                )
            )
    return Table("Every load", columns, rows).for_page()
