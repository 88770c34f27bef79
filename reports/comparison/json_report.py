"""``report.json``: the comparison for programs, with a schema number and stable keys."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from netfloor.foundation.files import to_json
from netfloor.reports.comparison.classes import TREATMENTS, population
from netfloor.reports.comparison.types import (
    Baseline,
    Comparison,
    Population,
    Row,
    unverified_figures,
)
from netfloor.reports.formats.text import plain, ratio

SCHEMA = 3


def write(comparison: Comparison) -> str:
    """Return strict JSON; a figure that does not apply is null."""
    return to_json(plain_document(comparison))


def plain_document(comparison: Comparison) -> dict[str, Any]:
    """Return the content of ``report.json`` as plain JSON types."""
    document: dict[str, Any] = plain(_document(comparison))
    return document


def _document(comparison: Comparison) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "title": comparison.title,
        "currency": comparison.currency,
        "rows": [_row(row, comparison) for row in comparison.rows],
        "assumptions": comparison.assumptions,
        "rules": comparison.rules,
        "sources": [asdict(source) for source in comparison.sources],
        "unverified_figures": sorted(unverified_figures(comparison)),
        "published_source": comparison.published_source,
        "published_notes": comparison.published_notes,
        "provenance": comparison.provenance,
    }


def _row(row: Row, comparison: Comparison) -> dict[str, Any]:
    return {
        "network": row.network,
        "room": row.room,
        "figures": comparison.table.record(row),
        "published": row.published,
        "baselines": {kind: _baseline(baseline) for kind, baseline in row.baselines.items()},
        "size_class": row.size_class,
        "ratio_to_published": _ratios(row, row.published),
        "ratio_to_baselines": {
            kind: {name: _ratios(row, _means(population(b, name))) for name in TREATMENTS}
            for kind, b in row.baselines.items()
        },
        "published_baseline": row.published_baseline,
        "power_by_set": row.power_by_set,
        "latency_sweep": asdict(row.latency),
        "status": row.status,
        "plan": row.plan_file,
        "notes": row.notes,
    }


def _baseline(baseline: Baseline) -> dict[str, Any]:
    """Return a baseline; ``placed`` is empty where no instance was placed."""
    return {
        "placed": _figures(baseline.placed),
        "unplaced": _figures(baseline.unplaced),
        "spec": baseline.spec,
        "latency_sweep": {
            name: asdict(people.latency)
            for name in TREATMENTS
            if (people := population(baseline, name)) is not None
        },
        "notes": baseline.notes,
    }


def _figures(people: Population | None) -> dict[str, Any]:
    if people is None:
        return {}
    return {key: asdict(spread) for key, spread in people.figures.items()}


def _means(people: Population | None) -> dict[str, float]:
    return {key: spread["mean"] for key, spread in _figures(people).items()}


def _ratios(row: Row, others: Mapping[str, Any]) -> dict[str, float | None]:
    return {key: ratio(row.figures.get(key), other) for key, other in others.items()}
