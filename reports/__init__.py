"""What people read: one folder per report, `formats` for what they share."""

from collections.abc import Callable

from netfloor.reports.comparison import csv_report, json_report
from netfloor.reports.comparison.sections import report_html, report_markdown
from netfloor.reports.comparison.types import Comparison
from netfloor.reports.formats.head import ReportHead

#: File name of every output format, and what makes its text; day and command stand on pages alone.
WRITERS: dict[str, Callable[[Comparison, ReportHead], str]] = {
    "report.html": report_html,
    "report.md": report_markdown,
    "rows.csv": lambda comparison, _: csv_report.write(comparison),
    "report.json": lambda comparison, _: json_report.write(comparison),
}
