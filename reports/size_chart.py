"""Which sizes families offer: SpectralFly's Fig. 4, left, and the dragonfly paper's Figs. 1 and 4."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from reports.charts import COLOURS, MARKERS, add_grid, add_legend, log_axis
from reports.structure_comparison import FamilySizes, Point
from reports.svg import INK, Words, drawing, svg_text
from reports.text import count_text, one_line

#: Points of a family beyond which they are drawn as a picture: a page of vectors would not open.
_MOST_VECTORS = 3000
#: Radix beyond which its axis is logarithmic, so that low ones can be told apart.
_LINEAR_RADIX = 300
_LEGEND_COLUMNS = 4
_MARKED = "compared here"


def sizes_svg(
    sizes: Sequence[FamilySizes],
    prefix: str,
    *,
    marked: Sequence[Mapping[str, Any]] = (),
    standalone: bool = False,
) -> str:
    """Return routers against network radix, and where known endpoints against ports.

    Parameters
    ----------
    sizes
        One a family, each in a colour and a marker.
    marked
        Networks, as ``topology show --json`` prints them, that get a ring around their place.
    """
    routers = [(row["radix"], row["routers"]) for row in marked]
    endpoints = [(row["ports"], row["endpoints"]) for row in marked if row["endpoints"]]
    with_endpoints = any(found.endpoints for found in sizes)
    names = [one_line(found.family, 28) for found in sizes] + [_MARKED] * bool(routers)
    below = 0.6 + 0.2 * -(-len(names) // _LEGEND_COLUMNS)
    height = 3.5 + below
    with drawing(9.0, height) as figure:
        panels = figure.subplots(1, 2 if with_endpoints else 1, squeeze=False)[0]
        handles = _panel(panels[0], [found.routers for found in sizes], routers)
        panels[0].set(title="Routers", xlabel="network radix (links of a router)")
        if with_endpoints:
            _panel(panels[1], [found.endpoints for found in sizes], endpoints)
            panels[1].set(title="Endpoints, as recommended", xlabel="ports of a router")
        figure.subplots_adjust(
            left=0.09, right=0.985, top=1 - 0.28 / height, bottom=below / height, wspace=0.22
        )
        add_legend(figure, handles, names, _LEGEND_COLUMNS)
        words = Words("Feasible sizes of families of networks", _spoken(sizes))
        return svg_text(figure, words, prefix, standalone=standalone)


def _panel(axes: Any, families: Sequence[Sequence[Point]], marked: Sequence[Point]) -> list[Any]:
    """Draw one panel; return what its legend needs."""
    handles, most = [], max(map(len, families), default=0)
    for index, points in enumerate(families):
        x, y = np.array(points, dtype=float).reshape(-1, 2).T
        style: dict[str, Any] = {
            "linestyle": "none",
            "color": COLOURS[index % len(COLOURS)],
            "marker": MARKERS[index % len(MARKERS)],
            "markeredgewidth": 0,
        }
        handles += axes.plot([], [], markersize=6, **style)
        many = len(points) > _MOST_VECTORS
        few_above_many = 2 + (most - len(points)) / (most + 1)
        style |= {"markersize": 2.5, "alpha": 0.35} if many else {"markersize": 4.5, "alpha": 0.8}
        axes.plot(x, y, rasterized=many, zorder=few_above_many, **style)
    if marked:
        x, y = np.array(marked, dtype=float).T
        ring: dict[str, Any] = {"marker": "o", "markersize": 10, "markerfacecolor": "none"}
        handles += axes.plot(x, y, linestyle="none", color=INK, markeredgewidth=1.1, zorder=4, **ring)
    add_grid(axes, "both")
    everything = [x for points in (*families, marked) for x, _ in points]
    log_axis(axes, "y")
    if max(everything, default=1) > _LINEAR_RADIX:
        log_axis(axes, "x")
    else:
        axes.set_xlim(left=0)
    return handles


def _spoken(sizes: Sequence[FamilySizes]) -> str:
    """Return how many sizes each family has, and between which radices."""
    parts = []
    for found in sizes:
        name, number = one_line(found.family, 28), count_text(len(found.routers), "size")
        radices = [radix for radix, _ in found.routers]
        between = f" of radix {min(radices)} to {max(radices)}" if radices else ""
        parts.append(f"{name} has {number}{between}")
    return "; ".join(parts) + "." if parts else "No family."
