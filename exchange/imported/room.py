"""The room of an existing fabric: the user's, or a grid inferred from the cabinet names."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from netfloor.exchange.imported.network import device_name
from netfloor.exchange.tables.fields import natural
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InputError, setting
from netfloor.plans.cabinet_slots import cabinet_slots
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room import Cell, GridRoom, cell_name
from netfloor.rooms.room_file import Definition
from netfloor.rooms.room_spec import room_from_spec
from netfloor.topologies.parameters import shown

#: Maximum cells of a grid inferred from names.
MAX_CELLS = 100_000
#: Maximum slots of a cabinet.
MAX_SLOTS = 1000
#: Cells per cabinet above which the numbers in different rows are assumed to have separate origins.
_EMPTIEST = 8
#: Number of names in a message.
_FEW = 3
Parsed = tuple[int | str, int]


def _letters(text: str) -> int:
    """Convert A .. Z, AA .. ZZ to 1 .. 702."""
    number = 0
    for letter in text.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


#: Naming schemes of cabinets by row and place; in the last scheme the prefix identifies the row.
_BY_PREFIX = 3
_WAYS: tuple[tuple[re.Pattern[str], Callable[[str], int | str]], ...] = (
    (re.compile(r"R(?:OW)?[-_ ]?([0-9]{1,6})[-_ ./]?C(?:OL)?[-_ ]?([0-9]{1,6})", re.IGNORECASE), int),
    (re.compile(r"([A-Z]{1,2})[-_ ./]?([0-9]{1,3})", re.IGNORECASE), _letters),
    (re.compile(r"([0-9]{1,4})[-_ ./]([0-9]{1,4})"), int),
    (re.compile(r"(|.*[^0-9])([0-9]{1,6})"), str.casefold),
)


class UnknownPlacesError(InputError):
    """The locations of cabinets, or the cabinets of switches, are unknown."""


def cells_of_names(names: Iterable[str], others: Iterable[str], where: str) -> dict[str, Cell]:
    """Return the cell (row, column), from 0, of each cabinet.

    ``R01C03``, ``A07`` and ``1-07`` give row and place, counted from 1 (or from 0 if any name does so). In
    other names that end in a number, the text before the number identifies the row.

    ``names``: cabinets with switches, which must all follow one naming scheme; ``others``: cabinets that
    are included if they follow it too.

    Raises
    ------
    InputError
        If no scheme fits, or the grid would be too large.
    """
    names = list(dict.fromkeys(names))
    ways = _WAYS[:1] + _WAYS[_BY_PREFIX:] if _are_racks(names) else _WAYS
    mixed = any(_WAYS[0][0].fullmatch(name.strip()) for name in names)
    for pattern, row_of in _WAYS[:_BY_PREFIX] if mixed else ways:
        matches = {name: match for name in names if (match := pattern.fullmatch(name.strip()))}
        if len(matches) == len(names):
            more = {name: match for name in others if (match := pattern.fullmatch(name.strip()))}
            parsed = {name: (row_of(m[1]), int(m[2])) for name, m in {**matches, **more}.items()}
            return _cells(parsed, where)
    few = ", ".join(shown(name) for name in names[:_FEW]) + (" ..." if len(names) > _FEW else "")
    raise UnknownPlacesError(
        where,
        f"the names of the cabinets, {few}, do not say where they are",
        f"names such as R01C03 or A07 in all, or {setting('room')} with a room that has these cabinets, or "
        f"{setting('place')} too, or {setting('network')} for the network alone",
    )


def _are_racks(names: Sequence[str]) -> bool:
    """Return whether all cabinets are named R and a number: R stands for rack, not row."""
    return all(re.fullmatch(r"R[-_ ]?[0-9]{1,6}", name.strip(), re.IGNORECASE) for name in names)


def _cells(parsed: Mapping[str, Parsed], where: str) -> dict[str, Cell]:
    rows = {row for row, _ in parsed.values()}
    columns = {column for _, column in parsed.values()}
    numbers = {row for row in rows if isinstance(row, int)}
    if numbers:
        row_at = _counted(numbers, len(columns))
        column_at = _counted(columns, max(row_at.values()) + 1)
    else:  # a prefix gives no distance, and numbers after it may start anywhere
        row_at = {row: index for index, row in enumerate(sorted(map(str, rows), key=natural))}
        first = min(columns)
        column_at = {column: column - first for column in columns}
        if len(rows) * (max(columns) - first) > _EMPTIEST * len(parsed):  # such as 311 and R112
            return _cells_by_row(parsed, row_at, where)
    cells = {name: (row_at[row], column_at[column]) for name, (row, column) in parsed.items()}
    return _of_size(cells, where)


def _cells_by_row(
    parsed: Mapping[str, Parsed], row_at: Mapping[int | str, int], where: str
) -> dict[str, Cell]:
    """Return cells with columns counted from the lowest number of each row."""
    first: dict[int | str, int] = {}
    for row, column in parsed.values():
        first[row] = min(first.get(row, column), column)
    cells = {name: (row_at[row], column - first[row]) for name, (row, column) in parsed.items()}
    return _of_size(cells, where)


def _of_size(cells: dict[str, Cell], where: str) -> dict[str, Cell]:
    size = (1 + max(row for row, _ in cells.values())) * (1 + max(column for _, column in cells.values()))
    if size > MAX_CELLS:
        what = f"the names of the cabinets span {size:,} places"
        raise InputError(
            where, what, f"at most {MAX_CELLS:,}; or {setting('room')} with a room that has them"
        )
    return cells


def _counted(numbers: set[int], times: int) -> dict[int | str, int]:
    """Return the index from 0 of each number: counted from 1, or from the lowest if that is 0 or large."""
    first = min(1, *numbers) if max(numbers) * times <= MAX_CELLS else min(numbers)
    return {number: number - first for number in numbers}


@dataclass(frozen=True)
class ImportedRoom:
    """A room, and the locations of a fabric's cabinets in it."""

    room: Room
    spec: str  # the room's name in the plan
    # the room's usable cabinet, by index of each of the fabric's cabinets with switches
    cabinet_at: Mapping[int, int]
    derived: bool  # True if the room was inferred from names
    # the room's name of each of the fabric's cabinets in it, whatever the cabinet contains
    names: Mapping[int, str] = field(default_factory=dict)


