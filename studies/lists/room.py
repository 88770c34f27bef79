"""A hall file with the racks of lists, at example places for the user to replace."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Any

from netfloor.exchange.imported.room import UnknownPlacesError, cells_of_names
from netfloor.exchange.imported.sources import holds
from netfloor.exchange.lists.racks import listed_racks
from netfloor.exchange.tables.fields import natural
from netfloor.exchange.tables.read import TableRequest
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.output_files import check_free, write_file
from netfloor.foundation.wording import count_text, join_words
from netfloor.rooms.hall.fields import NAME
from netfloor.rooms.room import Cell
from netfloor.topologies.parameters import shown

#: Usual heights of racks, in units.
_USUAL_UNITS = (42, 45, 47, 48, 52)
#: Size of a rack, and the floor left free along the walls, in m.
_WIDTH_M, _DEPTH_M, _WALL_M = 0.6, 1.2, 1.5
#: Rows listed by name on the terminal.
_MAX_ROWS = 10


@dataclass(frozen=True)
class RoomOfLists:
    """The racks by row, and the hall file with them."""

    rows: tuple[tuple[str, ...], ...]
    units: int
    pitch_m: float
    row_pitch_m: float
    named: bool  # whether the names of the racks give their rows and places
    notes: tuple[str, ...]

    @property
    def text(self) -> str:
        """The answer in a few lines."""
        racks = count_text(sum(map(len, self.rows)), "rack")
        rows = count_text(len(self.rows), "row")
        return "\n".join(
            [
                f"{racks} in {rows}; where they stand is an EXAMPLE until you correct the file",
                *(f"  {_span(row)}" for row in self.rows[:_MAX_ROWS]),
                *([f"  and {len(self.rows) - _MAX_ROWS} more rows"] if len(self.rows) > _MAX_ROWS else []),
            ]
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON document of the answer."""
        return {
            "rows": [list(row) for row in self.rows],
            "units": self.units,
            "pitch_m": self.pitch_m,
            "row_pitch_m": self.row_pitch_m,
            "places_by_name": self.named,
            "notes": list(self.notes),
        }


def write_room_of_lists(
    files: Sequence[Path],
    out: Path,
    tables: TableRequest,
    *,
    pitch_m: float = 0.6,
    row_pitch_m: float = 2.4,
    units: int | None = None,
    force: bool = False,
) -> RoomOfLists:
    """Write a hall file with the racks that lists name, and return its content.

    Names such as A07 or R01C03 give row and place; other racks are in one row, in the order of their names.
    Distances in m, from centre to centre. ``units``: rack units of each rack; without it the lowest usual
    height that holds the highest unit of the lists.

    Raises `InputError` if the lists name no rack or cannot be read, or a unit is above ``units``.
    """
    racks = listed_racks(files, tables)
    names = sorted(racks.highest_unit, key=natural)
    if not names:
        own = (
            f"netfloor init hall --out {out}, then netfloor plan {_of_files(files)} --room {out} --out plan"
        )
        raise InputError(
            "lists",
            "no rack is named",
            "a column rack in a list of devices, or rack a and rack b in cables; or a room of your own, in "
            f"whose racks a plan places the devices: {own}",
        )
    _refuse_pitches(pitch_m, row_pitch_m)
    if strange := [name for name in names if NAME.fullmatch(name) is None]:
        what = f"{shown(strange[0])} cannot be a rack's name in a room file"
        raise InputError("lists", what, "letters, digits, blanks and . _ : / # ( ) + & -, at most 50")
    highest = max(racks.highest_unit.values())
    if units is not None and highest > units:
        rack = max(racks.highest_unit, key=lambda name: racks.highest_unit[name])
        raise InputError(
            setting("units"), f"{units} units, and {rack} has a device in U{highest}", f"{highest} or more"
        )
    height = units or next((item for item in _USUAL_UNITS if item >= highest), highest)
    cells: dict[str, Cell] = {}
    with suppress(UnknownPlacesError):
        cells = cells_of_names(names, (), "lists")
    named = bool(cells)
    _refuse_alike(names, cells)
    cells = cells or {name: (0, place) for place, name in enumerate(names)}
    rows: dict[int, list[str]] = defaultdict(list)
    for name in sorted(names, key=lambda item: cells[item]):
        rows[cells[name][0]].append(name)
    notes = tables.report.notes[:]
    if racks.without:
        devices = count_text(racks.without, "device")
        notes.append(f"{devices} without a rack: a plan chooses one for each")
    if not named:
        notes.append("the names of the racks do not say where they stand: one row, in the order of names")
    room = RoomOfLists(
        tuple(tuple(row) for _, row in sorted(rows.items())),
        height,
        pitch_m,
        row_pitch_m,
        named,
        tuple(notes),
    )
    text = _document(files, out, room, cells)
    check_free(out, partial(holds, text), force=force)  # an edited file is the user's
    write_file(out, text)
    return room


