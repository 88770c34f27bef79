"""What a network can be placed in: a grid of cabinets or a hall."""

from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.sizes import refuse_too_long_rows, refuse_too_many_cables
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room import Room

AnyRoom = Room | Hall


def require_slots(what: str, routers: int, room: AnyRoom, *, cables: int = 0) -> None:
    """Refuse what cannot be placed in a room, before any work.

    Parameters
    ----------
    cables
        Of the plan that is to be written, 0 where none is.

    Raises
    ------
    InfeasibleError
        If routers outnumber the slots, saying how many are missing.
    InputError
        With the estimate, if the plan has too many cables or the grid too many rows and columns.
    """
    missing = routers - room.slots
    if missing > 0:
        raise InfeasibleError(
            f"{what}: {routers} switches do not fit in {room.name} with {room.slots} slots: "
            f"{missing} {'slot is' if missing == 1 else 'slots are'} missing"
        )
    refuse_too_many_cables(what, cables)
    if isinstance(room, Room):
        refuse_too_long_rows(room.name, room.rows + room.columns)


def rows_by_cabinet(room: AnyRoom) -> dict[str, str]:
    """Return the row of every cabinet by its name, row by row, of those without a slot too.

    A cabinet of a hall that stands on its own is a row of its own name.
    """
    if isinstance(room, Room):
        return {room.name_of((r, c)): str(r + 1) for r in range(room.rows) for c in range(room.columns)}
    return {one.name: one.name if one.row == "single" else one.row for one in room.cabinets}
