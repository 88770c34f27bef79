"""Checks of a hall before placement: obstructions of cabinets, doors and aisles."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InputError
from netfloor.rooms.hall.file.shapes import in_metres
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Area, Cabinet, Door
from netfloor.rooms.hall.rounding import cos_sin, half_up

Corners = npt.NDArray[np.float64]
#: Centres are integer millimetres: two adjacent cabinets of an oblique row may be closer by this much.
SKEW_MM = 0.75
_HAIR_MM = 0.001
Side = tuple[str, str]
#: Depth of floor drawn in front of a cabinet with nothing opposite, and range of the search for a row
#: opposite.
OPEN_MM = 800
FACING_MM = 3000
#: A door belongs to a wall if its opening is within this distance of the outline; walls are thick.
WALL_MM = 500
_STEPS = 16
_PROBE_MM = 50


@dataclass(frozen=True)
class HallProblem:
    """An obstruction: the kind, the subject such as ``cabinet A07``, a sentence, and the position."""

    # "overlap", "outside" (the outline), "pillar", "keep_out", "cooling", "door" (not in a wall), "swing",
    # "blocked_door", "clearance" (of a cabinet) or "aisle"
    kind: str
    subject: str
    what: str
    x_mm: int
    y_mm: int
    width_mm: int | None = None  # free width of an aisle; None for other kinds

    @property
    def remedy(self) -> str:
        """The remedy."""
        return "move one of them" if self.kind == "overlap" else "move it"


def problem_at(kind: str, subject: str, what: str, shape: Any) -> HallProblem:
    """Create a problem located inside a shape."""
    spot = shape.representative_point()
    return HallProblem(kind, subject, what, half_up(spot.x), half_up(spot.y))


# Outlines of cabinets, and the floor in front of and behind them


def corners_mm(cabinet: Cabinet, inset_mm: float = 0.0) -> Corners:
    """Return the corners of a cabinet, (4, 2): front left, front right, back right, back left."""
    right, out = cabinet.width_mm / 2 - inset_mm, cabinet.depth_mm / 2 - inset_mm
    return placed(cabinet, [(-right, out), (right, out), (right, -out), (-right, -out)])


def placed(cabinet: Cabinet, points: Any) -> Corners:
    """Convert points relative to a cabinet's centre, (right of its front, out of it), to the floor."""
    cos, sin = cos_sin(cabinet.front_deg)
    right, out = np.asarray(points, dtype=float).T
    x = cabinet.x_mm + right * sin + out * cos
    y = cabinet.y_mm - right * cos + out * sin
    return np.column_stack([x, y])


def inset_mm(cabinet: Cabinet) -> float:
    """Return the depth by which a shape must reach into a cabinet to count as an overlap."""
    return SKEW_MM if cabinet.front_deg % 90 else _HAIR_MM


def footprints(cabinets: tuple[Cabinet, ...], *, inset: bool = False) -> Any:
    """Return the outlines of cabinets as an array of polygons, slightly shrunk if ``inset``."""
    from shapely import polygons  # noqa: PLC0415 - Shapely takes long to import

    rings = [corners_mm(cabinet, inset_mm(cabinet) if inset else 0.0) for cabinet in cabinets]
    return polygons(np.array(rings).reshape(-1, 4, 2))


def strip_mm(cabinet: Cabinet, deep_mm: float, *, front: bool) -> Corners:
    """Return the corners of the floor in front of or behind a cabinet, (4, 2)."""
    half, face, sign = cabinet.width_mm / 2 - inset_mm(cabinet), cabinet.depth_mm / 2, 1 if front else -1
    near, far = sign * face, sign * (face + deep_mm)
    return placed(cabinet, [(-half, near), (half, near), (half, far), (-half, far)])


def face_mm(cabinet: Cabinet, *, front: bool) -> Corners:
    """Return the two ends of a cabinet's front or back, (2, 2)."""
    return strip_mm(cabinet, 0, front=front)[:2]


def obstacles(hall: Hall) -> list[tuple[str, Area]]:
    """List pillars and cooling rows with their display names."""
    pillars = [(f"pillar {area.name}", area) for area in hall.pillars]
    return pillars + [(f"cooling row {area.name}", area) for area in hall.cooling]


