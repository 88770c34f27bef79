"""What the length of a cable in a grid of cabinets adds up from."""

from rooms.room import Room


def grid_terms(room: Room, one: int, other: int) -> list[tuple[str, int]]:
    """Return words and millimetres, in order, of a cable between two usable cabinets."""
    names = room.cabinet_name(one), room.cabinet_name(other)
    if one == other:
        return [(f"inside cabinet {names[0]}", room.inside_mm)]
    (row, column), (row_there, column_there) = room.cabinets[[one, other]].tolist()
    rows, columns = abs(row - row_there), abs(column - column_there)
    return [
        (f"overhead at {names[0]}", room.overhead_mm),
        (f"{columns} x {room.column_pitch_mm} mm along the row", columns * room.column_pitch_mm),
        (f"{rows} x {room.row_pitch_mm} mm across rows", rows * room.row_pitch_mm),
        (f"overhead at {names[1]}", room.overhead_mm),
    ]
