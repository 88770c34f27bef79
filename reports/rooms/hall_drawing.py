"""A hall from above: walls, named cabinets, aisles, trays and the cables in them."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.display.charts import INK
from netfloor.foundation.wording import count_text, key_label
from netfloor.reports.formats.axes import metre_axes
from netfloor.reports.formats.palette import (
    BOTH_MEDIA,
    COLD,
    COOLING,
    COPPER,
    FULL,
    HOT,
    KEEP_OUT,
    OCCUPIED,
    OPTICAL,
    PAPER,
    PILLAR,
    USED,
    WALL,
)
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.rooms.hall.cables.fill import TrayFill
from netfloor.rooms.hall.checks import aisle_floor, corners_mm, inward, swing_zone
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Area, Cabinet, Door, Tray

#: Colour of a tray by the media that it admits, in ascending order.
MEDIA_COLOURS = {
    ("electrical", "optical"): BOTH_MEDIA,
    ("electrical",): COPPER,
    ("optical",): OPTICAL,
}

_LEAST_IN, _MAX_IN = 6.6, 40.0
#: Drawn width of a cabinet in inches, if the page allows: its name stays legible.
_CABINET_IN = 0.34
_MARGIN_M = 0.6
#: Distance of the manifold from the edge of its cabinet.
_MANIFOLD_MM = 60.0
#: Position of a tray's name along its longest part: off the middle, where trays often cross.
_LABEL_AT = 0.22
#: Width of the fullest tray segment in points.
_WIDEST = 8.0


@dataclass(frozen=True, eq=False)
class HallView:
    """A hall with the switches in each usable cabinet, (c,), and the cables in its trays."""

    hall: Hall
    occupied: npt.NDArray[np.int32] | None = None
    fill: TrayFill | None = None


def hall_svg(view: HallView, title: str, prefix: str = "", *, standalone: bool = True) -> str:
    """Return a hall as an SVG file or for use within HTML, see `svg_text`."""
    hall = view.hall
    left, low, right, top = _bounds_m(hall)
    usual = float(np.median([cabinet.width_mm for cabinet in hall.cabinets])) / 1000
    width = float(np.clip((right - left) * _CABINET_IN / usual, _LEAST_IN, _MAX_IN))
    scale = (width - 0.8) / (right - left)
    plan = float(np.clip((top - low) * scale, 0.8, 2 * _MAX_IN))
    height = plan + 1.5
    with drawing(width, height) as figure:
        axes = figure.add_axes((0.6 / width, 1.1 / height, (right - left) * scale / width, plan / height))
        axes.set(xlim=(left, right), ylim=(low, top), aspect="equal")
        metre_axes(axes, "x", "y")
        _draw_floor(axes, hall)
        _draw_cabinets(axes, view, 72 * scale)
        _draw_trays(axes, view)
        _add_key(figure, view)
        return svg_text(figure, Words(title, spoken(view)), prefix, standalone=standalone)


def _bounds_m(hall: Hall) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of the hall and its trays, with a margin."""
    points = [*hall.outline_mm, *(point for tray in hall.trays for point in tray.points_mm)]
    points += [cabinet.centre_mm for cabinet in hall.cabinets]
    x, y = np.array(points, dtype=float).T / 1000
    return x.min() - _MARGIN_M, y.min() - _MARGIN_M, x.max() + _MARGIN_M, y.max() + _MARGIN_M


def _draw_floor(axes: Any, hall: Hall) -> None:
    for floor, colour in zip(aisle_floor(hall), (COLD, HOT), strict=True):
        for part in getattr(floor, "geoms", [floor]):
            if part.geom_type == "Polygon" and not part.is_empty:
                axes.add_patch(_path_patch(part, colour))
    _outline(axes, Area("", hall.outline_mm), facecolor="none", edgecolor=WALL, linewidth=2.2, zorder=3)
    for area in hall.keep_outs:
        _outline(axes, area, facecolor=(KEEP_OUT, 0.15), edgecolor=KEEP_OUT, hatch="///", linewidth=0.8)
        _label_area(axes, area)
    for area in hall.cooling:
        _outline(axes, area, facecolor=(COOLING, 0.35), edgecolor=COOLING, linewidth=1.2)
        _label_area(axes, area)
    for area in hall.pillars:
        _outline(axes, area, facecolor=PILLAR, edgecolor=PILLAR, linewidth=0.8, zorder=4)
    for door in hall.doors:
        _draw_door(axes, hall, door)


def _path_patch(polygon: Any, colour: str) -> Any:
    from matplotlib.patches import PathPatch  # noqa: PLC0415
    from matplotlib.path import Path  # noqa: PLC0415

    rings = [polygon.exterior, *polygon.interiors]
    path = Path.make_compound_path(*(Path(np.array(ring.coords) / 1000, closed=True) for ring in rings))
    return PathPatch(path, facecolor=colour, edgecolor="none", zorder=0)


