"""Doors that cannot open, or that nobody gets through."""

import math
from collections.abc import Iterator
from typing import Any

from netfloor.rooms.hall.checks.footprints import footprints, obstacles
from netfloor.rooms.hall.checks.problem import HallProblem, problem_at
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Door

#: A door stands in a wall when its opening is no farther than this from the outline; walls are thick.
WALL_MM = 500
_STEPS = 16
_PROBE_MM = 50


def door_problems(hall: Hall) -> Iterator[HallProblem]:
    """Yield what is in the way of doors."""
    from shapely import Polygon, STRtree  # noqa: PLC0415 - Shapely takes long to import

    if not hall.doors:
        return
    areas = obstacles(hall)
    names = [f"cabinet {cabinet.name}" for cabinet in hall.cabinets] + [name for name, _ in areas]
    shapes = [*footprints(hall.cabinets), *(Polygon(area.corners_mm) for _, area in areas)]
    tree = STRtree(shapes)
    for door in hall.doors:
        side = inward(hall, door)
        if side is None:
            what = f"door {door.name} is not in a wall: its opening lies away from the outline"
            x, y = ((a + b) // 2 for a, b in zip(door.hinge_mm, door.jamb_mm, strict=True))
            yield HallProblem("door", f"door {door.name}", what, x, y)
            continue
        for kind, zone, words in _zones(door, side):
            for i in sorted(tree.query(zone, predicate="intersects")):
                shared = shapes[i].intersection(zone)
                if shared.area > 1:
                    what = f"{names[i]} stands {words} door {door.name}"
                    yield problem_at(kind, f"door {door.name}", what, shared)


def _zones(door: Door, side: int) -> Iterator[tuple[str, Any, str]]:
    """Yield the floor that a door needs: its kind, shape, and how to say that something is there."""
    from shapely import Polygon  # noqa: PLC0415 - Shapely takes long to import

    if door.swing == "in":
        yield "swing", swing_zone(door, side), "in the swing of"
    if door.clear_mm:
        deep = side * door.clear_mm
        corners = [door.hinge_mm, door.jamb_mm, _beside(door, 1, deep), _beside(door, 0, deep)]
        yield "blocked_door", Polygon(corners), "in front of"


def inward(hall: Hall, door: Door) -> int | None:
    """Return where the hall is, seen from hinge to jamb: 1 left, -1 right; None for a door in no wall."""
    from shapely import Point, Polygon  # noqa: PLC0415 - Shapely takes long to import

    outline = Polygon(hall.outline_mm)
    ends = [Point(door.hinge_mm), Point(door.jamb_mm)]
    if any(outline.exterior.distance(end) > WALL_MM for end in ends):
        return None
    reach = max(outline.exterior.distance(end) for end in ends) + _PROBE_MM
    inside = [outline.contains(Point(_beside(door, 0.5, side * reach))) for side in (1, -1)]
    return (1 if inside[0] else -1) if inside[0] != inside[1] else None


def _beside(door: Door, part: float, out_mm: float) -> tuple[float, float]:
    """Return the point ``part`` of the way from hinge to jamb and so far to the left of it."""
    (hx, hy), (jx, jy) = door.hinge_mm, door.jamb_mm
    dx, dy = jx - hx, jy - hy
    wide = math.hypot(dx, dy)
    return hx + part * dx - out_mm * dy / wide, hy + part * dy + out_mm * dx / wide


def swing_zone(door: Door, side: int) -> Any:
    """Return the quarter circle that a door's leaf sweeps inside the hall."""
    from shapely import Polygon  # noqa: PLC0415 - Shapely takes long to import

    wide = math.dist(door.hinge_mm, door.jamb_mm)
    turns = [math.pi / 2 * i / _STEPS for i in range(_STEPS + 1)]
    arc = [_beside(door, math.cos(turn), side * wide * math.sin(turn)) for turn in turns]
    return Polygon([door.hinge_mm, *arc])
