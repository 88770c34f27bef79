"""A hall file from the layers of a DXF drawing, as ``netfloor room import`` writes it."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.extras import ezdxf_module
from netfloor.foundation.files import read_bytes, to_json
from netfloor.foundation.output_files import check_free, never, write_file
from netfloor.foundation.sizes import (
    DRAWN_CROSSINGS,
    DRAWN_PARTS,
    DRAWN_POINTS,
    Allowance,
    refuse_too_large_a_drawing,
)
from netfloor.rooms.hall import read_hall
from netfloor.rooms.hall.file.shapes import checked_line, checked_polygon, in_metres
from netfloor.rooms.hall.parts import Cabinet
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
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/-]{0,49}")
#: Sides and diagonals of a rectangle drawn in whole millimetres are equal to this.
_ASKEW_MM = 3.0
_NEAR_DEG = 0.2
#: What layers may hold; ``taken`` are cabinets in use by others.
KINDS = ("outline", "cabinets", "taken", "pillars", "keep_outs", "cooling", "trays", "risers")
NEEDED = ("outline", "cabinets")
#: Areas of the floor, and their tables in a hall file.
AREAS = {"pillars": "pillar", "keep_outs": "keep_out", "cooling": "cooling"}
#: Height written for trays that lie at elevation 0: an example, to be corrected by hand.
TRAY_HEIGHT_MM = 2600
#: Loose lines of which those near are sought at a time: the memory is theirs alone.
_AT_ONCE = 500
_HEAD = """\
# Imported from a drawing. Heights, capacities, fronts and rack units are not in it: check them.
schema = 1
"""


# Shapes on the layers of a drawing


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


# Cabinets: rectangles, and the names written into them


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


# The hall file


def import_hall(
    path: Path, layers: str, unit: str, out: Path, *, force: bool
) -> tuple[dict[str, Any], list[str]]:
    """Write the hall file of a drawing; return a document about it, and what is to be looked at."""
    by_kind = parsed_layers(layers)
    check_free(out, never, force=force)
    drawing = read_drawing(path, tuple(by_kind.values()), unit)
    for kind, layer in by_kind.items():
        if layer.lower() not in drawing.curves:
            known = ", ".join(drawing.layers)
            raise InputError(f"{path}: layer {layer}", f"holds no line for {kind}", f"layers here: {known}")
    parts = _Parts(path, by_kind, drawing)
    outline = parts.areas("outline")
    if len(outline) != 1:
        where = f"{path}: layer {by_kind['outline']}"
        raise InputError(where, f"{len(outline)} outlines", "a hall has one")
    cabinets = [*parts.cabinets("cabinets", taken=False), *parts.cabinets("taken", taken=True)]
    areas = {kind: parts.areas(kind) for kind in AREAS}
    trays = parts.trays()
    risers = [_middle(corners) for corners in parts.areas("risers")]
    tables = [(AREAS[kind], {"corners_m": _metres(area)}) for kind in AREAS for area in areas[kind]]
    tables += [("tray", {"points_m": _metres(line), "height_m": _metres(high)}) for line, high in trays]
    tables += [("riser", {"at_m": _metres(riser)}) for riser in risers]
    tables += [("cabinet", _cabinet_fields(cabinet)) for cabinet in _renamed(cabinets)]
    write_file(out, _hall_text(path.stem, outline[0], tables))
    counts = {"cabinets": len(cabinets), **{kind: len(a) for kind, a in areas.items()}}
    counts |= {"trays": len(trays), "risers": len(risers)}
    notes = [*parts.notes(cabinets, trays), *_to_do(out)]
    return {"schema": 1, "file": str(out), "found": counts, "notes": notes}, notes


def _hall_text(
    name: str, outline_mm: tuple[Point, ...], tables: Sequence[tuple[str, dict[str, str]]]
) -> str:
    """Return a hall file as TOML."""
    # A JSON string is a TOML string, where control characters are escaped alike.
    title = to_json(name[:100]).strip()
    parts = [f"{_HEAD}name = {title}\n\n[hall]\noutline_m = {_metres(outline_mm)}\n"]
    for kind, fields in tables:
        parts += [f"\n[[{kind}]]\n", *(f"{key} = {value}\n" for key, value in fields.items())]
    return "".join(parts)


def _cabinet_fields(cabinet: Cabinet) -> dict[str, str]:
    fields = {
        "name": f'"{cabinet.name}"',
        "centre_m": _metres(cabinet.centre_mm),
        "width_m": _metres(cabinet.width_mm),
        "depth_m": _metres(cabinet.depth_mm),
        "front_deg": f"{cabinet.front_deg:g}",
    }
    return fields | ({"taken": "true"} if cabinet.taken else {})


def _metres(mm: int | Point | Sequence[Point]) -> str:
    """Return whole millimetres, or points in them, as metres, exactly."""
    if not isinstance(mm, int):
        return f"[{', '.join(_metres(part) for part in mm)}]"
    sign, whole = "-" * (mm < 0), abs(mm)
    return f"{sign}{whole // 1000}.{whole % 1000:03d}"


def parsed_layers(text: str) -> dict[str, str]:
    """Return the layer of each kind from ``outline=WALLS,cabinets=RACKS``."""
    layers: dict[str, str] = {}
    for part in text.split(","):
        kind, _, layer = (word.strip() for word in part.partition("="))
        if kind not in KINDS or not layer:
            what = f"{part.strip()!r} is not understood"
            raise InputError(setting("layers"), what, f"KIND=LAYER: {', '.join(KINDS)}")
        if kind in layers:
            raise InputError(setting("layers"), f"{kind} is given twice", "name one layer for each")
        layers[kind] = layer
    missing = [kind for kind in NEEDED if kind not in layers]
    if missing:
        raise InputError(setting("layers"), f"{missing[0]} is missing", f"add {missing[0]}=LAYER")
    return layers


class _Parts:
    """The parts of a hall in a drawing."""

    def __init__(self, path: Path, by_kind: dict[str, str], drawing: Drawing) -> None:
        self.path, self.by_kind, self.drawing = path, by_kind, drawing

    def _where(self, kind: str) -> str:
        return f"{self.path}: layer {self.by_kind[kind]}"

    def _curves(self, kind: str) -> list[Curve]:
        return self.drawing.curves.get(self.by_kind.get(kind, "").lower(), [])

    def areas(self, kind: str) -> list[tuple[Point, ...]]:
        """Return the polygons of a layer, loose lines joined to polygons where they close."""
        curves = self._curves(kind)
        where = self._where(kind) if curves else ""
        closed = [curve.points_mm for curve in curves if curve.closed]
        closed += _joined([curve.points_mm for curve in curves if not curve.closed], where)
        return [checked_polygon(points, where) for points in closed]

    def cabinets(self, kind: str, *, taken: bool) -> list[Cabinet]:
        """Return the cabinets of a layer with the names written into them."""
        if kind not in self.by_kind:
            return []
        words = self.drawing.words.get(self.by_kind[kind].lower(), [])
        return cabinets_of(self.areas(kind), words, self._where(kind), taken=taken)

    def trays(self) -> list[tuple[tuple[Point, ...], int]]:
        """Return the trays, a closed one with its first point repeated, and their heights."""
        trays = []
        for curve in self._curves("trays"):
            line = (*curve.points_mm, curve.points_mm[0]) if curve.closed else curve.points_mm
            trays.append((checked_line(line, self._where("trays")), curve.height_mm or TRAY_HEIGHT_MM))
        return trays

    def notes(self, cabinets: list[Cabinet], trays: list[Any]) -> list[str]:
        """Return what a person should look at."""
        notes = [
            f"layer {layer}: {count} {kind} passed over"
            for (layer, kind), count in sorted(self.drawing.passed_over.items())
        ]
        unnamed = sum(not cabinet.name for cabinet in cabinets)
        notes.append("a drawing does not say where the fronts of cabinets look; see front_deg")
        notes += [f"{unnamed} cabinets have no name in the drawing and got a number"] * bool(unnamed)
        flat = sum(not curve.height_mm for curve in self._curves("trays"))
        notes += [f"{flat} trays lie at elevation 0: {TRAY_HEIGHT_MM / 1000:g} m is assumed"] * bool(flat)
        notes += ["capacity of trays is not in a drawing; see capacity_mm2"] * bool(trays)
        return notes


def _middle(corners: tuple[Point, ...]) -> Point:
    x, y = zip(*corners, strict=True)
    return (min(x) + max(x)) // 2, (min(y) + max(y)) // 2


def _joined(lines: list[tuple[Point, ...]], where: str) -> list[tuple[Point, ...]]:
    """Return the polygons that open lines enclose; `InputError` for one that encloses nothing."""
    from shapely import LineString, get_parts, polygonize_full, union_all  # noqa: PLC0415

    if not lines:
        return []
    shapes = [LineString(line) for line in lines]
    _refuse_tangle(shapes, where)
    polygons, cuts, dangles, invalid = polygonize_full(get_parts(union_all(shapes)))
    for loose in (dangles, cuts, invalid):
        if not loose.is_empty:
            place = in_metres(loose.geoms[0].coords[0])
            raise InputError(where, f"a line is open at {place}: it encloses no floor", "close it")
    return [
        tuple((round(x), round(y)) for x, y in polygon.exterior.coords[:-1]) for polygon in polygons.geoms
    ]


def _refuse_tangle(shapes: Sequence[Any], where: str) -> None:
    """Refuse loose lines of which so many may cross that joining them would not end; `InputError`."""
    from shapely import STRtree  # noqa: PLC0415 - Shapely takes long to import

    tree, crossings = STRtree(shapes), Allowance(where, DRAWN_CROSSINGS)
    for start in range(0, len(shapes), _AT_ONCE):
        crossings.spend(tree.query(shapes[start : start + _AT_ONCE]).shape[1])


def _renamed(cabinets: list[Cabinet]) -> list[Cabinet]:
    """Return cabinets that all have a name: one that is missing, or there twice, is a number."""
    used: set[str] = set()
    named: list[Cabinet] = []
    for cabinet in cabinets:
        name, number = cabinet.name, len(named) + 1
        while not name or name in used:
            name, number = f"C{number:04d}", number + 1
        used.add(name)
        named.append(replace(cabinet, name=name))
    return named


def _to_do(out: Path) -> list[str]:
    """Return why the file is not usable as it is."""
    try:
        read_hall(out)
    except InputError as problem:
        return [f"before it can be used: {problem}"]
    return []
