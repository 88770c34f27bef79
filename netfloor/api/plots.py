"""Bar charts and histograms of the library on Matplotlib axes, with units."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from netfloor.foundation.display.charts import INK, named_bars
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import write_atomic
from netfloor.foundation.output_files import check_free, foreign_files
from netfloor.foundation.wording import known_text
from netfloor.reports.figures.table import FIGURES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The figure that is a lower bound on another figure.
BOUNDS = {"mean_cable_m": "lower_bound_m", "total_cable_m": "cable_bound_m"}


class Drawing:
    """An SVG picture, displayed in notebooks."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def write(self, path: str | Path, *, force: bool = False) -> Path:
        """Write the picture to a file; raise `InputError` if another file is in the way."""
        path = Path(path)
        check_free(path, foreign_files, force=force)
        write_atomic(path, self.svg)
        return path

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Drawing({len(self.svg):,} characters of SVG)"


def bars(
    ax: "Axes | None",
    key: str,
    names: Sequence[str],
    values: Sequence[float | int | None],
    currency: str,
    others: Mapping[str, Sequence[float | None]] | None = None,
    bounds: Sequence[float | int | None] = (),
) -> "Axes":
    """Draw a figure of some rows as bars, the first on top, with ``others`` as marks.

    ``bounds`` are lower bounds, drawn as lines across the bars.

    Raises
    ------
    InputError
        If the figure is unknown, or no row has it.
    """
    if key not in FIGURES:
        raise InputError("figure", f"unknown figure {key!r}", known_text(key, FIGURES))
    if all(value is None for value in values):
        raise InputError("figure", f"no row has the figure {key!r}")
    known_values = [np.nan if value is None else value for value in values]
    ax = named_bars(ax, names, known_values, FIGURES[key].heading(currency))
    at = np.arange(len(names))
    for number, (name, marks) in enumerate((others or {}).items()):
        known = [(place, mark) for place, mark in zip(at, marks, strict=True) if mark is not None]
        if known:
            places, result = zip(*known, strict=True)
            ax.plot(result, places, linestyle="", marker="D^ov"[number % 4], color=INK, label=name)
    proved = [(place, bound) for place, bound in zip(at, bounds, strict=False) if bound is not None]
    if proved:
        places, result = zip(*proved, strict=True)
        ax.plot(result, places, "|", color=INK, markersize=18, label="lower bound")
    if others or proved:  # above the axes, where no bar or mark can be taken for a part of it
        ax.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=2)
    return ax
