"""Machine halls: real floors with rows of cabinets, obstacles and cable trays."""

from rooms.hall.definition import hall_from_definition
from rooms.hall.hall import Hall
from rooms.hall.hall_file import read_hall

__all__ = ["Hall", "hall_from_definition", "read_hall"]
