"""A room from above: cabinets with their cables as lines, or as a matrix if there are many."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.display.charts import GREY, INK
from netfloor.foundation.models import Int32Array, Int64Array
from netfloor.foundation.wording import count_text
from netfloor.layout.cable_plan import CablePlan
from netfloor.layout.placement import Placement
from netfloor.reports.formats.axes import metre_axes, tick_text
from netfloor.reports.formats.palette import RAMP
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.reports.rooms.cable_matrix import CableMatrix, cable_matrix, draw_matrix, steps
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall

Floats = npt.NDArray[np.float64]

#: Fewest cables between cabinets that are drawn as a matrix instead of lines.
LINES_BELOW = 300
#: Maximum cabinets drawn as vectors; more become a raster image.
MAX_DRAWN_CABINETS = 4000
#: Drawn depth of a cabinet as a share of the row pitch; the rest is aisle.
CABINET_DEPTH = 0.5

_WIDTH_IN = 6.6
_FILL = (GREY, 0.5)
#: Opacity of a line.
_OPACITY = 0.8
#: Side of the matrix and space around it, in inches.
_MATRIX_IN, _AROUND_IN = 4.3, 1.0


@dataclass(frozen=True)
class FloorDrawing:
    """The data of a floor plan, in millimetres."""

    rows: int
    columns: int
    row_pitch_mm: int
    column_pitch_mm: int  # x runs along a row of cabinets by column pitch, y across rows by row pitch
    cabinets: Int32Array  # (row, column) of every usable cabinet, (c, 2)
    occupied: Int32Array  # switches in each cabinet, (c,)
    cables: Int32Array  # cabinets at both ends of every cable, (m, 2)
    length_mm: Int64Array  # of every cable, (m,)
    # of a hall: centre (x, y) of every cabinet, (c, 2), instead of row and column; both pitches are then
    # the shortest side of a cabinet
    centres_mm: Int64Array | None = None

    def __post_init__(self) -> None:
        cabinets, cables = len(self.cabinets), len(self.cables)
        fits = self.cabinets.shape == (cabinets, 2) and self.occupied.shape == (cabinets,)
        fits &= self.cables.shape in ((cables, 2), (0,)) and self.length_mm.shape == (cables,)
        fits &= bool(((self.cables >= 0) & (self.cables < cabinets)).all())
        fits &= self.centres_mm is None or self.centres_mm.shape == (cabinets, 2)
        if not fits:
            raise ValueError("the arrays of a floor drawing do not fit each other")


def floor_drawing(
    room: Room, placement: Placement | None = None, cables: CablePlan | None = None
) -> FloorDrawing:
    """Return the drawing of a room, empty or with a placed network."""
    occupied = np.zeros(room.cabinet_count, dtype=np.int32)
    if placement is not None:
        np.add.at(occupied, room.lengths.cabinet_of_slot[placement.slot_of], 1)
    if isinstance(room, Hall):
        return _hall_floor(room, occupied, cables)
    return FloorDrawing(
        rows=room.rows,
        columns=room.columns,
        row_pitch_mm=room.row_pitch_mm,
        column_pitch_mm=room.column_pitch_mm,
        cabinets=room.cabinets,
        occupied=occupied,
        cables=cables.cabinets if cables else np.zeros((0, 2), dtype=np.int32),
        length_mm=cables.length_mm if cables else np.zeros(0, dtype=np.int64),
    )


def _hall_floor(hall: Hall, occupied: npt.NDArray[np.int32], cables: CablePlan | None) -> FloorDrawing:
    """Return the drawing of a hall's usable cabinets, shifted so that the first are near the corner."""
    cabinets = [hall.cabinets[place] for place in hall.usable]
    centres = np.array([(cabinet.x_mm, cabinet.y_mm) for cabinet in cabinets], dtype=np.int64).reshape(
        -1, 2
    )
    width = min((min(cabinet.width_mm, cabinet.depth_mm) for cabinet in cabinets), default=600)
    if len(centres):
        centres = centres - centres.min(axis=0) + width
    wide, deep = centres.max(axis=0, initial=width) + width
    return FloorDrawing(
        rows=-(-int(deep) // width),
        columns=-(-int(wide) // width),
        row_pitch_mm=width,
        column_pitch_mm=width,
        cabinets=np.zeros((len(cabinets), 2), dtype=np.int32),
        occupied=occupied,
        cables=cables.cabinets if cables else np.zeros((0, 2), dtype=np.int32),
        length_mm=cables.length_mm if cables else np.zeros(0, dtype=np.int64),
        centres_mm=centres,
    )


def floorplan_svg(floor: FloorDrawing, title: str, prefix: str = "", *, standalone: bool = True) -> str:
    """Return a floor plan as an SVG file or for use within HTML, see `svg_text`."""
    wide = max(floor.columns * floor.column_pitch_mm, 100) / 1000  # a pitch of 0 is drawn too
    deep = max(floor.rows * floor.row_pitch_mm, 100) / 1000
    plan_in = float(np.clip(0.76 * _WIDTH_IN * deep / wide, 0.8, 8.0))
    many = len(_between(floor)) >= LINES_BELOW
    below = 0.95 + (_MATRIX_IN + _AROUND_IN) * many
    height = plan_in + 0.2 + below
    with drawing(_WIDTH_IN, height) as figure:
        axes = figure.add_axes((0.09, below / height, 0.76, plan_in / height))
        axes.set(xlim=(0, wide), ylim=(deep, 0), aspect="equal")
        metre_axes(axes, "along a row", "across the rows")
        (_draw_shaded if many else _draw_lined)(figure, axes, floor)
        if many:
            panel = (0.16, (0.95 + 0.15) / height, _MATRIX_IN / _WIDTH_IN, _MATRIX_IN / height)
            _draw_matrix(figure, figure.add_axes(panel), floor)
        _add_key(figure, floor, shaded=many)
        return svg_text(figure, Words(title, spoken(floor)), prefix, standalone=standalone)


def _between(floor: FloorDrawing) -> npt.NDArray[np.int64]:
    """Return the cables between different cabinets."""
    ends = floor.cables.reshape(-1, 2)
    return np.flatnonzero(ends[:, 0] != ends[:, 1])


def _draw_lined(figure: Any, axes: Any, floor: FloorDrawing) -> None:
    """Draw the cabinets, and each cable between them coloured by its length."""
    middles, pitch = _centres_m(floor), (floor.column_pitch_mm, floor.row_pitch_mm)
    for used, fill in ((False, "none"), (True, _FILL)):
        chosen = middles[(floor.occupied > 0) == used]
        add_cabinets(axes, chosen, pitch, fill=fill, edge=GREY, many=len(middles))
    lines = _draw_cables(axes, floor)
    if lines is not None:
        add_scale(figure, axes, lines, "cable length (m)")


def _draw_shaded(figure: Any, axes: Any, floor: FloorDrawing) -> None:
    """Draw the cabinets, coloured by the mean length of their cables."""
    between, count = _between(floor), len(floor.occupied)
    ends = floor.cables.reshape(-1, 2)[between]
    total = np.bincount(ends.ravel(), np.repeat(floor.length_mm[between], 2), count)
    cables = np.bincount(ends.ravel(), minlength=count)
    joined = np.flatnonzero(cables)
    metres = total[joined] / cables[joined] / 1000
    shades, norm = steps(float(metres.min()), max(float(metres.max()), float(metres.min()) + 0.1))
    shade_cabinets(axes, floor, joined, [shades.colors[step] for step in norm(metres)])
    add_scale(figure, axes, ScaleOf(norm, shades), "mean cable length of a cabinet (m)")


@dataclass(frozen=True)
class ScaleOf:
    """The parts of a colour scale."""

    norm: Any
    cmap: Any


def shade_cabinets(
    axes: Any, floor: FloorDrawing, chosen: npt.NDArray[np.int64], colours: Sequence[str]
) -> None:
    """Draw the chosen cabinets in their colours and the outlines of the others."""
    middles, pitch = _centres_m(floor), (floor.column_pitch_mm, floor.row_pitch_mm)
    rest = np.setdiff1d(np.arange(len(middles)), chosen)
    for places, fill in ((rest, "none"), (chosen, list(colours))):
        add_cabinets(axes, middles[places], pitch, fill=fill, edge=GREY, many=len(middles))


def _draw_matrix(figure: Any, axes: Any, floor: FloorDrawing) -> None:
    """Draw the number of cables between every two cabinets, or groups of neighbouring ones."""
    matrix = floor_matrix(floor)
    scale = draw_matrix(axes, matrix)
    axes.set_title(f"Cables between cabinets (each square: {matrix.group_words})", fontsize=9)
    axes.set_ylabel("row of one end")
    axes.set_xlabel("row of the other end")
    add_scale(figure, axes, scale, "cables")


def floor_matrix(floor: FloorDrawing) -> CableMatrix:
    """Return the cables between cabinets as a matrix; rows of a hall are named by their position (m)."""
    ends = floor.cables.reshape(-1, 2)
    used = floor.occupied > 0
    used[ends.ravel()] = True
    if floor.centres_mm is None:
        names = [f"R{number + 1:02d}" for number in range(floor.rows)]
        row_of, place = floor.cabinets.reshape(-1, 2).T
        return cable_matrix(row_of, place, ends, used, names)
    across = int(len(np.unique(floor.centres_mm[:, 0])) > len(np.unique(floor.centres_mm[:, 1])))
    values, row = np.unique(floor.centres_mm[:, across], return_inverse=True)
    along = floor.centres_mm[:, 1 - across]
    names = [f"{'xy'[across]} {value / 1000:.1f} m" for value in values]
    return cable_matrix(row, along, ends, used, names)


def _centres_m(floor: FloorDrawing) -> Floats:
    """Return the centre (x, y) of every cabinet, (c, 2), with the room's corner at (0, 0)."""
    if floor.centres_mm is not None:
        return np.asarray(floor.centres_mm / 1000, dtype=np.float64)
    row, column = floor.cabinets.reshape(-1, 2).T
    x = (column + 0.5) * floor.column_pitch_mm / 1000
    y = (row + 0.5) * floor.row_pitch_mm / 1000
    return np.column_stack([x, y])


def add_cabinets(
    axes: Any,
    middles_m: Floats,
    pitch_mm: tuple[int, int],
    *,
    fill: Any,
    edge: Any,
    many: int,
) -> None:
    """Draw cabinets as boxes around ``middles_m``, their centres (x, y), (c, 2).

    ``pitch_mm`` is the distance of two cabinets along a row and across rows; a pitch of 0 is drawn too.
    ``many`` is the number of cabinets in the picture: above `MAX_DRAWN_CABINETS` they become a raster
    image.
    """
    from matplotlib.collections import PolyCollection  # noqa: PLC0415

    half = np.array([0.42 * max(pitch_mm[0], 50), CABINET_DEPTH / 2 * max(pitch_mm[1], 50)])
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half / 1000
    boxes = list(middles_m[:, None, :] + corners)
    drawn = PolyCollection(boxes, facecolors=fill, edgecolors=edge, linewidths=0.6, zorder=1)
    drawn.set_rasterized(many > MAX_DRAWN_CABINETS)
    axes.add_collection(drawn, autolim=False)


def _draw_cables(axes: Any, floor: FloorDrawing) -> Any:
    """Draw the cables between cabinets, longest first, and return the lines; None if there are none."""
    from matplotlib.collections import LineCollection  # noqa: PLC0415

    between = _between(floor)
    if not len(between):
        return None
    order = between[np.argsort(-floor.length_mm[between], kind="stable")]
    metres = floor.length_mm[order] / 1000
    colours, norm = steps(float(metres.min()), max(float(metres.max()), float(metres.min()) + 0.5))
    lines = LineCollection(
        list(_centres_m(floor)[floor.cables.reshape(-1, 2)[order]]),
        array=metres,
        cmap=colours,
        norm=norm,
        linewidths=0.8,
        alpha=_OPACITY,
        zorder=2,
    )
    axes.add_collection(lines, autolim=False)
    return lines


def add_scale(figure: Any, axes: Any, scaled: Any, name: str) -> None:
    """Add the colour scale of an object with ``norm`` and ``cmap`` to the right of axes."""
    from matplotlib.cm import ScalarMappable  # noqa: PLC0415

    box = axes.get_position()
    beside = figure.add_axes((box.x1 + 0.025, box.y0, 0.022, box.height))
    scale = figure.colorbar(ScalarMappable(scaled.norm, scaled.cmap), cax=beside)
    scale.set_ticks(scaled.norm.boundaries, labels=[tick_text(edge) for edge in scaled.norm.boundaries])
    scale.set_label(name)
    scale.outline.set_linewidth(0.6)


def _add_key(figure: Any, floor: FloorDrawing, *, shaded: bool) -> None:
    from matplotlib.patches import Patch  # noqa: PLC0415

    used = int((floor.occupied > 0).sum())
    fill = (RAMP[0], 1.0) if shaded else _FILL
    handles = [
        Patch(facecolor=fill, edgecolor=GREY, label=f"cabinet with switches ({used:,})"),
        Patch(facecolor="none", edgecolor=GREY, label=f"spare cabinet ({len(floor.occupied) - used:,})"),
    ]
    figure.legend(handles=handles, loc="lower center", ncols=2, fontsize=8.5, labelcolor=INK)


def spoken(floor: FloorDrawing) -> str:
    """Return the alt text of the floor plan."""
    ends = floor.cables.reshape(-1, 2)
    inside = int((ends[:, 0] == ends[:, 1]).sum())
    routers = count_text(int(floor.occupied.sum()), "switch")
    shape = f"{floor.rows} rows by {floor.columns} columns" if floor.centres_mm is None else "A hall"
    room = f"{shape}, {count_text(len(floor.cabinets), 'cabinet')}"
    if not len(ends):
        return f"{room}, {routers}, no cables."
    return (
        f"{room}, {routers}. {count_text(len(ends), 'cable')} from {floor.length_mm.min() / 1000:.2f} m "
        f"to {floor.length_mm.max() / 1000:.2f} m, {inside:,} of them inside a cabinet."
    )
