"""The longest and all cables of a table of lengths."""

import numpy as np
import pytest

from netfloor.research.growth.packaging.length_table import LengthTable


@pytest.mark.parametrize(
    ("inside", "floor_mm", "cables", "longest_mm", "total_mm"),
    [
        (0, [], [], 0, 0),
        (2, [], [], 500, 1000),
        (0, [1000, 3000], [2, 1], 7000, 2 * 5000 + 7000),
        (1, [0], [1], 4000, 4500),
    ],
)
def test_longest_and_total(
    inside: int, floor_mm: list[int], cables: list[int], longest_mm: int, total_mm: int
) -> None:
    """Overhead of 4 m between cabinets, half a metre inside one; nothing without cables."""
    table = LengthTable(inside, np.array(floor_mm, dtype=np.int64), np.array(cables, dtype=np.int64))
    assert (table.longest_mm(4000, 500), table.total_mm(4000, 500)) == (longest_mm, total_mm)
