"""Where two offers cost the same: one price, or the years."""

import random
from fractions import Fraction

from netfloor.costmodels.buying.break_even import equal_factor, equal_years


def test_at_the_factor_both_cost_the_same_and_without_one_the_order_stands() -> None:
    """The factor makes them equal to the last digit; where there is none, no price turns the order."""
    draw = random.Random(3)  # noqa: S311 - no secret
    found = 0
    for _ in range(300):
        shares = [draw.randrange(0, 50) for _ in range(2)]
        rest = [draw.randrange(0, 50) for _ in range(2)]
        (cheaper, share), (dearer, other) = sorted(
            zip((a + b for a, b in zip(shares, rest, strict=True)), shares, strict=True)
        )
        factor = equal_factor(cheaper, share, dearer, other)
        if factor is not None:
            found += 1
            assert cheaper + (factor - 1) * share == dearer + (factor - 1) * other
            assert factor > 0
        elif cheaper < dearer:
            for f in (Fraction(1, 10**6), Fraction(1, 2), Fraction(2), Fraction(10**6)):
                assert cheaper + (f - 1) * share < dearer + (f - 1) * other
    assert 50 < found < 250


def test_the_nearest_year_at_which_the_order_turns() -> None:
    """Of all years at which the dearer costs no more, the nearest to now; None where there is none."""
    assert equal_years([10, 20, 30, 40], [15, 22, 30, 38], 1) == 3
    assert equal_years([10, 20, 30, 40], [8, 19, 31, 42], 4) == 2
    assert equal_years([1, 2, 3], [4, 5, 6], 2) is None
