"""Cabinets from the rectangles of a drawing, with names from attributes and texts."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from netfloor.foundation.errors import InputError
from netfloor.rooms.hall.drawing.shapes import Curve, Label
from netfloor.rooms.hall.fields import NAME
from netfloor.rooms.hall.file.shapes import in_metres
from netfloor.rooms.hall.parts import Cabinet
from netfloor.rooms.hall.rounding import Point, half_up

#: Tolerance for the sides and diagonals of a rectangle drawn in integer millimetres.
_ASKEW_MM = 3.0
_NEAR_DEG = 0.2
#: Largest distance of a text that may name a cabinet.
BESIDE_MM = 1000
#: Attribute tags that name a cabinet, most reliable first.
_TAGS = ("name", "rack", "cabinet", "label", "number", "id")
#: Texts that are dimensions: ``42U``, ``600x1200``, ``12 kW``.
_MEASURE = re.compile(r"[0-9]{1,6} ?(?:[uU]|RU|HE|mm|cm|m|k?[Ww]|kg)|[0-9]{1,5} ?[xX] ?[0-9]{1,5}.{0,10}")


def cabinets_of(
    curves: Sequence[Curve],
    polygons: Sequence[tuple[Point, ...]],
    words: Sequence[Label],
    where: str,
    *,
    taken: bool,
) -> list[Cabinet]:
    """Convert rectangles to cabinets with names; the shorter side is the width.

    A name comes from an attribute of the block that contains the rectangle, else from a text inside it,
    else from the nearest text within a metre. Raise `InputError` naming ``where`` for a polygon that is not
    a rectangle.

    ``curves``: the drawn curve of each polygon; polygons joined from loose lines, at the end, have none.
    """
    from shapely import STRtree, points  # noqa: PLC0415 - Shapely takes long to import
    from shapely import polygons as shapes  # noqa: PLC0415

    cabinets = [_cabinet(polygon, where, taken=taken) for polygon in polygons]
    names = [word for word in words if NAME.fullmatch(word.text) and not _MEASURE.fullmatch(word.text)]
    if not names or not cabinets:
        return cabinets
    attributes = _by_attributes(curves, names)
    free = [word for word in names if not word.tag]
    if free:
        tree = STRtree([shapes(polygon) for polygon in polygons])
        spots = points([word.at_mm for word in free])
        inside = sorted((int(w), int(c)) for w, c in tree.query(spots, predicate="within").T)
        near = tree.query(spots, predicate="dwithin", distance=BESIDE_MM).T
        by_distance = sorted(
            (float(tree.geometries[c].distance(spots[w])), int(w), int(c)) for w, c in near
        )
        for word, cabinet in inside:
            attributes.setdefault(cabinet, free[word].text)
        used = {word for word, _ in inside}
        for _, word, cabinet in by_distance:
            if word not in used and cabinet not in attributes:
                used.add(word)
                attributes[cabinet] = free[word].text
    return [replace(cabinet, name=attributes.get(number, "")) for number, cabinet in enumerate(cabinets)]


def _by_attributes(curves: Sequence[Curve], names: Sequence[Label]) -> dict[int, str]:
    """Return the names of rectangles in blocks with attributes."""
    of_insert: dict[int, str] = {}
    for word in sorted(names, key=_rank):
        if word.insert and word.tag:
            of_insert.setdefault(word.insert, word.text)
    return {
        number: of_insert[curve.insert] for number, curve in enumerate(curves) if curve.insert in of_insert
    }


def _rank(word: Label) -> tuple[int, str]:
    """Return the sort key of attributes that may name a cabinet."""
    tag = word.tag.lower()
    return next((place for place, known in enumerate(_TAGS) if known in tag), len(_TAGS)), tag


def _cabinet(corners: tuple[Point, ...], where: str, *, taken: bool) -> Cabinet:
    corners = _without_straight(corners)
    if len(corners) != 4 or not _is_rectangle(corners):
        spot = in_metres(corners[0])
        raise InputError(where, f"the polygon at {spot} is not a rectangle", "draw cabinets as rectangles")
    a, b, c, d = corners
    first = (math.dist(a, b) + math.dist(c, d)) / 2
    second = (math.dist(b, c) + math.dist(d, a)) / 2
    # netfloor's own drawings begin at the left corner of the front, clockwise; others begin anywhere
    drawn = first <= second
    ahead = (a[0] - d[0], a[1] - d[1]) if drawn else (b[0] - a[0], b[1] - a[1])
    return Cabinet(
        name="",
        row="single",
        x_mm=half_up(sum(x for x, _ in corners) / 4),
        y_mm=half_up(sum(y for _, y in corners) / 4),
        width_mm=half_up(min(first, second)),
        depth_mm=half_up(max(first, second)),
        front_deg=_tidy(math.degrees(math.atan2(ahead[1], ahead[0])) % 360),
        units=0,
        switch_units=(),
        taken=taken,
    )


def _without_straight(corners: tuple[Point, ...]) -> tuple[Point, ...]:
    """Remove corners at which a polygon does not turn."""
    kept = []
    for i, (x, y) in enumerate(corners):
        (px, py), (nx, ny) = corners[i - 1], corners[(i + 1) % len(corners)]
        turn = (x - px) * (ny - y) - (y - py) * (nx - x)
        if abs(turn) > math.dist((px, py), (nx, ny)):
            kept.append((x, y))
    return tuple(kept)


def _is_rectangle(corners: tuple[Point, ...]) -> bool:
    a, b, c, d = corners
    sides = math.isclose(math.dist(a, b), math.dist(c, d), abs_tol=_ASKEW_MM)
    sides &= math.isclose(math.dist(b, c), math.dist(d, a), abs_tol=_ASKEW_MM)
    return sides and math.isclose(math.dist(a, c), math.dist(b, d), abs_tol=_ASKEW_MM)


def _tidy(angle_deg: float) -> float:
    """Snap an angle to a quarter turn if it is close: corners are integer millimetres."""
    quarter = round(angle_deg / 90) * 90
    return float(quarter % 360) if abs(angle_deg - quarter) < _NEAR_DEG else round(angle_deg, 3)
