"""Charts of motifs: runtimes or speedups by motif, and the parts of critical paths."""

from typing import Any

from netfloor.foundation.display.charts import COLOURS
from netfloor.reports.formats.axes import add_grid, add_legend, natural_ticks
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.research.traffic.motifs.critical_path import PARTS
from netfloor.research.traffic.motifs.series import MotifReport

#: Limit on series in a chart of critical paths.
_MAX_BARS = 40


def runtimes_svg(report: MotifReport, prefix: str, *, standalone: bool = False) -> str:
    """Return a bar for each series, by motif: its speedup, or its runtime."""
    shown = [item for item in report.series if item.name.network != report.against] or report.series
    names = [series.name for series in shown]
    of_place = [name.text(names, ("network", "routing", "mapping")) for name in names]
    of_line = [name.text(names, ("motif", "size_bytes", "grid")) for name in names]
    places, lines = list(dict.fromkeys(of_place)), list(dict.fromkeys(of_line))
    heights = [report.speedup(item) or 0.0 if report.against else item.cycles.mean for item in shown]
    width = 0.8 / len(lines)
    with drawing(9.0, 4.2) as figure:
        axes = figure.subplots()
        handles: list[Any] = []
        for number, line in enumerate(lines):
            mine = [item for item, of in enumerate(of_line) if of == line]
            x = [places.index(of_place[item]) + (number + 0.5) * width - 0.4 for item in mine]
            style: dict[str, Any] = {
                "color": COLOURS[number % len(COLOURS)],
                "hatch": "/" * (3 * (number // len(COLOURS))),
            }
            handles.append(axes.bar(x, [heights[item] for item in mine], width, edgecolor="white", **style))
        ticks = [place.replace(", ", "\n") or names[0].motif for place in places]
        axes.set_xticks(range(len(places)), ticks)
        axes.set_ylabel(f"times as fast as {report.against}" if report.against else "runtime (cycles)")
        if report.against:
            axes.axhline(1.0, color="0.3", linewidth=0.8)
        natural_ticks(axes.yaxis)
        add_grid(axes, "y")
        rows = -(-len(lines) // 3)
        figure.subplots_adjust(left=0.09, right=0.985, top=0.95, bottom=0.2 + 0.06 * rows)
        add_legend(figure, handles, lines, 3)
        texts = Words(report.title, f"Bars of {len(shown)} series by motif.")
        return svg_text(figure, texts, prefix, standalone=standalone)


def parts_svg(report: MotifReport, prefix: str, *, standalone: bool = False) -> str:
    """Return a bar for each series with the parts of its critical path."""
    shown = report.series[:_MAX_BARS]
    with drawing(9.0, 1.6 + 0.25 * len(shown)) as figure:
        axes = figure.subplots()
        handles: list[Any] = []
        start = [0.0] * len(shown)
        rows = range(len(shown))
        for number, part in enumerate(PARTS):
            widths = [100 * series.parts[part] for series in shown]
            bars = axes.barh(rows, widths, 0.7, left=start, color=COLOURS[number % len(COLOURS)])
            handles.append(bars)
            start = [left + width for left, width in zip(start, widths, strict=True)]
        labels = [report.label(series) for series in shown]
        axes.set_yticks(rows, labels)
        axes.invert_yaxis()
        axes.set_xlim(0, 100)
        axes.set_xlabel("share of the runtime (%)")
        add_grid(axes, "x")
        height = 1.6 + 0.25 * len(shown)
        left = min(0.6, 0.03 + 0.0085 * max(map(len, labels)))
        figure.subplots_adjust(left=left, right=0.985, top=1 - 0.12 / height, bottom=0.95 / height)
        add_legend(figure, handles, list(PARTS), len(PARTS))
        what = "Where the time of the critical path went"
        texts = Words(what, f"Shares of the runtime of {len(shown)} series by part of the critical path.")
        return svg_text(figure, texts, prefix, standalone=standalone)
