"""States follow from ours and the printed figures alone."""

import pytest

from netfloor.reports.fidelity.exhibit import (
    Exhibit,
    Figure,
    FigureColumn,
    MeasuredExhibit,
    Ours,
    Printed,
    Said,
)
from netfloor.reports.fidelity.page import MADE, ListedExhibit, page
from netfloor.reports.fidelity.state import state, verdict

ROW = "lps:11,7"


def one(
    printed: Printed, ours: Figure | Ours | None, column: FigureColumn, own: float | None = None
) -> MeasuredExhibit:
    """Return an exhibit of one figure."""
    exhibit = Exhibit(
        key="one",
        paper="Paper",
        exhibits=("Table 1",),
        command="netfloor cost",
        columns=(column,),
        printed={ROW: (printed,)},
        by_formula={} if own is None else {(ROW, column.name): own},
    )
    figures = {} if ours is None else {ROW: {column.name: ours if isinstance(ours, Ours) else Ours(ours)}}
    return MeasuredExhibit(exhibit, figures)


WHOLE, ROUNDED = FigureColumn("links"), FigureColumn("m", 0.005, digits=3, printed_digits=2, better="less")


@pytest.mark.parametrize(
    ("measured", "expected"),
    [
        (one(7, 7, WHOLE), "reproduced"),
        (one(7, 8, WHOLE), "open"),
        (one(7, None, WHOLE), "not measured"),
        (one(None, 7, WHOLE), "open"),
        (one("1, 7", "1, 7", WHOLE), "reproduced"),
        (one("1, 7", "1, 6", WHOLE), "open"),
        (one(2.39, 2.3949, ROUNDED), "reproduced"),
        (one(2.39, 2.3951, ROUNDED), "open"),
        (one(2.39, 2.3849, ROUNDED), "bettered"),
        (one(2.39, Ours(2.42, error=0.015), ROUNDED), "reproduced"),
        (one(2.39, Ours(2.43, error=0.015), ROUNDED), "open"),
        (one(1056, 272, WHOLE, own=272), "refuted"),
        (one(1056, 272, WHOLE, own=1056), "open"),
        (one(1056, 1056, WHOLE, own=272), "reproduced"),
        (one(Said("over 256k", least=256_001), 262_656, WHOLE), "reproduced"),
        (one(Said("over 256k", least=256_001), 256_000, WHOLE), "open"),
        (one(5, 9, FigureColumn("longest", compared=False)), "open"),
    ],
)
def test_the_state_of_one_figure(measured: MeasuredExhibit, expected: str) -> None:
    """Within the tolerance, two standard errors or the paper's words it agrees; what is missing is open."""
    assert state(measured) == expected


def test_one_that_differs_leaves_the_exhibit_open() -> None:
    """Whatever else is better or refuted."""
    exhibit = Exhibit(
        key="two",
        paper="Paper",
        exhibits=("Table 1",),
        command="",
        columns=(ROUNDED, WHOLE),
        printed={"a:1": (2.0, 3), "b:1": (2.0, 3)},
    )
    ours = {"a:1": {"m": Ours(1.0), "links": Ours(3)}, "b:1": {"m": Ours(2.0), "links": Ours(3)}}
    assert state(MeasuredExhibit(exhibit, ours)) == "bettered"
    worse = {**ours, "b:1": {"m": Ours(2.0), "links": Ours(4)}}
    assert state(MeasuredExhibit(exhibit, worse)) == "open"
    assert verdict(MeasuredExhibit(exhibit, worse), "b:1", WHOLE, 3) == "differs"


def test_the_page_shows_both_figures_and_marks_those_that_disagree() -> None:
    """A bound that is not met, what is missing and parts of several states are all seen."""
    parts = [one(8, Ours(9, lower=6), WHOLE), one("x", None, WHOLE)]
    text = page([ListedExhibit("Paper", "Table 1", "links", "drawing", "why")], parts, quick=False)
    assert MADE in text
    assert "| `lps:11,7` | **6 to 9 / 8** |" in text
    assert "| `lps:11,7` | not measured / x |" in text
    assert "| links | [open](#paper-table-1); [not measured](#paper-table-1) | why |" in text
    assert "QUICK" not in text
    assert "QUICK" in page([], parts, quick=True)
