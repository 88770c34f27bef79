"""Axes, grids and legends for all charts."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.display.charts import COLOURS, INK
from netfloor.reports.formats.text import one_line

#: Logarithmic axes with fewer ticks get finer ones.
_FEWEST_TICKS = 3
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)))


def line_style(index: int, **more: Any) -> dict[str, Any]:
    """Return colour, marker and dashes of a line by its number, with further settings."""
    return {
        "color": COLOURS[index % len(COLOURS)],
        "marker": MARKERS[index % len(MARKERS)],
        "linestyle": DASHES[index % len(DASHES)],
        **more,
    }


def natural_ticks(axis: Any, most: int = 6) -> None:
    """Set at most ``most`` steps of 1, 2 or 5 times a power of ten, without exponent or offset.

    The number of ticks does not depend on the width of the labels.
    """
    from matplotlib.ticker import FuncFormatter, MaxNLocator  # noqa: PLC0415

    axis.set_major_locator(MaxNLocator(most, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(FuncFormatter(lambda value, _: tick_text(value)))


def tick_text(value: float) -> str:
    """Return a number for a tick, with thousands separators and no trailing zeros: ``10,000``, ``0.25``."""
    text = f"{value:,.9f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def add_grid(axes: Any, which: str) -> None:
    """Add at most seven faint lines at `natural_ticks` along ``x``, ``y`` or ``both``, behind the data."""
    for name in "xy" if which == "both" else which:
        natural_ticks(getattr(axes, f"{name}axis"))
    axes.grid(axis=which, color=INK, alpha=0.14, linewidth=0.6)
    axes.set_axisbelow(True)


def metre_axes(axes: Any, x_name: str, y_name: str) -> None:
    """Label both axes of a floor plan, in metres."""
    axes.set_xlabel(f"{x_name} (m)")
    axes.set_ylabel(f"{y_name} (m)")
    natural_ticks(axes.xaxis)
    natural_ticks(axes.yaxis)


def distinct_lines(
    names: Sequence[str], values: Sequence[npt.ArrayLike], relative: float = 1e-3
) -> list[tuple[str, int]]:
    """Return name and index of each line to draw; coinciding lines become ``A = B``.

    Lines coincide if all values agree within ``relative``, which is too little to see.
    """
    arrays = [np.asarray(value, dtype=float) for value in values]
    groups: list[list[int]] = []
    for place, array in enumerate(arrays):
        for group in groups:
            first = arrays[group[0]]
            if first.shape == array.shape and np.allclose(first, array, rtol=relative, equal_nan=True):
                group.append(place)
                break
        else:
            groups.append([place])
    return [(" = ".join(names[place] for place in group), group[0]) for group in groups]


def log_axis(axes: Any, which: str) -> None:
    """Make the axis ``x`` or ``y`` logarithmic, with ticks at 1, 2 and 5 times powers of ten.

    If fewer than three of them are visible, the ticks are 1 to 9 times powers of ten, or else even steps.
    Values that are not positive are masked; without positive values the axis stays linear.
    """
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter, NullLocator  # noqa: PLC0415

    if not np.isfinite(getattr(axes.dataLim, f"minpos{which}")):
        return
    getattr(axes, f"set_{which}scale")("log", nonpositive="mask")
    axis = getattr(axes, f"{which}axis")
    low, high = axis.get_view_interval()
    steps: tuple[float, ...] = (1.0, 2.0, 5.0) if high < 1000 * low else (1.0,)
    if _in_sight(steps, low, high) < _FEWEST_TICKS:
        steps = tuple(float(digit) for digit in range(1, 10))
    few = _in_sight(steps, low, high) < _FEWEST_TICKS
    axis.set_major_locator(
        MaxNLocator(6, steps=[1, 2, 5, 10]) if few else LogLocator(subs=steps, numticks=12)
    )
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: _short(value)))
    axis.set_minor_formatter(NullFormatter())


def _in_sight(steps: Sequence[float], low: float, high: float) -> int:
    """Return how many of these multiples of powers of ten lie between two values."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    return sum(low <= step * 10.0**power <= high for power in powers for step in steps)


def _short(value: float) -> str:
    """Return a number for a tick: ``2``, ``10,000``, ``5 million``."""
    if value >= 1e6:
        return f"{value / 1e6:,.0f} million"
    return tick_text(value)


def name_label(name: str, width: int = 30) -> str:
    """Return a name on at most two lines of ``width`` characters, shortened if it is longer."""
    text = one_line(name, 2 * width)
    if len(text) <= width:
        return text
    signs = " -_/,:;=."
    place = max(text.rfind(sign, 0, width) for sign in signs) + 1
    cut = place if place >= max(len(text) - width, width // 3) else width
    return f"{text[:cut].rstrip()}\n{text[cut:].lstrip()}"


def add_legend(figure: Any, handles: list[Any], names: list[str], columns: int) -> None:
    """Add a legend below all axes; names are set afterwards, since a leading _ would hide an entry."""
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
