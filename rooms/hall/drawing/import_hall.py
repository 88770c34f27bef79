"""Import of a hall file from the layers of a DXF drawing, for ``netfloor room import``."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import to_json
from netfloor.foundation.output_files import check_free, foreign_files, write_file
from netfloor.foundation.wording import count_text
from netfloor.rooms.hall import read_hall
from netfloor.rooms.hall.drawing.cabinets import cabinets_of
from netfloor.rooms.hall.drawing.preview import preview_svg
from netfloor.rooms.hall.drawing.shapes import Curve, Drawing, read_drawing
from netfloor.rooms.hall.drawing.walls import Enclosed, Gap, chosen, enclosed, gaps_between
from netfloor.rooms.hall.file.shapes import checked_line, checked_polygon
from netfloor.rooms.hall.parts import Cabinet
from netfloor.rooms.hall.rounding import Point, half_up

#: Kinds of layers; ``taken`` are occupied cabinets, ``names`` texts with cabinet names.
KINDS = (
    *("outline", "cabinets", "taken", "names", "pillars", "keep_outs", "fences", "cooling", "trays"),
    "risers",
)
NEEDED = ("outline", "cabinets")
#: Areas of the floor, and their tables in a hall file.
AREAS = {"pillars": "pillar", "keep_outs": "keep_out", "cooling": "cooling"}
#: Names of a single element where the key is not a plural.
_SINGULAR = {"cooling": "cooling area"}
#: Height written for trays at elevation 0: an example, to be corrected by hand.
TRAY_HEIGHT_MM = 2600
#: Width of the keep-out for a fence drawn as a line; and minimum width of a gap that is a door.
FENCE_MM, LEAST_DOOR_MM = 50, 300
_HEAD = """\
# Imported from a drawing. Heights, capacities, fronts and rack units are not in it: check them.
schema = 1
"""


@dataclass(frozen=True)
class DrawnHall:
    """Parts of a hall found in a drawing."""

    outline: tuple[Point, ...]
    cabinets: list[Cabinet]
    areas: dict[str, list[tuple[Point, ...]]]
    doors: list[Gap]
    trays: list[tuple[tuple[Point, ...], int]]
    risers: list[Point]


def imported_text(elements: Mapping[str, int]) -> str:
    """Return the number of elements of each kind as a sentence."""
    names = {
        key: (key.replace("_", "-"), _SINGULAR.get(key, key[:-1].replace("_", "-"))) for key in elements
    }
    some = [f"{n:,} {names[key][n == 1]}" for key, n in elements.items() if n]
    none = [names[key][0] for key, n in elements.items() if not n]
    without = f"; no {', '.join(none)}" if none else ""
    return f"imported {', '.join(some) or 'the outline alone'}{without}"


def import_hall(
    path: Path,
    layers: str,
    unit: str,
    out: Path,
    *,
    inside_m: tuple[float, float] | None = None,
    preview: Path | None = None,
    force: bool,
) -> tuple[dict[str, Any], list[str]]:
    """Write the hall file of a drawing; return a document about it, and notes to review.

    ``inside_m``: a point inside the hall in the drawing's coordinates, in m; None for the outline around
    the cabinets. ``preview``: an SVG file to draw the result in.
    """
    by_kind = parsed_layers(layers)
    for file in filter(None, (out, preview)):
        check_free(file, foreign_files, force=force)
    drawing = read_drawing(path, tuple(by_kind.values()), unit)
    for kind, layer in by_kind.items():
        there = drawing.words if kind == "names" else drawing.curves
        if layer.lower() not in there:
            known = ", ".join(drawing.layers)
            what = f"has no {'text' if kind == 'names' else 'line'} for {kind}"
            raise InputError(f"{path}: layer {layer}", what, f"layers here: {known}")
    parts = _Parts(path, by_kind, drawing)
    hall = parts.hall(inside_m)
    write_file(out, _hall_text(path.stem, hall.outline, _tables(hall)))
    if preview is not None:
        write_file(preview, preview_svg(hall.outline, hall.cabinets, hall.areas, hall.doors, hall.trays))
    counts = {"cabinets": len(hall.cabinets), **{kind: len(a) for kind, a in hall.areas.items()}}
    counts |= {"doors": len(hall.doors), "trays": len(hall.trays), "risers": len(hall.risers)}
    notes = [*parts.remarks, *parts.notes(hall), *_to_do(out)]
    return {"schema": 1, "file": str(out), "found": counts, "notes": notes}, notes


def _tables(hall: DrawnHall) -> list[tuple[str, dict[str, str]]]:
    """Build the tables of a hall file."""
    tables = [(AREAS[kind], {"corners_m": _metres(area)}) for kind in AREAS for area in hall.areas[kind]]
    tables += [
        ("door", {"hinge_m": _metres(hinge), "jamb_m": _metres(jamb), "swing": '"none"'})
        for hinge, jamb in hall.doors
    ]
    tables += [
        ("tray", {"points_m": _metres(line), "height_m": _metres(high)}) for line, high in hall.trays
    ]
    tables += [("riser", {"at_m": _metres(riser)}) for riser in hall.risers]
    tables += [("cabinet", _cabinet_fields(cabinet)) for cabinet in hall.cabinets]
    return tables


def _hall_text(
    name: str, outline_mm: tuple[Point, ...], tables: Sequence[tuple[str, dict[str, str]]]
) -> str:
    """Format a hall file as TOML."""
    # a JSON string is a valid TOML string, with the same escapes
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
    """Format integer millimetres, or points in them, exactly as metres."""
    if not isinstance(mm, int):
        return f"[{', '.join(_metres(part) for part in mm)}]"
    sign, whole = "-" * (mm < 0), abs(mm)
    return f"{sign}{whole // 1000}.{whole % 1000:03d}"


def parsed_layers(text: str) -> dict[str, str]:
    """Parse the layer of each kind from ``outline=WALLS,cabinets=RACKS``; ``block:NAME`` is a block."""
    layers: dict[str, str] = {}
    for part in text.split(","):
        kind, _, layer = (word.strip() for word in part.partition("="))
        if kind not in KINDS or not layer:
            what = f"{part.strip()!r} is not a layer option"
            raise InputError(setting("layers"), what, f"KIND=LAYER: {', '.join(KINDS)}")
        if kind in layers:
            raise InputError(setting("layers"), f"{kind} is given twice", "name one layer for each")
        layers[kind] = layer
    missing = [kind for kind in NEEDED if kind not in layers]
    if missing:
        raise InputError(setting("layers"), f"{missing[0]} is missing", f"add {missing[0]}=LAYER")
    return {"outline": layers["outline"], **layers}


def point_m(text: str) -> tuple[float, float]:
    """Parse a point ``X,Y``; raise `InputError` if it is invalid."""
    cells = text.split(",")
    try:
        x, y = (float(cell) for cell in cells)
    except ValueError:
        x = y = math.nan
    if not (math.isfinite(x) and math.isfinite(y)):
        raise InputError(
            setting("inside"), f"{text[:50]!r} is not a point", "X,Y in metres, such as 12.5,4"
        )
    return x, y


class _Parts:
    """The parts of a hall in a drawing."""

    def __init__(self, path: Path, by_kind: dict[str, str], drawing: Drawing) -> None:
        self.path, self.by_kind, self.drawing = path, by_kind, drawing
        self.remarks: list[str] = []
        self.unnamed = 0
        if drawing.moved_mm != (0, 0):
            x, y = (f"{mm / 1000:,.3f} m" for mm in drawing.moved_mm)
            self.remarks.append(
                f"the drawing is in map coordinates: {x} in x and {y} in y were subtracted, which moves "
                "the lowest corner of the outline to 0, 0"
            )

    def hall(self, inside_m: tuple[float, float] | None) -> DrawnHall:
        """Collect the contents of all layers inside the hall's outline."""
        walls = self._enclosed("outline", gaps=True)
        cabinets = [*self._cabinets("cabinets", taken=False), *self._cabinets("taken", taken=True)]
        inside = None if inside_m is None else self._moved(inside_m)
        where = self._where("outline")
        if not walls.polygons:
            raise InputError(where, "0 outlines", "a hall has one")
        centres = [cabinet.centre_mm for cabinet in cabinets]
        number, outside = chosen(walls.polygons, inside, centres, where)
        outline = checked_polygon(walls.polygons[number], where)
        if len(walls.polygons) > 1:
            cabinets = _within(outline, cabinets)
            what = f"{len(walls.polygons)} outlines: imported the one around"
            elsewhere = f"; {count_text(outside, 'cabinet')} elsewhere left out" if outside else ""
            self.remarks.append(f"{what} {count_text(len(cabinets), 'cabinet')}{elsewhere}")
        doors = [gap for gap in walls.gaps if _is_door(gap, outline)]
        areas = {kind: self._areas(kind) for kind in AREAS}
        fences, fence_doors = self._fences()
        areas["keep_outs"] += fences
        self._say_gaps(walls, len(doors))
        risers = [_middle(corners) for corners in self._areas("risers")]
        self.unnamed = sum(not cabinet.name for cabinet in cabinets)
        cabinets = _renamed(cabinets)
        return DrawnHall(outline, cabinets, areas, [*doors, *fence_doors], self._trays(), risers)

    def _say_gaps(self, walls: Enclosed, doors: int) -> None:
        if walls.gaps:
            what = f"{count_text(len(walls.gaps), 'gap')} between ends of walls closed"
            self.remarks.append(f"{what}, {doors} of them as doors without a leaf; see swing and clear_m")
        if walls.loose:
            what = f"{count_text(walls.loose, 'line')} of the walls"
            self.remarks.append(f"{what} enclose no floor and were skipped")

    def _moved(self, point_m: tuple[float, float]) -> Point:
        (x, y), (dx, dy) = point_m, self.drawing.moved_mm
        return half_up(x * 1000) - dx, half_up(y * 1000) - dy

    def _where(self, kind: str) -> str:
        return f"{self.path}: layer {self.by_kind[kind]}"

    def _curves(self, kind: str) -> list[Curve]:
        return self.drawing.curves.get(self.by_kind.get(kind, "").lower(), [])

    def _enclosed(self, kind: str, *, gaps: bool = False) -> Enclosed:
        curves = self._curves(kind)
        return enclosed(curves, self._where(kind) if curves else "", gaps=gaps)

    def _areas(self, kind: str) -> list[tuple[Point, ...]]:
        """Return the polygons of a layer, joining loose lines where they close."""
        polygons = self._enclosed(kind).polygons
        return [checked_polygon(points, self._where(kind)) for points in polygons]

    def _cabinets(self, kind: str, *, taken: bool) -> list[Cabinet]:
        """Return the cabinets of a layer with their names."""
        if kind not in self.by_kind:
            return []
        layers = {self.by_kind[kind].lower(), self.by_kind.get("names", self.by_kind[kind]).lower()}
        words = [word for layer in sorted(layers) for word in self.drawing.words.get(layer, [])]
        closed = [curve for curve in self._curves(kind) if curve.closed]
        return cabinets_of(closed, self._areas(kind), words, self._where(kind), taken=taken)

    def _fences(self) -> tuple[list[tuple[Point, ...]], list[Gap]]:
        """Return the fences of cages as keep-outs, and the gaps between their ends as doors."""
        curves = self._curves("fences")
        if not curves:
            return [], []
        lines = [
            (*curve.points_mm, curve.points_mm[0]) if curve.closed else curve.points_mm for curve in curves
        ]
        gaps = gaps_between([line for line in lines if line[0] != line[-1]], self._where("fences"))
        doors = [gap for gap in gaps if _is_wide(gap)]
        fences = [fence for line in lines for fence in _fence(line)]
        return [checked_polygon(fence, self._where("fences")) for fence in fences], doors

    def _trays(self) -> list[tuple[tuple[Point, ...], int]]:
        """Return the trays with their heights; closed ones repeat the first point."""
        trays = []
        for curve in self._curves("trays"):
            line = (*curve.points_mm, curve.points_mm[0]) if curve.closed else curve.points_mm
            trays.append((checked_line(line, self._where("trays")), curve.height_mm or TRAY_HEIGHT_MM))
        return trays

    def notes(self, hall: DrawnHall) -> list[str]:
        """List the notes to review."""
        notes = [
            f"layer {layer}: {count} {kind} skipped"
            for (layer, kind), count in sorted(self.drawing.passed_over.items())
        ]
        notes.append("a drawing does not give the direction of cabinet fronts; see front_deg")
        notes += [f"{self.unnamed} cabinets without a name in the drawing were numbered"] * bool(
            self.unnamed
        )
        flat = sum(not curve.height_mm for curve in self._curves("trays"))
        notes += [f"{flat} trays are at elevation 0: assumed {TRAY_HEIGHT_MM / 1000:g} m"] * bool(flat)
        notes += ["a drawing does not give tray capacities; see capacity_mm2"] * bool(hall.trays)
        return notes


