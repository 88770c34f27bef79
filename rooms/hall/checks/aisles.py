"""Aisles: how wide they are, and which of their floor is cold and which is hot."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from netfloor.rooms.hall.checks.footprints import face_mm, footprints, inset_mm, obstacles, strip_mm
from netfloor.rooms.hall.checks.problem import HallProblem
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Cabinet
from netfloor.rooms.hall.rounding import cos_sin, half_up

Side = tuple[str, str]
#: Floor shown in front of a cabinet that nothing faces; and how far something opposite is looked for.
OPEN_MM = 800
FACING_MM = 3000


@dataclass(frozen=True)
class Narrow:
    """A place where an aisle is narrower than it should be."""

    sides: tuple[Side, Side]
    width_mm: float
    at_mm: tuple[float, float]
    cabinet: str


def aisle_problems(hall: Hall, aisle_mm: int) -> Iterator[HallProblem]:
    """Yield aisles narrower than a limit: one for every two rows that face one another.

    An aisle is the floor between the front or back of a cabinet and what stands opposite. A
    pillar or a cooling row in it is passed on its wider side.
    """
    worst: dict[tuple[Side, Side], Narrow] = {}
    for narrow in (*_between_rows(hall, aisle_mm), *_around_obstacles(hall, aisle_mm)):
        known = worst.get(narrow.sides, narrow)
        worst[narrow.sides] = min(known, narrow, key=lambda place: place.width_mm)
    yield from (_problem(narrow, aisle_mm) for narrow in worst.values())


def _problem(narrow: Narrow, aisle_mm: int) -> HallProblem:
    (one, side), (other, far) = narrow.sides
    width = half_up(narrow.width_mm)
    opposite = f"the {far} of {other}" if far else other
    what = f"the aisle between the {side} of {one} and {opposite} is {width / 1000:g} m wide"
    at = half_up(narrow.at_mm[0]), half_up(narrow.at_mm[1])
    what += f" at {narrow.cabinet}, narrower than {aisle_mm / 1000:g} m"
    return HallProblem("aisle", one, what, *at, width)


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
                # What cabinets of oblique rows lose by the rounding of their centres is no aisle lost.
                skew_mm = 2 * inset_mm(cabinet)
                if i == place or inset[i].intersects(inset[place]) or width > aisle_mm - skew_mm:
                    continue
                spot = shortest_line(face, shapes[i]).interpolate(0.5, normalized=True)
                other = hall.cabinets[i]
                sides = sorted([(_row(cabinet), _word(front=front)), (_row(other), _faces(other, cabinet))])
                yield Narrow((sides[0], sides[1]), width, (spot.x, spot.y), cabinet.name)


def _around_obstacles(hall: Hall, aisle_mm: int) -> Iterator[Narrow]:
    """Yield where a pillar or a cooling row leaves less than the limit on both of its sides."""
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
                others = [shapes[j] for j, c in enumerate(hall.cabinets) if _row(c) != _row(cabinet)]
                far = min([wall.distance(thing), *(distance(thing, others) if others else ())])
                if max(near, far) <= aisle_mm - 2 * inset_mm(cabinet):
                    sides = (_row(cabinet), _word(front=front)), (name, "")
                    spot = thing.representative_point()
                    yield Narrow(sides, max(near, far), (spot.x, spot.y), cabinet.name)


def _word(*, front: bool) -> str:
    return "front" if front else "back"


def _row(cabinet: Cabinet) -> str:
    """Return the row of a cabinet; one that stands on its own is its own row."""
    return f"cabinet {cabinet.name}" if cabinet.row == "single" else f"row {cabinet.row}"


def _faces(cabinet: Cabinet, other: Cabinet) -> str:
    """Return the side that a cabinet turns towards another one."""
    cos, sin = cos_sin(cabinet.front_deg)
    ahead: Any = (other.x_mm - cabinet.x_mm) * cos + (other.y_mm - cabinet.y_mm) * sin
    return _word(front=bool(ahead > 0))


def aisle_floor(hall: Hall) -> tuple[Any, Any]:
    """Return the floor of cold and of hot aisles as Shapely shapes.

    Cold is the half of an aisle before fronts, hot the half behind backs: where fronts face
    fronts the whole aisle is cold.
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