def _refuse_pitches(pitch_m: float, row_pitch_m: float) -> None:
    """Refuse distances at which racks would overlap."""
    for option, metres, size, what in (
        ("pitch", pitch_m, _WIDTH_M, "wide"),
        ("row-pitch", row_pitch_m, _DEPTH_M, "deep"),
    ):
        if metres < size:
            problem = f"{metres:g} m between racks that are {size:g} m {what}"
            raise InputError(setting(option), problem, f"{size:g} or more")


def _refuse_alike(names: Sequence[str], cells: Mapping[str, Cell]) -> None:
    """Refuse racks whose names differ in case only, or mean the same place."""
    places: dict[str | Cell, list[str]] = defaultdict(list)
    for name in names:
        places[cells.get(name, name.casefold())].append(name)
    alike = [own for own in places.values() if len(own) > 1]
    if alike:
        racks = join_words([*map(shown, alike[0])])
        more = f", and {count_text(len(alike) - 1, 'more place')}" if len(alike) > 1 else ""
        what = f"racks {racks} would stand at one place{more}"
        raise InputError("lists", what, "one name for each rack, as on its door")


def _of_files(files: Sequence[Path]) -> str:
    return " ".join(quote(str(path)) for path in files)


def _span(row: Sequence[str]) -> str:
    return f"{row[0]} to {row[-1]} ({len(row)})" if len(row) > 2 else " and ".join(row)


def _document(files: Sequence[Path], out: Path, room: RoomOfLists, cells: Mapping[str, Cell]) -> str:
    names = join_words([path.name for path in files])
    lists = " ".join(path.name for path in files)
    columns = 1 + max(column for _, column in cells.values())
    size = (
        round(2 * _WALL_M + _WIDTH_M + (columns - 1) * room.pitch_m, 3),
        round(2 * _WALL_M + _DEPTH_M + max(row for row, _ in cells.values()) * room.row_pitch_m, 3),
    )
    lines = [
        f"# Racks of {names}, named as there. Metres; a point is [x, y].",
        "# EXAMPLES, because lists do not say them: where the racks stand, their sizes and heights, slack.",
        f"#   netfloor room show {out.name}",
        f"#   netfloor plan {lists} --room {out.name} --out plan",
        "# Trays, doors, pillars, limits of power and weight: netfloor init hall shows how.",
        "schema = 1",
        f"name = {json.dumps('racks of ' + names, ensure_ascii=False)}",
        "",
        "[hall]",
        f"outline_m = [[0, 0], [{size[0]:g}, 0], [{size[0]:g}, {size[1]:g}], [0, {size[1]:g}]]",
        "",
        "[cable]                     # without trays, cables run along and across the rows",
        "overhead_per_end_m = 2.0    # at each end of a cable between racks: up, down and slack",
        "inside_cabinet_m = 0.5      # of a cable inside a rack, heights apart",
    ]
    for number, row in enumerate(room.rows, 1):
        for name in row:
            cell = cells[name]
            x = round(_WALL_M + _WIDTH_M / 2 + cell[1] * room.pitch_m, 3)
            y = round(_WALL_M + _DEPTH_M / 2 + cell[0] * room.row_pitch_m, 3)
            lines += [
                "",
                "[[cabinet]]",
                f"name = {json.dumps(name, ensure_ascii=False)}",
                f'row = "row {number}"',
                f"centre_m = [{x:g}, {y:g}]",
                f"width_m = {_WIDTH_M}",
                f"depth_m = {_DEPTH_M}",
                f"front_deg = {90 if cell[0] % 2 == 0 else 270}",
                f"units = {room.units}",
            ]
    return "\n".join(lines) + "\n"
