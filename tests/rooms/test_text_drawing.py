"""A room in characters."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from netfloor.reports.rooms.facts import EMPTY, LEGEND, MAX_COLUMNS, draw_text
from netfloor.rooms.room import GridRoom

ROOM = GridRoom("x", 2, 4, missing=frozenset({(0, 1), (1, 3)}), taken=frozenset({(1, 0)}))


def test_an_empty_room_shows_free_missing_and_taken_cabinets():
    """One character a cabinet, a row a line, no blanks at the end."""
    assert draw_text(ROOM).splitlines() == [f"R01 {EMPTY} {EMPTY}{EMPTY}", f"R02 x{EMPTY}{EMPTY}", LEGEND]


def test_cabinets_show_how_many_routers_they_hold():
    """A digit, + from ten on."""
    assert draw_text(ROOM, np.array([1, 0, 9, 10, 2])).splitlines()[:2] == [f"R01 1 {EMPTY}9", "R02 x+2"]


def test_a_wide_room_says_what_it_leaves_out():
    """A terminal is only so wide."""
    lines = draw_text(GridRoom("x", 1, MAX_COLUMNS + 7)).splitlines()
    assert lines[0] == "R01 " + EMPTY * MAX_COLUMNS
    assert lines[1] == "(7 further columns do not fit here)"


@given(st.data())
def test_every_usable_cabinet_is_drawn_once(rooms, data):
    """As many marks as usable cabinets, as many crosses as taken ones that exist."""
    room = data.draw(rooms)
    drawn = "".join(line[4:] for line in draw_text(room).splitlines()[: room.rows])
    assert drawn.count(EMPTY) == len(room.cabinets)
    assert drawn.count("x") == len(room.taken - room.missing)
