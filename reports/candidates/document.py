"""The JSON document of compared plans; it holds every figure of page and workbook."""

from dataclasses import asdict
from typing import Any

from netfloor.foundation.files import to_json
from netfloor.plans.assessment.owned import LEVERS
from netfloor.reports.candidates.answer import answer, report_head
from netfloor.reports.candidates.types import RankedPlan, RankedPlans
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.text import plain

SCHEMA = 2


def candidates_document(found: RankedPlans, given: ReportHead | None = None) -> dict[str, Any]:
    """Return the content of ``comparison.json``: money in currency units, shares of 1, lengths in m."""
    document: dict[str, Any] = plain(
        {
            "schema": SCHEMA,
            "kind": "plans side by side",
            "about": report_head(found, given).to_dict(),
            "answer": answer(found),
            "currency": found.currency,
            "years": found.years,
            "ranked_by": found.ranked_by + (f"_per_{found.per}" if found.per else ""),
            "prices": found.prices,
            **({"unpriced": found.unpriced} if found.unpriced else {}),
            "switch_ns": found.switch_ns,
            **({"routing": found.routing} if found.routing else {}),
            "candidates": [
                _candidate(candidate, rank, found) for rank, candidate in enumerate(found.candidates, 1)
            ],
            "parts": [_part(row, found) for row in map(asdict, found.parts)],
            "break_even": [{**asdict(item), "what": LEVERS[item.lever]} for item in found.break_even],
            "price_trust": found.price_trust,
            **({} if found.rewiring is None else {"rewiring": asdict(found.rewiring)}),
            "assumptions": [vars(row) for row in found.assumptions],
            "rules": found.rules,
        }
    )
    return document


def candidates_json(found: RankedPlans, given: ReportHead | None = None) -> str:
    """Return the JSON document as text."""
    return to_json(candidates_document(found, given))


def _candidate(ranked_plan: RankedPlan, rank: int, found: RankedPlans) -> dict[str, Any]:
    record = asdict(ranked_plan)
    yearly = record.pop("yearly")
    return {
        "rank": rank,
        **record,
        "money_complete": ranked_plan.is_complete,
        "figures": found.table.record(ranked_plan),
        "cost_by_year": [{"year": year, "cost": cost} for year, cost in enumerate(yearly)],
    }


def _part(row: dict[str, Any], found: RankedPlans) -> dict[str, Any]:
    """Return a part number with pieces, unit price and cost by plan."""
    names = [candidate.name for candidate in found.candidates]
    by_name = {key: dict(zip(names, row[key], strict=True)) for key in ("bought", "unit_price", "cost")}
    return row | by_name
