"""Charts of static routings: shares by the size of the job, and heat maps of all pairs."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from netfloor.reports.formats.axes import add_grid, add_legend, line_style
from netfloor.reports.formats.palette import RAMP
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.research.traffic.report.static_types import StaticCombination
from netfloor.traffic.patterns.pattern import FloatArray

#: Minimum share of each step, descending, with its name in the legend.
STEPS = ((0.99, "1"), (0.49, "1/2"), (0.33, "1/3"), (0.24, "1/4"), (0.14, "1/5 to 1/7"), (0.0, "less"))


def bandwidth_svg(
    combinations: Sequence[StaticCombination], prefix: str, *, standalone: bool = False
) -> str:
    """Return the effective bisection bandwidth of every combination against the ranks of the job."""
    with drawing(9.0, 4.2) as figure:
        axes = figure.subplots()
        handles: list[Any] = []
        for number, combination in enumerate(combinations):
            ranks = [point.ranks for point in combination.bandwidths]
            means = [100 * point.mean for point in combination.bandwidths]
            handles += axes.plot(ranks, means, **line_style(number, markersize=4.5))
        axes.set_xlabel("ranks of the job")
        axes.set_ylabel("share of a link's rate (%)")
        axes.set_ylim(0, 105)
        axes.set_xlim(left=0)
        add_grid(axes, "both")
        names = [item.name for item in combinations]
        lines = -(-len(names) // 2)
        figure.subplots_adjust(left=0.08, right=0.985, top=0.97, bottom=0.17 + 0.06 * lines)
        add_legend(figure, handles, names, 2)
        best = max(combinations, key=lambda item: item.full.mean)
        alt_text = f"Largest jobs: the most is {100 * best.full.mean:.1f} %, by {best.name}."
        return svg_text(
            figure, Words("Effective bisection bandwidth", alt_text), prefix, standalone=standalone
        )


def heat_svg(shares: FloatArray, name: str, prefix: str, *, standalone: bool = False) -> str:
    """Return the share of every pair of ranks, in six steps: senders horizontally, receivers vertically."""
    from matplotlib.patches import PathPatch  # noqa: PLC0415 - a heavy import
    from matplotlib.path import Path  # noqa: PLC0415 - a heavy import

    count = len(shares)
    step = np.full(shares.shape, -1)
    for number, (minimum, _) in reversed(list(enumerate(STEPS))):
        step[shares >= minimum] = number
    with drawing(5.6, 4.6) as figure:
        axes = figure.subplots()
        handles: list[Any] = []
        for number in range(len(STEPS)):
            corners = [(x - 0.5, y - 0.5) for x, y in np.argwhere(step == number).tolist()]
            rectangles = [Path(_square(x, y), closed=True) for x, y in corners] or [Path([(0, 0)])]
            patch = PathPatch(
                Path.make_compound_path(*rectangles), facecolor=RAMP[-1 - number], linewidth=0
            )
            handles.append(axes.add_patch(patch))
        axes.set_xlim(-0.5, count - 0.5)
        axes.set_ylim(-0.5, count - 0.5)
        axes.set_aspect("equal")
        axes.set_xlabel("rank that sends")
        axes.set_ylabel("rank that receives")
        figure.subplots_adjust(left=0.12, right=0.97, top=0.97, bottom=0.22)
        add_legend(figure, handles, [text for _, text in STEPS], len(STEPS))
        alt_text = f"{name}: on average {np.nanmean(shares):.4f} of a link, least {np.nanmin(shares):.4f}."
        return svg_text(figure, Words("Share of every pair", alt_text), prefix, standalone=standalone)


def _square(x: float, y: float) -> list[tuple[float, float]]:
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]
