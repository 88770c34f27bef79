"""Records as CSV: every number in full, and nothing a spreadsheet would run."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.reports.formats.csv_text import cell, csv_text

FORMULA = "=+-@\t\r\uff1d\uff0b\uff0d\uff20"


@given(st.sampled_from(FORMULA), st.text())
def test_text_that_begins_like_a_formula_is_quoted(first: str, rest: str) -> None:
    """A quote goes before it and the text stays legible after the quote."""
    assert cell(first + rest).startswith(f"'{first}")


@pytest.mark.parametrize("number", [-1.5, 0.1 + 0.2, 1e300, -3, 2**60])
def test_numbers_stay_numbers(number: float) -> None:
    """A negative number is not mistaken for a formula, and no digit is lost."""
    assert float(cell(number)) == number


def test_what_a_record_lacks_is_empty() -> None:
    """Columns that a record has not, and None, are empty cells; texts with commas stay one cell."""
    text = csv_text(("a", "b", "c"), [{"a": "x,y", "b": None}, {"c": 2.5}])
    assert list(csv.reader(io.StringIO(text))) == [["a", "b", "c"], ["x,y", "", ""], ["", "", "2.5"]]
