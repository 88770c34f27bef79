"""A room and its definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.rooms.room import GridRoom, cell_name, grid_terms
from netfloor.rooms.room_file import grid_from_definition


@given(st.data())
def test_a_definition_makes_the_same_room(rooms, data):
    """grid_from_definition(definition) = room, whatever the room."""
    room = data.draw(rooms)
    assert grid_from_definition(room.definition(), "plan.json") == room


@given(st.data())
def test_usable_cabinets_are_all_but_the_barred_ones(rooms, data):
    """Row by row; the slots are theirs."""
    room = data.draw(rooms)
    cells = [tuple(cell) for cell in room.cabinets.tolist()]
    assert cells == sorted(cells)
    assert set(cells) | room.missing | room.taken == {
        (row, column) for row in range(room.rows) for column in range(room.columns)
    }
    assert len(cells) == room.rows * room.columns - len(room.missing | room.taken)
    assert room.slots == len(cells) * room.slots_per_cabinet


@pytest.mark.parametrize(
    ("row", "column", "name"), [(0, 0, "R01C01"), (1, 10, "R02C11"), (99, 1233, "R100C1234")]
)
def test_cells_are_named_from_one(row, column, name):
    """Two digits at least, as many as needed."""
    assert cell_name(row, column) == name
    assert GridRoom("x", 100, 1234).cabinet_name(row * 1234 + column) == name


@pytest.mark.parametrize(
    "wrong",
    [
        {"rows": 0},
        {"columns": 0},
        {"slots_per_cabinet": 0},
        {"row_pitch_mm": 0},
        {"column_pitch_mm": -600},
        {"missing": frozenset({(2, 0)})},
        {"taken": frozenset({(0, -1)})},
        {"missing": frozenset({(0, 3)})},
        {"apart_mm": ((0, 1), (1, 0))},
        {"apart_mm": tuple(tuple(range(6)) for _ in range(6))},
        {"apart_mm": tuple((-1,) * 6 for _ in range(6))},
    ],
)
def test_a_room_that_cannot_be_is_a_callers_mistake(wrong):
    """No cabinet, no slot, no pitch, or a barred cabinet outside the grid."""
    with pytest.raises(ValueError, match=r"room|cabinet"):
        GridRoom(**{"name": "x", "rows": 2, "columns": 3, **wrong})


def test_lengths_by_a_rule_of_the_user_are_those_of_the_table():
    """Between cabinets as the table says, inside one the room's, from a slot to itself 0; read back too."""
    apart = ((0, 7, 9), (7, 0, 0), (9, 0, 0))
    room = GridRoom("x", 1, 4, slots_per_cabinet=2, inside_mm=5, taken=frozenset({(0, 1)}), apart_mm=apart)
    for a in range(6):
        for b in range(6):
            wanted = 0 if a == b else 5 if a // 2 == b // 2 else apart[a // 2][b // 2]
            assert room.lengths.between(a, b) == wanted
    assert room.lengths.x_mm.tolist() == [column * room.column_pitch_mm for column in (0, 0, 2, 2, 3, 3)]
    assert sum(mm for _, mm in grid_terms(room, 0, 2)) == 9
    assert sum(mm for _, mm in grid_terms(room, 1, 1)) == 5
    assert grid_from_definition(room.definition(), "plan.json") == room


def test_the_summary_counts_what_is_not_usable():
    """A cabinet that is both missing and taken counts once."""
    assert GridRoom("x", 2, 3).summary == "2 x 3 cabinets"
    cells = frozenset({(0, 0)})
    assert GridRoom("x", 2, 3, missing=cells, taken=cells).summary == "2 x 3 cabinets, 1 not usable"
