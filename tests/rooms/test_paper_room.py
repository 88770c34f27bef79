"""The SpectralFly paper's rooms."""

import pytest

from foundation.errors import InputError
from rooms import paper_room
from rooms.paper_room import MAX_ROUTERS
from rooms.room_file import grid_from_definition

#: Table II: routers of the larger network of a size class, its room (references, section 1.1),
#: and the maxima in m as printed for the two networks placed in it.
CLASSES = [
    (168, (5, 17), (19.8, 21.6)),
    (338, (8, 24), (28.6, 27.8)),
    (660, (10, 34), (39.8, 36.2)),
    (1092, (13, 43), (50.8, 47.4)),
]


@pytest.mark.parametrize(("routers", "grid", "_maxima"), CLASSES)
def test_the_grids_are_those_of_the_references(routers, grid, _maxima):
    """Rows x columns of the four size classes, two slots a cabinet, room for every router."""
    room = paper_room(routers)
    assert (room.rows, room.columns) == grid
    assert room.slots >= routers


@pytest.mark.parametrize(("routers", "grid", "maxima"), CLASSES)
def test_printed_maxima_are_lengths_of_the_room(routers, grid, maxima):
    """All eight printed maxima are values of 4 + 2|dx| + 0.6|dy| (references, section 1.4)."""
    rows, columns = grid
    lengths = {4000 + 2000 * dx + 600 * dy for dx in range(rows) for dy in range(columns)}
    assert {round(1000 * maximum) for maximum in maxima} <= lengths
    assert set(paper_room(routers).slot_lengths().ravel().tolist()) == lengths - {4000} | {0, 2000}


@pytest.mark.parametrize("routers", [1, 2, 3, 17, 168, 1092, 4999])
def test_the_longest_cable_joins_opposite_corners(routers):
    """4 m and the whole way across the floor; 2 m where there is one cabinet only."""
    room = paper_room(routers)
    corner = room.lengths.between(0, room.slots - 1)
    across = 4000 + 2000 * (room.rows - 1) + 600 * (room.columns - 1)
    assert int(corner) == (2000 if room.rows == room.columns == 1 else across)


@pytest.mark.parametrize("routers", [0, -1, MAX_ROUTERS + 1])
def test_too_few_or_too_many_routers_are_refused(routers):
    """With the numbers that would be right."""
    with pytest.raises(InputError, match=f"give 1 to {MAX_ROUTERS}"):
        paper_room(routers)


def test_the_largest_room_can_be_read_back():
    """What is made can be read from a plan."""
    room = paper_room(MAX_ROUTERS)
    assert grid_from_definition(room.definition(), "plan.json") == room
