"""Charts of the report: latency ratios and cable lengths; what all charts share.

Colours are those of Okabe and Ito (jfly.uni-koeln.de/color, 2008), told apart by people with
any common colour vision, without their yellow, which vanishes on white. Markers and
dashes carry the same distinction.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from reports.comparison import FloorDrawing
from reports.latency_ratios import LatencyRatio
from reports.svg import GREY, INK, Words, drawing, svg_text
from reports.text import count_text, one_line

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", INK, GREY)
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)))


def latency_svg(ratios: tuple[LatencyRatio, ...], prefix: str) -> str:
    """Return two panels, average and maximum, one line per network.

    Networks of one size class differ by dashes, all networks by colour and marker.
    """
    names = [one_line(found.network, 28) for found in ratios]
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
            + "; the table beside it holds the numbers.",
        )
        return svg_text(figure, words, prefix)


def _ratio_panel(axes: Any, what: str, ratios: tuple[LatencyRatio, ...]) -> None:
    axes.axhline(1.0, color=INK, linewidth=0.8, alpha=0.6)
    places = _places_in_class([found.size_class for found in ratios])
    for index, found in enumerate(ratios):
        axes.plot(
            found.switch_ns,
            found.mean if what.startswith("Average") else found.maximum,
            color=COLOURS[index % len(COLOURS)],
            marker=MARKERS[index % len(MARKERS)],
            linestyle=DASHES[places[index] % len(DASHES)],
            markevery=_marked(len(found.switch_ns), index, len(ratios)),
            markersize=4.5,
            linewidth=1.4,
        )
    axes.set_title(what)
    axes.set_xlabel("switch latency (ns)")
    add_grid(axes, "both")


def _places_in_class(classes: list[str]) -> list[int]:
    return [classes[:index].count(name) for index, name in enumerate(classes)]


def _marked(points: int, index: int, lines: int) -> list[int]:
    """Return the points of a line that carry markers, staggered from line to line."""
    step = max(points // 6, 1)
    return list(range(index * step // max(lines, 1), points, step))


def add_grid(axes: Any, which: str) -> None:
    """Add at most seven faint lines along ``x``, ``y`` or ``both``, behind the data.

    The number of ticks does not depend on how wide labels are.
    """
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    if which in {"x", "both"}:
        axes.xaxis.set_major_locator(MaxNLocator(6))
    if which in {"y", "both"}:
        axes.yaxis.set_major_locator(MaxNLocator(6))
    axes.grid(axis=which, color=INK, alpha=0.14, linewidth=0.6)
    axes.set_axisbelow(True)


def log_axis(axes: Any, which: str) -> None:
    """Make the axis ``x`` or ``y`` logarithmic, its ticks 1, 2 and 5 times powers of ten.

    What is not above 0 has no place on it; where nothing is, the axis stays as it was.
    """
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator  # noqa: PLC0415

    if not np.isfinite(getattr(axes.dataLim, f"minpos{which}")):
        return
    getattr(axes, f"set_{which}scale")("log", nonpositive="mask")
    axis = getattr(axes, f"{which}axis")
    low, high = axis.get_view_interval()
    steps = (1.0, 2.0, 5.0) if high < 1000 * low else (1.0,)
    axis.set_major_locator(LogLocator(subs=steps, numticks=12))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: _short(value)))
    axis.set_minor_formatter(NullFormatter())


def _short(value: float) -> str:
    """Return a number for a tick: ``2``, ``10,000``, ``5 million``."""
    if value >= 1e6:
        return f"{value / 1e6:,.0f} million"
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def add_legend(figure: Any, handles: list[Any], names: list[str], columns: int) -> None:
    """Add a legend under everything; names go in late, since a leading _ would hide them."""
    legend = figure.legend(
        handles,
        [f"entry {index}" for index in range(len(names))],
        loc="lower center",
        ncols=min(columns, max(len(names), 1)),
        fontsize=8.5,
        handlelength=3.2,
        borderaxespad=0.3,
    )
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set_text(name)


def histogram_svg(floor: FloorDrawing, title: str, prefix: str) -> str:
    """Return how many cables have which length, those inside cabinets told apart."""
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


def length_bins(metres: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return bin edges from 0: half a metre up to 30 m, one metre beyond, wider past 200 m."""
    longest = float(metres.max(initial=1.0))
    width = 0.5 if longest <= 30 else 1.0
    while longest / width > 200:
        width *= 2
    return np.arange(0, np.floor(longest / width) + 2) * width


def _spoken_lengths(metres: npt.NDArray[np.float64], inside: int) -> str:
    if not len(metres):
        return "No cables."
    return (
        f"{count_text(len(metres), 'cable')}, {inside} inside a cabinet; shortest "
        f"{metres.min():.2f} m, median {np.median(metres):.2f} m, longest {metres.max():.2f} m."
    )