# Aisles: their width, and their cold and hot floor


@dataclass(frozen=True)
class Narrow:
    """A place where an aisle is too narrow."""

    sides: tuple[Side, Side]
    width_mm: float
    at_mm: tuple[float, float]
    cabinet: str


def aisle_problems(hall: Hall, aisle_mm: int) -> Iterator[HallProblem]:
    """Report aisles narrower than a limit, once for every two facing rows.

    An aisle is the floor between the front or back of a cabinet and the object opposite. A pillar or
    cooling row in it is passed on its wider side.
    """
    worst: dict[tuple[Side, Side], Narrow] = {}
    for narrow in (*_between_rows(hall, aisle_mm), *_around_obstacles(hall, aisle_mm)):
        known = worst.get(narrow.sides, narrow)
        worst[narrow.sides] = min(known, narrow, key=lambda place: place.width_mm)
    yield from (_aisle_problem(narrow, aisle_mm) for narrow in worst.values())


def _aisle_problem(narrow: Narrow, aisle_mm: int) -> HallProblem:
    (item, side), (other, far) = narrow.sides
    width = half_up(narrow.width_mm)
    opposite = f"the {far} of {other}" if far else other
    what = f"the aisle between the {side} of {item} and {opposite} is {width / 1000:g} m wide"
    at = half_up(narrow.at_mm[0]), half_up(narrow.at_mm[1])
    what += f" at {narrow.cabinet}, narrower than {aisle_mm / 1000:g} m"
    return HallProblem("aisle", item, what, *at, width)


def _between_rows(hall: Hall, aisle_mm: int) -> Iterator[Narrow]:
    from shapely import LineString, Polygon, STRtree, shortest_line  # noqa: PLC0415

    shapes, inset = footprints(hall.cabinets), footprints(hall.cabinets, inset=True)
    tree = STRtree(inset)
    for place, cabinet in enumerate(hall.cabinets):
        for front in (True, False):
            strip = Polygon(strip_mm(cabinet, aisle_mm, front=front))
            face = LineString(face_mm(cabinet, front=front))
            for i in sorted(tree.query(strip, predicate="intersects")):
                width = face.distance(shapes[i])
                # The rounding of centres in oblique rows does not narrow the aisle.
                skew_mm = 2 * inset_mm(cabinet)
                if i == place or inset[i].intersects(inset[place]) or width > aisle_mm - skew_mm:
                    continue
                spot = shortest_line(face, shapes[i]).interpolate(0.5, normalized=True)
                other = hall.cabinets[i]
                sides = sorted(
                    [
                        (_row_name(cabinet), _face_name(front=front)),
                        (_row_name(other), _faces(other, cabinet)),
                    ]
                )
                yield Narrow((sides[0], sides[1]), width, (spot.x, spot.y), cabinet.name)


def _around_obstacles(hall: Hall, aisle_mm: int) -> Iterator[Narrow]:
    """Yield places where a pillar or cooling row leaves less than the limit on both sides."""
    from shapely import LineString, Polygon, STRtree, distance  # noqa: PLC0415

    shapes, wall = footprints(hall.cabinets), Polygon(hall.outline_mm).exterior
    tree = STRtree(shapes)
    for name, area in obstacles(hall):
        thing = Polygon(area.corners_mm)
        for i in sorted(tree.query(thing, predicate="dwithin", distance=aisle_mm)):
            cabinet = hall.cabinets[i]
            for front in (True, False):
                strip = Polygon(strip_mm(cabinet, aisle_mm, front=front))
                if not strip.intersects(thing) or thing.intersects(shapes[i]):
                    continue
                near = LineString(face_mm(cabinet, front=front)).distance(thing)
                others = [
                    shapes[j] for j, c in enumerate(hall.cabinets) if _row_name(c) != _row_name(cabinet)
                ]
                far = min([wall.distance(thing), *(distance(thing, others) if others else ())])
                if max(near, far) <= aisle_mm - 2 * inset_mm(cabinet):
                    sides = (_row_name(cabinet), _face_name(front=front)), (name, "")
                    spot = thing.representative_point()
                    yield Narrow(sides, max(near, far), (spot.x, spot.y), cabinet.name)


