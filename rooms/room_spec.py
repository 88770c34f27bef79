"""One way to name a room: a file, the paper's rule, or a plain grid."""

import re
from pathlib import Path

from foundation.errors import InputError
from rooms.paper_room import paper_room
from rooms.room import Room
from rooms.room_file import MAX_CABINETS, MAX_SIDE, read_room

_GRID = re.compile(r"grid:(\d{1,6})x(\d{1,6})")
_PAPER = re.compile(r"paper:(\d{1,9})")
FORMS = "a TOML file, paper:N (the paper's room for N routers) or grid:ROWSxCOLUMNS"


def room_from_spec(spec: str) -> Room:
    """Return the room that a spec names: ``hall.toml``, ``paper:168`` or ``grid:5x17``.

    Raises
    ------
    InputError
        If the spec is none of these, or the file is not a room.
    """
    if match := _PAPER.fullmatch(spec):
        return paper_room(int(match[1]))
    if match := _GRID.fullmatch(spec):
        rows, columns = int(match[1]), int(match[2])
        if not 1 <= rows * columns <= MAX_CABINETS:
            raise InputError(f"room {spec}", f"{rows * columns} cabinets", f"give 1 to {MAX_CABINETS}")
        if max(rows, columns) > MAX_SIDE:
            raise InputError(f"room {spec}", f"{max(rows, columns)} in a line", f"at most {MAX_SIDE}")
        return Room(spec, rows, columns)
    if spec.startswith(("paper:", "grid:")):
        raise InputError(f"room {spec}", "is not understood", f"give {FORMS}")
    if not spec.strip():
        raise InputError("room", "has no name", f"give {FORMS}")
    return read_room(Path(spec))


def is_room_file(spec: str) -> bool:
    """Return True if a spec names a file rather than a rule."""
    return not (_PAPER.fullmatch(spec) or _GRID.fullmatch(spec))
