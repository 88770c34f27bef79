"""Shapes and texts on the layers of a DXF drawing, in integer millimetres."""

import math
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.extras import ezdxf_module
from netfloor.foundation.files import read_bytes
from netfloor.foundation.sizes import DRAWN_PARTS, DRAWN_POINTS, Allowance, refuse_too_large_a_drawing
from netfloor.foundation.wording import known_text
from netfloor.rooms.hall.rounding import Point, half_up

#: Millimetres per unit, by name; and unit names by number in a drawing's header (``$INSUNITS``).
MM_IN = {"mm": 1.0, "cm": 10.0, "m": 1000.0, "in": 25.4, "ft": 304.8}
_BY_NUMBER = {1: "in", 2: "ft", 4: "mm", 5: "cm", 6: "m"}
#: Maximum distance of chords from their arc.
_SAG_MM = 5.0
#: Maximum nesting of blocks.
_DEEPEST = 8
#: Polyline corners that take as long as an entity.
_VERTICES_A_PART = 20
_LINES = ("LINE", "LWPOLYLINE", "POLYLINE", "ARC", "CIRCLE", "ELLIPSE", "SPLINE")
_MAX_MM = 10_000_000
#: Farther than any point of a map.
_MAX_MAP_MM = 10**11
#: Prefix of a block name used in place of a layer.
BLOCK = "block:"


@dataclass(frozen=True)
class Curve:
    """A line of a drawing with its elevation; a closed line does not repeat the first point."""

    points_mm: tuple[Point, ...]
    closed: bool
    height_mm: int
    insert: int = 0  # number of the inserted block that contains it, 0 for none


@dataclass(frozen=True)
class Label:
    """A text of a drawing, and its position."""

    text: str
    at_mm: Point
    insert: int = 0  # as for a curve
    tag: str = ""  # of an attribute of an inserted block


@dataclass(frozen=True, eq=False)
class Drawing:
    """The lines and texts of a drawing by layer, and counts of skipped entities."""

    curves: dict[str, list[Curve]]
    words: dict[str, list[Label]]
    passed_over: Counter[tuple[str, str]]
    layers: tuple[str, ...]
    moved_mm: Point = (0, 0)  # offset subtracted from all points of a drawing in map coordinates
    inserts: Iterator[int] = field(default_factory=lambda: iter(range(1, _MAX_MM)))


def read_drawing(path: Path, layers: tuple[str, ...], unit: str) -> Drawing:
    """Read some layers of a drawing, the first of which has the walls.

    ``block:NAME`` selects the contents of inserted blocks instead of a layer. A drawing in map coordinates,
    more than 10 km from 0, 0, is moved so that the lowest corner of its walls is 0, 0. Raise `InputError`
    for a file that is not a drawing, has no unit, or is larger than 10 km.
    """
    ezdxf = ezdxf_module()
    refuse_too_large_a_drawing(str(path), len(read_bytes(path, "drawing")))
    with _reported(path):
        document = ezdxf.readfile(path)
    scale = MM_IN[_unit(document, path, unit)]
    wanted = {name.lower() for name in layers}
    with _reported(path):
        drawing = Drawing({}, {}, Counter(), tuple(sorted(layer.dxf.name for layer in document.layers)))
        points = Allowance(str(path), DRAWN_POINTS)
        for part in _flat(document.modelspace(), Allowance(str(path), DRAWN_PARTS), drawing.inserts):
            names = {_layer(part.entity).lower(), *(f"{BLOCK}{block}" for block in part.blocks)}
            for name in sorted(names & wanted):
                _collect(drawing, name, part, scale, points)
    return _near(drawing, layers[0].lower(), str(path))


def _near(drawing: Drawing, walls: str, where: str) -> Drawing:
    """Move a drawing to 0, 0 if its walls are more than 10 km away."""
    corners = [point for curve in drawing.curves.get(walls, ()) for point in curve.points_mm]
    dx, dy = (min(values) for values in zip(*corners, strict=True)) if corners else (0, 0)
    far = max((max(abs(x), abs(y)) for x, y in corners), default=0)
    if far <= _MAX_MM:
        dx = dy = 0

    def moved(point: Point) -> Point:
        x, y = point[0] - dx, point[1] - dy
        if max(abs(x), abs(y)) > _MAX_MM:
            what = f"has a point at ({point[0]:g} mm, {point[1]:g} mm)"
            raise InputError(where, what, "stay within 10 km of 0, 0, or of the walls")
        return x, y

    curves = {
        name: [replace(item, points_mm=tuple(map(moved, item.points_mm))) for item in ones]
        for name, ones in drawing.curves.items()
    }
    words = {
        name: [replace(item, at_mm=moved(item.at_mm)) for item in ones]
        for name, ones in drawing.words.items()
    }
    return replace(drawing, curves=curves, words=words, moved_mm=(dx, dy))


