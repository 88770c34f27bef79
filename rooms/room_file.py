"""Room files: TOML from a user, and the same definition inside a plan file."""

import re
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import load_toml
from netfloor.foundation.models import StrictModel, parse
from netfloor.foundation.sizes import refuse_too_many_slots
from netfloor.rooms.metres import fields_in_mm
from netfloor.rooms.room import Cell, GridRoom, cell_name

MAX_CABINETS = 1_000_000
MAX_SIDE = 100_000
_CELLS = re.compile(r"R(\d{1,6})C(\d{1,6})(?:-R(\d{1,6})C(\d{1,6}))?")
Metres = Annotated[float, Field(ge=0, le=10_000)]
Pitch = Annotated[float, Field(gt=0, le=10_000)]
Count = Annotated[int, Field(ge=1, le=MAX_SIDE)]
#: Name of a cabinet: no control characters, no blanks at its ends.
Door = Annotated[
    str,
    Field(
        min_length=1, max_length=100, pattern=r"^[^\s\x00-\x1f\x7f]([^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f])?$"
    ),
]


class GridTable(StrictModel):
    """``[grid]``: cabinets and their positions."""

    rows: Count = Field(description="rows of cabinets")
    columns: Count = Field(description="cabinets in a row")
    row_pitch_m: Pitch = Field(2.0, description="from row to row: cabinet depth and aisle, m")
    column_pitch_m: Pitch = Field(0.6, description="from cabinet to cabinet in a row, m")
    slots_per_cabinet: Annotated[int, Field(ge=1, le=1000)] = Field(2, description="switches that fit")
    missing: list[str] = Field(
        default_factory=list, description='cabinets that do not exist: "R1C3" or "R1C3-R2C5"'
    )
    taken: list[str] = Field(default_factory=list, description="occupied cabinets")
    names: dict[str, Door] = Field(
        default_factory=dict, description='cabinet names other than "R01C03": R1C3 = "x3000"'
    )


class CableTable(StrictModel):
    """``[cable]``: additions to the distance across the floor."""

    overhead_per_end_m: Metres = Field(2.0, description="at each end of a cable between cabinets, m")
    inside_cabinet_m: Metres = Field(2.0, description="length of a cable inside a cabinet, m")


class RoomFile(StrictModel):
    """A complete room file."""

    schema_: Annotated[int, Field(alias="schema", ge=1, le=1)] = 1
    name: Annotated[str, Field(max_length=100)] = ""
    grid: GridTable
    cable: CableTable = CableTable()


def read_room(path: Path) -> GridRoom:
    """Read the room of a TOML file; raise `InputError` naming file and field."""
    model = parse(RoomFile, load_toml(path, "room file"), path)
    where = f"{path}: grid"
    fields = fields_in_mm(model.grid, where) | fields_in_mm(model.cable, f"{path}: cable")
    room = _room({"name": model.name or path.stem, **fields}, where)
    if not len(room.cabinets):
        raise InputError(where, "no usable cabinet is left", "leave some neither missing nor taken")
    return room


class Definition(StrictModel):
    """A room inside a plan file, in integer millimetres; mirrors `GridRoom.definition`."""

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
    apart_mm: list[list[Annotated[int, Field(ge=0, le=10_000_000)]]] | None = None
    names: dict[str, Door] = Field(default_factory=dict)


def grid_from_definition(table: Any, source: str) -> GridRoom:
    """Build a room from the record of `GridRoom.definition`."""
    return _room(parse(Definition, table, source).model_dump(), source)


def _room(fields: dict[str, Any], where: str) -> GridRoom:
    """Build the room from the fields of a definition."""
    rows, columns = fields["rows"], fields["columns"]
    if rows * columns > MAX_CABINETS:
        raise InputError(where, f"{rows} x {columns} cabinets", f"at most {MAX_CABINETS}")
    refuse_too_many_slots(where, rows * columns * fields["slots_per_cabinet"])
    fields["overhead_mm"] = fields.pop("overhead_per_end_mm")
    fields["inside_mm"] = fields.pop("inside_cabinet_mm")
    for key in ("missing", "taken"):
        cells: set[Cell] = set()
        named = 0
        for name in fields[key]:
            block = _block(name, rows, columns, f"{where}.{key}")
            named += len(block)
            if named > 2 * MAX_CABINETS:
                raise InputError(f"{where}.{key}", f"names more than {2 * MAX_CABINETS:,} cabinets in all")
            cells.update(block)
        fields[key] = frozenset(cells)
    fields["names"] = _names(fields["names"], rows, columns, f"{where}.names")
    if fields.get("apart_mm") is not None:
        fields["apart_mm"] = tuple(map(tuple, fields["apart_mm"]))
    try:
        return GridRoom(**fields)
    except ValueError as error:
        raise InputError(where, str(error)) from error


def _names(doors: dict[str, str], rows: int, columns: int, where: str) -> tuple[tuple[Cell, str], ...]:
    """Return the cells with names other than the default, in order."""
    result: dict[Cell, str] = {}
    for key, door in doors.items():
        cells = _block(key, rows, columns, where)
        if len(cells) > 1 or cells[0] in result:
            raise InputError(
                where, f"{key!r} does not name a single cabinet", 'write R1C3 = "x3000", each once'
            )
        result[cells[0]] = door
    return tuple(sorted((cell, door) for cell, door in result.items() if door != cell_name(*cell)))


def _block(name: str, rows: int, columns: int, where: str) -> list[Cell]:
    """Return the cells of ``R1C3`` or of the rectangle ``R1C3-R2C5``, numbered from 0."""
    match = _CELLS.fullmatch(name)
    if match is None:
        raise InputError(where, f"{name!r} names no cabinet", 'write "R1C3", or "R1C3-R2C5" for a block')
    upper, first = int(match[1]), int(match[2])
    lower, last = int(match[3] or upper), int(match[4] or first)
    if not (1 <= upper <= lower <= rows and 1 <= first <= last <= columns):
        within = f"R1C1 to R{rows}C{columns}, small first"
        raise InputError(where, f"{name!r} lies outside the grid", within)
    return [(r - 1, c - 1) for r in range(upper, lower + 1) for c in range(first, last + 1)]
