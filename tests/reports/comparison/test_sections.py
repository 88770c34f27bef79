"""Sections: baselines matched by their figures, bisection called exact, every measure in place."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from netfloor.reports.comparison.sections import baselines, basis, figures, placed, sections
from netfloor.reports.comparison.types import (
    Comparison,
    Row,
    Source,
    figures_of,
    unverified_figures,
)
from netfloor.reports.figures.figure import Kind
from netfloor.reports.figures.lookup import grouped, is_carried
from netfloor.reports.figures.table import CARRIED, FIGURES
from netfloor.reports.formats.marks import marked


def test_tables_together_hold_every_figure_of_a_group(full: Comparison) -> None:
    """None is left out and none stands twice, in the tables of its group and with that of traffic."""
    carried = {key: 0.5 for key in FIGURES if is_carried(key) and "worst" not in key}
    rows = tuple(replace(row, figures={**row.figures, **carried}) for row in full.rows)
    parts = (figures.measures_section, figures.endpoints_section, figures.traffic_section)
    tables = [table for part in parts for table in part(replace(full, rows=rows)).tables]
    heads = {table.caption: list(table.columns[1:]) for table in tables}
    unverified = unverified_figures(full)
    expected = {
        name: [marked(FIGURES[key].heading("USD"), key, unverified) for key in keys if "worst" not in key]
        for name, keys in grouped().items()
    }
    expected["Traffic carried with  routing"] = expected.pop(CARRIED)
    assert heads == expected


def test_printed_and_baseline_figures_are_those_of_the_first_tables() -> None:
    """What a study compares with a paper and with baselines: size, media, money and latency."""
    assert set(figures.measures()) == {
        *("switches", "radix", "links", "mean_cable_m", "max_cable_m", "lower_bound_m", "gap"),
        *("copper_links", "optical_links", "bisection_links", "bisection_lower_links"),
        *("network_power_w", "mw_per_gbps", "cable_cost", "mean_latency_ns", "max_latency_ns"),
    }


def test_every_row_has_a_cell_per_column(study: Comparison) -> None:
    """Every table of every section is a rectangle."""
    for part in sections(study):
        for table in part.tables:
            assert {len(row) for row in table.rows} <= {len(table.columns)}


def test_sections_begin_with_placed(full: Comparison) -> None:
    """Placed against placed leads, provenance ends."""
    anchors = [part.anchor for part in sections(full)]
    assert (anchors[0], anchors[-1]) == ("placed", "provenance")


def test_placed_columns_come_before_unplaced(full: Comparison) -> None:
    """A reader meets the fair comparison first."""
    heads = placed.section(full).tables[0].columns[3:]
    assert [", placed" in head for head in heads] == [True, True, False, False]


def test_printed_baseline_matches_the_nearer_one(full: Comparison) -> None:
    """Printed means equal to those of unplaced random graphs are said to match these."""
    assert "The printed means match unplaced random, not skywalk." in baselines.matching_sentence(full)


def test_printed_baseline_may_match_none(full: Comparison) -> None:
    """Printed means far from all baselines are not forced onto one."""
    rows = tuple(replace(row, published_baseline={"mean_cable_m": 99}) for row in full.rows)
    assert "match none of them" in baselines.matching_sentence(replace(full, rows=rows))


def test_nothing_printed_makes_no_claim(unplaced: Comparison) -> None:
    """Without printed baselines there is nothing to match."""
    assert baselines.matching_sentence(unplaced) == ""


def test_shared_baselines_stand_once(full: Comparison) -> None:
    """Two networks of a class share one table of baselines."""
    assert len(baselines.section(full).tables) == 2


def test_notes_stand_once(full: Comparison) -> None:
    """A baseline shared by two networks gives its note once."""
    listed = basis.notes_section(full).listed
    assert len(listed) == len(set(listed)) == 4 + 2 * 2


@pytest.mark.parametrize(
    ("cut", "bound", "exact"), [(10, 10, True), (10, 9.2, True), (10, 9.0, False), (10, None, False)]
)
def test_bisection_is_exact_where_bounds_meet(
    row_of: Callable[..., Row], cut: int, bound: float | None, exact: bool
) -> None:
    """Links are whole, so a bound above 9 proves 10."""
    row = row_of("a", "b", 1.0, figures={"bisection_links": cut, "bisection_lower_links": bound})
    assert figures.is_exact(row) is exact


@pytest.mark.parametrize(
    ("unit", "touched"),
    [
        ("$/(Gb/s)", {Kind.MONEY}),
        ("USD", {Kind.MONEY}),
        ("EUR per port", {Kind.MONEY}),
        ("W", {Kind.POWER}),
        ("mW per Gb/s", {Kind.POWER}),
        ("ns/m", {Kind.LATENCY}),
        ("m", {Kind.MONEY, Kind.POWER}),
    ],
)
def test_unit_tells_what_a_doubtful_number_enters(full: Comparison, unit: str, touched: set[Kind]) -> None:
    """Money, watts and nanoseconds are marked by unit; anything else marks money and watts."""
    doubtful = (Source("a", "1", unit, 2000, "b", "unverified"),)
    marked = set().union(*(figures_of(kind, full) for kind in touched))
    assert unverified_figures(replace(full, sources=doubtful)) == marked


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        (Kind.MONEY, {"cable_cost", "cable_cost_per_endpoint", "server_cable_cost_per_endpoint"}),
        (
            Kind.POWER,
            {"network_power_w", "mw_per_gbps", "server_power_w_per_endpoint", "set one", "set two"},
        ),
        (Kind.LATENCY, {"mean_latency_ns", "max_latency_ns"}),
    ],
)
def test_figures_know_their_kind(full: Comparison, kind: Kind, keys: set[str]) -> None:
    """Money is money per endpoint too, and power that of every power set."""
    assert figures_of(kind, full) >= keys


def test_named_figures_override_the_unit(full: Comparison) -> None:
    """A source that says which figures it enters marks these and no others."""
    doubtful = (Source("a", "1", "$", 2000, "b", "unverified", ("network_power_w",)),)
    assert unverified_figures(replace(full, sources=doubtful)) == {"network_power_w"}


def test_only_unverified_numbers_are_doubtful(full: Comparison) -> None:
    """Read, computed and quoted coefficients mark nothing."""
    sources = tuple(Source("a", "1", "$", 2000, "b", t) for t in ("read", "computed", "quoted"))
    assert not unverified_figures(replace(full, sources=sources))


def test_a_span_goes_from_the_least_to_the_largest():
    """Of deviations in any order, and of one alone."""
    assert baselines._span([0.03, -0.01, 0.02]) == "-1.0 % to +3.0 %"
    assert baselines._span([0.02]) == "+2.0 %"
