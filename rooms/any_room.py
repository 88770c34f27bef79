"""What a network can be placed in: a grid of cabinets or a hall."""

from rooms.hall.hall import Hall
from rooms.room import Room

AnyRoom = Room | Hall
