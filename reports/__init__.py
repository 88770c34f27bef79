"""What people read: a comparison, and one file per output format."""

from collections.abc import Callable

from netfloor.reports.comparison import csv_report, json_report
from netfloor.reports.comparison.sections import report_html, report_markdown
from netfloor.reports.comparison.types import Comparison

#: File name of every output format, and what makes its text.
WRITERS: dict[str, Callable[[Comparison], str]] = {
    "report.html": report_html,
    "report.md": report_markdown,
    "rows.csv": csv_report.write,
    "report.json": json_report.write,
}
