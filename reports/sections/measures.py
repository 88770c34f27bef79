"""Every measure of every network: ours, the paper's printed value and their ratio."""

import math

from reports.comparison import MEASURES, Comparison, Row
from reports.document import Cell, Section, Table, words
from reports.text import figure_text, finite, one_line, printed_text, ratio, ratio_text
from reports.trust import mark_note, marked, unverified_figures

#: Measures that fit side by side on a page; together they are all of `MEASURES`.
GROUPS = {
    "Size and cable length": (
        "routers",
        "radix",
        "links",
        "mean_cable_m",
        "max_cable_m",
        "lower_bound_m",
        "gap",
    ),
    "Media, bisection and power": (
        "electrical_links",
        "optical_links",
        "bisection_links",
        "bisection_lower_links",
        "power_w",
        "mw_per_gbps",
    ),
    "Money and latency": ("cable_cost_usd", "mean_latency_ns", "max_latency_ns"),
}


def section(comparison: Comparison) -> Section:
    """Return the tables after Table II of the SpectralFly paper, for any networks."""
    if not comparison.rows:
        return Section("measures", "Every measure")
    unverified = unverified_figures(comparison)
    tables = tuple(
        _table(caption, list(keys), comparison.rows, unverified) for caption, keys in GROUPS.items()
    )
    printed = any(row.published for row in comparison.rows)
    heading = "Every measure: ours, printed, ratio" if printed else "Every measure"
    notes = tuple(one_line(note) for note in comparison.published_notes)
    return Section(
        "measures",
        heading,
        _paragraphs(comparison),
        tables,
        listed=notes,
        list_heading="About the printed figures",
    )


def _paragraphs(comparison: Comparison) -> tuple[str, ...]:
    if not any(row.published for row in comparison.rows):
        return ()
    source = one_line(comparison.published_source) or "the published table of this study"
    return (
        f"Under each figure stand the one printed in {source}, where there is one, and the "
        "ratio of ours to it.",
    )


def _table(caption: str, keys: list[str], rows: tuple[Row, ...], unverified: frozenset[str]) -> Table:
    heads = tuple(marked(MEASURES[key], key, unverified) for key in keys)
    body = tuple(
        (*words(one_line(row.network, 80)), *(_cell(row, key, unverified) for key in keys)) for row in rows
    )
    return Table(caption, ("Network", *heads), body, mark_note(keys, unverified))


def _cell(row: Row, key: str, unverified: frozenset[str]) -> Cell:
    ours = row.figures.get(key)
    details = []
    if key == "bisection_links" and is_exact(row):
        details.append("exact")
    if key in row.published:
        printed = row.published[key]
        details += [f"paper {printed_text(printed)}", f"ratio {ratio_text(ratio(ours, printed))}"]
    text = figure_text(key, ours)
    return Cell(text if finite(ours) is None else marked(text, key, unverified), tuple(details))


def is_exact(row: Row) -> bool:
    """Return True where the certified lower bound of the bisection meets the cut found."""
    cut = finite(row.figures.get("bisection_links"))
    bound = finite(row.figures.get("bisection_lower_links"))
    return cut is not None and bound is not None and math.ceil(bound - 1e-9) >= cut
