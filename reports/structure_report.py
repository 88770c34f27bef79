"""A report on networks' structure as files: HTML, one SVG a chart, CSV, JSON."""

from collections.abc import Iterator
from typing import Any

from foundation.files import to_json
from reports import html_report
from reports.bisection_chart import bisection_svg
from reports.csv_text import csv_text
from reports.failure_chart import failure_svg
from reports.failure_table import METHOD
from reports.plain import plain
from reports.size_chart import sizes_svg
from reports.structure_comparison import StructureComparison
from reports.structure_sections import structure_sections
from reports.text import count_text, join_words, one_line
from structure.failure_curve import FailureCurve

SCHEMA = 1
_NAMES_IN_TITLE = 4
_ONE_VALUE = (str, int, float, bool, type(None))


def structure_files(comparison: StructureComparison) -> dict[str, str]:
    """Return the text of every file by its name; only what there is to show has one."""
    title, said = _title(comparison), _answer(comparison)
    files = {
        "report.html": html_report.page(title, said, structure_sections(comparison)),
        "report.json": to_json(structure_document(comparison)),
        "networks.csv": _networks_csv(comparison),
    }
    if comparison.bisected:
        files["bisection.svg"] = bisection_svg(comparison.rows, "bisection-", standalone=True)
    if comparison.sizes:
        marked = comparison.rows
        files["sizes.svg"] = sizes_svg(comparison.sizes, "sizes-", marked=marked, standalone=True)
        files["sizes.csv"] = csv_text(("family", "radix", "routers"), _size_records(comparison))
    if comparison.curves:
        files["failures.svg"] = failure_svg(comparison.curves, "failures-", standalone=True)
        files["failures.csv"] = _failures_csv(comparison.curves)
    return files


def structure_document(comparison: StructureComparison) -> dict[str, Any]:
    """Return what ``report.json`` holds, and what ``topology compare --json`` prints."""
    document: dict[str, Any] = {"schema": SCHEMA, "rows": comparison.rows}
    if comparison.curves:
        document["failures"] = [curve.to_dict() for curve in comparison.curves]
        document["failures_method"] = METHOD
    document["notes"] = comparison.notes
    document["provenance"] = comparison.provenance or {}
    plain_document: dict[str, Any] = plain(document)
    return plain_document


def _title(comparison: StructureComparison) -> str:
    names = [one_line(row["network"], 40) for row in comparison.rows]
    if len(names) > _NAMES_IN_TITLE:
        return f"Structure of {count_text(len(names), 'network')}"
    return f"Structure of {join_words(names)}" if names else "Structure"


def _answer(comparison: StructureComparison) -> str:
    """Return what the figures say, in a few sentences."""
    rows = comparison.rows
    if not rows:
        return "No network."
    nearest = min(rows, key=lambda row: row["mean_distance"])
    name = one_line(nearest["network"], 40)
    said = [f"Shortest mean distance: {name}, {nearest['mean_distance']:.3f} hops."]
    if comparison.bisected:
        widest = max(rows, key=lambda row: row["normalised_bisection"])
        name, share = one_line(widest["network"], 40), 100 * widest["normalised_bisection"]
        said.append(f"Widest bisection for its links (best cuts found): {name}, {share:.1f} % of nk/2.")
    kept = [_connected_up_to(curve) for curve in comparison.curves]
    if kept:
        said.append(f"Connected in every trial up to these links failed: {join_words(kept)}.")
    return " ".join(said)


def _connected_up_to(curve: FailureCurve) -> str:
    """Return the largest proportion up to which no trial fell apart."""
    last = "none"
    for point in curve.points:
        if point.disconnected:
            break
        last = f"{100 * point.proportion:g} %"
    return f"{one_line(curve.network, 40)} {last}"


def _networks_csv(comparison: StructureComparison) -> str:
    """Return one line a network; lists and tables of values stay in the JSON document."""
    records = [
        {key: value for key, value in row.items() if isinstance(value, _ONE_VALUE)}
        for row in comparison.rows
    ]
    return csv_text(list(dict.fromkeys(key for record in records for key in record)), records)


def _size_records(comparison: StructureComparison) -> Iterator[dict[str, Any]]:
    for found in comparison.sizes:
        for radix, routers in found.routers:
            yield {"family": found.family, "radix": radix, "routers": routers}


def _failures_csv(curves: tuple[FailureCurve, ...]) -> str:
    """Return one line a network and proportion, a property's figures under its name."""
    records = [
        {"network": curve.network, **_flat(point.to_dict())} for curve in curves for point in curve.points
    ]
    return csv_text(list(records[0]) if records else ["network"], records)


def _flat(figures: dict[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in figures.items():
        parts = {f"{name}_{key}": part for key, part in value.items()} if isinstance(value, dict) else None
        flat |= {name: value} if parts is None else parts
    return flat
