"""Cabinets: the rectangles of a drawing, and the names that attributes and texts give them."""

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

#: Sides and diagonals of a rectangle drawn in whole millimetres are equal to this.
_ASKEW_MM = 3.0
_NEAR_DEG = 0.2
#: A text no farther away may name a cabinet.
BESIDE_MM = 1000
#: Words in the tags of attributes that name a cabinet, the surest first.
_TAGS = ("name", "rack", "cabinet", "label", "number", "id")
#: Texts that are sizes: ``42U``, ``600x1200``, ``12 kW``.
_MEASURE = re.compile(r"[0-9]{1,6} ?(?:[uU]|RU|HE|mm|cm|m|k?[Ww]|kg)|[0-9]{1,5} ?[xX] ?[0-9]{1,5}.{0,10}")


def cabinets_of(
    curves: Sequence[Curve],
    polygons: Sequence[tuple[Point, ...]],
    words: Sequence[Label],
    where: str,
    *,
    taken: bool,
) -> list[Cabinet]:
    """Return the cabinets that rectangles are, the shorter side their width, with their names.

    A name is an attribute of the block that a rectangle is a part of, else a text in it, else the nearest
    text beside it, at most a metre away.

    Parameters
    ----------
    curves
        What the polygons were drawn as, one each; fewer where loose lines were joined to the last ones.

    Raises
    ------
    InputError
        For a polygon that is no rectangle, naming ``where``.
    """
    from shapely import STRtree, points  # noqa: PLC0415 - Shapely takes long to import
    from shapely import polygons as shapes  # noqa: PLC0415

    cabinets = [_cabinet(polygon, where, taken=taken) for polygon in polygons]
    names = [word for word in words if NAME.fullmatch(word.text) and not _MEASURE.fullmatch(word.text)]
    if not names or not cabinets:
        return cabinets
    found = _by_attributes(curves, names)
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
            found.setdefault(cabinet, free[word].text)
        used = {word for word, _ in inside}
        for _, word, cabinet in by_distance:
            if word not in used and cabinet not in found:
                used.add(word)
                found[cabinet] = free[word].text
    return [replace(cabinet, name=found.get(number, "")) for number, cabinet in enumerate(cabinets)]


def _by_attributes(curves: Sequence[Curve], names: Sequence[Label]) -> dict[int, str]:
    """Return the names of rectangles that are parts of blocks with attributes."""
    of_insert: dict[int, str] = {}
    for word in sorted(names, key=_rank):
        if word.insert and word.tag:
            of_insert.setdefault(word.insert, word.text)
    return {
        number: of_insert[curve.insert] for number, curve in enumerate(curves) if curve.insert in of_insert
    }


def _rank(word: Label) -> tuple[int, str]:
    """Return what sorts attributes that name a cabinet first."""
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
    # Our own drawings begin at the left corner of the front, clockwise; others begin anywhere.
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
    """Return a polygon without the corners where it does not turn."""
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
    """Return an angle, a quarter turn where it nearly is one: corners are whole millimetres."""
    quarter = round(angle_deg / 90) * 90
    return float(quarter % 360) if abs(angle_deg - quarter) < _NEAR_DEG else round(angle_deg, 3)
