"""The room of a fabric that stands already: the user's, or a grid told from its cabinets' names."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from exchange.fabric import Fabric
from foundation.errors import InputError
from netfloor.import_cells import cells_of_names
from netfloor.import_network import device_name
from rooms.any_room import AnyRoom
from rooms.room import Room, cell_name
from rooms.room_file import Definition
from rooms.room_spec import room_from_spec
from topologies.parameters import shown

#: Cabinets named in one message.
_FEW = 3
MOST_SLOTS = 1000


@dataclass(frozen=True)
class ImportedRoom:
    """A room and where in it a fabric's cabinets are.

    Attributes
    ----------
    spec
        How the plan names the room.
    cabinet_at
        Usable cabinet of the room for each index of a fabric's cabinet that holds switches.
    derived
        True if the room was told from names.
    """

    room: AnyRoom
    spec: str
    cabinet_at: Mapping[int, int]
    derived: bool


def switches_by_cabinet(fabric: Fabric) -> dict[int, list[int]]:
    """Return the switches in each cabinet of a fabric; `InputError` if one stands nowhere."""
    found: dict[int, list[int]] = defaultdict(list)
    nowhere = []
    for index in fabric.switches:
        cabinet = fabric.devices[index].cabinet
        if cabinet is None:
            nowhere.append(index)
        else:
            found[cabinet].append(index)
    if nowhere:
        names = ", ".join(device_name(fabric.devices[index]) for index in nowhere[:_FEW])
        raise InputError(
            fabric.name,
            f"{len(nowhere):,} of {len(fabric.switches):,} switches have no cabinet, such as {names}",
            "give --locations FILE.csv with lines router,cabinet[,unit]",
        )
    return dict(found)


def room_of(fabric: Fabric, spec: str | None, stem: str) -> ImportedRoom:
    """Return the room of a fabric.

    Parameters
    ----------
    spec
        A room of the user's; None to tell one from the names of the cabinets.
    stem
        What to call that one.
    """
    held = switches_by_cabinet(fabric)
    if spec is None:
        return _derived(fabric, held, stem)
    room = room_from_spec(spec)
    return ImportedRoom(room, spec, _found(fabric, held, room, spec), derived=False)


def _derived(fabric: Fabric, held: Mapping[int, list[int]], stem: str) -> ImportedRoom:
    """Return a grid with a cell for each known cabinet and the usual pitches."""
    names = [cabinet.name for cabinet in fabric.cabinets]
    cells = cells_of_names([names[index] for index in held], names, fabric.name)
    in_cell: dict[tuple[int, int], int] = defaultdict(int)
    for index, switches in held.items():
        in_cell[cells[names[index]]] += len(switches)
    per = max(in_cell.values())
    if per > MOST_SLOTS:
        raise InputError(fabric.name, f"{per:,} switches in one cabinet", f"at most {MOST_SLOTS:,}")
    rows, columns = (1 + max(cell[axis] for cell in cells.values()) for axis in (0, 1))
    here = set(cells.values())
    missing = frozenset((r, c) for r in range(rows) for c in range(columns) if (r, c) not in here)
    room = Room(f"{stem}.toml", rows, columns, slots_per_cabinet=per, missing=missing)
    number = {name: i for i, name in enumerate(map(room.cabinet_name, range(room.cabinet_count)))}
    at = {index: number[cell_name(*cells[names[index]])] for index in held}
    return ImportedRoom(room, f"{stem}.toml", at, derived=True)


def _found(fabric: Fabric, held: Mapping[int, list[int]], room: AnyRoom, spec: str) -> dict[int, int]:
    """Return the room's cabinet for each of the fabric's: by its name, else by row and place."""
    known = {room.cabinet_name(cabinet).upper(): cabinet for cabinet in range(room.cabinet_count)}
    at: dict[int, int] = {}
    for index in held:
        name = fabric.cabinets[index].name
        found = known.get(name.strip().upper())
        if found is None and isinstance(room, Room):
            found = known.get(_grid_name(name, fabric.name))
        if found is None:
            names = ", ".join(list(known)[:_FEW])
            what = f"has no cabinet {shown(name)!r} to use, where {len(held[index]):,} switches stand"
            raise InputError(f"room {shown(spec)}", what, f"its cabinets are {names} ...")
        at[index] = found
    return at


def _grid_name(name: str, where: str) -> str:
    """Return the grid's name for ``A07`` or ``r1-c7``, empty where it says no row and place."""
    try:
        return cell_name(*cells_of_names([name], (), where)[name]) if name[-1:].isdigit() else ""
    except InputError:
        return ""


def room_toml(room: Room) -> str:
    """Return a grid as the file that `rooms.room_file` reads."""
    given = Definition.model_validate(room.definition())
    missing = ", ".join(f'"{name}"' for name in given.missing)
    return (
        "# Told from the names of the cabinets. The pitches and what a cable needs beside its way are\n"
        "# usual figures, not measured ones: correct them.\n"
        "schema = 1\n"
        f'name = "{given.name}"\n\n'
        "[grid]\n"
        f"rows = {given.rows}\ncolumns = {given.columns}\n"
        f"row_pitch_m = {given.row_pitch_mm / 1000}\ncolumn_pitch_m = {given.column_pitch_mm / 1000}\n"
        f"slots_per_cabinet = {given.slots_per_cabinet}\n"
        f"missing = [{missing}]\n\n"
        "[cable]\n"
        f"overhead_per_end_m = {given.overhead_per_end_mm / 1000}\n"
        f"inside_cabinet_m = {given.inside_cabinet_mm / 1000}\n"
    )
