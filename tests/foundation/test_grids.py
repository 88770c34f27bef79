"""The paper's square-room rule in exact arithmetic."""

from fractions import Fraction

import pytest

from netfloor.foundation.grids import cabinets_needed, square_grid


def test_columns_are_the_least_that_the_root_allows():
    """For 1 to 5000 cabinets, y is the least integer with y squared >= 2c / 0.6, exactly."""
    for cabinets in range(1, 5001):
        rows, columns = square_grid(cabinets)
        under_root = Fraction(2 * cabinets) / Fraction(6, 10)
        assert columns**2 >= under_root > (columns - 1) ** 2
        assert rows == -(-cabinets // columns)


@pytest.mark.parametrize(
    ("routers", "grid"), [(168, (5, 17)), (338, (8, 24)), (660, (10, 34)), (1092, (13, 43))]
)
def test_the_rooms_of_the_papers_size_classes(routers, grid):
    """The rooms behind SpectralFly's Table II (references, section 1.1)."""
    assert square_grid(cabinets_needed(routers)) == grid


@pytest.mark.parametrize("per_cabinet", [1, 2, 3, 7])
def test_cabinets_hold_all_routers_and_one_fewer_would_not(per_cabinet):
    """The number of cabinets is rounded up, never further."""
    for routers in range(1, 100):
        cabinets = cabinets_needed(routers, per_cabinet)
        assert cabinets * per_cabinet >= routers > (cabinets - 1) * per_cabinet