def _face_name(*, front: bool) -> str:
    return "front" if front else "back"


def _row_name(cabinet: Cabinet) -> str:
    """Return the row of a cabinet; a single cabinet is its own row."""
    return f"cabinet {cabinet.name}" if cabinet.row == "single" else f"row {cabinet.row}"


def _faces(cabinet: Cabinet, other: Cabinet) -> str:
    """Return the side of a cabinet that faces another cabinet."""
    cos, sin = cos_sin(cabinet.front_deg)
    ahead: Any = (other.x_mm - cabinet.x_mm) * cos + (other.y_mm - cabinet.y_mm) * sin
    return _face_name(front=bool(ahead > 0))


def aisle_floor(hall: Hall) -> tuple[Any, Any]:
    """Return the floor of cold and of hot aisles as Shapely shapes.

    The half of an aisle in front of fronts is cold, the half behind backs hot; between two fronts the whole
    aisle is cold.
    """
    from shapely import Polygon, union_all  # noqa: PLC0415 - Shapely takes long to import

    room = Polygon(hall.outline_mm).difference(union_all(footprints(hall.cabinets)))
    cold, hot = (union_all(_strips(hall, front=front)).intersection(room) for front in (True, False))
    return cold, hot.difference(cold)


def _strips(hall: Hall, *, front: bool) -> list[Any]:
    from shapely import LineString, Polygon, STRtree  # noqa: PLC0415 - Shapely takes long to import

    shapes = footprints(hall.cabinets, inset=True)
    tree = STRtree(shapes)
    strips = []
    for place, cabinet in enumerate(hall.cabinets):
        face = LineString(face_mm(cabinet, front=front))
        look = Polygon(strip_mm(cabinet, FACING_MM, front=front))
        facing = [i for i in tree.query(look, predicate="intersects") if i != place]
        deep = min((face.distance(shapes[i]) / 2 for i in facing), default=float(OPEN_MM))
        strips.append(
            Polygon(strip_mm(cabinet, max(deep, 1.0) + 1, front=front)).buffer(2, join_style="mitre")
        )
    return strips


# Doors that cannot open or be passed


