"""Charts of a comparison: mean cable length with bounds and baselines, latency ratios, cable lengths.

The colours are those of Okabe and Ito (jfly.uni-koeln.de/color, 2008), distinguishable with any common
colour vision, without their yellow, which is invisible on white. Markers and dashes carry the same
distinction.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.display.charts import COLOURS, GREY, INK
from netfloor.foundation.wording import count_text
from netfloor.reports.comparison.classes import (
    MEAN,
    TREATMENTS,
    SizeClass,
    kind_text,
    size_classes,
    spread_of,
)
from netfloor.reports.comparison.types import Comparison, Population, Row
from netfloor.reports.formats.axes import DASHES, add_grid, add_legend, distinct_lines, line_style
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.reports.formats.text import finite, one_line
from netfloor.reports.rooms.floorplan import FloorDrawing

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class LatencyRatio:
    """Ratios of mean and maximum latency of a network to a population, by switch latency.

    The arrays have shape (s,); NaN marks an undefined ratio.
    """

    network: str
    size_class: str
    switch_ns: Floats
    mean: Floats
    maximum: Floats


def latency_ratio(row: Row, people: Population | None) -> LatencyRatio | None:
    """Return latency ratios within the population's range of switch latencies; None if it is empty."""
    if people is None or not len(row.latency.switch_ns) or not len(people.latency.switch_ns):
        return None
    ours, theirs = row.latency, people.latency
    inside = (ours.switch_ns >= theirs.switch_ns.min()) & (ours.switch_ns <= theirs.switch_ns.max())
    if not inside.any():
        return None
    switch = ours.switch_ns[inside]
    mean = _divided(ours.mean_ns[inside], np.interp(switch, theirs.switch_ns, theirs.mean_ns))
    maximum = _divided(ours.max_ns[inside], np.interp(switch, theirs.switch_ns, theirs.max_ns))
    return LatencyRatio(row.network, row.size_class, switch, mean, maximum)


def _divided(top: Floats, bottom: Floats) -> Floats:
    """Return top / bottom, NaN where the quotient is not finite."""
    result = np.full(len(top), np.nan)
    usable = np.isfinite(top) & np.isfinite(bottom) & (bottom != 0)
    result[usable] = top[usable] / bottom[usable]
    return result


