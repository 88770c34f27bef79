"""Cabinets and slots of a room in the form that a fabric uses."""

from collections import Counter
from dataclasses import dataclass

from netfloor.fabric.fabric import FloorCabinet
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room import GridRoom


@dataclass(frozen=True)
class CabinetSlots:
    """The cabinets and slots of a room in the form of the exchange formats."""

    cabinets: tuple[FloorCabinet, ...]  # free cabinets, counted as in `rooms.hosts`
    # cabinet of each slot, its position there from 1, and its rack unit (None where the room has none)
    slots: tuple[tuple[int, int, int | None], ...]


def cabinet_slots(room: Room) -> CabinetSlots:
    """Return the cabinets and slots of a room; only slots of a hall have rack units."""
    return _hall_slots(room) if isinstance(room, Hall) else _grid_slots(room)


def _grid_slots(room: GridRoom) -> CabinetSlots:
    cabinets = tuple(
        FloorCabinet(room.cabinet_name(i), row + 1, column + 1, f"Row {row + 1:02d}")
        for i, (row, column) in enumerate(room.cabinets.tolist())
    )
    per = room.slots_per_cabinet
    return CabinetSlots(cabinets, tuple((slot // per, slot % per + 1, None) for slot in range(room.slots)))


def _hall_slots(hall: Hall) -> CabinetSlots:
    """Return the slots of a hall; rows and cabinets are numbered in order of appearance."""
    rows: dict[str, int] = {}
    in_row: Counter[str] = Counter()
    cabinets: list[FloorCabinet] = []
    place_of: dict[int, int] = {}
    for index, cabinet in enumerate(hall.cabinets):
        if not cabinet.taken:
            rows.setdefault(cabinet.row, len(rows) + 1)
            in_row[cabinet.row] += 1
            place_of[index] = len(cabinets)
            row, name = cabinet.row, cabinet.name
            size = cabinet.width_mm, cabinet.depth_mm
            cabinets.append(FloorCabinet(name, rows[row], in_row[row], row, cabinet.units, *size))
    filled: Counter[int] = Counter()
    slots = []
    for index, unit in zip(hall.usable[hall.slot_cabinet].tolist(), hall.slot_unit.tolist(), strict=True):
        filled[index] += 1
        slots.append((place_of[index], filled[index], unit))
    return CabinetSlots(tuple(cabinets), tuple(slots))
