"""The chart of networks with random link failures, after SpectralFly's Fig. 5."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from netfloor.foundation.display.charts import COLOURS
from netfloor.foundation.wording import count_text
from netfloor.reports.formats.axes import add_grid, add_legend, line_style
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.reports.formats.text import one_line
from netfloor.research.failures.curve import FailureCurve

_LEGEND_COLUMNS = 4
#: Properties and their axis labels; means are over connected trials.
PANELS = {
    "diameter": "diameter (hops)",
    "mean_distance": "mean distance (hops)",
    "bisection_links": "bisection, best cut found (links)",
}
SHARE = "disconnected trials (%)"
_SIZES = {"markersize": 5, "linewidth": 1.4}
_OPEN = "open marker: some trials were disconnected, the mean is over the others; band, bar: 95 % interval"


def failure_svg(curves: Sequence[FailureCurve], prefix: str, *, standalone: bool = False) -> str:
    """Return the chart of diameter, mean distance, bisection and disconnected trials of several networks.

    Bands and bars are 95 % confidence intervals. A marker is open if some trials were disconnected, so that
    its mean is over the others; without connected trials there is no marker.
    """
    rows = -(-len(curves) // _LEGEND_COLUMNS)
    below = 0.95 + 0.2 * rows
    height = 6.0 + below
    with drawing(9.0, height) as figure:
        panels = figure.subplots(2, 2)
        for axes, (name, title) in zip(panels.flat[:3], PANELS.items(), strict=True):
            _property_panel(axes, curves, name)
            axes.set_title(title)
        _share_panel(panels.flat[3], curves)
        for axes in panels.flat:
            add_grid(axes, "both")
        for axes in panels[1]:
            axes.set_xlabel("links failed (%)")
        figure.subplots_adjust(
            left=0.075, right=0.985, top=0.96, bottom=below / height, wspace=0.16, hspace=0.24
        )
        names = [one_line(curve.network, 28) for curve in curves]
        figure.text(0.5, 0.27 / height + 0.2 * rows / height, _OPEN, ha="center", va="bottom", fontsize=8.5)
        add_legend(figure, list(panels.flat[3].get_lines()), names, _LEGEND_COLUMNS)
        words = Words(
            "Networks under random link failures",
            f"Diameter, mean distance, bisection and share of disconnected trials of "
            f"{count_text(len(curves), 'network')} against the proportion of links failed; means over "
            f"connected trials. {_spoken_disconnection(curves)}",
        )
        return svg_text(figure, words, prefix, standalone=standalone)


def _property_panel(axes: Any, curves: Sequence[FailureCurve], name: str) -> None:
    for index, curve in enumerate(curves):
        points = [(point, point.properties[name]) for point in curve.points]
        percent = [100 * point.proportion for point, _ in points]
        means = [np.nan if mean.mean is None else mean.mean for _, mean in points]
        bands = np.array([mean.ci95 or (np.nan, np.nan) for _, mean in points]).reshape(-1, 2)
        (line,) = axes.plot(percent, means, **line_style(index, **_SIZES))
        line.set_marker("")
        axes.fill_between(percent, *bands.T, color=line.get_color(), alpha=0.18, linewidth=0)
        for at, mean, (_, result) in zip(percent, means, points, strict=True):
            filled = line.get_color() if result.connected == result.trials else "none"
            axes.plot(at, mean, **line_style(index, **_SIZES), markerfacecolor=filled)
    axes.set_ylim(bottom=0)


def _share_panel(axes: Any, curves: Sequence[FailureCurve]) -> None:
    for index, curve in enumerate(curves):
        percent = [100 * point.proportion for point in curve.points]
        shares = [100 * point.disconnected / point.trials for point in curve.points]
        axes.plot(percent, shares, **line_style(index, **_SIZES))
        bars = 100 * np.array([point.disconnected_ci95 for point in curve.points]).reshape(-1, 2)
        axes.vlines(percent, *bars.T, color=COLOURS[index % len(COLOURS)], alpha=0.6, linewidth=1)
    axes.set_ylim(-4, 104)
    axes.set_title(SHARE)


def _spoken_disconnection(curves: Sequence[FailureCurve]) -> str:
    """Return the share of failed links at which each network first disconnects, as text."""
    sentences = []
    for curve in curves:
        first = next((point for point in curve.points if point.disconnected), None)
        if first is not None:
            sentences.append(
                f"{one_line(curve.network, 28)} first disconnects at {100 * first.proportion:g} %"
            )
    return "; ".join(sentences) + "." if sentences else "No trial was disconnected."
