"""Charts of graph properties: bisections as intervals, and the sizes that families offer.

They correspond to SpectralFly's Fig. 4 (right and left); sizes are also in the dragonfly paper's Figs. 1
and 4.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from netfloor.foundation.display.charts import COLOURS, INK
from netfloor.foundation.wording import count_text
from netfloor.reports.formats.axes import add_grid, add_legend, line_style, log_axis
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.reports.formats.text import one_line
from netfloor.reports.structure.types import FamilySizes, Point

Row = Mapping[str, Any]
_LEGEND_COLUMNS = 4
_EXPLAINED = "marker: best cut found; bar and band: down to the certified lower bound"


@dataclass(frozen=True)
class _Panel:
    """A panel: the x value of a network, and the two ends of its interval."""

    title: str
    x_name: str
    x: Callable[[Row], float]
    interval: Callable[[Row], tuple[float, ...] | None]


def _links(row: Row) -> tuple[float, float]:
    return row["bisection_lower_links"], row["bisection_links"]


def _share_of_links(row: Row) -> tuple[float, ...] | None:
    return tuple(100 * links / row["links"] for links in _links(row)) if row["links"] else None


def _share_of_endpoints(row: Row) -> tuple[float, float] | None:
    links, share = row["endpoint_bisection_links"], row["endpoint_bisection_share"]
    if not links:
        return None
    return 100 * share * row["endpoint_bisection_lower_links"] / links, 100 * share


_RAW = _Panel("Bisection (links)", "switches", lambda row: row["routers"], _links)
_PANELS = (
    _RAW,
    _Panel("Share of all links (%, of nk/2)", "network radix", lambda row: row["radix"], _share_of_links),
    _Panel("Share of half the endpoints (%)", "ports used", lambda row: row["ports"], _share_of_endpoints),
)


def bisection_svg(rows: Sequence[Row], prefix: str, *, standalone: bool = False) -> str:
    """Return raw and normalised bisections as intervals; lines join the networks of a family.

    ``rows`` are networks from ``topology show --bisection --json``. The panel of shares of the endpoints is
    present if any network has one.
    """
    panels = [panel for panel in _PANELS if any(panel.interval(row) for row in rows)] or [_RAW]
    groups = _by_family(rows)
    below = 1.0 + 0.2 * -(-len(groups) // _LEGEND_COLUMNS)
    height = 3.2 + below
    with drawing(9.0, height) as figure:
        handles: list[Any] = []
        for axes, panel in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
            handles = [_draw(axes, panel, group, index) for index, group in enumerate(groups.values())]
            _finish(axes, panel)
        figure.subplots_adjust(
            left=0.07, right=0.985, top=1 - 0.28 / height, bottom=below / height, wspace=0.22
        )
        lift = (0.27 + 0.2 * -(-len(groups) // _LEGEND_COLUMNS)) / height
        figure.text(0.5, lift, _EXPLAINED, ha="center", va="bottom", fontsize=8.5)
        add_legend(figure, handles, list(groups), _LEGEND_COLUMNS)
        words = Words("Bisections", _spoken_bisections(rows))
        return svg_text(figure, words, prefix, standalone=standalone)


def _by_family(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """Return the networks by family; a network alone in its family is under its own name."""
    families: dict[str, list[Row]] = {}
    for row in rows:
        families.setdefault(row["family"], []).append(row)
    return {
        one_line(name if len(group) > 1 else group[0]["network"], 28): group
        for name, group in families.items()
    }


def _draw(axes: Any, panel: _Panel, group: Sequence[Row], index: int) -> Any:
    """Draw the intervals of a family, and return its line for the legend."""
    known = [(panel.x(row), *interval) for row in group if (interval := panel.interval(row))]
    x, lower, upper = np.array(sorted(known), dtype=float).reshape(-1, 3).T
    colour = COLOURS[index % len(COLOURS)]
    (line,) = axes.plot(x, upper, **line_style(index, markersize=5.5, linewidth=1.2))
    axes.vlines(x, lower, upper, color=colour, linewidth=2.2, alpha=0.6)
    if len(x) > 1:
        axes.fill_between(x, lower, upper, color=colour, alpha=0.15, linewidth=0)
    return line


def _finish(axes: Any, panel: _Panel) -> None:
    axes.set(title=panel.title, xlabel=panel.x_name)
    axes.margins(x=0.12)
    add_grid(axes, "both")
    if panel is _RAW:
        log_axis(axes, "x")
        log_axis(axes, "y")
        return
    axes.set_ylim(bottom=0)
    if axes.get_ylim()[1] > 100:
        axes.axhline(100, color=INK, linewidth=0.8, alpha=0.6)


def _spoken_bisections(rows: Sequence[Row]) -> str:
    """Return the alt text: every interval."""
    parts = []
    for row in rows:
        lower, upper = _links(row)
        text = f"{upper:,} links exactly" if lower == upper else f"{lower:,} to {upper:,} links"
        parts.append(f"{one_line(row['network'], 40)} {text}")
    return f"Of {count_text(len(rows), 'network')}: " + "; ".join(parts) + "." if parts else "No networks."


#: Maximum points of a family drawn as vectors; a page with more would not open.
_MAX_VECTORS = 3000
#: Largest radix on a linear axis; a logarithmic axis separates low values.
_LINEAR_RADIX = 300
_MARKED = "compared here"


def sizes_svg(
    sizes: Sequence[FamilySizes],
    prefix: str,
    *,
    marked: Sequence[Mapping[str, Any]] = (),
    standalone: bool = False,
) -> str:
    """Return switches by network radix, and endpoints by ports if known.

    Each family has a colour and a marker; networks in ``marked``, from ``topology show --json``, have a
    ring.
    """
    routers = [(row["radix"], row["routers"]) for row in marked]
    endpoints = [(row["ports"], row["endpoints"]) for row in marked if row["endpoints"]]
    with_endpoints = any(family.endpoints for family in sizes)
    names = [one_line(family.family, 28) for family in sizes] + [_MARKED] * bool(routers)
    below = 0.6 + 0.2 * -(-len(names) // _LEGEND_COLUMNS)
    height = 3.5 + below
    with drawing(9.0, height) as figure:
        panels = figure.subplots(1, 2 if with_endpoints else 1, squeeze=False)[0]
        handles = _sizes_panel(panels[0], [family.routers for family in sizes], routers)
        panels[0].set(title="Switches", xlabel="network radix (links of a switch)")
        if with_endpoints:
            _sizes_panel(panels[1], [family.endpoints for family in sizes], endpoints)
            panels[1].set(title="Endpoints, as recommended", xlabel="ports of a switch")
        figure.subplots_adjust(
            left=0.09, right=0.985, top=1 - 0.28 / height, bottom=below / height, wspace=0.22
        )
        add_legend(figure, handles, names, _LEGEND_COLUMNS)
        words = Words("Feasible sizes of families of networks", _spoken_sizes(sizes))
        return svg_text(figure, words, prefix, standalone=standalone)


def _sizes_panel(axes: Any, families: Sequence[Sequence[Point]], marked: Sequence[Point]) -> list[Any]:
    """Draw a panel, and return its legend handles."""
    handles, maximum = [], max(map(len, families), default=0)
    for index, points in enumerate(families):
        x, y = np.array(points, dtype=float).reshape(-1, 2).T
        style = line_style(index, markeredgewidth=0) | {"linestyle": "none"}
        handles += axes.plot([], [], markersize=6, **style)
        many = len(points) > _MAX_VECTORS
        few_above_many = 2 + (maximum - len(points)) / (maximum + 1)
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


def _spoken_sizes(sizes: Sequence[FamilySizes]) -> str:
    """Return the alt text: the number of sizes and the range of radices of each family."""
    parts = []
    for family in sizes:
        name, number = one_line(family.family, 28), count_text(len(family.routers), "size")
        radices = [radix for radix, _ in family.routers]
        between = f" of radix {min(radices)} to {max(radices)}" if radices else ""
        parts.append(f"{name} has {number}{between}")
    return "; ".join(parts) + "." if parts else "No families."
