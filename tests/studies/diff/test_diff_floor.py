"""Where the cabinets of two plans stand in the drawing of their difference."""

from collections.abc import Callable
from pathlib import Path

import pytest

import netfloor as nf
from netfloor.plans.load import load_plan
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_plan
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room import GridRoom
from netfloor.studies.diff.floor import diff_floor

HALL = """
[hall]
outline_m = [[0, 0], [9, 0], [9, 9], [0, 9]]
[[row]]
name = "A"
start_m = [2, 3]
count = 3
pitch_m = 0.6
depth_m = 1.2
[[row]]
name = "B"
start_m = [2, 6]
count = 2
pitch_m = 0.8
depth_m = 0.5
"""


@pytest.fixture
def placed(tmp_path: Path) -> Callable[[Room], Plan]:
    """Return a function that places three switches in a room."""

    def place(room: Room) -> Plan:
        nf.place("complete:3", room, iterations=10).write(tmp_path / "plan.json", force=True)
        return load_plan(tmp_path / "plan.json")

    return place


def test_cabinets_of_grids_stand_in_the_middle_of_their_places(placed: Callable[[Room], Plan]) -> None:
    """Columns to the right, rows downwards, each by its room's pitch; boxes are as wide as the closer."""
    rooms = [
        GridRoom("old", 2, 3, row_pitch_mm=2000, column_pitch_mm=700),
        GridRoom("new", 1, 3, row_pitch_mm=3000, column_pitch_mm=600),
    ]
    old, new = map(placed, rooms)
    floor = diff_floor((old.room, new.room), (fabric_of_plan(old), fabric_of_plan(new)))
    assert floor.pitch_mm == (600, 2000)
    assert floor.old_mm == {
        f"R{row:02d}C{column:02d}": (700 * column - 350, 2000 * row - 1000)
        for row in (1, 2)
        for column in (1, 2, 3)
    }
    assert floor.new_mm == {f"R01C{column:02d}": (600 * column - 300, 1500) for column in (1, 2, 3)}
    for plan, room, used in ((old, rooms[0], floor.old_occupied), (new, rooms[1], floor.new_occupied)):
        slots = plan.placement.slot_of.tolist()
        assert used == {room.cabinet_name(slot // room.slots_per_cabinet) for slot in slots}


def test_cabinets_of_halls_stand_where_the_hall_has_them(
    tmp_path: Path, placed: Callable[[Room], Plan]
) -> None:
    """By their centres; boxes are as wide as the narrowest side of a cabinet."""
    (tmp_path / "hall.toml").write_text(HALL)
    hall = nf.room(tmp_path / "hall.toml")
    assert isinstance(hall, Hall)
    plan = placed(hall)
    floor = diff_floor((plan.room, plan.room), (fabric_of_plan(plan), fabric_of_plan(plan)))
    assert floor.old_mm == floor.new_mm == {one.name: (one.x_mm, one.y_mm) for one in hall.cabinets}
    assert floor.pitch_mm == (500, 500)
