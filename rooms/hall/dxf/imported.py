"""A hall file from the layers of a DXF drawing: what ``netfloor room import`` writes."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import to_json
from netfloor.foundation.output_files import check_free, never, write_file
from netfloor.foundation.sizes import DRAWN_CROSSINGS, Allowance
from netfloor.rooms.hall import read_hall
from netfloor.rooms.hall.dxf.cabinets import cabinets_of
from netfloor.rooms.hall.dxf.shapes import Curve, Drawing, read_drawing
from netfloor.rooms.hall.file.shapes import checked_line, checked_polygon, in_metres
from netfloor.rooms.hall.parts import Cabinet
from netfloor.rooms.hall.rounding import Point

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
