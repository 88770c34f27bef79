"""Names of racks in cells, found among the cabinets of a room."""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from netfloor.exchange.tables.problems import NearNames
from netfloor.fabric.fabric import FloorCabinet
from netfloor.topologies.parameters import shown

_BEFORE_DOOR = re.compile(
    r"(?:rack|cabinet|cab|schrank|baie|armoire|bastidor|armario)[ .:#_-]{1,3}(?=\w)", re.IGNORECASE
)
#: The number of a cabinet in the room, or its name without a room; None if the room has no such cabinet.
FindRack = Callable[[str], int | str | None]


def rack_key(name: str) -> str:
    """Return a cabinet key without a leading ``Rack``: ``Rack A`` becomes ``A``."""
    return _BEFORE_DOOR.sub("", name)


def cabinet_finder(cabinets: Sequence[FloorCabinet]) -> FindRack:
    """Return a lookup of cabinets by name, with or without a leading ``Rack``."""
    index = {cabinet.name: number for number, cabinet in enumerate(cabinets)}
    doors = Counter(map(rack_key, index))
    alike = {door: index[name] for name in index if doors[door := rack_key(name)] == 1}
    return lambda text: index[text] if text in index else alike.get(rack_key(text))


def door_names() -> FindRack:
    """Return a lookup of racks without a room: ``Rack A01`` and ``A01`` are one, as first written."""
    known: dict[str, str] = {}
    return lambda text: known.setdefault(rack_key(text), text)


def no_cabinet(text: str, cabinets: Sequence[FloorCabinet]) -> tuple[str, str]:
    """Return the problem of a rack that the room lacks, and the remedy."""
    near = NearNames(cabinet.name for cabinet in cabinets)
    advice = near.advice(text, "a cabinet of the room, named as on its door")
    return f"there is no cabinet {shown(text)!r} in the room", advice
