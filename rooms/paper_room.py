"""The SpectralFly paper's room for a number of routers."""

from foundation.errors import InputError
from foundation.grids import cabinets_needed, square_grid
from rooms.room import Room

MAX_ROUTERS = 1_000_000


def paper_room(routers: int) -> Room:
    """Return the roughly square room of SpectralFly section VII for ``routers``.

    Two routers a cabinet, rows of 2 m and columns of 0.6 m, 2 m inside a cabinet and
    2 m of overhead at each end of every other cable.
    """
    if not 1 <= routers <= MAX_ROUTERS:
        raise InputError("room paper:N", f"N = {routers} routers", f"give 1 to {MAX_ROUTERS}")
    rows, columns = square_grid(cabinets_needed(routers))
    return Room(f"paper:{routers}", rows, columns)
