"""Charts of a simulation: latency against load, and the distribution at one load."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from netfloor.reports.formats.axes import add_grid, add_legend, line_style
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.research.traffic.simulation.points import SimulatedLoad, saturation

_KINDS = ((None, "all packets"), (0, "minimal"), (1, "not minimal"))


def latency_svg(points: Sequence[SimulatedLoad], prefix: str, *, standalone: bool = False) -> str:
    """Return latency against load, for all packets and both kinds; saturated loads have no latency."""
    with drawing(9.0, 3.8) as figure:
        axes = figure.subplots()
        handles: list[Any] = []
        names: list[str] = []
        split = any(0 < point.not_minimal < 1 for point in points)
        for number, (kind, name) in enumerate(_KINDS if split else _KINDS[:1]):
            results = [(point.load, latency) for point in points if (latency := point.latency(kind))]
            if not results:
                continue
            half = [estimate.half or 0.0 for _, estimate in results]
            loads, means = [load for load, _ in results], [estimate.mean for _, estimate in results]
            handles += axes.plot(loads, means, **line_style(number, markersize=4.5))
            axes.errorbar(loads, means, half, fmt="none", ecolor=handles[-1].get_color(), capsize=2.5)
            names.append(name)
        _, first = saturation(points)
        if first is not None:
            axes.axvline(first, color="0.35", linestyle=(0, (2, 2)), linewidth=1.0)
            axes.annotate(
                "saturated from here", (first, 0.97), xycoords=("data", "axes fraction"),
                ha="right", va="top", rotation=90, fontsize=8,
            )  # fmt: skip
        axes.set_xlabel("load (flits per cycle and endpoint)")
        axes.set_ylabel("latency (cycles)")
        axes.set_xlim(0, max(point.load for point in points) * 1.03)
        axes.set_ylim(bottom=0)
        add_grid(axes, "both")
        figure.subplots_adjust(left=0.08, right=0.985, top=0.95, bottom=0.27)
        add_legend(figure, handles, names, len(names))
        texts = Words("Latency against load", _alt_text(points))
        return svg_text(figure, texts, prefix, standalone=standalone)


def _alt_text(points: Sequence[SimulatedLoad]) -> str:
    carried, first = saturation(points)
    low = "no load of these is carried" if carried is None else f"loads up to {carried:g} are carried"
    return f"Mean latency by load; {low}" + ("." if first is None else f", {first:g} is not.")


def histogram_svg(point: SimulatedLoad, prefix: str, *, standalone: bool = False) -> str:
    """Return the share of packets by latency at one load, on minimal and other paths."""
    counts = point.histogram
    last = int(np.flatnonzero(counts.sum(axis=0)).max(initial=1)) + 1
    width = max(1, -(-last // 80))
    with drawing(9.0, 3.4) as figure:
        axes = figure.subplots()
        handles: list[Any] = []
        names = []
        total = counts.sum()
        for kind, name in _KINDS[1:]:
            if not counts[kind].any():
                continue
            padded = np.zeros(-(-last // width) * width)
            padded[:last] = counts[kind, :last]
            shares = 100 * padded.reshape(-1, width).sum(axis=1) / total
            style = line_style(int(kind or 0) + 1, marker="", linewidth=1.6)
            handles += axes.step(np.arange(len(shares)) * width, shares, where="post", **style)
            names.append(name)
        axes.set_xlabel("latency (cycles)")
        axes.set_ylabel(f"packets (%) in each {width} cycles" if width > 1 else "packets (%)")
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=0)
        add_grid(axes, "both")
        figure.subplots_adjust(left=0.08, right=0.985, top=0.95, bottom=0.3)
        add_legend(figure, handles, names, len(names))
        texts = Words("Latencies at one load", f"Packets by latency at load {point.load:g}.")
        return svg_text(figure, texts, prefix, standalone=standalone)
