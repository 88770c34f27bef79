"""A room in characters, for a terminal."""

import numpy as np

from rooms.room import Room

EMPTY, MISSING, TAKEN = "·", " ", "x"
MAX_COLUMNS = 110
LEGEND = "digit: routers in the cabinet (+ for ten or more)   · empty   x taken   blank: no cabinet"


def draw_text(room: Room, occupied: np.ndarray | None = None) -> str:
    """Return the floor as lines of characters, one a cabinet, row R01 on top.

    Parameters
    ----------
    room
        The room.
    occupied
        Routers in each usable cabinet, (c,), or None for an empty room.
    """
    counts = np.zeros(len(room.cabinets), dtype=int) if occupied is None else occupied
    cells = np.full((room.rows, room.columns), EMPTY)
    for (row, column), count in zip(room.cabinets, counts, strict=True):
        cells[row, column] = EMPTY if count == 0 else str(count) if count < 10 else "+"
    for mark, barred in ((TAKEN, room.taken), (MISSING, room.missing)):
        for row, column in barred:
            cells[row, column] = mark
    shown = cells[:, :MAX_COLUMNS]
    lines = [f"R{row + 1:02d} {''.join(line)}".rstrip() for row, line in enumerate(shown)]
    if room.columns > MAX_COLUMNS:
        lines.append(f"({room.columns - MAX_COLUMNS} further columns do not fit here)")
    return "\n".join([*lines, LEGEND])
