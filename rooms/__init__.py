"""Where things may stand: cabinet grids, their slots, and cable length between slots."""

from rooms.grid_lengths import GridLengths
from rooms.paper_room import paper_room
from rooms.room import Room
from rooms.room_spec import room_from_spec

__all__ = ["GridLengths", "Room", "paper_room", "room_from_spec"]
