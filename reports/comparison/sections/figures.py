"""Every figure of every network: the measures, their bounds, those per endpoint, power by power set."""

import math
from collections.abc import Callable, Mapping

from netfloor.reports.comparison.classes import network_cell
from netfloor.reports.comparison.types import (
    MEASURES,
    PER_ENDPOINT,
    TRAFFIC,
    Comparison,
    Row,
    unverified_figures,
)
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.marks import mark_note, marked
from netfloor.reports.formats.measure import Measure
from netfloor.reports.formats.table import Cell, Table, numbers, words
from netfloor.reports.formats.text import finite, number_text, one_line, ratio, ratio_text
from netfloor.traffic.load.saturation import note_on_worst, pattern_in, shown_patterns

#: Measures that fit side by side on a page; together they are all of `MEASURES`.
MEASURE_GROUPS = {
    "Size and cable length": (
        *("routers", "radix", "links"),
        *("mean_cable_m", "max_cable_m", "lower_bound_m", "gap"),
    ),
    "Media, bisection and power": (
        *("electrical_links", "optical_links", "bisection_links", "bisection_lower_links"),
        *("power_w", "mw_per_gbps"),
    ),
    "Money and latency": ("cable_cost", "mean_latency_ns", "max_latency_ns"),
}
#: Figures per endpoint that fit side by side; together they are all of `PER_ENDPOINT`.
ENDPOINT_GROUPS = {
    "Cable and money per endpoint": (
        *("endpoints", "cable_m_per_endpoint", "cable_cost_per_endpoint"),
        *("host_cable_cost_per_endpoint", "switch_cost_per_endpoint", "total_cost_per_endpoint"),
    ),
    "Power and bisection per endpoint": (
        *("power_w_per_endpoint", "host_power_w_per_endpoint", "bisection_gbps_per_endpoint"),
    ),
}
_BOUNDED = ("mean_cable_m", "lower_bound_m", "gap")
_BOUND_MEANING = (
    "The lower bound is proven: in this room no placement of this network, by whatever method, "
    "has a shorter mean cable. The gap is (mean - bound) / bound. The best possible mean lies "
    "between the bound and ours, so the gap is the most that a better placer could still save "
    "relative to the bound, and much of it may be slack in the bound."
)


def measures_section(comparison: Comparison) -> Section:
    """Return the tables after Table II of the SpectralFly paper, for any networks."""
    printed = any(row.published for row in comparison.rows)
    source = one_line(comparison.published_source) or "the published table of this study"
    explained = (
        f"Under each figure is the one printed in {source}, where there is one, and the "
        "ratio of ours to it.",
    )
    return Section(
        "measures",
        "Every measure: ours, printed, ratio" if printed else "Every measure",
        explained if printed else (),
        _tables(MEASURE_GROUPS, MEASURES, comparison, _measure_cell),
        listed=tuple(map(one_line, comparison.published_notes)),
        list_heading="About the printed figures",
    )


def _measure_cell(row: Row, key: str, unverified: frozenset[str]) -> Cell:
    ours = row.figures.get(key)
    details = ["exact"] if key == "bisection_links" and is_exact(row) else []
    if key in row.published:
        printed = row.published[key]
        details += [f"paper {number_text(printed)}", f"ratio {ratio_text(ratio(ours, printed))}"]
    return Cell(_figure(MEASURES[key], key, ours, unverified), tuple(details))


def _figure(measure: Measure, name: str, value: float | None, unverified: frozenset[str]) -> str:
    text = measure.text(value)
    return text if finite(value) is None else marked(text, name, unverified)


def is_exact(row: Row) -> bool:
    """Return True where the certified lower bound of the bisection meets the cut found."""
    cut = finite(row.figures.get("bisection_links"))
    bound = finite(row.figures.get("bisection_lower_links"))
    return cut is not None and bound is not None and math.ceil(bound - 1e-9) >= cut


