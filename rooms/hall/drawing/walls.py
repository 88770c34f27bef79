"""Walls drawn as lines: the polygons they enclose, and the gaps between their ends as doors."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.sizes import DRAWN_CROSSINGS, Allowance
from netfloor.rooms.hall.drawing.shapes import Curve
from netfloor.rooms.hall.file.shapes import in_metres
from netfloor.rooms.hall.rounding import Point

#: Maximum width of a door opening between two wall ends, and of an accidental gap.
DOOR_MM, SLIP_MM = 3000, 100
#: A wall continues in its direction if the deviation is at most this share of the distance.
_AHEAD = 0.5
#: Loose lines processed at a time, to limit memory.
_AT_ONCE = 500
Gap = tuple[Point, Point]


@dataclass(frozen=True)
class Enclosed:
    """The polygons enclosed by lines, the gaps closed for them, and the number of lines left over."""

    polygons: list[tuple[Point, ...]]
    gaps: list[Gap]
    loose: int = 0


def enclosed(curves: Sequence[Curve], where: str, *, gaps: bool) -> Enclosed:
    """Find the polygons enclosed by curves: closed curves, then loose lines joined where they meet.

    With ``gaps``, wall ends opposite each other are also joined, and walls inside a closed curve divide its
    floor; without, a line that encloses nothing is an error.
    """
    closed = [curve.points_mm for curve in curves if curve.closed]
    lines = [curve.points_mm for curve in curves if not curve.closed]
    if not lines:
        return Enclosed(closed, [])
    walls = [*lines, *((*points, points[0]) for points in closed)] if gaps else lines
    joined, loose = _joined(walls, where)
    results: list[Gap] = []
    if loose and gaps:
        results = gaps_between(walls, where)
        joined, loose = _joined([*walls, *results], where)
    known = {frozenset(points) for points in closed}
    joined = [points for points in joined if frozenset(points) not in known]
    if loose and (not gaps or not (joined or closed)):
        what = f"a line is open at {in_metres(loose[0])}: it encloses no floor"
        remedy = "close it, or leave gaps of at most 3 m for doors" if gaps else "close it"
        raise InputError(where, what, remedy)
    return Enclosed([*closed, *joined], results, len(loose))


def _joined(lines: Sequence[tuple[Point, ...]], where: str) -> tuple[list[tuple[Point, ...]], list[Point]]:
    """Return the polygons enclosed by lines, and a point of each line that encloses nothing."""
    from shapely import LineString, get_parts, polygonize_full, union_all  # noqa: PLC0415

    shapes = [LineString(line) for line in lines]
    _refuse_tangle(shapes, where)
    polygons, *others = polygonize_full(get_parts(union_all(shapes)))
    loose = [part.coords[0] for left in others for part in left.geoms]
    return (
        [tuple((round(x), round(y)) for x, y in geom.exterior.coords[:-1]) for geom in polygons.geoms],
        [(round(x), round(y)) for x, y, *_ in loose],
    )


def gaps_between(lines: Sequence[tuple[Point, ...]], where: str) -> list[Gap]:
    """Find the gaps between loose ends: first ends in line with each other, then the smallest gaps."""
    from shapely import STRtree, points  # noqa: PLC0415 - Shapely takes long to import

    ends = _loose_ends(lines)
    if len(ends) < 2:
        return []
    spots = points([end for end, _ in ends])
    tree = STRtree(spots)
    near, allowed = list[tuple[int, float, int, int]](), Allowance(where, DRAWN_CROSSINGS)
    for start in range(0, len(ends), _AT_ONCE):
        pairs = tree.query(spots[start : start + _AT_ONCE], predicate="dwithin", distance=DOOR_MM).T
        allowed.spend(len(pairs))
        for item, other in pairs.tolist():
            a, b = item + start, other
            if a < b and (rank := _rank(ends[a], ends[b])) is not None:
                near.append((*rank, a, b))
    used, result = set[int](), list[Gap]()
    for _, _, a, b in sorted(near):
        if not {a, b} & used:
            used |= {a, b}
            result.append((ends[a][0], ends[b][0]))
    return result


_End = tuple[Point, tuple[float, float]]


def _loose_ends(lines: Sequence[tuple[Point, ...]]) -> list[_End]:
    """Return the ends of lines that touch no other line, with the direction of each away from its line."""
    from shapely import LineString, STRtree, points  # noqa: PLC0415 - Shapely takes long to import

    tree = STRtree([LineString(line) for line in lines])
    count = Counter(end for line in lines for end in (line[0], line[-1]))
    ends = []
    for number, line in enumerate(lines):
        if line[0] == line[-1]:
            continue
        for end, before in ((line[0], line[1]), (line[-1], line[-2])):
            touched = tree.query(points(end), predicate="dwithin", distance=1).tolist()
            if count[end] == 1 and touched == [number]:
                way = math.dist(end, before)
                ends.append((end, ((end[0] - before[0]) / way, (end[1] - before[1]) / way)))
    return ends


def _rank(end: _End, other: _End) -> tuple[int, float] | None:
    """Return the sort key of the gap between two ends; None if it is not a gap.

    Walls in line with each other rank first, then ends that nearly meet and walls ahead of an end.
    """
    (a, going), (b, coming) = end, other
    wide = math.dist(a, b)
    if not wide:
        return None
    across = ((b[0] - a[0]) / wide, (b[1] - a[1]) / wide)
    ahead = [
        direction[0] * sign * across[0] + direction[1] * sign * across[1]
        for direction, sign in ((going, 1), (coming, -1))
    ]
    straight = math.sqrt(1 - _AHEAD**2)
    if all(share >= straight for share in ahead):
        return 0, wide
    return (1, wide) if wide <= SLIP_MM or any(share >= straight for share in ahead) else None


def chosen(
    polygons: Sequence[tuple[Point, ...]], inside: Point | None, centres: Sequence[Point], where: str
) -> tuple[int, int]:
    """Select the polygon of the hall, and count the cabinets outside it.

    It is the smallest polygon around a given point, or around most cabinets. Raise `InputError` if none
    contains the point.
    """
    from shapely import Polygon, contains, points  # noqa: PLC0415 - Shapely takes long to import

    if len(polygons) == 1 and inside is None:
        return 0, 0
    shapes = [Polygon(polygon) for polygon in polygons]
    around = [number for number, shape in enumerate(shapes) if inside and shape.contains(points(inside))]
    if inside is not None and not around:
        what = f"no outline contains {in_metres(inside)}"
        raise InputError(where, what, "a point inside the hall, in metres of the written file")
    spots: Any = points(centres) if centres else []
    held = [int(contains(shape, spots).sum()) if centres else 0 for shape in shapes]
    numbers = around or range(len(shapes))
    best = min(numbers, key=lambda number: (-held[number], shapes[number].area))
    if inside is not None:
        best = min(around, key=lambda number: shapes[number].area)
    elif any(held[n] == held[best] and not shapes[n].contains(shapes[best]) for n in numbers if n != best):
        what = f"several of {len(polygons)} outlines contain {held[best]} cabinets each"
        raise InputError(where, what, f"a hall has one; {setting('inside')} X,Y names a point in it")
    return best, len(centres) - held[best]


def _refuse_tangle(shapes: Sequence[Any], where: str) -> None:
    """Raise `InputError` for too many possible crossings of loose lines."""
    from shapely import STRtree  # noqa: PLC0415 - Shapely takes long to import

    tree, crossings = STRtree(shapes), Allowance(where, DRAWN_CROSSINGS)
    for start in range(0, len(shapes), _AT_ONCE):
        crossings.spend(tree.query(shapes[start : start + _AT_ONCE]).shape[1])
