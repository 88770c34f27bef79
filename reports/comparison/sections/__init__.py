"""The sections of the comparison of networks in reading order, for page and Markdown."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.foundation.wording import count_text
from netfloor.reports.comparison import csv_report, json_report
from netfloor.reports.comparison.charts import histogram_svg
from netfloor.reports.comparison.sections import baselines, basis, figures, latency, placed
from netfloor.reports.comparison.sections.answer import first_page
from netfloor.reports.comparison.types import Comparison, Row
from netfloor.reports.floor.chart import floor_chart
from netfloor.reports.floor.drawn import drawing_document
from netfloor.reports.formats import html, markdown
from netfloor.reports.formats.document import Chart, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.marks import MARK
from netfloor.reports.formats.text import one_line
from netfloor.reports.rooms.floorplan import LINES_BELOW, floorplan_svg

_FLOORS_MEANING = (
    "Cabinets are drawn at half the row pitch; the other half is aisle. Outlined cabinets are spare. Fewer "
    f"than {LINES_BELOW} cables are straight lines, coloured by routed length. With more cables, the "
    "colour "
    "of a cabinet is the mean length of its cables, and the matrix below shows the number of cables "
    "between rows; cables within a row are on the diagonal."
)


def report_html(comparison: Comparison, head: ReportHead | None = None) -> str:
    """Return the HTML page; the template escapes all input."""
    return html.page(_head(comparison, head or ReportHead()), first_page(comparison), sections(comparison))


def report_markdown(comparison: Comparison, head: ReportHead | None = None) -> str:
    """Return the report as Markdown without pictures; all text is escaped."""
    return markdown.page(
        _head(comparison, head or ReportHead()), first_page(comparison), sections(comparison)
    )


def _head(comparison: Comparison, head: ReportHead) -> ReportHead:
    """Return the head with title, seed and version of the comparison, which may be of an older netfloor."""
    seed, version = comparison.provenance.get("seed"), comparison.provenance.get("tool")
    head = replace(
        head,
        title=comparison.title,
        seed=seed if isinstance(seed, int) else None,
        warnings=tuple(_warnings(comparison)),
    )
    return replace(head, version=version) if isinstance(version, str) else head


def _warnings(comparison: Comparison) -> Iterator[str]:
    """Yield the number of coefficients without a source, if there are any."""
    doubtful = sum(source.trust == UNVERIFIED for source in comparison.sources)
    if doubtful and comparison.rows:
        total = count_text(len(comparison.sources), "coefficient")
        yield (
            f"{doubtful} of {total} of prices, power and latency {'has' if doubtful == 1 else 'have'} no "
            f"source (UNVERIFIED): {MARK} marks the figures that depend on them."
        )


def sections(comparison: Comparison) -> tuple[Section, ...]:
    """Return every section with content."""
    of_rows = OF_ROWS if comparison.rows else ()
    return tuple(part for make in (*of_rows, *OF_STUDY) if not (part := make(comparison)).is_empty)


def floors_section(comparison: Comparison) -> Section:
    """Return a floor plan and a histogram of cable lengths per network, in the order of the study."""
    charts = tuple(chart for row in comparison.rows for chart in _floor_charts(row))
    meaning = (_FLOORS_MEANING,) if charts else ()
    return Section("floors", "Floor plans and cable lengths", meaning, (), charts)


def _floor_charts(row: Row) -> tuple[Chart, Chart]:
    name, room = one_line(row.network, 80), one_line(row.room, 80)
    plan = f"{name} in {room}: {len(row.drawing.length_mm):,} cables."
    lengths = f"{name}: number of cables by length."
    floor = partial(floorplan_svg, row.drawing, f"Floor plan of {name}", standalone=False)
    return (
        floor_chart(plan, floor, drawing_document(row.drawing, name)),
        Chart(lengths, partial(histogram_svg, row.drawing, f"Cable lengths of {name}"), wide=False),
    )


#: Sections on the networks, if there are any; `OF_STUDY` holds those on the whole study.
OF_ROWS: tuple[Callable[[Comparison], Section], ...] = (
    placed.section,
    figures.measures_section,
    baselines.section,
    figures.bounds_section,
    figures.endpoints_section,
    figures.traffic_section,
    figures.power_section,
    latency.section,
    floors_section,
    basis.notes_section,
)
OF_STUDY: tuple[Callable[[Comparison], Section], ...] = (
    basis.assumptions_section,
    basis.sources_section,
    lambda comparison: basis.provenance_section(comparison.provenance),
)


#: Writer of each output format by file name; only pages show the day and the command.
WRITERS: dict[str, Callable[[Comparison, ReportHead], str]] = {
    "report.html": report_html,
    "report.md": report_markdown,
    "rows.csv": lambda comparison, _: csv_report.write(comparison),
    "report.json": lambda comparison, _: json_report.write(comparison),
}
