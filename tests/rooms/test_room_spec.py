"""One way to name a room, and the SpectralFly paper's rooms."""

import pytest

from netfloor.foundation.errors import InputError
from netfloor.rooms.room import GridRoom
from netfloor.rooms.room_file import MAX_SIDE, grid_from_definition
from netfloor.rooms.room_spec import MAX_ROUTERS, is_room_file, paper_room, room_from_spec

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


def test_a_number_of_routers_names_the_papers_room():
    """``paper:N``."""
    assert room_from_spec("paper:168") == paper_room(168)


def test_rows_and_columns_name_a_plain_grid():
    """``grid:ROWSxCOLUMNS``, rows first."""
    assert room_from_spec("grid:5x17") == GridRoom("grid:5x17", 5, 17)


def test_everything_else_is_a_file(tmp_path, monkeypatch):
    """Relative to where the user is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hall.toml").write_text("[grid]\nrows = 2\ncolumns = 3\n", encoding="utf-8")
    assert room_from_spec("hall.toml") == GridRoom("hall", 2, 3)


@pytest.mark.parametrize(
    ("spec", "part"),
    [
        ("paper:", "is not a room"),
        ("paper:x", "is not a room"),
        ("paper:-3", "is not a room"),
        ("paper:1.5", "is not a room"),
        ("paper:0", "0 switches"),
        ("paper:999999999", "999999999 switches"),
        ("paper:9999999999", "is not a room"),
        ("grid:5", "is not a room"),
        ("grid:5x", "is not a room"),
        ("grid:5x-1", "is not a room"),
        ("grid:5x17x2", "is not a room"),
        ("grid:0x17", "0 cabinets"),
        ("grid:5000x5000", "25000000 cabinets"),
        (f"grid:{MAX_SIDE + 1}x1", f"at most {MAX_SIDE}"),
        (f"grid:1x{MAX_SIDE + 1}", f"at most {MAX_SIDE}"),
        ("", "has no name"),
        (" ", "has no name"),
        ("nowhere.toml", "No such file"),
        (".", "not a regular file"),
    ],
)
def test_a_bad_spec_is_refused(tmp_path, monkeypatch, spec, part):
    """The message says what would be right, or why the file cannot be read."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=part):
        room_from_spec(spec)


@pytest.mark.parametrize(
    ("spec", "is_file"),
    [("paper:168", False), ("grid:5x17", False), ("hall.toml", True), ("dir/paper:168", True)],
)
def test_rules_are_told_from_files(spec, is_file):
    """A plan looks for a room's file only where there is one."""
    assert is_room_file(spec) == is_file
