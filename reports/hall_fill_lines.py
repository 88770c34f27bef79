"""Cables in the trays of a hall, drawn as lines: the more, the wider."""

from typing import Any

import numpy as np

from reports.hall_colours import FULL, WALL
from rooms.hall.hall import Hall
from rooms.hall.tray_fill import TrayFill

_WIDEST = 8.0


def draw_fill(axes: Any, hall: Hall, fill: TrayFill) -> None:
    """Draw every tray segment as wide as it holds cables; overfull ones in red."""
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
