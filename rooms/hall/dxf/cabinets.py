"""Cabinets in a drawing: rectangles, and the names written into them."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from netfloor.foundation.errors import InputError
from netfloor.rooms.hall.dxf.shapes import Label
from netfloor.rooms.hall.file.shapes import in_metres
from netfloor.rooms.hall.parts import Cabinet
from netfloor.rooms.hall.rounding import Point, half_up

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/-]{0,49}")
#: Sides and diagonals of a rectangle drawn in whole millimetres are equal to this.
_ASKEW_MM = 3.0
_NEAR_DEG = 0.2


def cabinets_of(
    polygons: Sequence[tuple[Point, ...]], words: Sequence[Label], where: str, *, taken: bool
) -> list[Cabinet]:
    """Return the cabinets that rectangles are, the shorter side their width, named by the texts in them.

    Raises
    ------
    InputError
        For a polygon that is no rectangle, naming ``where``.
    """
    from shapely import STRtree, points  # noqa: PLC0415 - Shapely takes long to import
    from shapely import polygons as shapes  # noqa: PLC0415

    cabinets = [_cabinet(polygon, where, taken=taken) for polygon in polygons]
    if not words:
        return cabinets
    tree = STRtree([shapes(polygon) for polygon in polygons])
    spots = points([word.at_mm for word in words])
    for word, cabinet in sorted((int(w), int(c)) for w, c in tree.query(spots, predicate="within").T):
        text = words[word].text
        if not cabinets[cabinet].name and _NAME.fullmatch(text):
            cabinets[cabinet] = replace(cabinets[cabinet], name=text)
    return cabinets


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