def _switches_by_cabinet(fabric: Fabric) -> dict[int, list[int]]:
    """Return the switches in each cabinet of a fabric; raise `InputError` for one without a cabinet."""
    switches_in: dict[int | None, list[int]] = defaultdict(list)
    for index in fabric.switches:
        switches_in[fabric.devices[index].cabinet].append(index)
    if nowhere := switches_in.pop(None, []):
        names = ", ".join(device_name(fabric.devices[index]) for index in nowhere[:_FEW])
        raise UnknownPlacesError(
            fabric.name,
            f"{len(nowhere):,} of {len(fabric.switches):,} switches have no cabinet, such as {names}",
            f"{setting('network')} FILE.graphml writes the network and FILE.places.csv to fill in and "
            f"give as {setting('locations')}; {setting('place')} with {setting('room')} places them",
        )
    return {cabinet: switches for cabinet, switches in switches_in.items() if cabinet is not None}


def room_of(fabric: Fabric, spec: str | None, stem: str) -> ImportedRoom:
    """Return the room of a fabric.

    ``spec``: the user's room; None to infer one from the cabinet names; ``stem``: name of the inferred
    room.
    """
    switches_in = _switches_by_cabinet(fabric)
    if spec is None:
        return _derived(fabric, switches_in, stem)
    room = _with_own_units(fabric, switches_in, room_from_spec(spec), spec)
    known = racks_in(fabric, room)
    at = _known_cabinets(fabric, switches_in, room, spec, known)
    return ImportedRoom(room, spec, at, derived=False, names=known)


def _with_own_units(fabric: Fabric, switches_in: Mapping[int, list[int]], room: Room, spec: str) -> Room:
    """Return a room that allows switches in any unit, if its file sets none and a switch needs one.

    Without ``switch_units``, switches are planned in the two uppermost units; existing switches stay.
    """
    if not isinstance(room, Hall):
        return room
    slots = {
        (room.cabinet_name(cabinet), unit)
        for cabinet, unit in zip(
            room.lengths.cabinet_of_slot.tolist(), room.slot_unit.tolist(), strict=True
        )
    }
    names = racks_in(fabric, room)
    for index, switches in switches_in.items():
        for switch in switches:
            unit = fabric.devices[switch].unit
            if unit is not None and index in names and (names[index], unit) not in slots:
                return room_from_spec(spec, any_unit=True)
    return room