def door_problems(hall: Hall) -> Iterator[HallProblem]:
    """Report obstructions of doors."""
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
            what = f"door {door.name} is not in a wall: it is away from the outline and from keep-outs"
            x, y = ((a + b) // 2 for a, b in zip(door.hinge_mm, door.jamb_mm, strict=True))
            yield HallProblem("door", f"door {door.name}", what, x, y)
            continue
        for kind, zone, words in _swing_zones(door, side):
            for i in sorted(tree.query(zone, predicate="intersects")):
                shared = shapes[i].intersection(zone)
                if shared.area > 1:
                    what = f"{names[i]} is {words} door {door.name}"
                    yield problem_at(kind, f"door {door.name}", what, shared)


def _swing_zones(door: Door, side: int) -> Iterator[tuple[str, Any, str]]:
    """Yield the floor that a door needs: kind, shape, and the phrase for an obstruction."""
    from shapely import Polygon  # noqa: PLC0415 - Shapely takes long to import

    if door.swing == "in":
        yield "swing", swing_zone(door, side), "in the swing of"
    if door.clear_mm:
        deep = side * door.clear_mm
        corners = [door.hinge_mm, door.jamb_mm, _beside(door, 1, deep), _beside(door, 0, deep)]
        yield "blocked_door", Polygon(corners), "in front of"


def inward(hall: Hall, door: Door) -> int | None:
    """Return the side of the hall, seen from hinge to jamb: 1 left, -1 right; None for a door in no wall.

    For a door in the fence of a cage, the side of the cage.
    """
    from shapely import Point, Polygon  # noqa: PLC0415 - Shapely takes long to import

    outline = Polygon(hall.outline_mm)
    ends = [Point(door.hinge_mm), Point(door.jamb_mm)]
    if any(outline.exterior.distance(end) > WALL_MM for end in ends):
        return _cage_side(hall, door) if all(outline.contains(end) for end in ends) else None
    reach = max(outline.exterior.distance(end) for end in ends) + _PROBE_MM
    inside = [outline.contains(Point(_beside(door, 0.5, side * reach))) for side in (1, -1)]
    return (1 if inside[0] else -1) if inside[0] != inside[1] else None


def _cage_side(hall: Hall, door: Door) -> int | None:
    """Return the side of a door on which its cage is; None for a door in no fence.

    Keep-outs that touch are the fences of a cage, whose shape is the rectangle around them, aligned with
    the door. A door is in a fence or in a side of that rectangle, which need not be drawn.
    """
    from shapely import Polygon, unary_union  # noqa: PLC0415 - Shapely takes long to import

    (hx, hy), (jx, jy) = door.hinge_mm, door.jamb_mm
    wide = math.hypot(jx - hx, jy - hy)
    fences = [Polygon(area.corners_mm) for area in hall.keep_outs]
    joined = unary_union([fence.buffer(WALL_MM / 2) for fence in fences])
    for cage in getattr(joined, "geoms", [joined]):
        corners = [corner for fence in fences if fence.intersects(cage) for corner in fence.exterior.coords]
        if not corners:
            continue
        # coordinates along the door from its hinge, and to its left
        along = [((x - hx) * (jx - hx) + (y - hy) * (jy - hy)) / wide for x, y in corners]
        left = [((y - hy) * (jx - hx) - (x - hx) * (jy - hy)) / wide for x, y in corners]
        at_side = min(abs(min(left)), abs(max(left))) <= WALL_MM
        beside = min(along) - WALL_MM <= 0 and wide <= max(along) + WALL_MM
        if at_side and beside:
            return 1 if min(left) + max(left) >= 0 else -1
    return None


def _beside(door: Door, part: float, out_mm: float) -> tuple[float, float]:
    """Return the point at a fraction of the way from hinge to jamb, offset to the left."""
    (hx, hy), (jx, jy) = door.hinge_mm, door.jamb_mm
    dx, dy = jx - hx, jy - hy
    wide = math.hypot(dx, dy)
    return hx + part * dx - out_mm * dy / wide, hy + part * dy + out_mm * dx / wide


def swing_zone(door: Door, side: int) -> Any:
    """Return the quarter circle swept by a door's leaf inside the hall."""
    from shapely import Polygon  # noqa: PLC0415 - Shapely takes long to import

    wide = math.dist(door.hinge_mm, door.jamb_mm)
    turns = [math.pi / 2 * i / _STEPS for i in range(_STEPS + 1)]
    arc = [_beside(door, math.cos(turn), side * wide * math.sin(turn)) for turn in turns]
    return Polygon([door.hinge_mm, *arc])


# All problems of a hall


def hall_problems(hall: Hall, aisle_mm: int = 0) -> tuple[HallProblem, ...]:
    """Report all obstructions, and aisles narrower than a limit (0: no check).

    An aisle's width is the smallest free width between the fronts or backs of rows.
    """
    checks = [_overlaps, _outside, _in_areas, _beyond_walls, _unclear, door_problems]
    problems = [problem for check in checks for problem in check(hall)]
    return (*problems, *(aisle_problems(hall, aisle_mm) if aisle_mm > 0 else ()))


def refuse_problems(hall: Hall, source: str) -> None:
    """Raise `InputError` for the first obstruction."""
    for problem in hall_problems(hall):
        where = in_metres((problem.x_mm, problem.y_mm))
        raise InputError(f"{source}: {problem.subject}", f"{problem.what}, at {where}", problem.remedy)


def _overlaps(hall: Hall) -> Iterator[HallProblem]:
    from shapely import STRtree  # noqa: PLC0415 - Shapely takes long to import

    shapes, inset = footprints(hall.cabinets), footprints(hall.cabinets, inset=True)
    pairs = STRtree(inset).query(inset, predicate="intersects").T
    for a, b in sorted((int(a), int(b)) for a, b in pairs if a < b):
        item, other = hall.cabinets[a].name, hall.cabinets[b].name
        what = f"cabinets {item} and {other} overlap"
        yield problem_at("overlap", f"cabinet {item}", what, shapes[a].intersection(shapes[b]))


def _outside(hall: Hall) -> Iterator[HallProblem]:
    from shapely import Polygon, covers, prepare  # noqa: PLC0415 - Shapely takes long to import

    outline = Polygon(hall.outline_mm)
    prepare(outline)
    shapes, inset = footprints(hall.cabinets), footprints(hall.cabinets, inset=True)
    for i in (~covers(outline, inset)).nonzero()[0]:
        name = hall.cabinets[i].name
        what = f"cabinet {name} is outside the outline"
        if inset[i].intersects(outline):
            what = f"cabinet {name} is partly outside the outline"
        yield problem_at("outside", f"cabinet {name}", what, shapes[i].difference(outline))


def _beyond_walls(hall: Hall) -> Iterator[HallProblem]:
    """Report areas outside the outline, and trays that leave it."""
    from shapely import LineString, Polygon  # noqa: PLC0415 - Shapely takes long to import

    outline = Polygon(hall.outline_mm)
    for _, word, areas in _areas(hall):
        for area in areas:
            shape = Polygon(area.corners_mm)
            if not shape.intersects(outline):
                subject = f"{word} {area.name}"
                yield problem_at("outside", subject, f"{subject} is outside the outline", shape)
    for tray in hall.trays:
        beyond = LineString(tray.points_mm).difference(outline.buffer(1))
        if not beyond.is_empty:
            subject = f"tray {tray.name}"
            yield problem_at("outside", subject, f"{subject} leaves the outline", beyond)


def _in_areas(hall: Hall) -> Iterator[HallProblem]:
    from shapely import Polygon, STRtree  # noqa: PLC0415 - Shapely takes long to import

    shapes, inset = footprints(hall.cabinets), footprints(hall.cabinets, inset=True)
    for kind, word, areas in _areas(hall):
        polygons = [Polygon(area.corners_mm) for area in areas]
        # A cabinet may touch its neighbours.
        pairs = STRtree(polygons).query(inset, predicate="intersects").T if polygons else ()
        for cabinet, area in sorted((int(c), int(a)) for c, a in pairs):
            name = hall.cabinets[cabinet].name
            what = f"cabinet {name} is in {word} {areas[area].name}"
            shared = shapes[cabinet].intersection(polygons[area])
            yield problem_at(kind, f"cabinet {name}", what, shared)


def _unclear(hall: Hall) -> Iterator[HallProblem]:
    """Report objects on floor that must stay free in front of or behind a cabinet."""
    from shapely import Polygon, STRtree  # noqa: PLC0415 - Shapely takes long to import

    areas = obstacles(hall)
    names = [f"cabinet {cabinet.name}" for cabinet in hall.cabinets] + [name for name, _ in areas]
    shapes = [*footprints(hall.cabinets, inset=True), *(Polygon(area.corners_mm) for _, area in areas)]
    tree = STRtree(shapes)
    for number, cabinet in enumerate(hall.cabinets):
        sides = (("in front of", cabinet.front_clear_mm, True), ("behind", cabinet.rear_clear_mm, False))
        for side, deep_mm, front in sides:
            if not deep_mm:
                continue
            zone = Polygon(strip_mm(cabinet, deep_mm, front=front))
            for i in sorted(int(i) for i in tree.query(zone, predicate="intersects") if i != number):
                shared = shapes[i].intersection(zone)
                if shared.area > 1:
                    what = f"{names[i]} is within the {deep_mm / 1000:g} m {side} cabinet {cabinet.name}"
                    subject = f"cabinet {cabinet.name}"
                    yield problem_at("clearance", subject, f"{what} that must stay free", shared)


def _areas(hall: Hall) -> Iterator[tuple[str, str, tuple[Area, ...]]]:
    """Yield the areas of a hall by kind, with the display name of the kind."""
    yield "pillar", "pillar", hall.pillars
    yield "keep_out", "keep-out", hall.keep_outs
    yield "cooling", "cooling row", hall.cooling
