"""Stations along a tray: its vertices, joints with other trays, and accesses.

All computations are exact: coordinates are integers, positions along a tray are fractions, and only the
coordinates of a station are rounded.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from netfloor.rooms.hall.parts import Riser, Tray
from netfloor.rooms.hall.rounding import Point, half_up

#: Distance within which vertices of trays, and risers, count as on a centre line.
TOUCH_MM = 1

#: Position along a polyline: segment number, and the fraction of the segment.
Place = tuple[int, Fraction]


@dataclass(frozen=True, order=True)
class Station:
    """A point of a tray's centre line: position, and coordinates rounded half up.

    ``cabinet`` is the cabinet that accesses the tray here; -1 for a vertex, crossing or riser.
    """

    place: Place
    at_mm: Point
    cabinet: int = -1


def own_stations(tray: Tray) -> list[Station]:
    """Return the vertices of a tray's centre line."""
    points = tray.points_mm
    return [Station(_place(i, Fraction(0), points), point) for i, point in enumerate(points)]


def nearest(points: Sequence[Point], to: Point) -> tuple[Fraction, Place, Point]:
    """Find the point of a polyline nearest to another point, the first if tied.

    Returns the square of the exact distance in mm2, the position, and the point rounded half up.
    """
    return min(_nearest_of_segment(points, i, to) for i in _promising(points, to))


def _promising(points: Sequence[Point], to: Point) -> list[int]:
    """Return the segments that may contain the nearest point, by their bounding boxes."""
    low, high = [], []
    for (ax, ay), (bx, by) in pairwise(points):
        dx = max(min(ax, bx) - to[0], 0, to[0] - max(ax, bx))
        dy = max(min(ay, by) - to[1], 0, to[1] - max(ay, by))
        low.append(dx * dx + dy * dy)
        high.append(min((ax - to[0]) ** 2 + (ay - to[1]) ** 2, (bx - to[0]) ** 2 + (by - to[1]) ** 2))
    minimum = min(high)
    return [i for i, bound in enumerate(low) if bound <= minimum]


def _nearest_of_segment(points: Sequence[Point], i: int, to: Point) -> tuple[Fraction, Place, Point]:
    (ax, ay), (bx, by) = points[i], points[i + 1]
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    part = min(max((to[0] - ax) * dx + (to[1] - ay) * dy, 0), square)
    # both coordinates and the distance over the common denominator, in integers: fast and exact
    over_x, over_y = (ax - to[0]) * square + part * dx, (ay - to[1]) * square + part * dy
    apart = Fraction(over_x * over_x + over_y * over_y, square * square)
    at = ((2 * part * dx + square) // (2 * square) + ax, (2 * part * dy + square) // (2 * square) + ay)
    return apart, _place(i, Fraction(part, square), points), at


def joints(tray: Tray, other: Tray, pairs: Sequence[tuple[int, int]]) -> Iterator[tuple[Station, Station]]:
    """Yield the joints of two trays of the same height, as a station of each.

    A vertex of a tray within `TOUCH_MM` of the other tray is on it, unless they meet exactly nearby:
    drawings are only accurate to the millimetre. ``pairs`` are nearby segments of both.
    """
    exact, loose = [], []
    for i, j in pairs:
        crossing = _crossing(tray.points_mm, i, other.points_mm, j)
        if crossing is not None:
            exact.append(crossing)
            continue
        touches = [touch for end in (i, i + 1) for touch in _touch(tray, end, other, j)]
        touches += [(n, a, b) for end in (j, j + 1) for n, b, a in _touch(other, end, tray, i)]
        exact += [(a, b) for apart, a, b in touches if apart == 0]
        loose += [(a, b) for apart, a, b in touches if apart > 0]
    yield from exact
    met = [a.at_mm for a, _ in exact]
    yield from ((a, b) for a, b in loose if all(math.dist(a.at_mm, at) > 2 * TOUCH_MM for at in met))


def _touch(
    tray: Tray, point: int, other: Tray, segment: int
) -> Iterator[tuple[Fraction, Station, Station]]:
    """Yield the distance of a vertex of a tray from a segment of another, and the joint if they touch."""
    at = tray.points_mm[point]
    apart, place, _ = _nearest_of_segment(other.points_mm, segment, at)
    if apart <= TOUCH_MM**2:
        own = _place(point, Fraction(0), tray.points_mm)
        yield apart, Station(own, at), Station(place, at)


def _crossing(a: Sequence[Point], i: int, b: Sequence[Point], j: int) -> tuple[Station, Station] | None:
    """Return the crossing of the interiors of two segments, or None."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a[i], a[i + 1], b[j], b[j + 1]
    rx, ry, sx, sy = bx - ax, by - ay, dx - cx, dy - cy
    turn = rx * sy - ry * sx
    if turn == 0:
        return None
    t = Fraction((cx - ax) * sy - (cy - ay) * sx, turn)
    u = Fraction((cx - ax) * ry - (cy - ay) * rx, turn)
    if not (0 < t < 1 and 0 < u < 1):
        return None
    at = half_up(ax + t * rx), half_up(ay + t * ry)
    return Station((i, t), at), Station((j, u), at)


def riser_station(tray: Tray, riser: Riser) -> Station | None:
    """Return the station of a riser on a tray, or None if the tray does not pass it."""
    apart, place, _ = nearest(tray.points_mm, riser.at_mm)
    return Station(place, riser.at_mm) if apart <= TOUCH_MM**2 else None


def access_station(tray: Tray, cabinet: int, centre: Point) -> Station | None:
    """Return the station of a cabinet's access on a tray, or None if it is out of reach."""
    apart, place, at = nearest(tray.points_mm, centre)
    return Station(place, at, cabinet) if apart <= tray.access_mm**2 else None


def _place(segment: int, part: Fraction, points: Sequence[Point]) -> Place:
    """Normalise a position: the end of a segment is the beginning of the next, if there is one."""
    last = len(points) - 2
    if segment > last:
        return last, Fraction(1)
    return (segment + 1, Fraction(0)) if part == 1 and segment < last else (segment, part)
