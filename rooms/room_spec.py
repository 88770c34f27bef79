"""Room specs: a file, the paper's rule, or a plain grid."""

import re
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import load_toml
from netfloor.foundation.grids import cabinets_needed, square_grid
from netfloor.rooms.any_room import Room
from netfloor.rooms.room import GridRoom
from netfloor.rooms.room_file import MAX_CABINETS, MAX_SIDE, grid_from_definition, read_room

_GRID = re.compile(r"grid:(\d{1,6})x(\d{1,6})")
_PAPER = re.compile(r"paper:(\d{1,9})")
MAX_ROUTERS = 1_000_000
FORMS = "a TOML file, paper:N (the paper's room for N switches) or grid:ROWSxCOLUMNS"


def room_from_spec(spec: str, *, any_unit: bool = False) -> Room:
    """Return the room of a spec: ``paper:168``, ``grid:5x17``, or a file; a file with ``[hall]`` is a hall.

    ``any_unit`` is as for `read_hall`. Raise `InputError` for an invalid spec or room file.
    """
    if match := _PAPER.fullmatch(spec):
        return paper_room(int(match[1]))
    if match := _GRID.fullmatch(spec):
        rows, columns = int(match[1]), int(match[2])
        if not 1 <= rows * columns <= MAX_CABINETS:
            raise InputError(f"room {spec}", f"{rows * columns} cabinets", f"give 1 to {MAX_CABINETS}")
        if max(rows, columns) > MAX_SIDE:
            raise InputError(f"room {spec}", f"{max(rows, columns)} in a line", f"at most {MAX_SIDE}")
        return GridRoom(spec, rows, columns)
    if spec.startswith(("paper:", "grid:")):
        raise InputError(f"room {spec}", "is not a room", f"give {FORMS}")
    if not spec.strip():
        raise InputError("room", "has no name", f"give {FORMS}")
    path = Path(spec)
    if "hall" in load_toml(path, "room file"):
        from netfloor.rooms.hall import read_hall  # noqa: PLC0415 - most rooms are grids

        return read_hall(path, any_unit=any_unit)
    return read_room(path)


def paper_room(routers: int) -> GridRoom:
    """Build the roughly square room of SpectralFly section VII for a number of switches.

    Two switches per cabinet, rows 2 m and columns 0.6 m apart, 2 m inside a cabinet and 2 m of overhead at
    each end of every other cable.
    """
    if not 1 <= routers <= MAX_ROUTERS:
        raise InputError("room paper:N", f"N = {routers} switches", f"give 1 to {MAX_ROUTERS}")
    rows, columns = square_grid(cabinets_needed(routers))
    return GridRoom(f"paper:{routers}", rows, columns)


def room_from_definition(table: Any, source: str) -> Room:
    """Build a room from the record of `GridRoom.definition` or `Hall.definition`.

    `InputError` names ``source``.
    """
    if isinstance(table, dict) and table.get("kind") == "hall":
        from netfloor.rooms.hall import hall_from_definition  # noqa: PLC0415 - most rooms are grids

        return hall_from_definition(table, source)
    return grid_from_definition(table, source)


def is_room_file(spec: str) -> bool:
    """Return True if a spec names a file rather than a rule."""
    return not (_PAPER.fullmatch(spec) or _GRID.fullmatch(spec))
