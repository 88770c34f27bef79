"""The chart of plans between two objectives: the price of one in terms of the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from netfloor.foundation.display.charts import COLOURS, GREY
from netfloor.foundation.wording import count_text
from netfloor.reports.figures.figure import Number
from netfloor.reports.formats.axes import add_grid
from netfloor.reports.formats.svg import Words, drawing, svg_text


@dataclass(frozen=True)
class FrontPoint:
    """A plan on the chart: its file, the objective it was made for, and both values."""

    plan: str
    objective: str
    # links without a part; the figures cover the other links, and a plan with fewer such links is always
    # better
    not_purchasable: int
    first: float
    second: float
    on_front: bool  # no other plan is as good by both objectives and better by one
    verified: bool  # every claim of the file was confirmed
    figures: Mapping[str, Number | None] = field(default_factory=dict)  # by key of `FIGURES`

    #: Empty: all plans of a front have the same prices.
    currency: ClassVar[str] = ""

    @property
    def name(self) -> str:
        """Display name."""
        return self.plan

    @property
    def is_complete(self) -> bool:
        """Whether its cost covers everything."""
        return not self.not_purchasable


def front_svg(names: tuple[str, str], units: tuple[str, str], points: Sequence[FrontPoint]) -> str:
    """Return the chart of plans, with steps through the non-dominated ones.

    Plans with links that cannot be bought have incomplete figures and are left out.
    """
    bought = [point for point in points if not point.not_purchasable]
    labels = [f"{name} ({unit})" if unit else name for name, unit in zip(names, units, strict=True)]
    front = sorted((p.first, p.second) for p in bought if p.on_front)
    with drawing(6.5, 4.2) as figure:
        axes = figure.subplots()
        first, second = [item for item, _ in front], [other for _, other in front]
        axes.step(first, second, where="post", color=COLOURS[0], linewidth=1.2)
        axes.plot(first, second, "o", color=COLOURS[0], markersize=6, label="on the front")
        beaten = [(p.first, p.second) for p in bought if not p.on_front]
        if beaten:
            axes.plot(*zip(*beaten, strict=True), "x", color=GREY, markersize=6, label="dominated")
        for point in bought:
            axes.annotate(
                point.plan.removeprefix("plan-").removesuffix(".json"),
                (point.first, point.second),
                textcoords="offset points",
                xytext=(6, 5),
                fontsize=8.5,
            )
        axes.set(xlabel=labels[0], ylabel=labels[1], title=f"{names[0]} against {names[1]}, by plan")
        axes.margins(0.12)
        axes.legend(loc="upper right")
        add_grid(axes, "both")
        figure.subplots_adjust(left=0.16, right=0.97, top=0.92, bottom=0.13)
        missing = len(points) - len(bought)
        left_out = f"{missing} with links that cannot be bought left out; " if missing else ""
        words = Words(
            f"{names[0]} against {names[1]}",
            f"{count_text(len(points), 'plan')}, of which {len(front)} are not dominated; "
            f"{left_out}front.csv holds the numbers.",
        )
        return svg_text(figure, words, "front-", standalone=True)
