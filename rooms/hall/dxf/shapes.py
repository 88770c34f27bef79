"""Shapes on the layers of a DXF drawing, in whole millimetres."""

import math
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.extras import ezdxf_module
from netfloor.foundation.files import read_bytes
from netfloor.foundation.sizes import DRAWN_PARTS, DRAWN_POINTS, Allowance, refuse_too_large_a_drawing
from netfloor.rooms.hall.rounding import Point, half_up

#: Millimetres in a unit, by its name and by its number in a drawing's header (``$INSUNITS``).
MM_IN = {"mm": 1.0, "cm": 10.0, "m": 1000.0, "in": 25.4, "ft": 304.8}
_BY_NUMBER = {1: "in", 2: "ft", 4: "mm", 5: "cm", 6: "m"}
#: Arcs become chords that stay this near to them.
_SAG_MM = 5.0
#: Blocks in blocks.
_DEEPEST = 8
#: Corners of a polyline that take as long as an entity.
_VERTICES_A_PART = 20
_LINES = ("LINE", "LWPOLYLINE", "POLYLINE", "ARC", "CIRCLE", "ELLIPSE", "SPLINE")
_MAX_MM = 10_000_000


@dataclass(frozen=True)
class Curve:
    """A line of a drawing and its elevation; of a closed one the first point is not repeated."""

    points_mm: tuple[Point, ...]
    closed: bool
    height_mm: int


@dataclass(frozen=True)
class Label:
    """A text of a drawing, and where it stands."""

    text: str
    at_mm: Point


@dataclass(frozen=True, eq=False)
class Drawing:
    """The lines and texts of a drawing by layer, and what was passed over."""

    curves: dict[str, list[Curve]]
    words: dict[str, list[Label]]
    passed_over: Counter[tuple[str, str]]
    layers: tuple[str, ...]


def read_drawing(path: Path, layers: tuple[str, ...], unit: str) -> Drawing:
    """Return what stands on some layers of a drawing; `InputError` for what is no drawing."""
    ezdxf = ezdxf_module()
    refuse_too_large_a_drawing(str(path), len(read_bytes(path, "drawing")))
    with _reported(path):
        document = ezdxf.readfile(path)
    scale = MM_IN[_unit(document, path, unit)]
    wanted = {name.lower() for name in layers}
    with _reported(path):
        drawing = Drawing({}, {}, Counter(), tuple(sorted(layer.dxf.name for layer in document.layers)))
        points = Allowance(str(path), DRAWN_POINTS)
        for entity in _flat(document.modelspace(), Allowance(str(path), DRAWN_PARTS)):
            layer = _layer(entity).lower()
            if layer in wanted:
                _collect(drawing, layer, entity, scale, points)
    return drawing


def _layer(entity: Any) -> str:
    """Return an entity's layer; what has none, such as what was not understood, is on layer 0."""
    return str(entity.dxf.get("layer", "0")) if entity.dxf.is_supported("layer") else "0"


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Turn whatever a broken drawing does to ezdxf into the error a user reads."""
    try:
        yield
    except (InputError, MemoryError):
        raise
    except Exception as failure:
        # Broken drawings end ezdxf in many ways, StopIteration among them.
        first_line = (str(failure).splitlines() or [type(failure).__name__])[0][:200]
        raise InputError(str(path), f"is not a DXF drawing ({first_line})") from failure


def _unit(document: Any, path: Path, unit: str) -> str:
    if unit:
        if unit not in MM_IN:
            raise InputError(setting("units"), f"there is no unit {unit!r}", f"known: {', '.join(MM_IN)}")
        return unit
    number = document.header.get("$INSUNITS", 0)
    if number not in _BY_NUMBER:
        known = f"add {setting('units')} mm, cm, m, in or ft"
        raise InputError(str(path), "does not say its unit ($INSUNITS)", known)
    return _BY_NUMBER[number]


def _flat(entities: Any, parts: Allowance, blocks: tuple[str, ...] = ()) -> Iterator[Any]:
    """Yield entities, blocks taken apart; what stands on layer 0 of a block is on the block's layer.

    A block inside itself is left out, as drawing programs do. Blocks that hold nothing count too.
    """
    for entity in entities:
        if entity.dxftype() != "INSERT":
            parts.spend(1 + _vertices(entity) // _VERTICES_A_PART)
            yield entity
            continue
        parts.spend(max(entity.mcount, 1))
        name = str(entity.dxf.get("name", "")).lower()
        if name in blocks or len(blocks) >= _DEEPEST:
            continue
        copies = entity.multi_insert() if entity.mcount > 1 else (entity,)
        for copy in copies:
            for part in _flat(copy.virtual_entities(), parts, (*blocks, name)):
                if _layer(part) == "0":
                    part.dxf.layer = _layer(entity)
                yield part


def _vertices(entity: Any) -> int:
    return len(entity) if entity.dxftype() in {"LWPOLYLINE", "POLYLINE"} else 0


def _collect(drawing: Drawing, layer: str, entity: Any, scale: float, points: Allowance) -> None:
    kind, path = entity.dxftype(), points.where
    if kind in {"TEXT", "MTEXT"}:
        text = entity.plain_text() if kind == "MTEXT" else entity.dxf.text
        place = entity.dxf.get("align_point") if kind == "TEXT" else None
        at = _point(place or entity.dxf.insert, scale, path)
        drawing.words.setdefault(layer, []).append(Label(text.strip(), at))
        return
    curve = _curve(entity, scale, points) if kind in _LINES else None
    if curve is None:
        drawing.passed_over[layer, kind] += 1
    elif len(curve.points_mm) > 1:
        drawing.curves.setdefault(layer, []).append(curve)


def _curve(entity: Any, scale: float, allowed: Allowance) -> Curve | None:
    """Return an entity as a line, or None for a mesh or what cannot be drawn."""
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
    if not (math.isfinite(x) and math.isfinite(y) and max(abs(x), abs(y)) <= _MAX_MM):
        raise InputError(where, f"holds a point at ({x:g} mm, {y:g} mm)", "stay within 10 km of 0, 0")
    return half_up(x), half_up(y)
