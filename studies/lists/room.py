"""A hall file with the racks of lists, at example places for the user to replace."""

import json
import shlex
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from netfloor.exchange.exported_lists import (
    exported_format,
    exported_racks,
    naming_imports,
    read_exported,
)
from netfloor.exchange.imported.room import UnknownPlacesError, cells_of_names
from netfloor.exchange.imported.sources import holds
from netfloor.exchange.lists.racks import listed_racks
from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.tables.all_questions import read_with_all_questions
from netfloor.exchange.tables.fields import natural
from netfloor.exchange.tables.problems import Problems
from netfloor.exchange.tables.read import TableRequest
from netfloor.exchange.tables.report import TableReport
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.output_files import check_free, write_file
from netfloor.foundation.wording import count_text, join_words
from netfloor.plans.laid import installed_problems
from netfloor.rooms.hall.fields import LONGEST_TITLE, NAME
from netfloor.rooms.room import Cell
from netfloor.topologies.parameters import shown

#: Usual heights of racks, in units.
_USUAL_UNITS = (42, 45, 47, 48, 52)
#: Size of a rack, and the floor left free along the walls, in m.
_WIDTH_M, _DEPTH_M, _WALL_M = 0.6, 1.2, 1.5
#: Numbers of racks, of which at least one in so many occurs, are places.
_MIN_DENSITY = 2
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
    heights: Mapping[str, int] = field(default_factory=dict)  # units of racks that the lists state

    def units_of(self, rack: str) -> int:
        """Return the height of a rack, in units."""
        return self.heights.get(rack, self.units)

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
            "heights": dict(self.heights),
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

    Names such as A07 or R01C03 give row and place; other racks are in one row, in the order of their
    names. Distances in m, from centre to centre. ``units``: rack units of each rack; without it the height
    that a list of racks states, for others the lowest of these or of usual heights that holds the highest
    unit.

    Lists without racks get example racks that hold their devices. A single file or folder that describes a
    whole fabric, such as DOT with ports, is read as plans read it.

    Raises `InputError` if the lists cannot be read or contradict themselves, or a unit is above its rack.
    """
    _refuse_pitches(pitch_m, row_pitch_m)

    def read(asked: TableRequest) -> tuple[RoomOfLists, dict[str, Cell]]:
        return _room_of(files, asked, units, (pitch_m, row_pitch_m))

    if exported_format(files) is not None:
        room, cells = read(tables)
    else:
        with naming_imports(files, tables.report):
            room, cells = read_with_all_questions(read, tables, files)
    text = _document(files, out, room, cells)
    check_free(out, partial(holds, text), force=force)  # an edited file is the user's
    write_file(out, text)
    return room


def _room_of(
    files: Sequence[Path], tables: TableRequest, units: int | None, pitches_m: tuple[float, float]
) -> tuple[RoomOfLists, dict[str, Cell]]:
    """Return the racks that lists name, and their cells; refuse lists that every plan would refuse."""
    is_exported = exported_format(files) is not None
    racks = exported_racks(files, tables) if is_exported else listed_racks(files, tables)
    names = sorted(racks.highest_unit, key=natural)
    highest = max(racks.highest_unit.values(), default=max(racks.without, default=1))
    notes = [*tables.report.told()]
    if not names:
        names, example = _example_racks(racks.without, units or _usual_units(highest))
        notes.insert(0, example)
    if strange := [name for name in names if NAME.fullmatch(name) is None]:
        what = f"{shown(strange[0])} cannot be a rack's name in a room file"
        raise InputError("lists", what, "letters, digits, blanks and . _ : / # ( ) + & -, at most 50")
    if units is not None and highest > units:
        rack = max(racks.highest_unit, key=lambda name: racks.highest_unit[name], default="")
        top = f"{rack} has a device in U{highest}" if rack else f"a device is {highest} U high"
        raise InputError(setting("units"), f"{units} units, and {top}", f"{highest} or more")
    heights = {} if units is not None else racks.heights
    _refuse_low_racks(racks.highest_unit, heights)
    others = (unit for name, unit in racks.highest_unit.items() if name not in heights)
    height = units or _usual_units(max(others, default=highest), {*heights.values()})
    cells: dict[str, Cell] = {}
    with suppress(UnknownPlacesError):
        cells = cells_of_names(names, (), "lists")
    named = bool(cells)
    _refuse_alike(names, cells)
    cells, is_closed = _closed_up(cells)
    if is_closed:
        notes.append(
            "the numbers of the racks are far apart, so the racks stand one after another, in their order"
        )
    cells = cells or {name: (0, place) for place, name in enumerate(names)}
    rows: dict[int, list[str]] = defaultdict(list)
    for name in sorted(names, key=lambda item: cells[item]):
        rows[cells[name][0]].append(name)
    if racks.without and racks.highest_unit:
        devices = count_text(len(racks.without), "device")
        notes.append(f"{devices} without a rack: a plan chooses one for each")
    if not named:
        notes.append("the names of the racks do not say where they stand: one row, in the order of names")
    room = RoomOfLists(
        tuple(tuple(row) for _, row in sorted(rows.items())),
        height,
        *pitches_m,
        named,
        tuple(notes),
        heights,
    )
    _refuse_as_plans(files, tables, room)
    return room, cells


def _closed_up(cells: Mapping[str, Cell]) -> tuple[dict[str, Cell], bool]:
    """Return the cells of racks without the gaps of numbers far apart, and whether there were any.

    Numbers are dense if at least half of those from the lowest to the highest occur.
    """
    ranks = []
    for numbers in zip(*cells.values(), strict=True):
        used = sorted({*numbers})
        is_dense = used[-1] - used[0] < _MIN_DENSITY * len(used)
        ranks.append({number: number if is_dense else at for at, number in enumerate(used)})
    results = {name: (ranks[0][row], ranks[1][column]) for name, (row, column) in cells.items()}
    return results, results != dict(cells)


def _refuse_as_plans(files: Sequence[Path], tables: TableRequest, room: RoomOfLists) -> None:
    """Refuse lists that every plan in the room would refuse.

    Raises `InputError` with their problems.
    """
    cabinets = [FloorCabinet(name, units=room.units_of(name)) for row in room.rows for name in row]
    asked = replace(tables, report=TableReport())
    is_exported = exported_format(files) is not None
    listed = (
        read_exported(files, cabinets, request=asked) if is_exported else read_lists(files, cabinets, asked)
    )
    listed.refuse_unplaced()
    problems = Problems()
    problems.include_all(installed_problems(listed.fabric))
    problems.raise_all()


def _unknown(room: RoomOfLists) -> str:
    """Return which dimensions of racks the lists do not state."""
    if {*room.heights} >= {name for row in room.rows for name in row}:
        return "their widths and depths"
    return "their sizes and heights" if not room.heights else "their sizes and other heights"


def _refuse_low_racks(highest_unit: Mapping[str, int], heights: Mapping[str, int]) -> None:
    """Refuse a stated height that is below a unit in use."""
    for rack, highest in sorted(highest_unit.items(), key=lambda item: -item[1]):
        if highest > (stated := heights.get(rack, highest)):
            what = f"{shown(rack)} is {stated} units high by its list, and has a device in U{highest}"
            raise InputError(
                "lists", what, f"another height there, or {setting('units')} {highest} for all"
            )


def _usual_units(highest: int, beside: Collection[int] = ()) -> int:
    """Return the lowest height of a rack with a highest unit: of the racks beside it, or a usual one."""
    return next((item for item in (*sorted(beside), *_USUAL_UNITS) if item >= highest), highest)


def _example_racks(heights: Sequence[int], units: int) -> tuple[list[str], str]:
    """Return names of as many racks as devices of these heights need, and the note on them."""
    free = [units]
    for height in sorted(heights, reverse=True):
        at = next((number for number, left in enumerate(free) if left >= height), len(free))
        free += [units] * (at == len(free))
        free[at] -= height
    names = [f"A{number:0{max(2, len(str(len(free))))}}" for number in range(1, len(free) + 1)]
    devices, height = count_text(len(heights), "device"), sum(heights)
    return names, (
        f"no list names a rack: {count_text(len(names), 'EXAMPLE rack')} of {units} units for {devices} of "
        f"{height:,} U in all (1 U if no height is listed); plan chooses the places"
    )


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


def _span(row: Sequence[str]) -> str:
    return f"{row[0]} to {row[-1]} ({len(row)})" if len(row) > 2 else " and ".join(row)


def _title(files: Sequence[Path]) -> str:
    """Return the name of the hall: the lists, or as many of them as a name may hold."""
    names = [path.name for path in files]
    for count in range(len(names), 0, -1):
        more = [count_text(len(names) - count, "more list")] if count < len(names) else []
        if len(title := f"racks of {join_words([*names[:count], *more])}") <= LONGEST_TITLE:
            return title
    return f"racks of {count_text(len(names), 'list')}"


def _document(files: Sequence[Path], out: Path, room: RoomOfLists, cells: Mapping[str, Cell]) -> str:
    names = join_words([path.name for path in files])
    lists, room_file = (shlex.join(map(str, own)) for own in ([path.name for path in files], [out.name]))
    columns = 1 + max(column for _, column in cells.values())
    size = (
        round(2 * _WALL_M + _WIDTH_M + (columns - 1) * room.pitch_m, 3),
        round(2 * _WALL_M + _DEPTH_M + max(row for row, _ in cells.values()) * room.row_pitch_m, 3),
    )
    lines = [
        f"# Racks of {names}, named as there. Metres; a point is [x, y].",
        f"# EXAMPLES, because lists do not say them: where the racks stand, {_unknown(room)}, slack.",
        f"#   netfloor room show {room_file}",
        f"#   netfloor plan {lists} --room {room_file} --out plan",
        "# Trays, doors, pillars, limits of power and weight: netfloor init hall shows how.",
        "schema = 1",
        f"name = {json.dumps(_title(files), ensure_ascii=False)}",
        "",
        "[hall]",
        f"outline_m = [[0, 0], [{size[0]:g}, 0], [{size[0]:g}, {size[1]:g}], [0, {size[1]:g}]]",
        "",
        "[cable]                     # without trays, cables run along and across the rows",
        "overhead_per_end_m = 2.0    # at each end of a cable between racks: up, down and slack",
        "inside_cabinet_m = 0.5      # of every cable inside a rack: only trays count heights",
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
                f'row = "{number}"',
                f"centre_m = [{x:g}, {y:g}]",
                f"width_m = {_WIDTH_M}",
                f"depth_m = {_DEPTH_M}",
                f"front_deg = {90 if cell[0] % 2 == 0 else 270}",
                f"units = {room.units_of(name)}",
            ]
    return "\n".join(lines) + "\n"
