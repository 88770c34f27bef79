"""A hall in characters, for a terminal: a line for every row."""

from rooms.hall.hall import Hall

OPEN, TAKEN, NO_SLOT = "·", "x", "o"
LEGEND = "digit: routers in the cabinet (+ for ten or more)   · empty   x taken   o no slot"


def draw_hall_text(hall: Hall, occupied: "list[int] | None" = None) -> str:
    """Return a hall's rows as lines of characters, one a cabinet, in the order of the file.

    Parameters
    ----------
    hall
        The hall.
    occupied
        Routers in each usable cabinet, or None for an empty hall.
    """
    counts = dict(zip(hall.usable.tolist(), occupied or [0] * hall.cabinet_count, strict=True))
    lines: dict[str, str] = {}
    for place, cabinet in enumerate(hall.cabinets):
        count = counts.get(place, -1)
        mark = TAKEN if cabinet.taken else NO_SLOT if count < 0 else OPEN if count == 0 else str(count)
        lines[cabinet.row] = lines.get(cabinet.row, "") + (mark if len(mark) == 1 else "+")
    width = max(map(len, lines))
    return "\n".join([*(f"{row:<{width}} {marks}" for row, marks in lines.items()), LEGEND])
