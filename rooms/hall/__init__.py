"""Machine halls: floors with rows of cabinets, pillars, doors, cooling and cable trays."""

from netfloor.rooms.hall.file.definition import hall_from_definition
from netfloor.rooms.hall.file.read import read_hall
from netfloor.rooms.hall.hall import Hall

__all__ = ["Hall", "hall_from_definition", "read_hall"]
