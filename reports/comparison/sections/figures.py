"""Every figure of every network: measures, bounds, cost per endpoint, power by power set."""

import math
from collections.abc import Sequence
from functools import partial

from netfloor.reports.comparison.classes import network_cell
from netfloor.reports.comparison.types import Comparison, Row, unverified_figures
from netfloor.reports.figures.lookup import grouped
from netfloor.reports.figures.rows import FigureRow, figure_text
from netfloor.reports.figures.table import (
    CARRIED,
    ENDPOINT_COST,
    ENDPOINT_POWER,
    FIGURES,
    MEDIA,
    MONEY_AND_LATENCY,
    SIZES,
)
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.marks import mark_note, marked
from netfloor.reports.formats.table import Cell, Table, numbers, words
from netfloor.reports.formats.text import finite, number_text, one_line, ratio, ratio_text
from netfloor.traffic.load.saturation import note_on_worst, pattern_in, shown_patterns

_BOUNDED = ("mean_cable_m", "lower_bound_m", "gap")
_BOUND_MEANING = (
    "The lower bound is proven: no placement of this network in this room has a shorter mean cable. "
    "The gap is (mean - bound) / bound. The best possible mean is between the bound and ours, so a "
    "better placer can save at most the gap, part of which may be due to a loose bound."
)


def measures() -> list[str]:
    """Return the keys of the figures that are compared with printed ones and with baselines."""
    groups = grouped()
    return [key for group in (SIZES, MEDIA, MONEY_AND_LATENCY) for key in groups.get(group, ())]


def measures_section(comparison: Comparison) -> Section:
    """Return the tables of measures, laid out as Table II of the SpectralFly paper."""
    printed = any(row.published for row in comparison.rows)
    source = one_line(comparison.published_source) or "the published table of this study"
    explained = (f"Below each figure: the value printed in {source}, if any, and the ratio of ours to it.",)
    groups = grouped()
    return Section(
        "measures",
        "Every measure: ours, printed, ratio" if printed else "Every measure",
        explained if printed else (),
        tuple(_table(name, groups[name], comparison) for name in (SIZES, MEDIA, MONEY_AND_LATENCY)),
        listed=tuple(map(one_line, comparison.published_notes)),
        list_heading="About the printed figures",
    )


def _cell(unverified: frozenset[str], row: FigureRow, key: str) -> Cell:
    """Return a figure with the printed value below, marked if it depends on an unverified coefficient."""
    ours, details = row.figures.get(key), []
    if isinstance(row, Row):
        details += ["exact"] if key == "bisection_links" and is_exact(row) else []
        if key in row.published:
            printed = row.published[key]
            details += [f"paper {number_text(printed)}", f"ratio {ratio_text(ratio(ours, printed))}"]
    text = figure_text(row, key)
    return Cell(text if finite(ours) is None else marked(text, key, unverified), tuple(details))


def _table(caption: str, keys: Sequence[str], comparison: Comparison) -> Table:
    """Return a table of figures with a row per network."""
    unverified = unverified_figures(comparison)
    return comparison.table.down(
        caption,
        keys,
        mark_note(keys, unverified),
        head="Network",
        cell=partial(_cell, unverified),
        mark=lambda heading, key: marked(heading, key, unverified),
    )


def is_exact(row: Row) -> bool:
    """Return whether the lower bound of the bisection equals the cut found."""
    cut = finite(row.figures.get("bisection_links"))
    bound = finite(row.figures.get("bisection_lower_links"))
    return cut is not None and bound is not None and math.ceil(bound - 1e-9) >= cut


def bounds_section(comparison: Comparison) -> Section:
    """Return mean, certified lower bound, gap and status of each layout."""
    rows = [
        (
            network_cell(row),
            *numbers(figure_text(row, key) for key in _BOUNDED),
            *words(one_line(row.status, 40)),
        )
        for row in comparison.rows
    ]
    heads = ("Network", "Mean cable (m)", "Lower bound (m)", "Gap", "Status")
    table = Table("Placement against its certified lower bound", heads, rows)
    return Section("bounds", "Lower bounds and gaps", (_BOUND_MEANING,), (table,))


def endpoints_section(comparison: Comparison) -> Section:
    """Return cost and power per endpoint, so that networks of different size compare."""
    heading = "Per endpoint"
    if not any(finite(row.figures.get("endpoints")) for row in comparison.rows):
        nothing = "No network of this study has endpoints, so there are no figures per endpoint."
        return Section("endpoints", heading, (nothing,))
    groups = grouped()
    tables = tuple(_table(name, groups[name], comparison) for name in (ENDPOINT_COST, ENDPOINT_POWER))
    return Section("endpoints", heading, tables=tables)


def traffic_section(comparison: Comparison) -> Section:
    """Return the traffic that every network carries, if the study requests it."""
    routing = one_line(comparison.assumptions.get("traffic_routing", ""), 60)
    heading = "Traffic carried"
    if not comparison.has_traffic:
        return Section("traffic", heading)
    shown = shown_patterns([row.figures for row in comparison.rows])
    keys = [key for key in grouped()[CARRIED] if pattern_in(key) in shown]
    meaning = (
        "Throughput is a share of the rate of every endpoint, which is the link rate; queueing is ignored. "
        f"{note_on_worst(shown)}"
    )
    table = _table(f"Traffic carried with {routing} routing", keys, comparison)
    return Section("traffic", heading, (meaning,), (table,))


def power_section(comparison: Comparison) -> Section:
    """Return the watts per network for every power set of the study."""
    sets = list(dict.fromkeys(name for row in comparison.rows for name in row.power_by_set))
    if not sets:
        return Section("power", "Power by power set")
    unverified, watts = unverified_figures(comparison), FIGURES["network_power_w"]
    heads = tuple(marked(f"{one_line(name, 60)} (W)", name, unverified) for name in sets)
    rows = [
        (
            network_cell(row),
            *numbers(
                watts.text(value) if value is None else marked(watts.text(value), name, unverified)
                for name in sets
                for value in (row.power_by_set.get(name),)
            ),
        )
        for row in comparison.rows
    ]
    used = one_line(comparison.assumptions.get("power_set", ""), 60)
    notes = (f"All other tables use {used}." if used else "", mark_note(sets, unverified))
    table = Table(
        "Network power by coefficient set (W)", ("Network", *heads), rows, " ".join(filter(None, notes))
    )
    return Section("power", "Power by power set", tables=(table,))
