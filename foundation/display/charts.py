"""Matplotlib axes and colours that every chart of the library starts from."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Text and lines of axes.
INK = "#1b1f24"
#: Middle grey, for the least important items.
GREY = "#7a808a"
#: Lines and markers in order: the colours of Okabe and Ito, darkened where pale on white.
COLOURS = ("#0072b2", "#d55e00", "#00966c", "#b9608f", "#a87400", "#2f8fca", INK, GREY)
#: Bins of a histogram.
BINS = 40


def axes_or_new(ax: "Axes | None") -> "Axes":
    """Return the axes given, or those of a new figure."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt  # noqa: PLC0415 - takes long to import

    return plt.subplots(layout="constrained")[1]


def histogram(ax: "Axes | None", values: npt.ArrayLike, xlabel: str, ylabel: str) -> "Axes":
    """Draw how often values occur."""
    ax = axes_or_new(ax)
    ax.hist(np.asarray(values, dtype=float), bins=BINS, color=COLOURS[0])
    ax.set_xlabel(xlabel)
    ax.set_ylabel(ylabel)
    return ax


def bar_chart(
    ax: "Axes | None", at: npt.ArrayLike | range, heights: npt.ArrayLike, xlabel: str, ylabel: str
) -> "Axes":
    """Draw counts or amounts by whole numbers."""
    ax = axes_or_new(ax)
    ax.bar(np.asarray(at), np.asarray(heights, dtype=float), color=COLOURS[0])
    ax.locator_params(axis="x", integer=True)
    ax.set_xlabel(xlabel)
    ax.set_ylabel(ylabel)
    return ax


def named_bars(ax: "Axes | None", names: Sequence[str], values: npt.ArrayLike, xlabel: str) -> "Axes":
    """Draw a horizontal bar per name, the first on top."""
    ax = axes_or_new(ax)
    at = np.arange(len(names))
    ax.barh(at, np.asarray(values, dtype=float), color=COLOURS[0], height=0.6)
    ax.set_yticks(at, names)
    ax.invert_yaxis()
    ax.set_xlabel(xlabel)
    return ax
