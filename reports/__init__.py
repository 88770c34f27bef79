"""Reports for people, one folder each; `formats` holds what they share."""

from collections.abc import Callable

from netfloor.reports.comparison import csv_report, json_report
from netfloor.reports.comparison.sections import report_html, report_markdown
from netfloor.reports.comparison.types import Comparison
from netfloor.reports.formats.head import ReportHead

#: Writer of each output format by file name; only pages show the day and the command.
WRITERS: dict[str, Callable[[Comparison, ReportHead], str]] = {
    "report.html": report_html,
    "report.md": report_markdown,
    "rows.csv": lambda comparison, _: csv_report.write(comparison),
    "report.json": lambda comparison, _: json_report.write(comparison),
}
