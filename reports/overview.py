"""The report's first picture: mean cable of every network beside bound and baselines."""

from typing import Any

from reports.charts import COLOURS, add_grid, add_legend
from reports.classes import SizeClass, kind_text, population, size_classes
from reports.comparison import Comparison, Row
from reports.svg import GREY, INK, Words, drawing, svg_text
from reports.text import finite, one_line

_KEY = "mean_cable_m"
_OURS, _BOUND, _PRINTED = "network, placed", "certified lower bound", "network, as printed"
_FIRST = (_OURS, _BOUND, _PRINTED)
_LABEL_LENGTH = 30
_SHAPES = ("s", "D", "^", "v", "P")


def overview_svg(comparison: Comparison, prefix: str) -> str:
    """Return one line per network on a common axis in metres, grouped by size class."""
    groups = size_classes(comparison)
    lines = len(comparison.rows) + len(groups)
    below = 1.15
    height = 0.36 * lines + 0.2 + below
    with drawing(9.0, height) as figure:
        axes = figure.subplots()
        figure.subplots_adjust(
            left=_label_width_in(comparison) / 9, right=0.98, top=1 - 0.1 / height, bottom=below / height
        )
        entries: dict[str, Any] = {}
        _draw_groups(axes, groups, entries)
        axes.set_ylim(lines - 0.4, -0.6)
        axes.set_xlim(left=0)
        axes.set_yticks([])
        axes.set_xlabel("mean cable length (m)")
        axes.spines["left"].set_visible(False)
        add_grid(axes, "x")
        order = sorted(entries, key=_legend_place)
        add_legend(figure, [entries[name] for name in order], order, 3)
        words = Words(
            "Mean cable length of networks and baselines",
            "One line per network; the tables of this section hold the same numbers.",
        )
        return svg_text(figure, words, prefix)


def _draw_groups(axes: Any, groups: tuple[SizeClass, ...], entries: dict[str, Any]) -> None:
    place = 0
    for group in groups:
        label = f"size class {one_line(group.label, 40)}"
        across = axes.get_yaxis_transform()
        axes.text(0.008, place, label, transform=across, va="center", weight="bold")
        axes.axhline(place - 0.5, color=INK, alpha=0.25, linewidth=0.6)
        for row in group.rows:
            place += 1
            _label(axes, place, one_line(row.network, _LABEL_LENGTH))
            _draw_row(axes, row, place, entries)
        place += 1


def _legend_place(name: str) -> int:
    """Return the order of the legend: the network, its bound, what is printed, baselines."""
    return _FIRST.index(name) if name in _FIRST else len(_FIRST)


def _label(axes: Any, place: float, text: str) -> None:
    across = axes.get_yaxis_transform()
    axes.text(-0.01, place, text, transform=across, ha="right", va="center")


def _label_width_in(comparison: Comparison) -> float:
    longest = max((len(one_line(row.network)) for row in comparison.rows), default=0)
    return 0.4 + 0.085 * min(longest, _LABEL_LENGTH)


def _draw_row(axes: Any, row: Row, place: float, entries: dict[str, Any]) -> None:
    ours = finite(row.figures.get(_KEY))
    bound = finite(row.figures.get("lower_bound_m"))
    printed = finite(row.published.get(_KEY))
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
    """Draw a kind's placed instances filled and its unplaced ones open, a little lower."""
    name, order = kind
    colour = COLOURS[(1, 2, 3, 4)[order % 4]]
    for treatment in ("placed", "unplaced"):
        people = population(row.baselines[name], treatment)
        spread = people.figures.get(_KEY) if people is not None else None
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
