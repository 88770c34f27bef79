"""The outlines of cabinets and what lies before and behind them, as Shapely shapes."""

from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Area, Cabinet
from netfloor.rooms.hall.rounding import cos_sin

Corners = npt.NDArray[np.float64]
#: Centres are whole millimetres: two cabinets side by side in an oblique row may be that much nearer.
SKEW_MM = 0.75
_HAIR_MM = 0.001


def corners_mm(cabinet: Cabinet, inset_mm: float = 0.0) -> Corners:
    """Return the corners of a cabinet, (4, 2): front left, front right, back right, back left."""
    right, out = cabinet.width_mm / 2 - inset_mm, cabinet.depth_mm / 2 - inset_mm
    return placed(cabinet, [(-right, out), (right, out), (right, -out), (-right, -out)])


def placed(cabinet: Cabinet, points: Any) -> Corners:
    """Return points given from a cabinet's middle, (right of its front, out of it), on the floor."""
    cos, sin = cos_sin(cabinet.front_deg)
    right, out = np.asarray(points, dtype=float).T
    x = cabinet.x_mm + right * sin + out * cos
    y = cabinet.y_mm - right * cos + out * sin
    return np.column_stack([x, y])


def inset_mm(cabinet: Cabinet) -> float:
    """Return how deep something must reach into a cabinet to count."""
    return SKEW_MM if cabinet.front_deg % 90 else _HAIR_MM


def footprints(cabinets: tuple[Cabinet, ...], *, inset: bool = False) -> Any:
    """Return the outlines of cabinets as an array of polygons, a trifle smaller if asked."""
    from shapely import polygons  # noqa: PLC0415 - Shapely takes long to import

    rings = [corners_mm(cabinet, inset_mm(cabinet) if inset else 0.0) for cabinet in cabinets]
    return polygons(np.array(rings).reshape(-1, 4, 2))


def strip_mm(cabinet: Cabinet, deep_mm: float, *, front: bool) -> Corners:
    """Return the corners of the floor before or behind a cabinet, (4, 2)."""
    half, face, sign = cabinet.width_mm / 2 - inset_mm(cabinet), cabinet.depth_mm / 2, 1 if front else -1
    near, far = sign * face, sign * (face + deep_mm)
    return placed(cabinet, [(-half, near), (half, near), (half, far), (-half, far)])


def face_mm(cabinet: Cabinet, *, front: bool) -> Corners:
    """Return the two ends of a cabinet's front or back, (2, 2)."""
    return strip_mm(cabinet, 0, front=front)[:2]


def obstacles(hall: Hall) -> list[tuple[str, Area]]:
    """Return what stands on the floor beside the cabinets, by its name in words."""
    pillars = [(f"pillar {area.name}", area) for area in hall.pillars]
    return pillars + [(f"cooling row {area.name}", area) for area in hall.cooling]