def latency_svg(ratios: tuple[LatencyRatio, ...], prefix: str) -> str:
    """Return panels of mean and maximum latency ratios, with a line per network.

    Colour and marker distinguish networks, dashes those of one size class.
    """
    every = [one_line(ratio.network, 28) for ratio in ratios]
    curves = [[*ratio.switch_ns, *ratio.mean, *ratio.maximum] for ratio in ratios]
    drawn = distinct_lines(every, curves)
    names, ratios = [name for name, _ in drawn], tuple(ratios[place] for _, place in drawn)
    below = 0.3 + 0.2 * -(-len(names) // 4)
    with drawing(9.0, 3.4 + below) as figure:
        panels = figure.subplots(1, 2)
        for axes, what in zip(panels, ("Average latency", "Maximum latency"), strict=True):
            _ratio_panel(axes, what, ratios)
        panels[0].set_ylabel("ratio to the baseline")
        room = below / (3.4 + below)
        figure.subplots_adjust(left=0.075, right=0.985, top=0.93, bottom=room + 0.13, wspace=0.16)
        add_legend(figure, panels[0].get_lines()[1:], names, 4)
        words = Words(
            "Latency relative to a baseline",
            "Ratio of average and of maximum latency against switch latency for "
            + count_text(len(ratios), "network")
            + "; the table next to it holds the numbers.",
        )
        return svg_text(figure, words, prefix)


def _ratio_panel(axes: Any, what: str, ratios: tuple[LatencyRatio, ...]) -> None:
    axes.axhline(1.0, color=INK, linewidth=0.8, alpha=0.6)
    classes = [ratio.size_class for ratio in ratios]
    for index, ratio in enumerate(ratios):
        points = len(ratio.switch_ns)
        step = max(points // 6, 1)
        axes.plot(
            ratio.switch_ns,
            ratio.mean if what.startswith("Average") else ratio.maximum,
            **line_style(index, markersize=4.5, linewidth=1.4)
            | {"linestyle": DASHES[classes[:index].count(classes[index]) % len(DASHES)]},
            markevery=list(range(index * step // len(ratios), points, step)),  # staggered line by line
        )
    axes.set_title(what)
    axes.set_xlabel("switch latency (ns)")
    add_grid(axes, "both")


def histogram_svg(floor: FloorDrawing, title: str, prefix: str) -> str:
    """Return the histogram of cable lengths; cables inside cabinets are hatched."""
    metres = floor.length_mm / 1000
    inside = floor.cables[:, 0] == floor.cables[:, 1]
    edges = length_bins(metres)
    with drawing(6.2, 3.7) as figure:
        axes = figure.subplots()
        figure.subplots_adjust(left=0.13, right=0.97, top=0.94, bottom=0.25)
        between = np.histogram(metres[~inside], edges)[0]
        within = np.histogram(metres[inside], edges)[0]
        axes.stairs(within + between, edges, fill=True, color=COLOURS[0])
        axes.stairs(
            within, edges, fill=True, facecolor=COLOURS[4], edgecolor=INK, hatch="////", linewidth=0
        )
        axes.set_xlabel("cable length (m)")
        axes.set_ylabel(f"cables per {edges[1] - edges[0]:g} m")
        axes.set_xlim(0, edges[-1])
        add_grid(axes, "y")
        names = [
            f"inside a cabinet ({int(inside.sum()):,})",
            f"between cabinets ({int((~inside).sum()):,})",
        ]
        add_legend(figure, list(reversed(axes.patches)), names, 2)
        return svg_text(figure, Words(title, _spoken_lengths(metres, int(inside.sum()))), prefix)


def length_bins(metres: Floats) -> Floats:
    """Return bin edges from 0: 0.5 m wide up to 30 m, 1 m above, wider above 200 m."""
    longest = float(metres.max(initial=1.0))
    width = 0.5 if longest <= 30 else 1.0
    while longest / width > 200:
        width *= 2
    return np.arange(0, np.floor(longest / width) + 2) * width


def _spoken_lengths(metres: Floats, inside: int) -> str:
    if not len(metres):
        return "No cables."
    return (
        f"{count_text(len(metres), 'cable')}, {inside} inside a cabinet; shortest "
        f"{metres.min():.2f} m, median {np.median(metres):.2f} m, longest {metres.max():.2f} m."
    )


_OURS, _BOUND, _PRINTED = "network, placed", "certified lower bound", "network, as printed"
_FIRST = (_OURS, _BOUND, _PRINTED)
_LABEL_LENGTH = 30
_SHAPES = ("s", "D", "^", "v", "P")


def overview_svg(comparison: Comparison, prefix: str) -> str:
    """Return a chart of mean cable length (m), a line per network, grouped by size class."""
    groups = size_classes(comparison)
    lines = len(comparison.rows) + len(groups)
    below = 1.15
    height = 0.36 * lines + 0.2 + below
    longest = max((len(one_line(row.network)) for row in comparison.rows), default=0)
    left = (0.4 + 0.085 * min(longest, _LABEL_LENGTH)) / 9
    with drawing(9.0, height) as figure:
        axes = figure.subplots()
        figure.subplots_adjust(left=left, right=0.98, top=1 - 0.1 / height, bottom=below / height)
        entries: dict[str, Any] = {}
        _draw_groups(axes, groups, entries)
        axes.set_ylim(lines - 0.4, -0.6)
        axes.set_xlim(left=0)
        axes.set_yticks([])
        axes.set_xlabel("mean cable length (m)")
        axes.spines["left"].set_visible(False)
        add_grid(axes, "x")
        order = [*(name for name in _FIRST if name in entries), *(n for n in entries if n not in _FIRST)]
        add_legend(figure, [entries[name] for name in order], order, 3)
        words = Words(
            "Mean cable length of networks and baselines",
            "One line per network; the tables of this section hold the same numbers.",
        )
        return svg_text(figure, words, prefix)


def _draw_groups(axes: Any, groups: tuple[SizeClass, ...], entries: dict[str, Any]) -> None:
    place, across = 0, axes.get_yaxis_transform()
    for group in groups:
        label = f"size class {one_line(group.label, 40)}"
        axes.text(0.008, place, label, transform=across, va="center", weight="bold")
        axes.axhline(place - 0.5, color=INK, alpha=0.25, linewidth=0.6)
        for row in group.rows:
            place += 1
            name = one_line(row.network, _LABEL_LENGTH)
            axes.text(-0.01, place, name, transform=across, ha="right", va="center")
            _draw_row(axes, row, place, entries)
        place += 1


def _draw_row(axes: Any, row: Row, place: float, entries: dict[str, Any]) -> None:
    ours = finite(row.figures.get(MEAN))
    bound = finite(row.figures.get("lower_bound_m"))
    printed = finite(row.published.get(MEAN))
    if ours is not None and bound is not None:
        axes.hlines(place, bound, ours, color=GREY, linewidth=1.2)
    if bound is not None:
        _point(axes, entries, _BOUND, (bound, place), marker="|", color=INK)
    for order, kind in enumerate(row.baselines):
        _draw_baseline(axes, row, (kind, order), place, entries)
    if printed is not None:
        _point(axes, entries, _PRINTED, (printed, place), marker="x", color=INK)
    if ours is not None:
        _point(axes, entries, _OURS, (ours, place), marker="o", color=COLOURS[0])


def _draw_baseline(
    axes: Any, row: Row, kind: tuple[str, int], place: float, entries: dict[str, Any]
) -> None:
    """Draw a baseline's placed instances filled and its unplaced ones open, a little lower."""
    name, order = kind
    colour = COLOURS[(1, 2, 3, 4)[order % 4]]
    for treatment in TREATMENTS:
        spread = spread_of(row, name, treatment)
        if spread is None or finite(spread.mean) is None:
            continue
        lower = place + 0.24
        if spread.n > 1:
            axes.hlines(lower, spread.mean - spread.std, spread.mean + spread.std, color=colour)
        _point(
            axes,
            entries,
            f"{kind_text(name)}, {treatment}",
            (spread.mean, lower),
            marker=_SHAPES[order % len(_SHAPES)],
            color=colour,
            markerfacecolor=colour if treatment == "placed" else "none",
        )


def _point(axes: Any, entries: dict[str, Any], name: str, at: tuple[float, float], **style: Any) -> None:
    (line,) = axes.plot(*at, linestyle="none", markersize=6, **style)
    entries.setdefault(name, line)
