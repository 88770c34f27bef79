"""What tiles of a raised floor bear."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Cabinet, Tiles
from netfloor.rooms.hall.tiles import overloaded_tiles

FLOOR = ((0, 0), (20_000, 0), (20_000, 20_000), (0, 20_000))


def hall(*cabinets, limit_kg=0, axis_deg=0.0):
    """Return a floor of tiles of 600 mm."""
    return Hall("h", FLOOR, cabinets, tiles=Tiles(600, limit_kg, (0, 0)), axis_deg=axis_deg)


def cabinet(x_mm, y_mm, front=90.0):
    """Return an empty cabinet of 600 mm by 1200 mm that weighs 200 kg."""
    one = Cabinet(f"A{x_mm}-{y_mm}", "A", x_mm, y_mm, 600, 1200, front, 42, (42,))
    return replace(one, empty_kg=200)


def test_a_cabinet_on_two_tiles_gives_each_its_half():
    """Half of 200 kg and of 1,000 kg; 600 kg are borne, a kilogram less is too little."""
    one = cabinet(900, 1200)
    assert overloaded_tiles(hall(one, limit_kg=600), {one.name: 1000.0}) == []
    first, second = overloaded_tiles(hall(one, limit_kg=599), {one.name: 1000.0})
    assert (first.kg, first.x_m, first.y_m, first.cabinets) == (pytest.approx(600), 0.9, 0.9, (one.name,))
    assert (second.x_m, second.y_m) == (0.9, 1.5)


def test_neighbours_share_a_tile():
    """Two cabinets askew to the tiles: the one between them bears a part of both."""
    left, right = cabinet(1200, 1200), cabinet(1800, 1200)
    loads = overloaded_tiles(hall(left, right), {})
    borne = {(one.x_m, round(one.kg, 6), len(one.cabinets)) for one in loads}
    assert borne == {(0.9, 50, 1), (1.5, 100, 2), (2.1, 50, 1)}


@given(
    x_mm=st.integers(3000, 9000),
    y_mm=st.integers(3000, 9000),
    front=st.floats(0, 359),
    axis=st.sampled_from([0.0, 90.0, 30.0, -17.5]),
)
def test_the_tiles_bear_the_whole_cabinet(x_mm, y_mm, front, axis):
    """Nothing of its weight is lost or counted twice, however it stands to the tiles."""
    one = cabinet(x_mm, y_mm, front)
    loads = overloaded_tiles(hall(one, axis_deg=axis), {one.name: 300.0})
    assert sum(load.kg for load in loads) == pytest.approx(500)


def test_a_slab_has_no_tiles():
    """Without tiles nothing is overloaded, nor by a cabinet whose weight nobody said."""
    one = cabinet(900, 1200)
    assert overloaded_tiles(hall(replace(one, empty_kg=None)), {}) == []
    assert overloaded_tiles(replace(hall(one), tiles=None), {one.name: 10**6}) == []
