"""Validation of polygons and lines from a user."""

from collections.abc import Sequence
from itertools import pairwise

from netfloor.foundation.errors import InputError
from netfloor.rooms.hall.rounding import Point


def checked_polygon(points: Sequence[Point], where: str) -> tuple[Point, ...]:
    """Validate the corners of a simple polygon, dropping a repeated first one.

    Raise `InputError` otherwise.
    """
    from shapely import Polygon  # noqa: PLC0415 - Shapely takes long to import
    from shapely.validation import explain_validity  # noqa: PLC0415

    corners = tuple(points[:-1]) if len(points) > 1 and points[0] == points[-1] else tuple(points)
    if len(corners) < 3:
        raise InputError(where, f"{len(corners)} corners enclose no floor", "give three or more in order")
    _refuse_repeats([*corners, corners[0]], where)
    shape = Polygon(corners)
    if not shape.convex_hull.area:
        raise InputError(where, "all corners lie on one line", "give corners that enclose floor")
    if not shape.is_valid:
        what = f"the polygon crosses or touches itself ({_in_words(explain_validity(shape))})"
        raise InputError(where, what, "give its corners in the order of a walk along its edge")
    return corners


def checked_line(points: Sequence[Point], where: str) -> tuple[Point, ...]:
    """Validate the points of a line that does not cross itself; raise `InputError` otherwise."""
    from shapely import LineString  # noqa: PLC0415 - Shapely takes long to import

    if len(points) < 2:
        raise InputError(where, "a line needs two points", "give them in order")
    _refuse_repeats(points, where)
    if not LineString(points).is_simple:
        raise InputError(where, "the line crosses itself or runs back", "make two trays of it")
    return tuple(points)


def _refuse_repeats(points: Sequence[Point], where: str) -> None:
    for a, b in pairwise(points):
        if a == b:
            raise InputError(where, f"point {in_metres(a)} is given twice in a row", "leave one out")


def in_metres(point: Point) -> str:
    """Format a point in metres."""
    return f"({point[0] / 1000:g} m, {point[1] / 1000:g} m)"


def _in_words(validity: str) -> str:
    """Convert a reason from GEOS, "Self-intersection[1500 2000]", to a text with metres."""
    reason, _, place = validity.rstrip("]").partition("[")
    try:
        x, y = (float(number) for number in place.split())
    except ValueError:
        return reason.lower()
    return f"{reason.lower()} at {x / 1000:g} m, {y / 1000:g} m"
