"""Money, watts, metres and bisection per endpoint, so that unequal networks compare."""

from reports.comparison import PER_ENDPOINT, Comparison, Row
from reports.document import Section, Table, numbers, words
from reports.text import NOTHING, figure_text, finite, one_line
from reports.trust import mark_note, marked, unverified_figures

#: Figures that fit side by side; together they are all of `PER_ENDPOINT`.
GROUPS = {
    "Cable and money per endpoint": (
        "endpoints",
        "cable_m_per_endpoint",
        "cable_cost_usd_per_endpoint",
        "host_cable_cost_usd_per_endpoint",
        "switch_cost_usd_per_endpoint",
        "total_cost_usd_per_endpoint",
    ),
    "Power and bisection per endpoint": (
        "power_w_per_endpoint",
        "host_power_w_per_endpoint",
        "bisection_gbps_per_endpoint",
    ),
}


def section(comparison: Comparison) -> Section:
    """Return what one endpoint costs in every network."""
    heading = "Per endpoint"
    if not comparison.rows:
        return Section("endpoints", heading)
    if not any(finite(row.per_endpoint.get("endpoints")) for row in comparison.rows):
        nothing = "No network of this study has endpoints, so nothing is counted per endpoint."
        return Section("endpoints", heading, (nothing,))
    unverified = unverified_figures(comparison)
    tables = tuple(
        _table(caption, list(keys), comparison.rows, unverified) for caption, keys in GROUPS.items()
    )
    return Section("endpoints", heading, tables=tables)


def _table(caption: str, keys: list[str], rows: tuple[Row, ...], unverified: frozenset[str]) -> Table:
    heads = tuple(marked(PER_ENDPOINT[key], key, unverified) for key in keys)
    body = tuple(
        (*words(one_line(row.network, 80)), *numbers([_text(row, k, unverified) for k in keys]))
        for row in rows
    )
    return Table(caption, ("Network", *heads), body, mark_note(keys, unverified))


def _text(row: Row, key: str, unverified: frozenset[str]) -> str:
    text = figure_text(key, row.per_endpoint.get(key))
    return text if text == NOTHING else marked(text, key, unverified)
