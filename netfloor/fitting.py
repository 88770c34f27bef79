"""Whether a network fits into a room at all."""

from foundation.errors import InfeasibleError
from rooms.any_room import AnyRoom


def require_slots(what: str, routers: int, room: AnyRoom) -> None:
    """Refuse a room with too few slots, saying how many are missing.

    Raises
    ------
    InfeasibleError
        If there are more routers than slots.
    """
    missing = routers - room.slots
    if missing > 0:
        raise InfeasibleError(
            f"{what}: {routers} routers do not fit in {room.name} with {room.slots} slots: "
            f"{missing} {'slot is' if missing == 1 else 'slots are'} missing"
        )