def _derived(fabric: Fabric, switches_in: Mapping[int, list[int]], stem: str) -> ImportedRoom:
    """Return a grid with a cell for each known cabinet and the default pitches."""
    names = [cabinet.name for cabinet in fabric.cabinets]
    cells = cells_of_names([names[index] for index in switches_in], names, fabric.name)
    in_cell: Counter[Cell] = Counter()
    for index, switches in switches_in.items():
        in_cell[cells[names[index]]] += len(switches)
    per = max(in_cell.values())
    if per > MAX_SLOTS:
        raise InputError(fabric.name, f"{per:,} switches in one cabinet", f"at most {MAX_SLOTS:,}")
    rows, columns = (1 + max(cell[axis] for cell in cells.values()) for axis in (0, 1))
    missing = frozenset(product(range(rows), range(columns))) - set(cells.values())
    doors = {
        cell: names[index].strip()
        for index in reversed(range(len(names)))
        if (cell := cells.get(names[index]))
    }
    named = tuple(sorted((cell, door) for cell, door in doors.items() if door != cell_name(*cell)))
    room = GridRoom(f"{stem}.toml", rows, columns, slots_per_cabinet=per, missing=missing, names=named)
    number = {name: i for i, name in enumerate(map(room.cabinet_name, range(room.cabinet_count)))}
    known = {index: room.name_of(cells[name]) for index, name in enumerate(names) if name in cells}
    at = {index: number[known[index]] for index in switches_in}
    return ImportedRoom(room, f"{stem}.toml", at, derived=True, names=known)


def _known_cabinets(
    fabric: Fabric,
    switches_in: Mapping[int, list[int]],
    room: Room,
    spec: str,
    names: Mapping[int, str],
) -> dict[int, int]:
    """Return the room's usable cabinet for each of the fabric's cabinets with switches.

    ``names``: names in the room of the fabric's cabinets.
    """
    known = {room.cabinet_name(cabinet): cabinet for cabinet in range(room.cabinet_count)}
    at: dict[int, int] = {}
    for index, switches in switches_in.items():
        name = fabric.cabinets[index].name
        cabinet = known.get(names.get(index, ""))
        if cabinet is None:
            few = ", ".join(list(known)[:_FEW])
            what = f"has no cabinet {shown(name)!r} to use, but {len(switches):,} switches are in it"
            raise InputError(f"room {shown(spec)}", what, f"its cabinets are {few} ...")
        at[index] = cabinet
    return at


def racks_in(fabric: Fabric, room: Room) -> dict[int, str]:
    """Return the room's name of each of the fabric's cabinets in it, by name or by row and place."""
    own = [cabinet.name for cabinet in cabinet_slots(room).cabinets]
    known = {name.upper(): name for name in own}
    names = [cabinet.name.strip() for cabinet in fabric.cabinets]
    cells = _grid_names(names) if isinstance(room, GridRoom) else {}
    result = (
        (index, known.get(name.upper()) or known.get(cells.get(name, "")))
        for index, name in enumerate(names)
    )
    return {index: name for index, name in result if name is not None}


def _grid_names(names: Iterable[str]) -> dict[str, str]:
    """Return the grid's names for names such as ``A07`` or ``r1-c7``; others have no row and place.

    Rows and places count from 1, or from 0 if a name of the same form does.
    """
    result: dict[str, str] = {}
    left = list(names)
    for pattern, row_of in _WAYS[:_BY_PREFIX]:
        matches = {name: match for name in left if (match := pattern.fullmatch(name))}
        parsed = {name: (int(row_of(match[1])), int(match[2])) for name, match in matches.items()}
        row, column = (min((1, *(item[axis] for item in parsed.values()))) for axis in (0, 1))
        result |= {name: cell_name(item[0] - row, item[1] - column) for name, item in parsed.items()}
        left = [name for name in left if name not in parsed]
    return result


def room_toml(room: GridRoom) -> str:
    """Return a grid room as the text of a room file, which `rooms.room_file` reads."""
    grid = Definition.model_validate(room.definition())
    missing = ", ".join(f'"{name}"' for name in grid.missing)
    doors = "".join(
        f"\n{place} = {json.dumps(door, ensure_ascii=False)}" for place, door in grid.names.items()
    )
    doors = f"\n[grid.names]{doors}\n" if doors else ""
    return (
        "# Derived from the names of the cabinets. The pitches and the slack of a cable are\n"
        "# usual figures, not measured ones: correct them.\n"
        "schema = 1\n"
        f'name = "{grid.name}"\n\n'
        "[grid]\n"
        f"rows = {grid.rows}\ncolumns = {grid.columns}\n"
        f"row_pitch_m = {grid.row_pitch_mm / 1000}\ncolumn_pitch_m = {grid.column_pitch_mm / 1000}\n"
        f"slots_per_cabinet = {grid.slots_per_cabinet}\n"
        f"missing = [{missing}]\n{doors}\n"
        "[cable]\n"
        f"overhead_per_end_m = {grid.overhead_per_end_mm / 1000}\n"
        f"inside_cabinet_m = {grid.inside_cabinet_mm / 1000}\n"
    )
