"""One figure of a study reads alike in all formats: terminal, page, Markdown, CSV and JSON."""

import csv
import io
import json
import re

from netfloor.reports.comparison.sections import WRITERS
from netfloor.reports.comparison.terminal import tables
from netfloor.reports.comparison.types import Comparison
from netfloor.reports.figures.table import CARRIED, FIGURES
from netfloor.reports.formats.head import ReportHead

#: Columns of the terminal's tables by their heading, each with its key.
COLUMNS = {
    "switch count": "switches",
    "radix": "radix",
    "mean m": "mean_cable_m",
    "bound m": "lower_bound_m",
    "longest m": "max_cable_m",
    "copper links": "copper_links",
    "optical links": "optical_links",
    "power W": "network_power_w",
    "mW/ Gb/s": "mw_per_gbps",
    "cables USD": "cable_cost",
    "latency ns": "mean_latency_ns",
    "max ns": "max_latency_ns",
    "gap": "gap",
}


def test_terminal_csv_page_and_json_have_the_same_figures(full: Comparison) -> None:
    """Each column of the terminal is the number of the JSON, to its digits; CSV and page have it too."""
    document = json.loads(WRITERS["report.json"](full, ReportHead()))
    records = list(csv.DictReader(io.StringIO(WRITERS["rows.csv"](full, ReportHead()))))
    by_name = {one["network"]: one for one in records if one["kind"] == "network"}
    markdown = WRITERS["report.md"](full, ReportHead())
    seen = set()
    for table in tables(full):
        heads, rows = table.texts()
        for head, *cells in zip(heads, *rows, strict=True):
            key = COLUMNS.get(re.sub(r"\s+", " ", head.replace("EUR", "USD")).strip())
            if key is None:
                continue
            seen.add(key)
            for text, row in zip(cells, document["rows"], strict=True):
                value = row["figures"][key]
                assert float(by_name[row["network"]][key]) == value
                number = float(text.rstrip(" %").replace(",", "")) / (100 if text.endswith("%") else 1)
                digits = len(text.rstrip(" %").partition(".")[2]) + (2 if text.endswith("%") else 0)
                assert abs(number - value) <= 0.51 * 10.0**-digits, (key, text, value)
                assert FIGURES[key].text(value) in markdown
    assert seen == {*COLUMNS.values()}
    for row in document["rows"]:
        for key, figure in FIGURES.items():
            if figure.group not in {"", CARRIED}:
                assert float(by_name[row["network"]][key]) == row["figures"][key]
                assert figure.text(row["figures"][key]) in markdown
