"""SVG preview of an imported hall, to compare with the drawing."""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from netfloor.rooms.hall.drawing.walls import Gap
from netfloor.rooms.hall.parts import Cabinet
from netfloor.rooms.hall.rounding import Point, cos_sin

_MARGIN_MM = 500
_COLOURS = {"pillars": "#888", "keep_outs": "#e4b4b4", "cooling": "#b4cfe4"}


def preview_svg(
    outline: Sequence[Point],
    cabinets: Sequence[Cabinet],
    areas: Mapping[str, Sequence[Sequence[Point]]],
    doors: Sequence[Gap],
    trays: Sequence[tuple[Sequence[Point], int]],
) -> str:
    """Draw outline, areas, trays, doors, and cabinets with names and marked fronts."""
    xs, ys = zip(*outline, strict=True)
    left, top = min(xs) - _MARGIN_MM, max(ys) + _MARGIN_MM
    size = max(xs) - min(xs) + 2 * _MARGIN_MM, max(ys) - min(ys) + 2 * _MARGIN_MM

    def at(point: Sequence[float]) -> str:
        return f"{point[0] - left:g},{top - point[1]:g}"

    def shape(kind: str, points: Sequence[Sequence[float]], style: str) -> str:
        return f'<{kind} points="{" ".join(map(at, points))}" {style}/>'

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" width="1200">',
        shape("polygon", outline, 'fill="#fafafa" stroke="#000" stroke-width="60"'),
    ]
    for kind, polygons in areas.items():
        lines += [shape("polygon", area, f'fill="{_COLOURS[kind]}"') for area in polygons]
    for cabinet in cabinets:
        corners = _corners(cabinet)
        fill = "#ddd" if cabinet.taken else "#cfe4cf"
        lines.append(shape("polygon", corners, f'fill="{fill}" stroke="#333" stroke-width="15"'))
        lines.append(shape("polyline", corners[:2], 'stroke="#070" stroke-width="60"'))
        x, y = at(cabinet.centre_mm).split(",")
        text = escape(cabinet.name)
        lines.append(f'<text x="{x}" y="{y}" font-size="180" text-anchor="middle">{text}</text>')
    lines += [shape("polyline", line, 'fill="none" stroke="#c70" stroke-width="60"') for line, _ in trays]
    lines += [shape("polyline", door, 'stroke="#d00" stroke-width="90"') for door in doors]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _corners(cabinet: Cabinet) -> list[tuple[float, float]]:
    """Return the corners of a cabinet, front corners first."""
    cos, sin = cos_sin(cabinet.front_deg)
    results = []
    for ahead, aside in ((1, -1), (1, 1), (-1, 1), (-1, -1)):
        deep, wide = ahead * cabinet.depth_mm / 2, aside * cabinet.width_mm / 2
        x, y = cabinet.x_mm + deep * cos - wide * sin, cabinet.y_mm + deep * sin + wide * cos
        results.append((float(x), float(y)))
    return results
