"""The chart of a plan under changed assumptions: cable, cost, power and latency by swept key."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from netfloor.foundation.display.charts import COLOURS, GREY
from netfloor.foundation.wording import count_text
from netfloor.reports.figures.figure import Kind
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.formats.axes import add_grid, add_legend, distinct_lines, line_style
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.reports.formats.text import one_line
from netfloor.reports.whatif.points import BOUND, WhatIf, WhatIfPoint, shown_figures

#: Maximum lines: with more, the legend would be larger than the chart.
MAX_LINES = 12
_LEGEND_COLUMNS = 3
#: Fewest points joined by a line: the plan as it is may lie off a line through fewer.
_LEAST_JOINED = 3
_MAX_TICK_CHARACTERS = 16

#: Units of the keys that can be swept.
_UNITS = {
    **dict.fromkeys(("row-pitch", "column-pitch", "overhead", "inside", "slack", "reach"), "m"),
    "slots": "a cabinet",
    "years": "years",
    "switch-ns": "ns",
}

Lines = list[tuple[str, list[tuple[float, WhatIfPoint]]]]


def whatif_svg(found: WhatIf, prefix: str, *, standalone: bool = False) -> str:
    """Return a panel per figure by the first swept key, with a line per combination of the others."""
    lines, ticks = _lines(found)
    keys = shown_figures(found)
    drawn = _distinct(lines, keys, found)[:MAX_LINES]
    rows = -(-len(keys) // 2)
    below = 0.75 + 0.2 * -(-(len(drawn) + 2) // _LEGEND_COLUMNS)
    height = 2.9 * rows + below
    with drawing(9.0, height) as figure:
        panels = figure.subplots(rows, 2, squeeze=False).ravel()
        for axes, key in zip(panels, keys, strict=False):
            _panel(axes, key, found, drawn)
            axes.set_xlabel(_axis_name(found))
            if ticks is not None:
                axes.set_xticks(range(len(ticks)), [one_line(text, _MAX_TICK_CHARACTERS) for text in ticks])
                axes.set_xlim(-0.5, len(ticks) - 0.5)
        for axes in panels[len(keys) :]:
            axes.set_visible(False)
        figure.subplots_adjust(
            left=0.1, right=0.985, top=1 - 0.3 / height, bottom=below / height, wspace=0.24, hspace=0.42
        )
        handles = list(panels[0].get_lines())
        names = ["as planned", *(one_line(name, 40) for name, _ in drawn), "lower bound"]
        handles = [handles[0], *handles[1 : 1 + len(drawn)], *handles[-1:]]
        add_legend(figure, handles, names, _LEGEND_COLUMNS)
        what = ", ".join(found.sweeps) or "changed settings"
        words = Words(f"{found.about['network']}: {what}", _spoken(found, lines))
        return svg_text(figure, words, prefix, standalone=standalone)


def _distinct(lines: Lines, keys: Sequence[str], found: WhatIf) -> Lines:
    """Return the lines, with those merged that are equal in every panel."""
    values = [
        [_values(line, partial(_comparable, key=key, found=found)) for key in keys] for _, line in lines
    ]
    return [(name, lines[place][1]) for name, place in distinct_lines([name for name, _ in lines], values)]


def _axis_name(found: WhatIf) -> str:
    """Return the label of the horizontal axis with its unit."""
    key = found.sweeps[0] if found.sweeps else ""
    family, _, name = key.partition(".")
    unit = {
        "electricity": f"{found.currency} per kWh",
        "price": "times the price",
        "exchange": f"{found.currency} for one {one_line(name, 12)}",
    }.get(family, _UNITS.get(key))
    return f"{key} ({unit})" if unit else key


def _lines(found: WhatIf) -> tuple[Lines, list[str] | None]:
    """Return (name, [(x, point)]) for every line, and the tick labels if x is not numeric."""
    points = found.points[1:]
    texts = list(dict.fromkeys(_value(point, found.sweeps) for point in points))
    numbers = [_as_number(text) for text in texts]
    named = None if numbers and all(number is not None for number in numbers) else texts
    place: dict[str, Any] = dict(
        zip(texts, range(len(texts)) if named is not None else numbers, strict=True)
    )
    lines: dict[str, list[tuple[float, WhatIfPoint]]] = {}
    for point in points:
        others = [f"{key}={value}" for key, value in point.changes if key in found.sweeps[1:]]
        name = " ".join(others) or "changed"
        lines.setdefault(name, []).append((place[_value(point, found.sweeps)], point))
    return [(name, sorted(line, key=lambda pair: pair[0])) for name, line in lines.items()], named


def _value(point: WhatIfPoint, sweeps: Sequence[str]) -> str:
    return dict(point.changes).get(sweeps[0], "") if sweeps else point.name


def _as_number(text: str) -> float | None:
    if text.startswith(("+", "-")):  # a change, not a value
        return None
    try:
        number = float(text)
    except ValueError:
        return None
    return number if np.isfinite(number) else None


def _panel(axes: Any, key: str, found: WhatIf, lines: Lines) -> None:
    """Draw a figure: the plan as a horizontal line, then the lines, with bounds below lengths."""
    planned = found.points[0].figures.get(key)
    axes.axhline(np.nan if planned is None else planned, color=GREY, linewidth=1.0)
    for index, (_, line) in enumerate(lines):
        axes.plot(
            *_values(line, partial(_comparable, key=key, found=found)),
            **line_style(index, markersize=4.5, linewidth=_width(index, len(lines))) | _joined(line),
        )
    if key == "total_cable_m":
        for index, (_, line) in enumerate(lines):
            x, y = _values(line, lambda point: point.figures.get(BOUND))
            style = {"linestyle": ":", "linewidth": 1.0} | _joined(line, marker="_")
            axes.plot(x, y, color=COLOURS[index % len(COLOURS)], **style)
    axes.set_title(found.table.heading(key))
    add_grid(axes, "both")


def _joined(line: Sequence[tuple[float, WhatIfPoint]], **alone: str) -> dict[str, Any]:
    """Return the style that leaves points unjoined if they are too few for a trend."""
    return {"linestyle": "none", **alone} if len(line) < _LEAST_JOINED else {}


def _width(index: int, count: int) -> float:
    """Return a line's width: later lines are thinner, so that covered ones stay visible."""
    return 1.3 + 2.4 * (1 - (index + 1) / count)


def _values(
    line: Sequence[tuple[float, WhatIfPoint]], of: Callable[[WhatIfPoint], float | None]
) -> tuple[list[float], list[float]]:
    values = [of(point) for _, point in line]
    return [x for x, _ in line], [np.nan if value is None else float(value) for value in values]


def _comparable(point: WhatIfPoint, key: str, found: WhatIf) -> float | None:
    """Return a figure, or None for money in a currency other than the baseline's."""
    is_money = FIGURES[key].unit.kind is Kind.MONEY
    return None if is_money and point.currency != found.currency else point.figures.get(key)


def _spoken(found: WhatIf, lines: Lines) -> str:
    undrawn = len(lines) - MAX_LINES
    cut = f" {count_text(undrawn, 'line')} more are not drawn." if undrawn > 0 else ""
    shown = f"{count_text(len(found.points) - 1, 'point')} and the plan as it is"
    return f"{shown}; the table holds the numbers.{cut}"
