"""Numbers and names as people read them."""

from xml.etree.ElementTree import Element, tostring

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given
from hypothesis import strategies as st

from netfloor.reports.formats.text import (
    head_text,
    one_line,
    ratio,
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


def test_ratio_to_zero_is_nothing() -> None:
    """Nothing is so many times zero."""
    assert ratio(1.0, 0) is None


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("mean length", "Mean length"),
        ("mW per Gb/s", "mW per Gb/s"),
        ("eBB, largest job", "eBB, largest job"),
        ("kW", "kW"),
        ("m", "m"),
        ("", ""),
        (" ", " "),
        ("of half", "Of half"),
    ],
)
def test_a_head_has_a_capital_unless_that_makes_another_unit(text: str, head: str) -> None:
    """A milliwatt is no megawatt."""
    assert head_text(text) == head
