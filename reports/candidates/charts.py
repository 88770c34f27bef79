"""Stacked cost bars of compared plans, the best at the top."""

from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.display.charts import COLOURS, GREY, INK
from netfloor.reports.candidates.answer import basis_text, each, ranking_value
from netfloor.reports.candidates.types import RankedPlan, RankedPlans
from netfloor.reports.figures.rows import figure_text
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.formats.axes import add_grid, add_legend, name_label
from netfloor.reports.formats.palette import PAPER
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.reports.formats.text import one_line

#: Segments of a bar from left to right: figure key, legend label, colour and hatch.
_PARTS: tuple[tuple[str, str, str, str], ...] = (
    ("switch_cost", "switches", COLOURS[0], ""),
    ("copper_cost", "copper cables between switches", COLOURS[4], ""),
    ("optical_cost", "optical cables and transceivers between switches", COLOURS[2], ""),
    ("server_cost", "servers with adapters and cables", GREY, ""),
    ("works_cost", "works", COLOURS[3], ""),
    ("electricity_cost", "electricity", COLOURS[1], "///"),
    ("upkeep_cost", "upkeep", COLOURS[5], "..."),
)
_WIDTH_IN, _BAR_IN = 9.0, 0.52

_Part = tuple[str, str, str, str]
Floats = npt.NDArray[np.float64]


def money_svg(found: RankedPlans, prefix: str) -> str:
    """Return a stacked bar per plan, purchase first, then yearly cost; incomplete plans are pale."""
    shown = [candidate for candidate in found.candidates if candidate.figures.get("parts_cost") is not None]
    parts = [part for part in _PARTS if any(item.figures.get(part[0]) for item in shown)]
    below, height = 0.62 + 0.24 * -(-len(parts) // 4), _BAR_IN * max(len(shown), 1) + 0.25
    with drawing(_WIDTH_IN, height + below) as figure:
        axes = figure.add_axes((0.2, below / (height + below), 0.78, height / (height + below)))
        scale, unit = _scale(found)
        ends = np.zeros(len(shown))
        handles = [_layer(axes, found, shown, ends, part, scale) for part in parts]
        _label_ends(axes, found, shown, ends)
        axes.set_yticks(range(len(shown)), [name_label(item.name, 26) for item in shown])
        axes.invert_yaxis()
        axes.set_xlabel(f"{unit}{one_line(found.currency, 12)} {basis_text(found)}")
        add_grid(axes, "x")
        add_legend(figure, handles, [words for _, words, *_ in parts], 4)
        return svg_text(figure, Words("Cost of each plan", _spoken(found, shown)), prefix)


def _money(found: RankedPlans, ranked_plan: RankedPlan, key: str) -> float:
    """Return a cost figure per endpoint or server where the ranking is."""
    return each(found, ranked_plan, float(ranked_plan.figures.get(key) or 0.0))


def _scale(found: RankedPlans) -> tuple[float, str]:
    """Return the divisor of costs and its name."""
    maximum = max(
        (_money(found, candidate, found.ranked_by) for candidate in found.candidates), default=0.0
    )
    return next(
        ((item, name) for item, name in ((1e6, "million "), (1e3, "thousand ")) if maximum >= 2 * item),
        (1.0, ""),
    )


def _layer(
    axes: Any, found: RankedPlans, shown: list[RankedPlan], left: Floats, part: _Part, scale: float
) -> Any:
    """Draw one segment of every bar, advance ``left`` in place, and return the legend patch."""
    from matplotlib.patches import Patch  # noqa: PLC0415

    key, _, colour, hatch = part
    money = np.array([_money(found, entry, key) for entry in shown]) / scale
    look: dict[str, Any] = {"hatch": hatch, "edgecolor": PAPER, "linewidth": 0.6}
    bars = axes.barh(range(len(shown)), money, left=left.copy(), height=0.62, color=colour, **look)
    for bar, item in zip(bars, shown, strict=True):
        bar.set_alpha(1.0 if item.is_complete else 0.3)
    left += money
    return Patch(facecolor=colour, **look)


def _label_ends(axes: Any, found: RankedPlans, shown: list[RankedPlan], ends: Floats) -> None:
    """Write the total at the end of each bar, or that the plan is incomplete."""
    for row, item in enumerate(shown):
        own = ranking_value(found, item)
        text = "incomplete: cannot be bought" if own is None else FIGURES["parts_cost"].text(own)
        where = {"xytext": (4, 0), "textcoords": "offset points", "va": "center"}
        axes.annotate(text, (ends[row], row), fontsize=8.5, color=INK, **where)
    axes.set_xlim(0, 1.25 * float(ends.max(initial=0.0)) or 1.0)


def _spoken(found: RankedPlans, shown: list[RankedPlan]) -> str:
    said = [
        f"{one_line(item.name)}: {figure_text(item, found.ranked_by)} {one_line(found.currency)}"
        for item in shown
    ]
    return f"Stacked bars of cost {basis_text(found)}. Totals: {'; '.join(said)}."
