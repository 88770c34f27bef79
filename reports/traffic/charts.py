"""The chart of sorted channel loads."""

from typing import Any

import numpy as np

from netfloor.reports.formats.axes import add_grid, add_legend, line_style
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.traffic.channels import BoolArray
from netfloor.traffic.patterns.pattern import FloatArray


def load_svg(loads: FloatArray, between: BoolArray, prefix: str, *, standalone: bool = False) -> str:
    """Return the loads in descending order, of channels inside groups and between groups.

    Parameters
    ----------
    loads
        Of each channel between switches, (c,).
    between
        True for channels between groups, (c,); all False without groups.
    """
    kinds = [("channels inside groups", ~between), ("global channels", between)]
    if not between.any():
        kinds = [("channels between switches", ~between)]
    with drawing(9.0, 3.6) as figure:
        axes = figure.subplots()
        handles: list[Any] = []
        for number, (_, members) in enumerate(kinds):
            values = np.sort(loads[members])[::-1]
            share = 100 * np.arange(1, len(values) + 1) / max(len(values), 1)
            style = line_style(number, marker="", linewidth=1.6)
            handles += axes.step(share, values, where="pre", **style)
        axes.set_xlabel("share of these channels (%), highest load first")
        axes.set_ylabel("load (rate of one channel)")
        axes.set_xlim(0, 100)
        axes.set_ylim(bottom=0)
        add_grid(axes, "both")
        figure.subplots_adjust(left=0.08, right=0.985, top=0.95, bottom=0.28)
        add_legend(figure, handles, [name for name, _ in kinds], len(kinds))
        highest = f"{loads.max(initial=0.0):.4f}"
        told = Words("Loads of the channels", f"Sorted loads of all channels; the highest is {highest}.")
        return svg_text(figure, told, prefix, standalone=standalone)
