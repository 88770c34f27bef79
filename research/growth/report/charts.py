"""Charts of a growth study: cost by size, cost by use, and the effect of each uncertain number."""

from collections.abc import Sequence

from netfloor.foundation.display.charts import COLOURS, GREY
from netfloor.foundation.units import cents_to_money
from netfloor.reports.formats.axes import add_grid, add_legend, line_style, log_axis
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.research.growth.report.types import PARTS, GrowthFindings, GrowthRow, Swing

#: Limit on the bars of a tornado chart.
_MAX_BARS = 10


def cost_svg(found: GrowthFindings, case: str, prefix: str, *, standalone: bool = False) -> str:
    """Return the chart of cost per endpoint against endpoints, both axes logarithmic, by family.

    Lines are closed forms; hollow marks are each network's cheapest layout.
    """
    rows, laid = found.of(case), found.laid(case)
    shown = [name for name in found.families if any(row.family == name for row in rows)]
    with drawing(8.0, 4.4) as figure:
        axes = figure.subplots()
        lines = []
        for family in shown:
            style = line_style(found.families.index(family), markersize=5)
            lines += axes.plot(*_money(rows, family), **style)
            hollow = {"linestyle": "", "markersize": 9, "markerfacecolor": "none"}
            axes.plot(*_money(laid, family), **{**style, **hollow})
        log_axis(axes, "x")
        log_axis(axes, "y")
        axes.grid(alpha=0.2, linewidth=0.6)
        axes.set_xlabel("endpoints")
        axes.set_ylabel(f"{rows[0].currency} per endpoint")
        figure.subplots_adjust(left=0.1, right=0.98, top=0.97, bottom=0.22)
        add_legend(figure, lines, shown, 4)
        words = Words(
            f"Cost per endpoint by {case}",
            "Lines: closed forms; hollow marks: layouts. The tables hold the numbers.",
        )
        return svg_text(figure, words, prefix, standalone=standalone)


def _money(rows: Sequence[GrowthRow], family: str) -> tuple[list[int], list[float]]:
    """Return endpoints and cost per endpoint of a family's networks."""
    own = [row for row in rows if row.family == family]
    return [row.endpoints for row in own], [cents_to_money(row.cents_per_endpoint) for row in own]


def split_svg(rows: Sequence[GrowthRow], prefix: str, *, standalone: bool = False) -> str:
    """Return bars of cost per endpoint by use, one for each family at each size."""
    names = [f"{row.family} {row.endpoints:,}" for row in rows]
    height = 1.2 + 0.26 * len(rows)
    with drawing(8.0, height) as figure:
        axes = figure.subplots()
        left = [0.0] * len(rows)
        bars, shown = [], []
        for index, (part, title) in enumerate(PARTS.items()):
            money = [cents_to_money(row.cents[part] / row.endpoints) for row in rows]
            if any(money):
                bars.append(axes.barh(names, money, left=left, color=COLOURS[index], height=0.7))
                shown.append(title)
            left = [sum(pair) for pair in zip(left, money, strict=True)]
        axes.invert_yaxis()
        axes.set_xlabel(f"{rows[0].currency} per endpoint")
        add_grid(axes, "x")
        figure.subplots_adjust(left=0.26, right=0.98, top=1 - 0.1 / height, bottom=0.85 / height)
        add_legend(figure, bars, shown, 3)
        words = Words("Where the money goes", "The table of networks holds the numbers.")
        return svg_text(figure, words, prefix, standalone=standalone)


def tornado_svg(swings: Sequence[Swing], prefix: str, *, standalone: bool = False) -> str:
    """Return a tornado chart: the ratio of two families' costs with one coefficient at a time changed."""
    shown = swings[:_MAX_BARS]
    height = 1.1 + 0.3 * len(shown)
    with drawing(8.0, height) as figure:
        axes = figure.subplots()
        for place, swing in enumerate(shown):
            for value, colour in ((swing.low, COLOURS[0]), (swing.high, COLOURS[1])):
                axes.barh(place, value - swing.ratio, left=swing.ratio, color=colour, height=0.65)
        first = shown[0]
        axes.axvline(first.ratio, color=GREY, linewidth=1.0)
        axes.set_yticks(
            range(len(shown)), [f"{item.coefficient} ± {100 * item.share:.0f} %" for item in shown]
        )
        axes.invert_yaxis()
        add_grid(axes, "x")
        axes.set_xlabel(
            f"cost of {first.families[0]} over {first.families[1]}, {first.endpoints:,} endpoints"
        )
        figure.subplots_adjust(left=0.32, right=0.97, top=1 - 0.1 / height, bottom=0.6 / height)
        words = Words(
            f"Effect of each coefficient on {first.families[0]} against {first.families[1]}",
            "Blue: the coefficient lower; orange: higher. The table of swings holds the numbers.",
        )
        return svg_text(figure, words, prefix, standalone=standalone)
