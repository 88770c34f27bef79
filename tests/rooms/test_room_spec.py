"""One way to name a room."""

import pytest

from foundation.errors import InputError
from rooms import Room, paper_room, room_from_spec
from rooms.room_file import MAX_SIDE
from rooms.room_spec import is_room_file


def test_a_number_of_routers_names_the_papers_room():
    """``paper:N``."""
    assert room_from_spec("paper:168") == paper_room(168)


def test_rows_and_columns_name_a_plain_grid():
    """``grid:ROWSxCOLUMNS``, rows first."""
    assert room_from_spec("grid:5x17") == Room("grid:5x17", 5, 17)


def test_everything_else_is_a_file(tmp_path, monkeypatch):
    """Relative to where the user is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hall.toml").write_text("[grid]\nrows = 2\ncolumns = 3\n", encoding="utf-8")
    assert room_from_spec("hall.toml") == Room("hall", 2, 3)


@pytest.mark.parametrize(
    ("spec", "part"),
    [
        ("paper:", "is not understood"),
        ("paper:x", "is not understood"),
        ("paper:-3", "is not understood"),
        ("paper:1.5", "is not understood"),
        ("paper:0", "0 routers"),
        ("paper:999999999", "999999999 routers"),
        ("paper:9999999999", "is not understood"),
        ("grid:5", "is not understood"),
        ("grid:5x", "is not understood"),
        ("grid:5x-1", "is not understood"),
        ("grid:5x17x2", "is not understood"),
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
