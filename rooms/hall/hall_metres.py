"""From the metres of a hall file to millimetres."""

from collections.abc import Sequence

from foundation.errors import InputError
from foundation.units import metres_to_mm
from rooms.hall.rounding import Point


def signed_mm(metres: float, where: str) -> int:
    """Return a coordinate in whole millimetres; refuse what is finer."""
    length = metres_to_mm(abs(metres), where)
    return length if metres >= 0 else -length


def size_mm(metres: float, where: str, least: int = 1) -> int:
    """Return a length of at least ``least`` whole millimetres."""
    length = metres_to_mm(metres, where)
    if length < least:
        raise InputError(where, f"{metres} m is below a millimetre")
    return length


def point_mm(point: Sequence[float], where: str) -> Point:
    """Return a point in whole millimetres."""
    return signed_mm(point[0], f"{where}.0"), signed_mm(point[1], f"{where}.1")


def points_mm(points: Sequence[Sequence[float]], where: str) -> list[Point]:
    """Return points in whole millimetres."""
    return [point_mm(point, f"{where}.{i}") for i, point in enumerate(points)]