def _outline(axes: Any, area: Area, **style: Any) -> None:
    from matplotlib.patches import Polygon  # noqa: PLC0415

    axes.add_patch(Polygon(np.array(area.corners_mm) / 1000, closed=True, **{"zorder": 1, **style}))


def _label_area(axes: Any, area: Area) -> None:
    corners = np.array(area.corners_mm) / 1000
    (wide, deep), middle = np.ptp(corners, axis=0), corners.mean(axis=0)
    turn = 90 if deep > wide else 0
    axes.text(*middle, area.name, ha="center", va="center", rotation=turn, fontsize=7, zorder=5)


def _draw_door(axes: Any, hall: Hall, door: Door) -> None:
    from matplotlib.patches import Polygon  # noqa: PLC0415

    opening = np.array([door.hinge_mm, door.jamb_mm]) / 1000
    axes.plot(*opening.T, color=PAPER, linewidth=3.2, zorder=4)
    axes.plot(*opening.T, color=WALL, linewidth=0.8, linestyle=":", zorder=5)
    side = inward(hall, door)
    if side is not None and door.swing != "none":
        turned = side if door.swing == "in" else -side
        zone = np.array(swing_zone(door, turned).exterior.coords) / 1000
        axes.add_patch(
            Polygon(zone, closed=True, facecolor="none", edgecolor=WALL, linewidth=0.8, zorder=4)
        )


def _draw_cabinets(axes: Any, view: HallView, points_per_m: float) -> None:
    from matplotlib.collections import LineCollection, PolyCollection  # noqa: PLC0415

    cabinets = view.hall.cabinets
    boxes = [corners_mm(cabinet) / 1000 for cabinet in cabinets]
    fills = _fills(view)
    axes.add_collection(
        PolyCollection(boxes, facecolors=fills, edgecolors=WALL, linewidths=0.6, zorder=2), autolim=False
    )
    # A thick edge marks the front of a cabinet.
    fronts = [box[:2] + (box[3] - box[0]) * 0.04 for box in boxes]
    axes.add_collection(LineCollection(fronts, colors=WALL, linewidths=1.8, zorder=3), autolim=False)
    _draw_liquid(axes, cabinets)
    for cabinet in cabinets:
        _name(axes, cabinet, points_per_m)


def _draw_liquid(axes: Any, cabinets: tuple[Cabinet, ...]) -> None:
    """Draw the manifold of each cabinet with liquid supply, at the back unless a side is given."""
    from matplotlib.collections import LineCollection  # noqa: PLC0415

    edges = []
    for cabinet in cabinets:
        if cabinet.liquid_limit_w:
            front_left, front_right, back_right, back_left = corners_mm(cabinet, _MANIFOLD_MM) / 1000
            # Left and right as seen when facing the front.
            sides = {"left": (front_right, back_right), "right": (front_left, back_left)}
            edges.append(np.array(sides.get(cabinet.manifold or "", (back_left, back_right))))
    axes.add_collection(LineCollection(edges, colors=COOLING, linewidths=2.4, zorder=3), autolim=False)


def _fills(view: HallView) -> list[str]:
    used = {} if view.occupied is None else dict(zip(view.hall.usable.tolist(), view.occupied, strict=True))
    return [
        OCCUPIED if cabinet.taken else USED if used.get(place, 0) else PAPER
        for place, cabinet in enumerate(view.hall.cabinets)
    ]


def _name(axes: Any, cabinet: Cabinet, points_per_m: float) -> None:
    """Write a cabinet's name into it, in the direction that allows larger letters."""
    wide, deep = (side / 1000 * points_per_m for side in (cabinet.width_mm, cabinet.depth_mm))
    letters = 0.66 * max(len(cabinet.name), 2)
    across, upright = min(0.9 * wide / letters, 0.4 * deep), min(0.8 * deep / letters, 0.7 * wide)
    size = min(max(across, upright), 9.0)
    turn = cabinet.front_deg + (0 if upright > across * 1.35 else 90)
    turn = (turn + 90) % 180 - 90
    at = cabinet.x_mm / 1000, cabinet.y_mm / 1000
    style = {"rotation": turn if turn > -90 else 90, "rotation_mode": "anchor", "color": INK}
    axes.text(*at, cabinet.name, ha="center", va="center_baseline", fontsize=size, zorder=8, **style)


