"""The state of an exhibit, calculated from our figures and the printed ones, never typed in."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from netfloor.research.fidelity.report.exhibit import (
    ByFormula,
    FigureColumn,
    MeasuredExhibit,
    Ours,
    Printed,
    Said,
)

#: Verdicts on a figure, from best to worst.
Verdict = Literal["agrees", "better", "imprecise", "refuted", "differs", "missing"]
_ORDER: tuple[Verdict, ...] = get_args(Verdict)
#: States of an exhibit.
ExhibitState = Literal[
    "reproduced",
    "bettered",
    "contradicted by arithmetic",
    "differs",
    "not comparable",
    "inputs missing",
    "not measured",
]
#: Standard errors within which a mean agrees: about 95 % of samples are that close.
ERRORS = 2
#: A printed figure within this share of the paper's own formula is imprecise, not refuted.
IMPRECISE = 0.02
#: Allowance for binary rounding.
_SLACK = 1e-9


@dataclass(frozen=True)
class ComparedFigure:
    """A figure of a paper, the column with our worst result, and the verdict."""

    row: str
    column: FigureColumn
    printed: Printed
    verdict: Verdict


def verdict(measured: MeasuredExhibit, row: str, column: FigureColumn, printed: Printed) -> Verdict | None:
    """Return the verdict on a figure; None where nothing is printed or compared.

    ``refuted``: the paper's own formula contradicts the printed figure, whatever our figure is.
    ``imprecise``: it contradicts the printed figure by at most `IMPRECISE`.
    """
    if printed is None or not column.compared:
        return None
    ours = measured.ours.get(row, {}).get(column.name)
    if ours is None:
        return "missing"
    if agrees(ours, printed, column):
        return "agrees"
    own = measured.exhibit.by_formula.get((row, column.name))
    if own is not None and not agrees(Ours(own), printed, column):
        return "imprecise" if _misses(own, printed) <= IMPRECISE else "refuted"
    return "better" if _better(ours, printed, column) else "differs"


def agrees(ours: Ours, printed: Printed, column: FigureColumn) -> bool:
    """Whether our figure matches the printed figure within tolerance, or fits the paper's words.

    A mean also agrees within `ERRORS` of its standard errors.
    """
    value = ours.value
    if isinstance(printed, Said):
        return not isinstance(value, str) and printed.least - _SLACK <= value <= printed.most + _SLACK
    theirs = printed.value if isinstance(printed, ByFormula) else printed
    if isinstance(value, str) or isinstance(theirs, str) or theirs is None:
        return value == theirs
    return abs(value - theirs) <= column.tolerance + ERRORS * (ours.error or 0.0) + _SLACK


def _misses(own: float, printed: Printed) -> float:
    """Return the relative distance of ``own`` from the printed figure or range."""
    if isinstance(printed, Said):
        near = min(max(own, printed.least), printed.most)
    elif isinstance(printed, float | int):
        near = printed
    else:
        return 1.0
    return abs(near - own) / abs(own) if own else 1.0


def _better(ours: Ours, printed: Printed, column: FigureColumn) -> bool:
    if not column.better or isinstance(ours.value, str) or not isinstance(printed, float | int):
        return False
    return (ours.value < printed) == (column.better == "less")


def compared(measured: MeasuredExhibit) -> list[ComparedFigure]:
    """Return every compared figure of an exhibit once, including its formula values."""
    compared_figures: list[ComparedFigure] = []
    for item in each_way(measured):
        if item.column.another_way and compared_figures and compared_figures[-1].row == item.row:
            compared_figures[-1] = max(
                compared_figures[-1], item, key=lambda way: _ORDER.index(way.verdict)
            )
        else:
            compared_figures.append(item)
    return compared_figures


def each_way(measured: MeasuredExhibit) -> Iterator[ComparedFigure]:
    """Yield every compared figure; a figure with two methods is yielded once for each."""
    for row, columns in measured.exhibit.printed.items():
        for column, printed in zip(measured.exhibit.columns, columns, strict=True):
            item = verdict(measured, row, column, printed)
            if item is not None:
                yield ComparedFigure(row, column, printed, item)


def verdicts(measured: MeasuredExhibit) -> Counter[Verdict]:
    """Count the verdicts on an exhibit's printed figures."""
    return Counter(item.verdict for item in compared(measured) if not isinstance(item.printed, ByFormula))


def formula_verdicts(measured: MeasuredExhibit) -> Counter[Verdict]:
    """Count the verdicts on the figures that the paper gives only by a formula."""
    return Counter(item.verdict for item in compared(measured) if isinstance(item.printed, ByFormula))


def state(measured: MeasuredExhibit) -> ExhibitState:
    """Return the state of an exhibit.

    An excuse is its state. Otherwise a differing figure makes it ``differs``; then a self-contradiction of
    the paper beyond `IMPRECISE`, a missing figure, and a better figure decide, in this order.
    """
    result = verdicts(measured) + formula_verdicts(measured)
    if not measured.ours or not result:
        return "not measured"
    if measured.exhibit.excuse:
        return measured.exhibit.excuse
    if result["differs"]:
        return "differs"
    if result["refuted"]:
        return "contradicted by arithmetic"
    if result["missing"]:
        return "not measured"
    return "bettered" if result["better"] else "reproduced"


def state_words(measured: MeasuredExhibit) -> str:
    """Return the state as shown to a reader, with the counts that qualify it."""
    result, printed = state(measured), verdicts(measured)
    counts = printed + formula_verdicts(measured)
    texts: list[str] = [result]
    if counts["missing"] and counts["missing"] < counts.total():
        texts.append(f"({counts.total() - counts['missing']} of {counts.total()} measured)")
    elif result == "reproduced" and not printed:
        texts.append("by formula")
    elif result == "reproduced" and printed["imprecise"]:
        texts.append(f"but for {printed['imprecise']} of {printed.total()} printed figures")
    if measured.exhibit.rule_changed:
        texts.append("by a rule changed afterwards")
    return " ".join(texts)
