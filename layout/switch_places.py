"""Common positions of switches: racks of their own, row ends or middles, tops of server racks."""

from collections.abc import Mapping
from typing import Literal

import numpy as np
import numpy.typing as npt

from netfloor.rooms.any_room import Room, rows_by_cabinet
from netfloor.rooms.hall.hall import Hall

SwitchPlace = Literal["own-racks", "row-ends", "row-middles", "rack-tops"]
#: All choices with their descriptions. End of row and top of rack are common designs; for some, top of rack
#: means any place in a server rack (B. Hedlund, "Top of Rack vs End of Row Data Center Designs", 2009,
#: bradhedlund.com). The top quarter is netfloor's own rule.
SWITCH_PLACES: Mapping[SwitchPlace, str] = {
    "own-racks": "switches in racks of their own, without servers",
    "row-ends": "switches in the first and last cabinet of rows, without servers",
    "row-middles": "switches in the middle cabinet of rows, without servers",
    "rack-tops": "switches in the top quarter of server cabinets, above the servers",
}


def row_cabinets(kind: str, room: Room) -> tuple[str, ...]:
    """Return the cabinets at the ends, or in the middle, of all rows; an even row has two in the middle.

    Occupied cabinets count, missing ones of a grid do not.
    """
    rows: dict[str, list[str]] = {}
    gone = set() if isinstance(room, Hall) else {room.name_of(cell) for cell in room.missing}
    for name, row in rows_by_cabinet(room).items():
        if name not in gone:
            rows.setdefault(row, []).append(name)
    results: list[str] = []
    for line in rows.values():
        last = len(line) - 1
        both = (0, last) if kind == "row-ends" else (last // 2, (last + 1) // 2)
        results += dict.fromkeys(line[at] for at in both)
    return tuple(results)


def rack_top_slots(room: Hall) -> npt.NDArray[np.bool_]:
    """Return a mask of the slots in the top quarter of their cabinet, (S,)."""
    cabinets = (room.cabinets[number] for number in room.usable.tolist())
    return np.array(
        [unit in cabinet.rack_tops for cabinet in cabinets for unit in cabinet.switch_units], dtype=bool
    )
