"""Which floor is cold and which is hot: before the fronts of cabinets, and behind them."""

from typing import Any

from rooms.hall.footprints import face_mm, footprints, strip_mm
from rooms.hall.hall import Hall

#: Floor shown in front of a cabinet that nothing faces; and how far something opposite is looked for.
OPEN_MM = 800
FACING_MM = 3000


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
