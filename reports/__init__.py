"""What people read: a comparison, and one file per output format."""

from collections.abc import Callable

from reports import csv_report, html_report, json_report, markdown_report
from reports.comparison import Comparison

#: File name of every output format, and what makes its text.
WRITERS: dict[str, Callable[[Comparison], str]] = {
    "report.html": html_report.write,
    "report.md": markdown_report.write,
    "rows.csv": csv_report.write,
    "report.json": json_report.write,
}
