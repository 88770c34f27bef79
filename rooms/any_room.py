"""Rooms of either kind: a grid of cabinets, or a hall."""

from itertools import product

from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.sizes import refuse_too_long_rows, refuse_too_many_cables
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room import GridRoom

Room = GridRoom | Hall


def require_slots(what: str, routers: int, room: Room, *, cables: int = 0) -> None:
    """Refuse a network that does not fit into a room or would give too large a plan.

    Raise `InfeasibleError` with the number of missing slots, or `InputError` with the estimate if the plan
    would have too many cables (``cables``, 0 without a plan file) or the grid too many rows and columns.
    """
    missing = routers - room.slots
    if missing > 0:
        raise InfeasibleError(
            f"{what}: {routers} switches do not fit in {room.name} with {room.slots} slots: "
            f"{missing} {'slot is' if missing == 1 else 'slots are'} missing"
        )
    refuse_too_many_cables(what, cables)
    if isinstance(room, GridRoom):
        refuse_too_long_rows(room.name, room.rows + room.columns)


def rows_by_cabinet(room: Room) -> dict[str, str]:
    """Return the row of every cabinet by name, row by row, including cabinets without slots.

    A single cabinet of a hall forms a row with its own name.
    """
    if isinstance(room, GridRoom):
        every = [*product(range(room.rows), range(room.columns))]
        there = {room.name_of(cell) for cell in every if cell not in room.missing}
        return {
            name: str(cell[0] + 1)
            for cell in every
            if (name := room.name_of(cell)) not in there or cell not in room.missing
        }
    return {
        cabinet.name: cabinet.name if cabinet.row == "single" else cabinet.row for cabinet in room.cabinets
    }
