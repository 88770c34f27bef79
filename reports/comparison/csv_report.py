"""``rows.csv``: a line per network and per baseline population, for spreadsheets."""

from typing import Any

from netfloor.reports.comparison.classes import (
    TREATMENTS,
    class_baselines,
    instances,
    population,
    size_classes,
)
from netfloor.reports.comparison.types import (
    Baseline,
    Comparison,
    Population,
    Row,
    unverified_figures,
)
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.text import ratio

_TEXTS = ("kind", "size_class", "network", "baseline", "treatment", "instances", "room")
_LAST = ("status", "plan", "unverified_figures", "notes")


def write(comparison: Comparison) -> str:
    """Return UTF-8 CSV with a header; numbers have full precision."""
    figures = ["currency"]
    for key in FIGURES:
        figures += [key, f"{key}_std"]
        if any(key in row.published or key in row.published_baseline for row in comparison.rows):
            figures += [f"{key}_published", f"{key}_ratio"]
    powers = dict.fromkeys(_power_column(name) for row in comparison.rows for name in row.power_by_set)
    return csv_text([*_TEXTS, *figures, *powers, *_LAST], _records(comparison))


def _power_column(name: str) -> str:
    return f"network_power_w by {name}"


def _records(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the records of each size class, networks first, then baselines."""
    unverified = " ".join(sorted(unverified_figures(comparison)))
    records = []
    for group in size_classes(comparison):
        records += [_network(row, unverified) for row in group.rows]
        for baseline, users in class_baselines(group.rows):
            for treatment in TREATMENTS:
                people = population(baseline, treatment)
                if people is not None:
                    records.append(_baseline(baseline, treatment, people, users[0]))
    return [{**record, "currency": comparison.currency} for record in records]


def _network(row: Row, unverified: str) -> dict[str, Any]:
    record: dict[str, Any] = {
        "kind": "network",
        "size_class": row.size_class,
        "network": row.network,
        "room": row.room,
        "status": row.status,
        "plan": row.plan_file,
        "unverified_figures": unverified,
        "notes": "; ".join(row.notes),
    }
    record |= row.figures
    for key, printed in row.published.items():
        record[f"{key}_published"] = printed
        record[f"{key}_ratio"] = ratio(row.figures.get(key), printed)
    return record | {_power_column(name): watts for name, watts in row.power_by_set.items()}


def _baseline(baseline: Baseline, treatment: str, people: Population, user: Row) -> dict[str, Any]:
    """Return the record of a population; printed values go with unplaced instances, as in papers."""
    record: dict[str, Any] = {
        "kind": "baseline",
        "size_class": user.size_class,
        "network": baseline.spec,
        "baseline": baseline.kind,
        "treatment": treatment,
        "instances": instances(people),
        "notes": "; ".join(baseline.notes),
    }
    for key, spread in people.figures.items():
        record[key], record[f"{key}_std"] = spread.mean, spread.std
    if treatment == "unplaced":
        for key, printed in user.published_baseline.items():
            record[f"{key}_published"] = printed
            record[f"{key}_ratio"] = ratio(record.get(key), printed)
    return record
