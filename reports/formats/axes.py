"""Axes, grids and legends that all charts share."""

from typing import Any

import numpy as np

from netfloor.reports.formats.palette import COLOURS, INK

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)))


def line_style(index: int, **more: Any) -> dict[str, Any]:
    """Return colour, marker and dashes of a chart's line by its number, and what else is to be set."""
    return {
        "color": COLOURS[index % len(COLOURS)],
        "marker": MARKERS[index % len(MARKERS)],
        "linestyle": DASHES[index % len(DASHES)],
        **more,
    }


def add_grid(axes: Any, which: str) -> None:
    """Add at most seven faint lines along ``x``, ``y`` or ``both``, behind the data.

    The number of ticks does not depend on how wide labels are; these are numbers without an exponent.
    """
    from matplotlib.ticker import FuncFormatter, MaxNLocator  # noqa: PLC0415

    for name in "xy" if which == "both" else which:
        axis = getattr(axes, f"{name}axis")
        axis.set_major_locator(MaxNLocator(6))
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))
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
