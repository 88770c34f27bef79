"""Reader of a user's CSV of switches with fixed locations."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from netfloor.exchange.tables.tables import csv_table
from netfloor.exchange.tables.text_input import source_name
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import read_text
from netfloor.rooms.any_room import Room
from netfloor.topologies.parameters import shown
from netfloor.topologies.router_names import known_by
from netfloor.topologies.topology import Topology

COLUMNS = "switch,cabinet or switch,cabinet,position (from 1)"


def read_fixed(path: Path, topology: Topology, room: Room) -> npt.NDArray[np.int32]:
    """Return the slot of each switch that a file fixes, -1 for the others, (n,) int32.

    One switch per line: its name, its cabinet's name, and its position in the cabinet from 1 (default: the
    first free position). A first line ``switch,cabinet`` is a heading. Raises `InputError` if a switch or
    cabinet does not exist, is repeated or does not fit.
    """
    rows = []
    for number, row in enumerate(
        csv_table(read_text(path, "fixed switches"), source_name(path)).rows, start=1
    ):
        cells = list(row.cells)
        if any(cells) and not (number == 1 and cells[:2] in (["switch", "cabinet"], ["router", "cabinet"])):
            rows.append((row.where, cells))
    return fixed_slots(rows, topology, room)


def fixed_slots(
    rows: Iterable[tuple[str, list[str]]], topology: Topology, room: Room
) -> npt.NDArray[np.int32]:
    """Return the slots as `read_fixed` does, from rows of cells with their locations for messages."""
    routers = known_by({topology.label(router): router for router in range(topology.routers)})
    cabinets = {room.cabinet_name(cabinet).upper(): cabinet for cabinet in range(room.cabinet_count)}
    slot_of = np.full(topology.routers, -1, dtype=np.int32)
    free = dict.fromkeys(range(room.slots))
    for where, cells in rows:
        if len(cells) not in (2, 3):
            raise InputError(where, f"{len(cells)} columns", COLUMNS)
        router, cabinet = routers.get(cells[0]), cabinets.get(cells[1].upper())
        if router is None:
            raise InputError(where, f"there is no switch {shown(cells[0])!r}", "a switch of the network")
        if cabinet is None:
            raise InputError(
                where, f"there is no cabinet {shown(cells[1])!r} to use", f"such as {room.cabinet_name(0)}"
            )
        if slot_of[router] >= 0:
            raise InputError(where, f"switch {cells[0]} is given twice", "one line per switch")
        slot = _slot(where, room, cabinet, cells[2] if len(cells) == 3 else "", free)
        slot_of[router] = slot
        del free[slot]
    return slot_of


def _slot(where: str, room: Room, cabinet: int, position: str, free: dict[int, None]) -> int:
    """Return the free slot at a position in a cabinet."""
    slots = np.flatnonzero(room.lengths.cabinet_of_slot == cabinet).tolist()
    per = len(slots)
    if not position:
        chosen = next((slot for slot in slots if slot in free), None)
    elif position.isdecimal() and len(position) < 10 and 1 <= int(position) <= per:
        chosen = slots[int(position) - 1]
    else:
        raise InputError(where, f"position {shown(position)!r}", f"1 to {per}")
    if chosen is None or chosen not in free:
        raise InputError(where, f"cabinet {room.cabinet_name(cabinet)} has no place left there", "another")
    return chosen
