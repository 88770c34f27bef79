"""Charts of a traffic study, one per panel."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from netfloor.reports.formats.axes import add_grid, add_legend, line_style
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.research.traffic.report.study_types import PLACES, Panel, Series
from netfloor.research.traffic.simulation.points import SimulatedLoad

#: A line: its name, its points, and the load from which it is saturated.
Line = tuple[str, Sequence[float], Sequence[float], float | None]
_KINDS: dict[int | None, str] = {None: "all packets", 0: "minimal", 1: "not minimal"}
_AXES = {
    "latency": "latency (cycles)",
    "kinds": "latency (cycles)",
    "longest": "longest latency (cycles)",
    "speedup": "times as fast",
    "histogram": "packets (%)",
    "global channels": "flits per cycle",
}


def panel_svg(panel: Panel, prefix: str, *, standalone: bool = False) -> str:
    """Return the chart of a panel; a cross at the top marks the load at which a series saturates."""
    with drawing(9.0, 4.2) as figure:
        axes = figure.subplots()
        lines = _bars(panel, axes) if panel.show == "global channels" else _lines(panel)
        handles: list[Any] = []
        for number, (_, x, y, full) in enumerate(lines):
            marker = {"marker": ""} if panel.show == "histogram" else {"markersize": 4.5}
            handles += axes.plot(x, y, **line_style(number, **marker))
            if full is not None:
                style = {"color": handles[-1].get_color(), "marker": "x", "clip_on": False}
                axes.plot([full], [1.0], transform=axes.get_xaxis_transform(), linestyle="", **style)
        loads = "latency (cycles)" if panel.show == "histogram" else "load (flits per cycle and endpoint)"
        if panel.show == "global channels":
            loads = "global channels of a group"
        axes.set_xlabel(loads)
        axes.set_ylabel(_AXES[panel.show])
        axes.set_ylim(bottom=0)
        add_grid(axes, "y" if panel.show == "global channels" else "both")
        rows = -(-len(lines) // 3)
        figure.subplots_adjust(left=0.08, right=0.985, top=0.95, bottom=0.2 + 0.06 * rows)
        add_legend(figure, handles, [name for name, *_ in lines], min(3, max(1, len(lines))))
        alt_text = f"{_AXES[panel.show].capitalize()} of {len(panel.series)} series: {panel.title}."
        return svg_text(figure, Words(panel.title, alt_text), prefix, standalone=standalone)


def _lines(panel: Panel) -> list[Line]:
    """Return the lines of a panel, in the order of the file."""
    lines: list[Line] = []
    for name, series in zip(panel.names(), panel.series, strict=True):
        if panel.show == "histogram":
            lines += _histogram(name, series)
        elif panel.show == "kinds":
            for kind, what in _KINDS.items():
                lines.append(_line(f"{name}: {what}", series, lambda point, kind=kind: _mean(point, kind)))
        elif panel.show == "speedup":
            lines.append(_line(name, series, lambda point, item=series: panel.speedup(item, point.load)))
        elif panel.show == "longest":
            lines.append(_line(name, series, lambda point: point.longest))
        else:
            lines.append(_line(name, series, lambda point: _mean(point, None)))
    return lines


def _mean(point: SimulatedLoad, kind: int | None) -> float | None:
    latency = point.latency(kind)
    return None if latency is None else latency.mean


def _line(name: str, series: Series, value: Callable[..., float | None]) -> Line:
    results = [(point.load, y) for point in series.report.points if (y := value(point)) is not None]
    full = next((point.load for point in series.report.points if point.saturated), None)
    return name, [load for load, _ in results], [y for _, y in results], full


def _histogram(name: str, series: Series) -> list[Line]:
    """Return the packets by latency at the highest carried load, in a hundred bins."""
    carried = [point for point in series.report.points if point.has_latency]
    if not carried:
        return []
    counts = carried[-1].histogram.sum(axis=0)
    last = int(np.flatnonzero(counts).max(initial=1)) + 1
    width = max(1, -(-last // 100))
    padded = np.zeros(-(-last // width) * width)
    padded[:last] = counts[:last]
    shares = 100 * padded.reshape(-1, width).sum(axis=1) / counts.sum()
    at = f"{name} at {carried[-1].load:g}, by {width}" if width > 1 else f"{name} at {carried[-1].load:g}"
    return [(at, (np.arange(len(shares)) * width).tolist(), shares.tolist(), None)]


def _bars(panel: Panel, axes: Any) -> list[Line]:
    """Return the use of global channels by place, a line for each series and load."""
    axes.set_xticks(range(len(PLACES)), PLACES)
    lines: list[Line] = []
    for name, series in zip(panel.names(), panel.series, strict=True):
        for point in series.report.points:
            use = series.global_use(point)
            places = [place for place, item in enumerate(PLACES) if item in use]
            lines.append(
                (f"{name} at {point.load:g}", places, [use[PLACES[place]] for place in places], None)
            )
    return lines
