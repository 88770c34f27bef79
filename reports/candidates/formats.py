"""The output files of compared plans: page, Markdown, CSV, JSON and workbook."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from netfloor.plans.load import AnyPlan
from netfloor.reports.candidates.answer import report_head
from netfloor.reports.candidates.document import candidates_json
from netfloor.reports.candidates.page import candidates_page, first_page, sections
from netfloor.reports.candidates.sheets import sheets
from netfloor.reports.candidates.types import RankedPlans
from netfloor.reports.formats import markdown
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.workbook import workbook_bytes

_NAMES = ("rank", "name", "network_name", "network", "room", "not_purchasable", "currency")


def candidates_csv(found: RankedPlans) -> str:
    """Return a CSV line per plan with every figure, followed by a line per network if there are several."""
    table, by_network, records = found.table, found.network_tables, []
    for rank, candidate in enumerate(found.candidates, 1):
        names: dict[str, Any] = {
            "rank": rank,
            **{name: getattr(candidate, name) for name in ("name", "network", "room", "not_purchasable")},
            "network_name": "",
            "currency": found.currency,
        }
        records.append(names | table.csv_record(candidate))
        for network in candidate.networks:
            own = by_network[network.name]
            row = next(row for row in own.rows if row.name == candidate.name)
            named = {"network_name": network.name, "network": network.network}
            records.append(names | named | own.csv_record(row))
    return csv_text([*_NAMES, *table.csv_columns()], records)


def candidates_markdown(found: RankedPlans, head: ReportHead) -> str:
    """Return the page as Markdown, without pictures."""
    return markdown.page(report_head(found, head), first_page(found), sections(found))


#: Writer of each text format by file name.
CANDIDATE_WRITERS: dict[str, Callable[[RankedPlans, ReportHead], str]] = {
    "report.html": candidates_page,
    "report.md": candidates_markdown,
    "rows.csv": lambda result, _: candidates_csv(result),
    "report.json": candidates_json,
}


def candidate_files(
    found: RankedPlans, head: ReportHead, plans: Mapping[str, AnyPlan] = MappingProxyType({})
) -> dict[str, str | bytes]:
    """Return every file of a comparison by name; the page shows the floors of ``plans``."""
    return {
        "report.html": candidates_page(found, head, plans),
        "comparison.xlsx": workbook_bytes(sheets(found, head), report_head(found, head)),
        "comparison.json": candidates_json(found, head),
        "rows.csv": candidates_csv(found),
    }
