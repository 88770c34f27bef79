"""Commands ``netfloor room``: show, check and import rooms, or start one from lists."""

from netfloor.commands.group import group
from netfloor.commands.room.check import check
from netfloor.commands.room.import_ import import_
from netfloor.commands.room.lists import lists
from netfloor.commands.room.show import show

app = group("Rooms: cabinets, slots and cable lengths.", show, check, import_, lists)
