"""Bisections of several networks as intervals: SpectralFly's Fig. 4, right."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reports.charts import COLOURS, DASHES, MARKERS, add_grid, add_legend, log_axis
from reports.svg import INK, Words, drawing, svg_text
from reports.text import count_text, one_line

Row = Mapping[str, Any]
_LEGEND_COLUMNS = 4
_EXPLAINED = "marker: best cut found; bar and band: down to the certified lower bound"


@dataclass(frozen=True)
class _Panel:
    """One panel: where a network stands, and the two ends of its interval."""

    title: str
    x_name: str
    x: Callable[[Row], float]
    interval: Callable[[Row], tuple[float, float] | None]


def _links(row: Row) -> tuple[float, float]:
    return row["bisection_lower_links"], row["bisection_links"]


def _share_of_links(row: Row) -> tuple[float, float] | None:
    lower, upper = _links(row)
    return (100 * lower / row["links"], 100 * upper / row["links"]) if row["links"] else None


def _share_of_endpoints(row: Row) -> tuple[float, float] | None:
    links, share = row["endpoint_bisection_links"], row["endpoint_bisection_share"]
    if not links:
        return None
    return 100 * share * row["endpoint_bisection_lower_links"] / links, 100 * share


_RAW = _Panel("Bisection (links)", "routers", lambda row: row["routers"], _links)
_PANELS = (
    _RAW,
    _Panel("Share of all links (%, of nk/2)", "network radix", lambda row: row["radix"], _share_of_links),
    _Panel("Share of half the endpoints (%)", "ports used", lambda row: row["ports"], _share_of_endpoints),
)


def bisection_svg(rows: Sequence[Row], prefix: str, *, standalone: bool = False) -> str:
    """Return raw and normalised bisections, each an interval; networks of a family are joined.

    Parameters
    ----------
    rows
        Networks with their bisections, as ``topology show --bisection --json`` prints them. The
        panel of shares of the endpoints is there if some network has one.
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
        words = Words("Bisections", _spoken(rows))
        return svg_text(figure, words, prefix, standalone=standalone)


def _by_family(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """Return the networks by family; one that is alone in its family goes by its own name."""
    families: dict[str, list[Row]] = {}
    for row in rows:
        families.setdefault(row["family"], []).append(row)
    return {
        one_line(name if len(group) > 1 else group[0]["network"], 28): group
        for name, group in families.items()
    }


def _draw(axes: Any, panel: _Panel, group: Sequence[Row], index: int) -> Any:
    """Draw a family's intervals; return its line for the legend."""
    known = [(panel.x(row), *interval) for row in group if (interval := panel.interval(row))]
    x, lower, upper = np.array(sorted(known), dtype=float).reshape(-1, 3).T
    colour = COLOURS[index % len(COLOURS)]
    (line,) = axes.plot(
        x,
        upper,
        color=colour,
        marker=MARKERS[index % len(MARKERS)],
        linestyle=DASHES[index % len(DASHES)],
        markersize=5.5,
        linewidth=1.2,
    )
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


def _spoken(rows: Sequence[Row]) -> str:
    """Return every interval in words."""
    parts = []
    for row in rows:
        lower, upper = _links(row)
        text = f"{upper:,} links exactly" if lower == upper else f"{lower:,} to {upper:,} links"
        parts.append(f"{one_line(row['network'], 40)} {text}")
    return f"Of {count_text(len(rows), 'network')}: " + "; ".join(parts) + "." if parts else "No network."
