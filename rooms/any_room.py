"""What a network can be placed in: a grid of cabinets or a hall."""

from netfloor.foundation.errors import InfeasibleError
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room import Room

AnyRoom = Room | Hall


def require_slots(what: str, routers: int, room: AnyRoom) -> None:
    """Raise an `InfeasibleError` where routers outnumber the slots, saying how many are missing."""
    missing = routers - room.slots
    if missing > 0:
        raise InfeasibleError(
            f"{what}: {routers} routers do not fit in {room.name} with {room.slots} slots: "
            f"{missing} {'slot is' if missing == 1 else 'slots are'} missing"
        )
