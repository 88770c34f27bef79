"""One rule by which texts for people are made harmless to spreadsheets."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.spreadsheet_text import FORMULA_STARTS, neutralised
from netfloor.foundation.spreadsheet_text import cell as exchange_cell
from netfloor.reports.formats.csv_text import cell as report_cell
from netfloor.reports.formats.csv_text import table_csv
from netfloor.reports.formats.table import Column, Table


def sheet_cell(text: str) -> str:
    """Return a text as a sheet's CSV holds it."""
    sheet = Table("s", (Column("a"),), ((text,),))
    return list(csv.reader(io.StringIO(table_csv(sheet), newline="")))[1][0]


WRITERS = {"labels": exchange_cell, "records": report_cell, "sheets": sheet_cell}


@pytest.mark.parametrize("start", sorted(FORMULA_STARTS), ids=ascii)
@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_every_start_is_neutralised_by_every_writer(write, start):
    """Signs, their full-width forms, TAB, CR, LF and NUL; the list is OWASP's (CSV injection)."""
    assert write(f"{start}1+1").startswith("'")


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
@pytest.mark.parametrize("text", ["\0=1", "\0x", " =1", "\t @SUM(1)", "\r\n+1", "  \uff1d1"])
def test_what_stands_before_a_formula_does_not_hide_it(write, text):
    """White space and NUL, which spreadsheets pass over."""
    assert write(text).startswith("'")


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
@pytest.mark.parametrize("text", ["", "r0", "a=b", "R01C03-40:17", "12.50", "'quoted"])
def test_a_harmless_text_stays_as_it_is(write, text):
    """No apostrophe where nothing could run."""
    assert write(text) == text


@given(st.text(max_size=20))
def test_neutralised_text_never_begins_like_a_formula(text):
    """Whatever a text holds, and after any white space."""
    assert neutralised(text).lstrip()[:1] not in FORMULA_STARTS
