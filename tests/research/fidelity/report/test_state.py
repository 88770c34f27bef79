"""States follow from ours and the printed figures alone."""

from dataclasses import replace

import pytest

from netfloor.research.fidelity.report.exhibit import (
    ByFormula,
    Exhibit,
    Figure,
    FigureColumn,
    MeasuredExhibit,
    Ours,
    Printed,
    Said,
)
from netfloor.research.fidelity.report.page import MADE, ListedExhibit, figures_page, page
from netfloor.research.fidelity.report.state import state, state_words, verdict

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
        (one(7, 8, WHOLE), "differs"),
        (one(7, None, WHOLE), "not measured"),
        (one(None, 7, WHOLE), "not measured"),
        (one("1, 7", "1, 7", WHOLE), "reproduced"),
        (one("1, 7", "1, 6", WHOLE), "differs"),
        (one(2.39, 2.3949, ROUNDED), "reproduced"),
        (one(2.39, 2.3951, ROUNDED), "differs"),
        (one(2.39, 2.3849, ROUNDED), "bettered"),
        (one(2.39, Ours(2.42, error=0.015), ROUNDED), "reproduced"),
        (one(2.39, Ours(2.43, error=0.015), ROUNDED), "differs"),
        (one(1056, 272, WHOLE, own=272), "contradicted by arithmetic"),
        (one(1056, 272, WHOLE, own=1056), "differs"),
        (one(1056, 1056, WHOLE, own=272), "reproduced"),
        (one(1.65, 1.66, ROUNDED, own=1.66), "reproduced"),
        (one(1.65, 1.69, ROUNDED, own=1.69), "contradicted by arithmetic"),
        (one(Said("up to 235", 234.5, 235.5), 233.6, WHOLE, own=233.6), "reproduced"),
        (one(ByFormula(63), 63, WHOLE), "reproduced"),
        (one(ByFormula(63), 64, WHOLE), "differs"),
        (one(Said("over 256k", least=256_001), 262_656, WHOLE), "reproduced"),
        (one(Said("over 256k", least=256_001), 256_000, WHOLE), "differs"),
        (one(5, 9, FigureColumn("longest", compared=False)), "not measured"),
    ],
)
def test_the_state_of_one_figure(measured: MeasuredExhibit, expected: str) -> None:
    """Within the tolerance, two standard errors or the words it agrees; what is missing is not measured."""
    assert state(measured) == expected


def test_one_that_differs_decides() -> None:
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
    assert state(MeasuredExhibit(exhibit, worse)) == "differs"
    assert verdict(MeasuredExhibit(exhibit, worse), "b:1", WHOLE, 3) == "differs"


def two_ways(first: float, second: float) -> MeasuredExhibit:
    """Return two statements, each measured in two ways, and one that a formula gives."""
    columns = (FigureColumn("a", 1), FigureColumn("b", 1, another_way=True), WHOLE)
    exhibit = Exhibit(
        key="ways",
        paper="Paper",
        exhibits=("Table 1",),
        command="",
        columns=columns,
        printed={"x": (7, 7, ByFormula(3)), "y": (7, 7, None)},
    )
    same = {"a": Ours(7), "b": Ours(7), "links": Ours(3)}
    return MeasuredExhibit(exhibit, {"x": {**same, "a": Ours(first), "b": Ours(second)}, "y": same})


@pytest.mark.parametrize("figures", [(7, 9), (9, 7), (9, 9)])
def test_a_statement_counts_once_and_by_its_worse_way(figures: tuple[float, float]) -> None:
    """However many ways it is measured in; what only a formula gives is counted apart."""
    text = page([], [two_ways(*figures)], quick=False)
    assert "1 as printed, 1 different." in text
    assert "Of 1 by the paper's formula, none of them printed: 1 the same." in text
    assert f"a: {'1 as printed, 1 different' if figures[0] == 9 else '2 as printed'};" in text
    assert state(two_ways(*figures)) == "differs"
    assert state(two_ways(7, 7)) == "reproduced"


def test_notes_take_figures_from_the_results() -> None:
    """A place that names a row and a column has ours; one that names none is an error."""
    notes = replace(one(8, Ours(9, lower=6), WHOLE), notes="Why.\n\nThey are {{lps:11,7; links}}.")
    assert "They are 6 to 9." in page([], [notes], quick=False)
    with pytest.raises(ValueError, match="name no figure"):
        page([], [replace(notes, notes="{{lps:11,7; metres}}")], quick=False)


