"""Lengths that the independent check of objectives takes as possible, beside every pair of slots."""

from itertools import combinations

from netfloor.costmodels.check.objective import lengths_of
from netfloor.layout.check.cables import Floor

#: Two rows of three cabinets, uneven, the first with two slots.
GRID = Floor(
    x_mm=(0, 0, 600, 1500, 0, 600, 1500),
    y_mm=(0, 0, 0, 0, 1800, 1800, 1800),
    cabinet=(0, 0, 1, 2, 3, 4, 5),
    names=("A1", "A2", "A3", "B1", "B2", "B3"),
    apart_mm=2000,
    inside_mm=800,
)


def test_every_length_between_two_slots_is_possible() -> None:
    """None is missing, and none is beyond what the rows and columns can give."""
    possible = lengths_of(GRID)
    assert possible == sorted(possible)
    assert {GRID.length(a, b) for a, b in combinations(range(7), 2)} <= set(possible)
    columns, rows = {0, 600, 900, 1500}, {0, 1800}
    assert set(possible) == {800, *(2000 + x + y for x in columns for y in rows)}