def _within(outline: tuple[Point, ...], cabinets: list[Cabinet]) -> list[Cabinet]:
    """Select the cabinets whose centres are inside an outline."""
    from shapely import Polygon, contains, points  # noqa: PLC0415 - Shapely takes long to import

    if not cabinets:
        return []
    inside = contains(Polygon(outline), points([cabinet.centre_mm for cabinet in cabinets]))
    return [cabinet for cabinet, is_inside in zip(cabinets, inside, strict=True) if is_inside]


def _is_door(gap: Gap, outline: tuple[Point, ...]) -> bool:
    """Return True for a gap that is wide enough and in the wall of the hall."""
    from shapely import LineString, Polygon  # noqa: PLC0415 - Shapely takes long to import

    return _is_wide(gap) and bool(Polygon(outline).exterior.buffer(1).contains(LineString(gap)))


def _is_wide(gap: Gap) -> bool:
    return math.dist(*gap) >= LEAST_DOOR_MM


def _fence(line: tuple[Point, ...]) -> list[tuple[Point, ...]]:
    """Return the keep-outs of a fence, one per straight piece."""
    pieces: list[tuple[Point, ...]] = []
    for (ax, ay), (bx, by) in pairwise(line):
        way = math.dist((ax, ay), (bx, by))
        x, y = (half_up(share * FENCE_MM / 2 / way) for share in (by - ay, bx - ax))
        pieces.append(((ax - x, ay + y), (bx - x, by + y), (bx + x, by - y), (ax + x, ay - y)))
    return pieces


def _middle(corners: tuple[Point, ...]) -> Point:
    x, y = zip(*corners, strict=True)
    return (min(x) + max(x)) // 2, (min(y) + max(y)) // 2


def _renamed(cabinets: list[Cabinet]) -> list[Cabinet]:
    """Give a number to cabinets without a unique name."""
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
    """Return the problem that keeps the written file from being usable, if any."""
    try:
        read_hall(out)
    except InputError as problem:
        return [f"fix before use: {problem}"]
    return []
