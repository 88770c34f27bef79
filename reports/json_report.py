"""``report.json``: the comparison for programs, with a schema number and stable keys."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from foundation.files import to_json
from reports.classes import population
from reports.comparison import MEASURES, PER_ENDPOINT, Baseline, Comparison, Population, Row
from reports.comparison import LatencySweep as Sweep
from reports.plain import plain
from reports.text import ratio
from reports.trust import unverified_figures

SCHEMA = 1

_IN_FRONT = ("routers", "radix", "links")


def write(comparison: Comparison) -> str:
    """Return strict JSON; a figure that does not apply is null."""
    return to_json(plain(document(comparison)))


def document(comparison: Comparison) -> dict[str, Any]:
    """Return what ``report.json`` holds."""
    return {
        "schema": SCHEMA,
        "title": comparison.title,
        "rows": [_row(row) for row in comparison.rows],
        "assumptions": comparison.assumptions,
        "rules": comparison.rules,
        "sources": [asdict(source) for source in comparison.sources],
        "unverified_figures": sorted(unverified_figures(comparison)),
        "published_source": comparison.published_source,
        "published_notes": comparison.published_notes,
        "provenance": comparison.provenance,
    }


def _row(row: Row) -> dict[str, Any]:
    figures = {key: row.figures.get(key) for key in MEASURES}
    return {
        "network": row.network,
        **{key: figures.pop(key) for key in _IN_FRONT},
        "room": row.room,
        **figures,
        "seconds": row.seconds,
        "published": row.published,
        "baselines": {kind: _baseline(baseline) for kind, baseline in row.baselines.items()},
        "size_class": row.size_class,
        "ratio_to_published": _ratios(row, row.published),
        "ratio_to_baselines": {
            kind: {name: _ratios(row, _means(population(b, name))) for name in ("placed", "unplaced")}
            for kind, b in row.baselines.items()
        },
        "published_baseline": row.published_baseline,
        "per_endpoint": {key: row.per_endpoint.get(key) for key in PER_ENDPOINT},
        "power_by_set": row.power_by_set,
        "latency_sweep": _sweep(row.latency),
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
            name: _sweep(people.latency)
            for name in ("placed", "unplaced")
            if (people := population(baseline, name)) is not None
        },
        "notes": baseline.notes,
    }


def _figures(people: Population | None) -> dict[str, Any]:
    if people is None:
        return {}
    return {key: asdict(people.figures[key]) for key in MEASURES if key in people.figures}


def _means(people: Population | None) -> dict[str, Any]:
    return {key: spread["mean"] for key, spread in _figures(people).items()}


def _ratios(row: Row, others: Mapping[str, Any]) -> dict[str, float | None]:
    return {key: ratio(row.figures.get(key), other) for key, other in others.items()}


def _sweep(sweep: Sweep) -> dict[str, Any]:
    return {"switch_ns": sweep.switch_ns, "mean_ns": sweep.mean_ns, "max_ns": sweep.max_ns}