@dataclass(frozen=True)
class _Part:
    """An entity, the blocks around it, and the number of the outermost inserted block."""

    entity: Any
    blocks: tuple[str, ...] = ()
    insert: int = 0


def _layer(entity: Any) -> str:
    """Return an entity's layer, by default layer 0."""
    return str(entity.dxf.get("layer", "0")) if entity.dxf.is_supported("layer") else "0"


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Convert all exceptions of ezdxf for a broken drawing to `InputError`."""
    try:
        yield
    except (InputError, MemoryError):
        raise
    except Exception as failure:
        # broken drawings raise many exceptions in ezdxf, including StopIteration
        first_line = (str(failure).splitlines() or [type(failure).__name__])[0][:200]
        raise InputError(str(path), f"is not a DXF drawing ({first_line})") from failure


def _unit(document: Any, path: Path, unit: str) -> str:
    if unit:
        if unit not in MM_IN:
            raise InputError(setting("units"), f"unknown unit {unit!r}", known_text(unit, MM_IN))
        return unit
    number = document.header.get("$INSUNITS", 0)
    if number not in _BY_NUMBER:
        known = f"add {setting('units')} mm, cm, m, in or ft"
        raise InputError(str(path), "has no unit ($INSUNITS)", known)
    return _BY_NUMBER[number]


def _flat(
    entities: Any, parts: Allowance, inserts: Iterator[int], around: _Part | None = None
) -> Iterator[_Part]:
    """Yield all entities with blocks expanded; entities on layer 0 of a block get the block's layer.

    Blocks inside themselves are skipped, as in drawing programs. Empty blocks also count towards the limit.
    Attributes of blocks are texts.
    """
    blocks = () if around is None else around.blocks
    for entity in entities:
        if entity.dxftype() != "INSERT":
            parts.spend(1 + _vertices(entity) // _VERTICES_A_PART)
            yield _Part(entity, blocks, 0 if around is None else around.insert)
            continue
        parts.spend(max(entity.mcount, 1))
        name = str(entity.dxf.get("name", "")).lower()
        if name in blocks or len(blocks) >= _DEEPEST:
            continue
        copies = entity.multi_insert() if entity.mcount > 1 else (entity,)
        for copy in copies:
            inside = _Part(copy, (*blocks, name), next(inserts) if around is None else around.insert)
            held = [*copy.virtual_entities(), *copy.attribs]
            for part in _flat(held, parts, inserts, inside):
                if _layer(part.entity) == "0" or part.entity.dxftype() == "ATTRIB":
                    part.entity.dxf.layer = _layer(entity)
                yield part


def _vertices(entity: Any) -> int:
    return len(entity) if entity.dxftype() in {"LWPOLYLINE", "POLYLINE"} else 0


def _collect(drawing: Drawing, layer: str, part: _Part, scale: float, points: Allowance) -> None:
    entity, path = part.entity, points.where
    kind = entity.dxftype()
    if kind in {"TEXT", "MTEXT", "ATTRIB"}:
        text = entity.plain_text() if kind == "MTEXT" else entity.dxf.text
        place = entity.dxf.get("align_point") if kind != "MTEXT" else None
        at = _point(place or entity.dxf.insert, scale, path)
        tag = str(entity.dxf.get("tag", "")) if kind == "ATTRIB" else ""
        drawing.words.setdefault(layer, []).append(Label(text.strip(), at, part.insert, tag))
        return
    curve = _curve(entity, scale, points) if kind in _LINES else None
    if curve is None:
        drawing.passed_over[layer, kind] += 1
    elif len(curve.points_mm) > 1:
        drawing.curves.setdefault(layer, []).append(replace(curve, insert=part.insert))


def _curve(entity: Any, scale: float, allowed: Allowance) -> Curve | None:
    """Convert an entity to a curve; None for meshes and undrawable entities."""
    from ezdxf.path import make_path  # noqa: PLC0415

    try:
        outline = make_path(entity)
        for vertex in outline.control_vertices():
            _point(vertex, scale, allowed.where)
        vertices = []
        for vertex in outline.flattening(_SAG_MM / scale):
            allowed.spend(1)
            vertices.append(vertex)
    except (TypeError, ZeroDivisionError, ArithmeticError):
        return None
    points = [point for point, _ in groupby(_point(vertex, scale, allowed.where) for vertex in vertices)]
    closed = len(points) > 2 and points[0] == points[-1]
    height = half_up(vertices[0].z * scale) if vertices else 0
    return Curve(tuple(points[:-1] if closed else points), closed, height)


def _point(vertex: Any, scale: float, where: str) -> Point:
    x, y = vertex.x * scale, vertex.y * scale
    if not (math.isfinite(x) and math.isfinite(y) and max(abs(x), abs(y)) <= _MAX_MAP_MM):
        raise InputError(where, f"has a point at ({x:g} mm, {y:g} mm)", "stay on the map")
    return half_up(x), half_up(y)
