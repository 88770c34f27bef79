"""Bar charts with the value at the end of each bar."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from netfloor.foundation.display.charts import COLOURS, INK
from netfloor.reports.formats.axes import add_grid, name_label
from netfloor.reports.formats.svg import Words, drawing, svg_text

_BAR_IN, _AROUND_IN, _WIDTH_IN = 0.42, 0.75, 9.0


@dataclass(frozen=True)
class Bar:
    """A bar: name, length in the unit of the axis, and the text at its end."""

    name: str
    length: float
    text: str


def bars_svg(bars: Sequence[Bar], axis: str, words: Words, prefix: str) -> str:
    """Return horizontal bars from zero, the first at the top; ``axis`` is the axis label with unit."""
    height = _BAR_IN * max(len(bars), 1)
    longest = max((len(bar.name) for bar in bars), default=0)
    left = min(0.16 + 0.008 * max(longest - 18, 0), 0.3)
    with drawing(_WIDTH_IN, height + _AROUND_IN) as figure:
        below, share = 0.55 / (height + _AROUND_IN), height / (height + _AROUND_IN)
        axes = figure.add_axes((left, below, 0.97 - left, share))
        lengths = [bar.length for bar in bars]
        axes.barh(range(len(bars)), lengths, height=0.6, color=COLOURS[0])
        for row, bar in enumerate(bars):
            where: dict[str, Any] = {"xytext": (4, 0), "textcoords": "offset points", "va": "center"}
            axes.annotate(bar.text, (bar.length, row), fontsize=8.5, color=INK, **where)
        axes.set_yticks(range(len(bars)), [name_label(bar.name) for bar in bars])
        axes.set_xlim(0, 1.25 * max(lengths, default=0) or 1)
        axes.set_ylim(len(bars) - 0.4, -0.6)
        axes.set_xlabel(axis)
        add_grid(axes, "x")
        return svg_text(figure, words, prefix)
