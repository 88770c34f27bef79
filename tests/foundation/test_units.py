"""Lengths in whole millimetres."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.foundation.units import cents_to_money, figure_text, metres_to_mm, mm_to_metres


@given(st.integers(0, 10**9))
def test_millimetres_survive_the_way_through_metres(length_mm):
    """metres_to_mm(mm_to_metres(x)) = x up to a million metres."""
    assert metres_to_mm(mm_to_metres(length_mm), "x") == length_mm


@given(st.integers(0, 10**7), st.floats(0.01, 0.99))
def test_what_is_finer_than_a_millimetre_is_refused(length_mm, part):
    """Nothing is rounded behind the user's back."""
    with pytest.raises(InputError, match="finer than a millimetre"):
        metres_to_mm((length_mm + part) / 1000, "x")


@pytest.mark.parametrize("metres", [-0.001, -5, float("nan"), float("inf"), float("-inf")])
def test_what_is_no_length_is_refused_by_name(metres):
    """Negative, NaN and infinite lengths name their field."""
    with pytest.raises(InputError, match=r"grid\.pitch: .* is not a length"):
        metres_to_mm(metres, "grid.pitch")


def test_cents_are_hundredths():
    """Money is shown in whole units."""
    assert cents_to_money(12345) == 123.45


@given(st.floats(0, 1e15), st.sampled_from(["USD", "m", "ns", "W", ""]))
def test_figures_have_no_exponent(value, unit):
    """Two decimals, of metres three; the text reads back as the figure, to half of its last digit."""
    number, _, said = figure_text(value, unit).partition(" ")
    decimals = 3 if unit == "m" else 2
    assert said == unit
    assert "e" not in number
    assert len(number.partition(".")[2]) == decimals
    apart = abs(Decimal(number.replace(",", "")) - Decimal(value))
    assert apart <= Decimal(5).scaleb(-decimals - 1)  # exactly: 0.875 is shown as 0.88
