"""Where cabinets are by their names, one name after the other."""

import pytest

from netfloor.exchange.imported.room import cells_of_names
from netfloor.foundation.errors import InputError


@pytest.mark.parametrize(
    ("names", "cells"),
    [
        (("R01C03", "R2C1"), [(0, 2), (1, 0)]),
        (("R0C3", "R2C1"), [(0, 2), (2, 0)]),
        (("A07", "C-01", "AA2"), [(0, 6), (2, 0), (26, 1)]),
        (("1-07", "3.2"), [(0, 6), (2, 1)]),
        (("leaf 12", "leaf 14", "spine 13"), [(0, 0), (0, 2), (1, 1)]),
        (("311", "314", "R112", "R113"), [(0, 0), (0, 3), (1, 0), (1, 1)]),
        (("R1C50001", "R3C50002"), [(0, 0), (2, 1)]),
        (("R1C50001", "R1C50002"), [(0, 50_000), (0, 50_001)]),
        (("R90001C1", "R90003C2"), [(0, 0), (2, 1)]),
    ],
)
def test_names_say_row_and_place(names: tuple[str, ...], cells: list[tuple[int, int]]) -> None:
    """Counted from 1, from 0 where a name says so, and from the least where the grid would be too large."""
    found = cells_of_names(names, (), "file")
    assert [found[name] for name in names] == cells


def test_other_cabinets_are_taken_in_where_the_same_way_fits() -> None:
    """They count in the size of the grid; others are left out."""
    found = cells_of_names(("A02", "B01"), ("C03", "store", "R01C01"), "file")
    assert found == {"A02": (0, 1), "B01": (1, 0), "C03": (2, 2)}


@pytest.mark.parametrize(
    ("names", "words"), [(("A01", "store"), "do not say where"), (("R1C1", "R2C100000"), "200,000 places")]
)
def test_names_that_span_no_grid_are_refused(names: tuple[str, ...], words: str) -> None:
    """Where one does not fit, or far too many places would be between them."""
    with pytest.raises(InputError, match=words):
        cells_of_names(names, (), "file")
