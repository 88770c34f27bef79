"""Figures by their units: digits that fit, headings with the currency that holds."""

import math

import numpy as np
import pytest

from netfloor.reports.figures.figure import Kind, kind_of_unit
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.formats.text import NOTHING, finite, ratio


@pytest.mark.parametrize("value", [None, math.nan, math.inf, -math.inf, np.float64("nan")])
def test_what_is_no_number_is_shown_as_nothing(value: object) -> None:
    """Missing, NaN and infinite figures read the same, in no case as a number."""
    assert finite(value) is None
    assert FIGURES["network_power_w"].text(value) == NOTHING
    assert ratio(value, 1) is None
    assert ratio(1, value) is None


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("switches", 1092, "1,092"),
        ("mean_cable_m", 7.836, "7.84"),
        ("gap", 0.1104, "11.04 %"),
        ("bisection_links", 12.5, "12.5"),
        ("bisection_links", 12.0, "12"),
        ("network_power_w", 9028.2, "9,028"),
        ("network_power_w", 7.25, "7.25"),
        ("cable_cost", 123456.7, "123,457"),
        ("mw_per_gbps", np.float64(30.52), "30.5"),
        ("max_latency_ns", 576, "576.0"),
        ("bill_cost_per_endpoint", 1067.5, "1,067.50"),
    ],
)
def test_digits_fit_the_figure(key: str, value: float, text: str) -> None:
    """Counts are whole, metres have centimetres, large money has no cents."""
    assert FIGURES[key].text(value) == text


def test_a_gap_above_100_percent_is_no_percentage() -> None:
    """Up to 100 % above its bound a figure has a percentage; beyond, it has no useful bound."""
    assert [FIGURES["gap"].text(gap) for gap in (0.0, 0.25, 0.31, 1.0, 1.01, 77.0)] == [
        *("0.00 %", "25.00 %", "31 %", "100 %"),
        *("no useful bound",) * 2,
    ]


def test_no_two_figures_have_one_heading() -> None:
    """Name and unit tell any two figures apart, in a workbook that has them in two columns too."""
    named = [(one.name, one.unit_text("EUR")) for one in FIGURES.values()]
    assert len(set(named)) == len(named)
    assert all("per endpoint" in one.heading("EUR") for one in FIGURES.values() if one.per_endpoint)


def test_mean_and_deviation_have_the_same_digits() -> None:
    """A spread never claims more digits for one of its numbers than for the other."""
    assert FIGURES["bisection_links"].spread_text(12.0, 0.5, 20) == "12.0 ± 0.5"
    assert FIGURES["network_power_w"].spread_text(928.0, 9.28, 20) == "928 ± 9"


def test_single_instance_has_no_deviation() -> None:
    """The deviation of one instance says nothing and is not shown."""
    assert FIGURES["mean_cable_m"].spread_text(8.0, 0.0, 1) == "8.00"


@pytest.mark.parametrize(
    ("key", "heading"),
    [
        ("switches", "Switches"),
        ("mean_cable_m", "Mean cable (m)"),
        ("cable_cost", "Cables between switches (EUR)"),
        ("switch_cost_per_endpoint", "Switches (EUR per endpoint)"),
        ("network_power_w_per_endpoint", "Network power (W per endpoint)"),
    ],
)
def test_a_heading_has_the_unit(key: str, heading: str) -> None:
    """Of money the currency that holds, of counts nothing."""
    assert FIGURES[key].heading("EUR") == heading


@pytest.mark.parametrize(
    ("unit", "kind"), [("EUR/(Gb/s)/m", Kind.MONEY), ("pJ/bit", Kind.POWER), ("m", None)]
)
def test_a_unit_tells_its_kind(unit: str, kind: Kind | None) -> None:
    """By the first kind that one of its words names."""
    assert kind_of_unit(unit) is kind
