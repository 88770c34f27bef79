"""Room files: TOML from a user, and the same definition inside a plan file."""

import re
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from foundation.errors import InputError
from foundation.files import load_toml
from foundation.models import StrictModel, parse
from foundation.units import metres_to_mm
from rooms.room import Cell, Room

MAX_CABINETS = 1_000_000
MAX_SIDE = 100_000
_CELLS = re.compile(r"R(\d{1,6})C(\d{1,6})(?:-R(\d{1,6})C(\d{1,6}))?")
Metres = Annotated[float, Field(ge=0, le=10_000)]
Pitch = Annotated[float, Field(gt=0, le=10_000)]
Count = Annotated[int, Field(ge=1, le=MAX_SIDE)]


class GridTable(StrictModel):
    """``[grid]``: cabinets and where they stand."""

    rows: Count = Field(description="rows of cabinets")
    columns: Count = Field(description="cabinets in a row")
    row_pitch_m: Pitch = Field(2.0, description="from row to row: cabinet depth and aisle, m")
    column_pitch_m: Pitch = Field(0.6, description="from cabinet to cabinet in a row, m")
    slots_per_cabinet: Annotated[int, Field(ge=1, le=1000)] = Field(2, description="routers that fit")
    missing: list[str] = Field(
        default_factory=list, description='cabinets that do not exist: "R1C3" or "R1C3-R2C5"'
    )
    taken: list[str] = Field(default_factory=list, description="cabinets that others use")


class CableTable(StrictModel):
    """``[cable]``: what a cable needs beside the way across the floor."""

    overhead_per_end_m: Metres = Field(2.0, description="at each end of a cable between cabinets, m")
    inside_cabinet_m: Metres = Field(2.0, description="length of a cable inside a cabinet, m")


class RoomFile(StrictModel):
    """A whole room file."""

    schema_: Annotated[int, Field(alias="schema", ge=1, le=1)] = 1
    name: Annotated[str, Field(max_length=100)] = ""
    grid: GridTable
    cable: CableTable = CableTable()


def read_room(path: Path) -> Room:
    """Return the room of a TOML file; raises `InputError` naming file and field."""
    model = parse(RoomFile, load_toml(path, "room file"), path)
    grid, cable = model.grid, model.cable
    if grid.rows * grid.columns > MAX_CABINETS:
        raise InputError(
            f"{path}: grid", f"{grid.rows} x {grid.columns} cabinets", f"at most {MAX_CABINETS}"
        )
    room = Room(
        name=model.name or path.stem,
        rows=grid.rows,
        columns=grid.columns,
        row_pitch_mm=_pitch_mm(grid.row_pitch_m, f"{path}: grid.row_pitch_m"),
        column_pitch_mm=_pitch_mm(grid.column_pitch_m, f"{path}: grid.column_pitch_m"),
        slots_per_cabinet=grid.slots_per_cabinet,
        overhead_mm=metres_to_mm(cable.overhead_per_end_m, f"{path}: cable.overhead_per_end_m"),
        inside_mm=metres_to_mm(cable.inside_cabinet_m, f"{path}: cable.inside_cabinet_m"),
        missing=_cells(grid.missing, grid, f"{path}: grid.missing"),
        taken=_cells(grid.taken, grid, f"{path}: grid.taken"),
    )
    if not len(room.cabinets):
        raise InputError(f"{path}: grid", "no cabinet is left", "every one is missing or taken")
    return room


class Definition(StrictModel):
    """A room inside a plan file, in integer millimetres; mirrors `Room.definition`."""

    name: str
    rows: Count
    columns: Count
    row_pitch_mm: Annotated[int, Field(ge=1, le=10_000_000)]
    column_pitch_mm: Annotated[int, Field(ge=1, le=10_000_000)]
    slots_per_cabinet: Annotated[int, Field(ge=1, le=1000)]
    overhead_per_end_mm: Annotated[int, Field(ge=0, le=10_000_000)]
    inside_cabinet_mm: Annotated[int, Field(ge=0, le=10_000_000)]
    missing: list[str]
    taken: list[str]


def grid_from_definition(table: Any, source: str) -> Room:
    """Return the room that `Room.definition` wrote into a plan."""
    given = parse(Definition, table, source)
    if given.rows * given.columns > MAX_CABINETS:
        raise InputError(source, f"{given.rows} x {given.columns} cabinets", f"at most {MAX_CABINETS}")
    return Room(
        name=given.name,
        rows=given.rows,
        columns=given.columns,
        row_pitch_mm=given.row_pitch_mm,
        column_pitch_mm=given.column_pitch_mm,
        slots_per_cabinet=given.slots_per_cabinet,
        overhead_mm=given.overhead_per_end_mm,
        inside_mm=given.inside_cabinet_mm,
        missing=_cells(given.missing, given, f"{source}.missing"),
        taken=_cells(given.taken, given, f"{source}.taken"),
    )


def _pitch_mm(metres: float, where: str) -> int:
    pitch = metres_to_mm(metres, where)
    if pitch < 1:
        raise InputError(where, f"{metres} m is below a millimetre")
    return pitch


def _cells(names: list[str], grid: GridTable | Definition, where: str) -> frozenset[Cell]:
    return frozenset(cell for name in names for cell in _cell_block(name, grid, where))


def _cell_block(name: str, grid: GridTable | Definition, where: str) -> list[Cell]:
    """Return the cells of ``R1C3`` or of the rectangle ``R1C3-R2C5``, counted from 0."""
    match = _CELLS.fullmatch(name)
    if match is None:
        raise InputError(where, f"{name!r} names no cabinet", 'write "R1C3", or "R1C3-R2C5" for a block')
    top, left = int(match[1]), int(match[2])
    bottom, right = int(match[3] or top), int(match[4] or left)
    if not (1 <= top <= bottom <= grid.rows and 1 <= left <= right <= grid.columns):
        raise InputError(
            where,
            f"{name!r} lies outside the grid",
            f"R1C1 to R{grid.rows}C{grid.columns}, small first",
        )
    return [(r - 1, c - 1) for r in range(top, bottom + 1) for c in range(left, right + 1)]
