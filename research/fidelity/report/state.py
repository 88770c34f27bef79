"""How an exhibit's state follows from ours and the printed figures: calculated, never typed in."""

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

#: Of one figure, from the best to the worst.
Verdict = Literal["agrees", "better", "imprecise", "refuted", "differs", "missing"]
_ORDER: tuple[Verdict, ...] = get_args(Verdict)
#: Of an exhibit.
ExhibitState = Literal[
    "reproduced",
    "reproduced by formula",
    "nearly reproduced",
    "bettered",
    "refuted",
    "open",
    "not measured",
]
#: Standard errors within which a mean agrees: about 95 % of samples are as near.
ERRORS = 2
#: Share by which a printed figure may miss what the paper's own formula gives and be imprecise only.
IMPRECISE = 0.02
#: Beyond rounding of binary numbers.
_SLACK = 1e-9


@dataclass(frozen=True)
class ComparedFigure:
    """A figure of a paper, the column in which ours is worst, and what came of it."""

    row: str
    column: FigureColumn
    printed: Printed
    verdict: Verdict


def verdict(measured: MeasuredExhibit, row: str, column: FigureColumn, printed: Printed) -> Verdict | None:
    """Return what comes of one figure; None where nothing is printed or compared.

    ``refuted`` is a printed figure that the paper's own formula contradicts, whatever ours is;
    ``imprecise`` one that it contradicts by no more than `IMPRECISE`.
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
    """Return True if ours is the printed figure within the column's tolerance, or fits the paper's words.

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
    """Return the share by which a printed figure, or the nearest that its words allow, misses ``own``."""
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
    """Return every figure of an exhibit that is compared, each once, with those of its formula."""
    found: list[ComparedFigure] = []
    for one in each_way(measured):
        if one.column.another_way and found and found[-1].row == one.row:
            found[-1] = max(found[-1], one, key=lambda way: _ORDER.index(way.verdict))
        else:
            found.append(one)
    return found


def each_way(measured: MeasuredExhibit) -> Iterator[ComparedFigure]:
    """Yield every figure that is compared, those with another way once for each way."""
    for row, columns in measured.exhibit.printed.items():
        for column, printed in zip(measured.exhibit.columns, columns, strict=True):
            one = verdict(measured, row, column, printed)
            if one is not None:
                yield ComparedFigure(row, column, printed, one)


def verdicts(measured: MeasuredExhibit) -> Counter[Verdict]:
    """Return how many printed figures of an exhibit came out how."""
    return Counter(one.verdict for one in compared(measured) if not isinstance(one.printed, ByFormula))


def formula_verdicts(measured: MeasuredExhibit) -> Counter[Verdict]:
    """Return how many figures that the paper gives by a formula alone came out how."""
    return Counter(one.verdict for one in compared(measured) if isinstance(one.printed, ByFormula))


def state(measured: MeasuredExhibit) -> ExhibitState:
    """Return the state of an exhibit.

    Not measured if nothing of it is; open while a figure is missing or differs, else refuted if the paper
    contradicts itself in one, nearly reproduced if it does so by little, bettered if one is better, and
    reproduced by formula if no number is printed.
    """
    if not measured.ours:
        return "not measured"
    printed = verdicts(measured)
    found = printed + formula_verdicts(measured)
    if not found or found["missing"] or found["differs"]:
        return "open"
    if found["refuted"]:
        return "refuted"
    if found["imprecise"]:
        return "nearly reproduced"
    if found["better"]:
        return "bettered"
    return "reproduced" if printed else "reproduced by formula"


def state_words(measured: MeasuredExhibit) -> str:
    """Return the state as a reader sees it: of a nearly reproduced one the counts."""
    found = state(measured)
    if found != "nearly reproduced":
        return found
    counts = verdicts(measured)
    return f"reproduced but for {counts['imprecise']} of {counts.total()} printed figures"