def _draw_trays(axes: Any, view: HallView) -> None:
    for tray in view.hall.trays:
        colour = MEDIA_COLOURS[tray.media]
        dash = "-" if tray.height_mm >= 0 else (0, (3, 1.2))
        line = np.array(tray.points_mm) / 1000
        width = 6 if view.fill is None else 9
        style = {"color": colour, "alpha": 0.35, "solid_capstyle": "butt", "dash_capstyle": "butt"}
        axes.plot(*line.T, linestyle=dash, linewidth=width, zorder=6, **style)
        axes.plot(*line.T, linestyle=dash, linewidth=0.8, color=colour, zorder=6)
        _name_tray(axes, tray, colour)
    for riser in view.hall.risers:
        x, y = riser.at_mm
        axes.plot(x / 1000, y / 1000, marker="s", markersize=5, color=WALL, markerfacecolor=PAPER, zorder=9)
    if view.fill is not None:
        _draw_fill(axes, view.hall, view.fill)


def _draw_fill(axes: Any, hall: Hall, fill: TrayFill) -> None:
    """Draw every tray segment with a width by its number of cables; overfull ones in red."""
    from matplotlib.collections import LineCollection  # noqa: PLC0415

    busy = np.flatnonzero(fill.cables)
    if not len(busy):
        return
    segments = hall.tray_graph.segments
    lines = [np.array([segments[i].start_mm, segments[i].end_mm]) / 1000 for i in busy]
    widths = 0.5 + _WIDEST * fill.cables[busy] / fill.cables.max()
    full = set(fill.overfull)
    colours = [FULL if i in full else WALL for i in busy]
    drawn = LineCollection(lines, colors=colours, linewidths=widths, alpha=0.75, capstyle="butt", zorder=7)
    axes.add_collection(drawn, autolim=False)


def _name_tray(axes: Any, tray: Tray, colour: str) -> None:
    """Write name and height next to the longest part of a tray."""
    line = np.array(tray.points_mm, dtype=float) / 1000
    steps = np.diff(line, axis=0)
    longest = int(np.argmax(np.hypot(*steps.T)))
    at = line[longest] + _LABEL_AT * steps[longest]
    turn = math.degrees(math.atan2(steps[longest][1], steps[longest][0]))
    turn = (turn + 90) % 180 - 90
    box = {
        "boxstyle": "round,pad=0.15",
        "facecolor": PAPER,
        "edgecolor": colour,
        "linewidth": 0.6,
        "alpha": 0.9,
    }
    words = f"{tray.name} {tray.height_mm / 1000:g} m"
    style = {"ha": "center", "va": "center", "rotation": turn, "fontsize": 7, "bbox": box}
    axes.text(*at, words, color=INK, zorder=10, **style)


def _add_key(figure: Any, view: HallView) -> None:
    from matplotlib.lines import Line2D  # noqa: PLC0415
    from matplotlib.patches import Patch  # noqa: PLC0415

    fills = _fills(view)
    names = {USED: "with switches", PAPER: "spare", OCCUPIED: "occupied"}
    handles: list[Any] = [
        Patch(facecolor=fill, edgecolor=WALL, label=f"cabinet, {word} ({fills.count(fill):,})")
        for fill, word in names.items()
        if fills.count(fill)
    ]
    handles += [Patch(facecolor=COLD, label="cold aisle"), Patch(facecolor=HOT, label="hot aisle")]
    handles += [
        Line2D(
            [],
            [],
            color=MEDIA_COLOURS[media],
            linewidth=4,
            alpha=0.6,
            label=f"tray: {' and '.join(map(key_label, media))}",
        )
        for media in MEDIA_COLOURS
        if any(tray.media == media for tray in view.hall.trays)
    ]
    if view.hall.pillars:
        handles.append(Patch(facecolor=PILLAR, label="pillar"))
    if any(cabinet.liquid_limit_w for cabinet in view.hall.cabinets):
        handles.append(Line2D([], [], color=COOLING, linewidth=2.4, label="liquid manifold"))
    if view.hall.risers:
        handles.append(
            Line2D([], [], color=WALL, marker="s", linestyle="", markerfacecolor=PAPER, label="riser")
        )
    if view.fill is not None and view.fill.overfull:
        handles.append(Line2D([], [], color=FULL, linewidth=4, label="overfull"))
    columns = max(2, int(figure.get_figwidth() / 1.7))
    figure.legend(handles=handles, loc="lower center", ncols=columns, fontsize=8, labelcolor=INK)


def spoken(view: HallView) -> str:
    """Return the alt text of the drawing."""
    hall = view.hall
    words = f"{hall.name or 'Hall'}: {hall.summary}, {count_text(hall.slots, 'slot')}."
    if view.occupied is not None:
        words += f" {count_text(int(view.occupied.sum()), 'switch')}."
    if view.fill is not None:
        busiest = int(view.fill.cables.max(initial=0))
        stretches = len(view.fill.overfull)
        words += f" {count_text(busiest, 'cable')} in the busiest segment, {stretches} segments overfull."
    return words
