"""How an exhibit's state follows from ours and the printed figures: calculated, never typed in."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from netfloor.reports.fidelity.exhibit import FigureColumn, MeasuredExhibit, Ours, Printed, Said

#: Of one figure.
Verdict = Literal["agrees", "better", "refuted", "differs", "missing"]
#: Of an exhibit.
ExhibitState = Literal["reproduced", "bettered", "refuted", "open", "not measured"]
#: Standard errors within which a mean agrees: about 95 % of samples are as near.
ERRORS = 2
#: Beyond rounding of binary numbers.
_SLACK = 1e-9


def verdict(measured: MeasuredExhibit, row: str, column: FigureColumn, printed: Printed) -> Verdict | None:
    """Return what comes of one figure; None where nothing is printed or compared.

    ``refuted`` is a printed figure that the paper's own formula contradicts, whatever ours is.
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
        return "refuted"
    return "better" if _better(ours, printed, column) else "differs"


def agrees(ours: Ours, printed: Printed, column: FigureColumn) -> bool:
    """Return True if ours is the printed figure within the column's tolerance, or fits the paper's words.

    A mean also agrees within `ERRORS` of its standard errors.
    """
    value = ours.value
    if isinstance(printed, Said):
        return not isinstance(value, str) and printed.least - _SLACK <= value <= printed.most + _SLACK
    if isinstance(value, str) or isinstance(printed, str) or printed is None:
        return value == printed
    return abs(value - printed) <= column.tolerance + ERRORS * (ours.error or 0.0) + _SLACK


def _better(ours: Ours, printed: Printed, column: FigureColumn) -> bool:
    if not column.better or isinstance(ours.value, str) or not isinstance(printed, float | int):
        return False
    return (ours.value < printed) == (column.better == "less")


def verdicts(measured: MeasuredExhibit) -> Counter[Verdict]:
    """Return how many figures of an exhibit came out how."""
    return Counter(one for one in _each(measured) if one is not None)


def state(measured: MeasuredExhibit) -> ExhibitState:
    """Return the state of an exhibit.

    Not measured if nothing of it is; open while a figure is missing or differs, else refuted if the paper
    contradicts itself in one, else bettered if one is better, else reproduced.
    """
    if not measured.ours:
        return "not measured"
    found = verdicts(measured)
    if not found or found["missing"] or found["differs"]:
        return "open"
    if found["refuted"]:
        return "refuted"
    return "bettered" if found["better"] else "reproduced"


def _each(measured: MeasuredExhibit) -> Iterator[Verdict | None]:
    for row, printed in measured.exhibit.printed.items():
        for column, one in zip(measured.exhibit.columns, printed, strict=True):
            yield verdict(measured, row, column, one)
