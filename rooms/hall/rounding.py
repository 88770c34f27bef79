"""Integer millimetres: the rounding rules of a hall's lengths."""

import math
from fractions import Fraction
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Point = tuple[int, int]
Heights = TypeVar("Heights", int, npt.NDArray[np.int64])

#: A rack unit is 1.75 inches (EIA-310), 44.45 mm, in hundredths of a millimetre.
UNIT_HUNDREDTHS_MM = 4445
_EXACT = 1e-12


def half_up(value: Fraction | float) -> int:
    """Round to the nearest integer, half up; a fraction is rounded exactly."""
    if isinstance(value, Fraction):
        return (2 * value.numerator + value.denominator) // (2 * value.denominator)
    return math.floor(value + 0.5)


def distance_mm(a: Point, b: Point) -> int:
    """Return the Euclidean distance of two points, rounded half up to the millimetre, exactly."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return (math.isqrt(4 * (dx * dx + dy * dy)) + 1) // 2


def port_height_mm(unit: Heights, plinth_mm: int) -> Heights:
    """Return the height of the centre of rack units above the floor, rounded half up.

    ``plinth_mm + floor((2 unit - 1) * 44.45 / 2 + 1 / 2)``, with units numbered from 1 at the bottom.
    """
    return ((2 * unit - 1) * UNIT_HUNDREDTHS_MM + 100) // 200 + plinth_mm


def cos_sin(angle_deg: float) -> tuple[float, float]:
    """Return cosine and sine of an angle; 0, 1/2 and 1 are exact, and so are quarter turns."""
    angle = math.radians(angle_deg % 360)
    return _snapped(math.cos(angle)), _snapped(math.sin(angle))


def _snapped(value: float) -> float:
    near = round(2 * value) / 2
    return near if abs(value - near) < _EXACT else value


def along(start: Point, angle_deg: float, distance: int) -> Point:
    """Return the point ``distance`` mm from ``start`` in a direction, rounded half up."""
    cos, sin = cos_sin(angle_deg)
    return start[0] + half_up(distance * cos), start[1] + half_up(distance * sin)


def in_axes(point: Point, axis_deg: float) -> Point:
    """Return a point's coordinates in axes turned by ``axis_deg``, rounded half up."""
    cos, sin = cos_sin(axis_deg)
    x, y = point
    return half_up(x * cos + y * sin), half_up(y * cos - x * sin)