def _tables(
    groups: Mapping[str, tuple[str, ...]],
    measures: Mapping[str, Measure],
    comparison: Comparison,
    cell: Callable[[Row, str, frozenset[str]], Cell],
) -> tuple[Table, ...]:
    """Return a table for each group of keys, a line a network."""
    unverified, currency = unverified_figures(comparison), one_line(comparison.currency)
    return tuple(
        Table(
            caption,
            ("Network", *(marked(measures[key].heading(currency), key, unverified) for key in keys)),
            [(network_cell(row), *(cell(row, key, unverified) for key in keys)) for row in comparison.rows],
            mark_note(keys, unverified),
        )
        for caption, keys in groups.items()
    )


def bounds_section(comparison: Comparison) -> Section:
    """Return how far from the best possible each layout is: mean, certified bound, gap, status and time."""
    rows = [
        (
            network_cell(row),
            *numbers(MEASURES[key].text(row.figures.get(key)) for key in _BOUNDED),
            *words(one_line(row.status, 40)),
            *numbers([f"{row.seconds:,.1f}"]),
        )
        for row in comparison.rows
    ]
    heads = ("Network", "Mean cable (m)", "Lower bound (m)", "Gap", "Status", "Seconds")
    table = Table("Placement against its certified lower bound", heads, rows)
    return Section("bounds", "Lower bounds and gaps", (_BOUND_MEANING,), (table,))


def endpoints_section(comparison: Comparison) -> Section:
    """Return what one endpoint costs in every network, so that unequal networks compare."""
    heading = "Per endpoint"
    if not any(finite(row.per_endpoint.get("endpoints")) for row in comparison.rows):
        nothing = "No network of this study has endpoints, so nothing is counted per endpoint."
        return Section("endpoints", heading, (nothing,))

    def cell(row: Row, key: str, unverified: frozenset[str]) -> Cell:
        return Cell(_figure(PER_ENDPOINT[key], key, row.per_endpoint.get(key), unverified))

    return Section("endpoints", heading, tables=_tables(ENDPOINT_GROUPS, PER_ENDPOINT, comparison, cell))


def traffic_section(comparison: Comparison) -> Section:
    """Return what every network carries, where the study asks for it."""
    routing = one_line(comparison.assumptions.get("traffic_routing", ""), 60)
    if not any(row.traffic for row in comparison.rows):
        return Section("traffic", "What each network carries")

    def cell(row: Row, key: str, unverified: frozenset[str]) -> Cell:
        return Cell(_figure(TRAFFIC[key], key, row.traffic.get(key), unverified))

    shown = shown_patterns([row.traffic for row in comparison.rows])
    keys = tuple(key for key in TRAFFIC if pattern_in(key) in shown)
    groups = {f"Carried by {routing} routing": keys}
    said = (
        "Throughput is a share of the rate of every endpoint, which is that of a link, without queues. "
        f"{note_on_worst(shown)}"
    )
    heading = "What each network carries"
    return Section("traffic", heading, (said,), _tables(groups, TRAFFIC, comparison, cell))


def power_section(comparison: Comparison) -> Section:
    """Return watts per network by every power set of the study, side by side."""
    sets = list(dict.fromkeys(name for row in comparison.rows for name in row.power_by_set))
    if not sets:
        return Section("power", "Power by power set")
    unverified, watts = unverified_figures(comparison), MEASURES["power_w"]
    heads = tuple(marked(f"{one_line(name, 60)} (W)", name, unverified) for name in sets)
    rows = [
        (
            network_cell(row),
            *numbers(_figure(watts, name, row.power_by_set.get(name), unverified) for name in sets),
        )
        for row in comparison.rows
    ]
    used = one_line(comparison.assumptions.get("power_set", ""), 60)
    notes = (f"All other tables use {used}." if used else "", mark_note(sets, unverified))
    table = Table(
        "Network power by coefficient set (W)", ("Network", *heads), rows, " ".join(filter(None, notes))
    )
    return Section("power", "Power by power set", tables=(table,))
