"""The cabinets of two plans: their positions, and whether they hold devices."""

from netfloor.fabric.fabric import Fabric
from netfloor.reports.diff.floor import DiffFloor
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall


def diff_floor(rooms: tuple[Room, Room], fabrics: tuple[Fabric, Fabric]) -> DiffFloor:
    """Return the positions of the cabinets of an old and a new room, and those in use."""
    (old, new), (before, after) = rooms, fabrics
    pitches = [_pitch_mm(room) for room in rooms]
    return DiffFloor(
        _centres_mm(old),
        _centres_mm(new),
        (min(x for x, _ in pitches), min(y for _, y in pitches)),
        _occupied(before),
        _occupied(after),
    )


def _centres_mm(room: Room) -> dict[str, tuple[float, float]]:
    if isinstance(room, Hall):
        return {cabinet.name: (cabinet.x_mm, cabinet.y_mm) for cabinet in room.cabinets}
    return {
        room.cabinet_name(cabinet): (
            (column + 0.5) * room.column_pitch_mm,
            (row + 0.5) * room.row_pitch_mm,
        )
        for cabinet, (row, column) in enumerate(room.cabinets.tolist())
    }


def _pitch_mm(room: Room) -> tuple[int, int]:
    if isinstance(room, Hall):
        sizes = [sorted((cabinet.width_mm, cabinet.depth_mm)) for cabinet in room.cabinets]
        return min(size[0] for size in sizes), min(size[0] for size in sizes)
    return room.column_pitch_mm, room.row_pitch_mm


def _occupied(fabric: Fabric) -> frozenset[str]:
    return frozenset(
        fabric.cabinet_name(number)
        for number, device in enumerate(fabric.devices)
        if device.cabinet is not None
    )