def test_what_is_nearly_reproduced_is_counted_and_named() -> None:
    """The reader sees how many figures miss, which one, and by how much."""
    measured = one(1.65, 1.66, ROUNDED, own=1.66)
    assert state_words(measured) == "reproduced but for 1 of 1 printed figures"
    text = figures_page([], [measured], quick=False)
    assert "| `lps:11,7` | **1.660 / 1.65** |" in text


def test_the_page_shows_both_figures_and_marks_those_that_disagree() -> None:
    """A bound that is not met, what is missing and parts of several states are all seen."""
    parts = [one(8, Ours(9, lower=6), WHOLE), one("x", None, WHOLE)]
    parts[0] = replace(parts[0], notes="Of {{lps:11,7; links}} links.")
    listed = [
        ListedExhibit("Paper", "Table 1", "links"),
        ListedExhibit("Paper", "Figure 1", "a", "drawing", "b"),
    ]
    text, figures = (make(listed, parts, quick=False) for make in (page, figures_page))
    assert MADE in text
    assert MADE in figures
    assert "Printed 8, ours 6 to 9 (`lps:11,7`)." in text
    assert "| `lps:11,7` | **6 to 9 / 8** |" in figures
    assert "| `lps:11,7` | not measured / x |" not in text
    assert "| `lps:11,7` | not measured / x |" in figures
    told = "0 of 1 as printed |  |  |"
    assert "Of 6 to 9 links." in text
    assert f"| Paper | Table 1 | links | [differs](#paper-table-1) | {told}" in text
    apart = page(
        listed, [replace(parts[0], exhibit=replace(parts[0].exhibit, excuse="not comparable"))], quick=False
    )
    assert "| 0 of 1 as printed; lps:11,7: 6 to 9 | 8 | Of 6 to 9 links. |" in apart
    link = "[not measured](fidelity/figures.md#paper-table-1)"
    assert (
        f"| Paper | Table 1 | links | {link} |  |  | `netfloor fidelity --only one` measures it. |" in text
    )
    assert "| Paper | Figure 1 | a | drawing |  |  | b |" in text
    assert "QUICK" not in text
    assert "QUICK" in page([], parts, quick=True)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (Said("about half", 0.45, 0.55), '"about half": 0.45 to 0.55'),
        (Said("the best", 3, 3), '"the best": 3'),
        (Said("over 256k", least=256_001), '"over 256k": 256001 at least'),
        (Said("under 1", most=0.5), '"under 1": 0.5 at most'),
    ],
)
def test_every_interval_is_printed(said: Said, text: str) -> None:
    """A reader sees what would have agreed; one rule for numbers stands beside where both are printed."""
    assert f"Agrees: {text}." in figures_page([], [one(said, 7, WHOLE)], quick=False)


def test_the_command_measures_the_whole_exhibit() -> None:
    """A command that gives single rows stands beside it and says so."""
    text = figures_page([], [one(7, 7, WHOLE)], quick=False)
    assert (
        "`netfloor fidelity --only one --out fidelity.md`; rows or parts by themselves `netfloor cost`"
        in text
    )


def test_an_excuse_stands_whatever_the_figures_are() -> None:
    """A figure that agrees by chance does not make another program's result the paper's."""
    measured = one(7, 7, WHOLE)
    excused = replace(measured, exhibit=replace(measured.exhibit, excuse="not comparable"))
    assert state(excused) == "not comparable"
    assert state(replace(excused, ours={})) == "not measured"


def test_what_is_measured_in_part_says_how_much() -> None:
    """Missing cells are counted beside the state, and a difference is not hidden by them."""
    exhibit = Exhibit(
        key="part",
        paper="Paper",
        exhibits=("Table 1",),
        command="",
        columns=(WHOLE,),
        printed={"a": (3,), "b": (3,), "c": (3,)},
    )
    ours = {"a": {"links": Ours(3)}}
    assert state_words(MeasuredExhibit(exhibit, ours)) == "not measured (1 of 3 measured)"
    assert (
        state_words(MeasuredExhibit(exhibit, {**ours, "b": {"links": Ours(4)}}))
        == "differs (2 of 3 measured)"
    )


def test_a_rule_changed_with_the_figures_known_is_part_of_the_state() -> None:
    """The reader sees it in the table and in the counts of the first line."""
    measured = one(7, 7, WHOLE)
    changed = replace(measured, exhibit=replace(measured.exhibit, rule_changed=True))
    assert state_words(changed) == "reproduced by a rule changed afterwards"
    text = page([ListedExhibit("Paper", "Table 1", "links")], [changed], quick=False)
    assert "1 reproduced (1 by a rule changed afterwards)" in text
