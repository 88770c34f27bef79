"""A room seen from above: cabinets, and cables coloured by length."""

from typing import Any

import numpy as np
import numpy.typing as npt

from reports.comparison import FloorDrawing
from reports.svg import GREY, INK, Words, drawing, svg_text
from reports.text import count_text

#: Above so many cables the lines become a picture inside the drawing.
MAX_DRAWN_LINES = 1200
#: Above so many cabinets, they do as well.
MAX_DRAWN_CABINETS = 4000
#: Part of the row pitch that a cabinet is drawn deep; the rest is aisle.
CABINET_DEPTH = 0.5

_WIDTH_IN = 6.6
_FILL = (GREY, 0.5)
_STEPS = 9
#: Opacity of the lines times their number: the more there are, the fainter each.
_COVER = 1200


def floorplan_svg(floor: FloorDrawing, title: str) -> str:
    """Return a floor plan as an SVG file of its own; a room without cables is drawn empty."""
    return _floorplan(floor, title, "", standalone=True)


def floorplan_inline(floor: FloorDrawing, title: str, prefix: str) -> str:
    """Return a floor plan for use inside HTML, every id beginning with ``prefix``."""
    return _floorplan(floor, title, prefix, standalone=False)


def _floorplan(floor: FloorDrawing, title: str, prefix: str, *, standalone: bool) -> str:
    wide, deep = _extent_m(floor)
    plan_in = float(np.clip(0.76 * _WIDTH_IN * deep / wide, 0.8, 8.0))
    height = plan_in + 1.15
    with drawing(_WIDTH_IN, height) as figure:
        axes = figure.add_axes((0.09, 0.95 / height, 0.76, plan_in / height))
        axes.set(xlim=(0, wide), ylim=(deep, 0), aspect="equal")
        axes.set_xlabel("along a row (m)")
        axes.set_ylabel("across the rows (m)")
        _draw_cabinets(axes, floor)
        lines = _draw_cables(axes, floor)
        if lines is not None:
            _add_scale(figure, axes, lines)
        _add_key(figure, floor)
        return svg_text(figure, Words(title, spoken(floor)), prefix, standalone=standalone)


def _extent_m(floor: FloorDrawing) -> tuple[float, float]:
    """Return width and depth of the grid; a pitch of 0 still leaves something to draw."""
    wide, deep = floor.columns * floor.column_pitch_mm, floor.rows * floor.row_pitch_mm
    return max(wide, 100) / 1000, max(deep, 100) / 1000


def _centres_m(floor: FloorDrawing) -> npt.NDArray[np.float64]:
    """Return the middle (x, y) of every cabinet, (c, 2), the room's corner at (0, 0)."""
    row, column = floor.cabinets.reshape(-1, 2).T
    x = (column + 0.5) * floor.column_pitch_mm / 1000
    y = (row + 0.5) * floor.row_pitch_mm / 1000
    return np.column_stack([x, y])


def _draw_cabinets(axes: Any, floor: FloorDrawing) -> None:
    from matplotlib.collections import PolyCollection  # noqa: PLC0415

    half_wide = 0.42 * max(floor.column_pitch_mm, 50) / 1000
    half_deep = CABINET_DEPTH / 2 * max(floor.row_pitch_mm, 50) / 1000
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (half_wide, half_deep)
    boxes = _centres_m(floor)[:, None, :] + corners
    occupied = floor.occupied > 0
    for chosen, fill in ((boxes[~occupied], "none"), (boxes[occupied], _FILL)):
        drawn = PolyCollection(list(chosen), facecolors=fill, edgecolors=GREY, linewidths=0.6, zorder=1)
        drawn.set_rasterized(len(boxes) > MAX_DRAWN_CABINETS)
        axes.add_collection(drawn, autolim=False)


def _draw_cables(axes: Any, floor: FloorDrawing) -> Any:
    """Draw the cables between cabinets, longest first; return them, or None without any."""
    from matplotlib.collections import LineCollection  # noqa: PLC0415

    ends = floor.cables.reshape(-1, 2)
    between = np.flatnonzero(ends[:, 0] != ends[:, 1])
    if not len(between):
        return None
    order = between[np.argsort(-floor.length_mm[between], kind="stable")]
    colours, norm = _length_scale(floor.length_mm[between] / 1000)
    lines = LineCollection(
        list(_centres_m(floor)[ends[order]]),
        array=floor.length_mm[order] / 1000,
        cmap=colours,
        norm=norm,
        linewidths=0.8 if len(order) < MAX_DRAWN_LINES else 0.5,
        alpha=float(np.clip(_COVER / len(order), 0.1, 0.8)),
        zorder=2,
    )
    lines.set_rasterized(len(order) > MAX_DRAWN_LINES)
    axes.add_collection(lines, autolim=False)
    return lines


def _length_scale(metres: npt.NDArray[np.float64]) -> tuple[Any, Any]:
    """Return a colour map in steps and its boundaries, readable on white and on black.

    The middle of Matplotlib's plasma: lightness rises with length, and neither end
    vanishes on a light or a dark page.
    """
    from matplotlib import colormaps  # noqa: PLC0415
    from matplotlib.colors import BoundaryNorm, ListedColormap  # noqa: PLC0415
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    low, high = float(metres.min()), float(metres.max())
    edges = MaxNLocator(_STEPS).tick_values(low, max(high, low + 0.5))
    steps = len(edges) - 1
    shades = colormaps["plasma"](np.linspace(0.22, 0.82, steps))
    return ListedColormap(shades), BoundaryNorm(edges, steps)


def _add_scale(figure: Any, axes: Any, lines: Any) -> None:
    from matplotlib.cm import ScalarMappable  # noqa: PLC0415

    box = axes.get_position()
    beside = figure.add_axes((box.x1 + 0.025, box.y0, 0.022, box.height))
    scale = figure.colorbar(ScalarMappable(lines.norm, lines.cmap), cax=beside)
    scale.set_label("cable length (m)")
    scale.outline.set_linewidth(0.6)


def _add_key(figure: Any, floor: FloorDrawing) -> None:
    from matplotlib.patches import Patch  # noqa: PLC0415

    used = int((floor.occupied > 0).sum())
    handles = [
        Patch(facecolor=_FILL, edgecolor=GREY, label=f"cabinet with routers ({used:,})"),
        Patch(facecolor="none", edgecolor=GREY, label=f"spare cabinet ({len(floor.occupied) - used:,})"),
    ]
    figure.legend(handles=handles, loc="lower center", ncols=2, fontsize=8.5, labelcolor=INK)


def spoken(floor: FloorDrawing) -> str:
    """Return what the floor plan shows in words."""
    ends = floor.cables.reshape(-1, 2)
    inside = int((ends[:, 0] == ends[:, 1]).sum())
    routers = count_text(int(floor.occupied.sum()), "router")
    room = f"{floor.rows} rows by {floor.columns} columns, {count_text(len(floor.cabinets), 'cabinet')}"
    if not len(ends):
        return f"{room}, {routers}, no cables."
    return (
        f"{room}, {routers}. {count_text(len(ends), 'cable')} from {floor.length_mm.min() / 1000:.2f} m "
        f"to {floor.length_mm.max() / 1000:.2f} m, {inside:,} of them inside a cabinet and not drawn."
    )
