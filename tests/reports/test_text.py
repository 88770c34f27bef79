"""Numbers and names as people read them."""

import math
from xml.etree.ElementTree import Element, tostring

import numpy as np
import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given
from hypothesis import strategies as st

from reports.text import (
    NOTHING,
    figure_text,
    finite,
    one_line,
    percent_text,
    ratio,
    spread_text,
)


@given(st.text(st.characters(exclude_categories=())))
def test_one_line_is_one_line_of_valid_xml(text: str) -> None:
    """Whatever the text, the result has no line break, encodes as UTF-8 and is legal in XML."""
    clean = one_line(text)
    assert len(clean.splitlines()) <= 1
    element = Element("a")
    element.text = clean
    assert (fromstring(tostring(element, "utf-8")).text or "") == clean


@given(st.text(), st.integers(1, 40))
def test_one_line_keeps_to_its_limit(text: str, limit: int) -> None:
    """No result is longer than asked."""
    assert len(one_line(text, limit)) <= limit


@given(st.text(st.characters(categories=("L", "N", "P", "S"))))
def test_one_line_leaves_visible_text_alone(text: str) -> None:
    """Letters, digits, punctuation and symbols stay as they are."""
    assert one_line(text) == text


@pytest.mark.parametrize("value", [None, math.nan, math.inf, -math.inf, np.float64("nan")])
def test_what_is_no_number_is_shown_as_nothing(value: object) -> None:
    """Missing, NaN and infinite figures read the same, in no case as a number."""
    assert finite(value) is None
    assert figure_text("power_w", value) == NOTHING
    assert ratio(value, 1) is None
    assert ratio(1, value) is None


def test_ratio_to_zero_is_nothing() -> None:
    """Nothing is so many times zero."""
    assert ratio(1.0, 0) is None


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("routers", 1092, "1,092"),
        ("mean_cable_m", 7.836, "7.84"),
        ("gap", 0.1104, "11.0 %"),
        ("bisection_links", 12.5, "12.5"),
        ("bisection_links", 12.0, "12"),
        ("power_w", 9028.2, "9,028"),
        ("power_w", 7.25, "7.25"),
        ("cable_cost_usd", 123456.7, "123,457"),
        ("mw_per_gbps", np.float64(30.52), "30.5"),
        ("max_latency_ns", 576, "576.0"),
        ("total_cost_usd_per_endpoint", 1067.5, "1,067.50"),
    ],
)
def test_digits_fit_the_figure(key: str, value: float, text: str) -> None:
    """Counts are whole, metres have centimetres, large money has no cents."""
    assert figure_text(key, value) == text


def test_mean_and_deviation_have_the_same_digits() -> None:
    """A spread never claims more digits for one of its numbers than for the other."""
    assert spread_text("bisection_links", 12.0, 0.5, 20) == "12.0 ± 0.5"
    assert spread_text("power_w", 928.0, 9.28, 20) == "928 ± 9"


def test_single_instance_has_no_deviation() -> None:
    """The deviation of one instance says nothing and is not shown."""
    assert spread_text("mean_cable_m", 8.0, 0.0, 1) == "8.00"


def test_small_difference_is_not_called_zero() -> None:
    """A difference that rounds to nothing is said to be small, not absent."""
    assert percent_text(0.0001) == "less than 0.1 %"
    assert percent_text(0) == "0.0 %"
