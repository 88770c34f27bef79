"""Names of sheets: valid, different, and as near to what was asked as may be."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.reports.formats.workbook import safe_sheet_names


@given(
    st.lists(
        st.text() | st.sampled_from(["a", "A", "[a]", "'a'", "History", "\U0001f600" * 30]), max_size=12
    )
)
def test_xlsxwriter_accepts_every_name(names: list[str]) -> None:
    """XlsxWriter, which checks names by the format's rules, raises nothing."""
    from xlsxwriter import Workbook  # noqa: PLC0415

    book = Workbook(io.BytesIO(), {"in_memory": True})
    for name in safe_sheet_names(names):
        book.add_worksheet(name)
    assert len(book.worksheets()) == len(names)
    book.close()


@pytest.mark.parametrize(
    ("names", "safe"),
    [
        (["Summary", "R01C03"], ["Summary", "R01C03"]),
        (["R01/C03", "R01:C03"], ["R01_C03", "R01_C03 (2)"]),
        (["a", "A", "a"], ["a", "A (2)", "a (3)"]),
        (["x" * 40, "x" * 40], ["x" * 31, "x" * 27 + " (2)"]),
        (["", "''", "  "], ["Sheet", "Sheet (2)", "Sheet (3)"]),
        (["'quoted'"], ["quoted"]),
        (["History"], ["History (2)"]),
        (["\U0001f600" * 20], ["\U0001f600" * 15]),
    ],
)
def test_names_are_mended(names: list[str], safe: list[str]) -> None:
    """Forbidden characters, length in UTF-16 units, apostrophes, reserved and double names."""
    assert safe_sheet_names(names) == safe


def test_valid_names_are_kept() -> None:
    """What is valid and different is not changed."""
    names = [f"Cabinet {n}" for n in range(50)]
    assert safe_sheet_names(names) == names
