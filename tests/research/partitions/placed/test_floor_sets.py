"""Sets of units that stand together, and sets that grow."""

import numpy as np
import pytest

from netfloor.research.partitions.placed.floor_sets import neighbourhoods, rectangles, strips
from netfloor.research.partitions.placed.grown_sets import grown_sets
from netfloor.research.partitions.placed.units import Units


def plain_rectangles(units: Units, size: int) -> set[tuple[int, ...]]:
    """Return the corners of every rectangle of exactly ``size`` units, by trying all."""
    xs, ys = sorted(set(units.x_mm.tolist())), sorted(set(units.y_mm.tolist()))
    found = set()
    for x0, x1 in [(a, b) for a in xs for b in xs if a <= b]:
        for y0, y1 in [(a, b) for a in ys for b in ys if a <= b]:
            inside = (units.x_mm >= x0) & (units.x_mm <= x1) & (units.y_mm >= y0) & (units.y_mm <= y1)
            if inside.sum() == size:
                found.add(tuple(np.flatnonzero(inside).tolist()))
    return found


@pytest.mark.parametrize("size", [2, 3, 4, 6, 8])
def test_every_rectangle_of_that_size_is_there(place, size: int) -> None:
    """Those that hold exactly so many units, found by trying all rectangles."""
    units = place("random:20,3", 4, 3)
    found = {tuple(one.members.tolist()) for one in rectangles(units, size)}
    assert plain_rectangles(units, size) <= found


@pytest.mark.parametrize("make", [rectangles, strips, neighbourhoods, grown_sets])
@pytest.mark.parametrize(
    ("by", "size"), [("routers", 7), ("cabinets", 5), ("routers", 20), ("cabinets", 1)]
)
def test_sets_have_the_size_that_was_asked_for(place, make, by: str, size: int) -> None:
    """Each unit once, all of them there are."""
    units = place("random:20,3", 4, 3, by=by)
    found = list(make(units, size))
    assert found
    for one in found:
        assert len(set(one.members.tolist())) == len(one.members) == size
        assert 0 <= one.members.min() <= one.members.max() < len(units)


def test_a_strip_goes_on_in_the_next_row_where_it_turns(place) -> None:
    """In a full room of single units neighbours in a strip are neighbours on the floor."""
    units = place("random:24,3", 4, 3, by="cabinets")
    for one in strips(units, 2):
        a, b = one.members
        steps = abs(units.x_mm[a] - units.x_mm[b]) // 600 + abs(units.y_mm[a] - units.y_mm[b]) // 2000
        assert steps == 1


def test_the_nearest_are_the_nearest(place) -> None:
    """Nobody outside stands nearer to the first unit than somebody inside."""
    units = place("random:24,3", 4, 3)
    for centre, one in enumerate(neighbourhoods(units, 6)):
        away = np.abs(units.x_mm - units.x_mm[centre]) + np.abs(units.y_mm - units.y_mm[centre])
        outside = np.setdiff1d(np.arange(len(units)), one.members)
        assert centre in one.members
        assert away[one.members].max() <= away[outside].min()


def test_a_ring_grows_as_an_arc(place) -> None:
    """By number, every grown set of a ring has two links around it."""
    units = place("circulant:12:1", 2, 3)
    for one in grown_sets(units, 5, shares=(0.0,)):
        inside = np.isin(units.ends, one.members).sum(axis=1)
        assert (inside == 1).sum() == 2
