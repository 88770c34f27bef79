"""Draw partitions: bandwidth against cable, and the cabinets of each partition."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from netfloor.foundation.display.charts import COLOURS, GREY, INK
from netfloor.foundation.wording import count_text, join_words
from netfloor.reports.formats.axes import metre_axes, natural_ticks
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.reports.rooms.floorplan import CABINET_DEPTH

_WIDTH_IN = 8.4
#: Colours of partitions, without those of text and grids.
_FILLS = COLOURS[:6]
#: Opacities of these colours, low enough to read a number on them.
TINTS = (0.45, 0.32, 0.18)
#: Limit on partitions up to which each shows its number.
MAX_NUMBERED = 64

Point = tuple[float, float]


@dataclass(frozen=True)
class PartitionPanel:
    """One size of partitions, titled like ``32 routers``.

    ``points`` are (metres across the boundary, links between the halves) of every measured partition,
    ``least_m`` and ``max_links`` certified bounds on both, and ``front`` marks the Pareto-optimal ones.
    ``owners`` are the partition of each switch in each cabinet, -1 for none.
    """

    title: str
    points: Sequence[Point]
    front: Sequence[bool]
    least_m: float
    max_links: int
    owners: Sequence[Sequence[int]]


@dataclass(frozen=True)
class PartitionFloor:
    """Centre (x, y) of each cabinet, as many as a panel has owners, and the minimum pitch.

    The pitch is given along a row and across rows.
    """

    centres_m: Sequence[Point]
    pitch_m: Point


def partition_svg(panels: Sequence[PartitionPanel], floor: PartitionFloor, title: str) -> str:
    """Return a chart and a floor for each size, as a standalone SVG file."""
    centres = np.array(floor.centres_m).reshape(-1, 2)
    half = np.array(floor.pitch_m) / 2
    low, high = centres.min(axis=0) - half, centres.max(axis=0) + half
    plan_in = float(np.clip(0.5 * _WIDTH_IN * (high - low)[1] / (high - low)[0], 2.2, 5.0))
    height = len(panels) * (plan_in + 0.95) + 0.1
    with drawing(_WIDTH_IN, height) as figure:
        for place, panel in enumerate(panels):
            bottom = (height - (place + 1) * (plan_in + 0.95) + 0.45) / height
            chart = figure.add_axes((0.08, bottom, 0.36, plan_in / height))
            _draw_chart(chart, panel)
            axes = figure.add_axes((0.52, bottom, 0.46, plan_in / height))
            axes.set(xlim=(low[0], high[0]), ylim=(high[1], low[1]), aspect="equal")
            metre_axes(axes, "along a row", "across the rows")
            axes.set_title("divided by number and metres alike", fontsize=9)
            _draw_cabinets(axes, panel, centres, floor.pitch_m)
        return svg_text(figure, Words(title, alt_text(panels)), "partitions-", standalone=True)


def _draw_chart(axes: Any, panel: PartitionPanel) -> None:
    front = np.array(panel.front, dtype=bool)
    points = np.array(panel.points, dtype=float).reshape(-1, 2)
    axes.plot(*points[~front].T, "o", color=GREY, markersize=3.5, linestyle="none", clip_on=False)
    axes.plot(*points[front].T, "s-", color=COLOURS[0], markersize=5, drawstyle="steps-post", clip_on=False)
    axes.axvline(panel.least_m, color=INK, linewidth=0.8, linestyle=":")
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.set_title(panel.title, fontsize=9)
    natural_ticks(axes.xaxis)
    natural_ticks(axes.yaxis)
    axes.set_xlabel("cable across the edge (m); dotted: lower bound")
    axes.set_ylabel(f"links between halves (at most {panel.max_links:,})")


def _draw_cabinets(axes: Any, panel: PartitionPanel, centres: Any, pitch: Point) -> None:
    """Draw each cabinet as vertical slices, one per switch, in the colour of its partition."""
    from matplotlib.collections import PolyCollection  # noqa: PLC0415

    wide, deep = 0.84 * max(pitch[0], 0.05), CABINET_DEPTH * max(pitch[1], 0.05)
    boxes, fills = [], []
    places: dict[int, list[Any]] = {}
    for (x, y), owners in zip(centres, panel.owners, strict=True):
        edges = x + wide * (np.arange(len(owners) + 1) / max(len(owners), 1) - 0.5)
        for begin, end, owner in zip(edges, edges[1:], owners, strict=False):
            top, bottom = y - deep / 2, y + deep / 2
            boxes.append([(begin, top), (end, top), (end, bottom), (begin, bottom)])
            fills.append(_fill(owner))
            places.setdefault(owner, []).append((x, y))
    axes.add_collection(PolyCollection(boxes, facecolors=fills, edgecolors="none"), autolim=False)
    if max(places, default=0) < MAX_NUMBERED:
        for owner, points in places.items():
            if owner >= 0:
                x, y = points[len(points) // 2]
                axes.text(x, y, str(owner + 1), ha="center", va="center", fontsize=7, color=INK)


def _fill(owner: int) -> Any:
    if owner < 0:
        return (GREY, 0.25)
    return (_FILLS[owner % len(_FILLS)], TINTS[owner // len(_FILLS) % 3])


def alt_text(panels: Sequence[PartitionPanel]) -> str:
    """Return the alt text of the picture."""
    measured = [f"{panel.title}: {count_text(len(panel.points), 'partition')} measured" for panel in panels]
    return (
        f"{join_words(measured)}. For each size the links between a partition's halves against the metres "
        "of cable across its edge, and the floor divided into partitions of that size."
    )
