"""Shapes on the layers of a DXF drawing, in whole millimetres."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foundation.cad import ezdxf_module
from foundation.errors import InputError
from foundation.files import read_bytes
from rooms.hall.rounding import Point, half_up

#: Millimetres in a unit, by its name and by its number in a drawing's header (``$INSUNITS``).
MM_IN = {"mm": 1.0, "cm": 10.0, "m": 1000.0, "in": 25.4, "ft": 304.8}
_BY_NUMBER = {1: "in", 2: "ft", 4: "mm", 5: "cm", 6: "m"}
#: Arcs become chords that stay this near to them.
_SAG_MM = 5.0
_MAX_ENTITIES = 200_000
_LINES = ("LINE", "LWPOLYLINE", "POLYLINE", "ARC", "CIRCLE", "ELLIPSE", "SPLINE")
_MAX_MM = 10_000_000


@dataclass(frozen=True)
class Curve:
    """A line of a drawing.

    Attributes
    ----------
    points_mm
        Its points; of a closed one the first is not repeated.
    closed
        Whether it ends where it begins.
    height_mm
        Its elevation.
    """

    points_mm: tuple[Point, ...]
    closed: bool
    height_mm: int


@dataclass(frozen=True)
class Words:
    """A text of a drawing, and where it stands."""

    text: str
    at_mm: Point


@dataclass(frozen=True, eq=False)
class Drawing:
    """The lines and texts of a drawing by layer, and what was passed over."""

    curves: dict[str, list[Curve]]
    words: dict[str, list[Words]]
    passed_over: dict[tuple[str, str], int]
    layers: tuple[str, ...]


def read_drawing(path: Path, layers: tuple[str, ...], unit: str) -> Drawing:
    """Return what stands on some layers of a drawing; `InputError` for what is no drawing."""
    document = _document(path)
    scale = MM_IN[_unit(document, path, unit)]
    wanted = {name.lower() for name in layers}
    with _reported(path):
        drawing = Drawing({}, {}, {}, tuple(sorted(layer.dxf.name for layer in document.layers)))
        for number, entity in enumerate(_flat(document.modelspace())):
            if number >= _MAX_ENTITIES:
                raise InputError(str(path), f"more than {_MAX_ENTITIES} entities", "leave out other layers")
            layer = _layer(entity).lower()
            if layer in wanted:
                _collect(drawing, layer, entity, scale, path)
    return drawing


def _layer(entity: Any) -> str:
    """Return an entity's layer; what has none, such as what was not understood, is on layer 0."""
    return str(entity.dxf.get("layer", "0")) if entity.dxf.is_supported("layer") else "0"


def _document(path: Path) -> Any:
    ezdxf = ezdxf_module()
    read_bytes(path, "drawing")
    with _reported(path):
        return ezdxf.readfile(path)


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Turn whatever a broken drawing does to ezdxf into the error a user reads."""
    try:
        yield
    except (InputError, MemoryError):
        raise
    except Exception as failure:
        # Broken drawings end ezdxf in many ways, StopIteration among them.
        raise InputError(str(path), f"is not a DXF drawing ({_short(failure)})") from failure


def _short(failure: Exception) -> str:
    return (str(failure).splitlines() or [type(failure).__name__])[0][:200]


def _unit(document: Any, path: Path, unit: str) -> str:
    if unit:
        if unit not in MM_IN:
            raise InputError("--units", f"there is no unit {unit!r}", f"known: {', '.join(MM_IN)}")
        return unit
    number = document.header.get("$INSUNITS", 0)
    if number not in _BY_NUMBER:
        raise InputError(str(path), "does not say its unit ($INSUNITS)", "add --units mm, cm, m, in or ft")
    return _BY_NUMBER[number]


def _flat(entities: Any, depth: int = 0) -> Iterator[Any]:
    """Yield entities, blocks taken apart; what stands on layer 0 of a block is on the block's layer."""
    for entity in entities:
        if entity.dxftype() != "INSERT":
            yield entity
        elif depth < 8:
            for part in _flat(entity.virtual_entities(), depth + 1):
                if _layer(part) == "0":
                    part.dxf.layer = _layer(entity)
                yield part


def _collect(drawing: Drawing, layer: str, entity: Any, scale: float, path: Path) -> None:
    kind = entity.dxftype()
    if kind in {"TEXT", "MTEXT"}:
        text = entity.plain_text() if kind == "MTEXT" else entity.dxf.text
        place = entity.dxf.get("align_point") if kind == "TEXT" else None
        at = _point(place or entity.dxf.insert, scale, path)
        drawing.words.setdefault(layer, []).append(Words(text.strip(), at))
    elif kind in _LINES:
        curve = _curve(entity, scale, path)
        if curve is None:
            _pass_over(drawing, layer, kind)
        elif len(curve.points_mm) > 1:
            drawing.curves.setdefault(layer, []).append(curve)
    else:
        _pass_over(drawing, layer, kind)


def _pass_over(drawing: Drawing, layer: str, kind: str) -> None:
    drawing.passed_over[layer, kind] = drawing.passed_over.get((layer, kind), 0) + 1


def _curve(entity: Any, scale: float, path: Path) -> Curve | None:
    """Return an entity as a line, or None for a mesh or what cannot be drawn."""
    from ezdxf.path import make_path  # noqa: PLC0415

    try:
        outline = make_path(entity)
        for vertex in outline.control_vertices():
            _point(vertex, scale, path)
        vertices = list(outline.flattening(_SAG_MM / scale))
    except (TypeError, ZeroDivisionError, ArithmeticError):
        return None
    points: list[Point] = []
    for vertex in vertices:
        point = _point(vertex, scale, path)
        if not points or points[-1] != point:
            points.append(point)
    closed = len(points) > 2 and points[0] == points[-1]
    height = half_up(vertices[0].z * scale) if vertices else 0
    return Curve(tuple(points[:-1] if closed else points), closed, height)


def _point(vertex: Any, scale: float, path: Path) -> Point:
    x, y = vertex.x * scale, vertex.y * scale
    if not (math.isfinite(x) and math.isfinite(y) and max(abs(x), abs(y)) <= _MAX_MM):
        raise InputError(str(path), f"holds a point at ({x:g} mm, {y:g} mm)", "stay within 10 km of 0, 0")
    return half_up(x), half_up(y)
