"""The first paragraph says what the figures say."""

from collections.abc import Callable
from dataclasses import replace

from netfloor.reports.comparison.sections.answer import MAX_CLASSES, answer
from netfloor.reports.comparison.types import Comparison, Row


def test_shortest_network_is_named_with_its_lead(
    row_of: Callable[..., Row], comparison_of: Callable[..., Comparison]
) -> None:
    """The network of least mean cable is named, and by how much it leads the next."""
    rows = (row_of("a:1", "c", 10.0), row_of("b:1", "c", 8.0), row_of("d:1", "c", 9.0))
    text = answer(comparison_of(rows))
    assert "b:1 has the shortest mean cable, 8.00 m, 11.1 % below d:1 (9.00 m)" in text


def test_equal_networks_share_the_lead(
    row_of: Callable[..., Row], comparison_of: Callable[..., Comparison]
) -> None:
    """A tie to the printed digit is called one."""
    rows = (row_of("a:1", "c", 8.001), row_of("b:1", "c", 8.0))
    assert "b:1 and a:1 share the shortest mean cable, 8.00 m" in answer(comparison_of(rows))


def test_placed_baselines_give_the_range_of_ratios(full: Comparison) -> None:
    """Ratios to placed baselines lead, from least to greatest."""
    assert "mean cable is 0.970 to 1.060 times that of random" in answer(full)
    assert "1.212 to 1.325 times that of skywalk" in answer(full)


def test_unplaced_baselines_give_a_warning_and_no_ratio(unplaced: Comparison) -> None:
    """Without placed baselines the paragraph makes no claim against them."""
    text = answer(unplaced)
    assert "flatters it" in text
    assert "times that of" not in text


def test_no_baselines_is_said(bare: Comparison) -> None:
    """A study without baselines does not say how random graphs would do."""
    assert "has no baseline graphs" in answer(bare)


def test_printed_values_are_compared_only_where_there_are_some(
    full: Comparison, unplaced: Comparison
) -> None:
    """The range of ratios to print stands in one study and not in the other."""
    assert "Mean cable is 0.970 to 1.060 times the printed value." in answer(full)
    assert "paper" not in answer(unplaced)


def test_differences_within_the_scatter_are_counted(full: Comparison) -> None:
    """A difference of no more than two standard deviations is called what it is."""
    row = replace(full.rows[0], figures={**full.rows[0].figures, "mean_cable_m": 8.09})
    text = answer(replace(full, rows=(row, *full.rows[1:])))
    assert "1 of 4 differences within two standard deviations" in text


def test_missing_lengths_make_no_claim(
    row_of: Callable[..., Row], comparison_of: Callable[..., Comparison]
) -> None:
    """A class without figures is said to have none."""
    row = row_of("a:1", "c", 8.0, figures={"mean_cable_m": None})
    assert "no mean cable length is known" in answer(comparison_of((row,)))


def test_many_classes_stay_one_paragraph(
    row_of: Callable[..., Row], comparison_of: Callable[..., Comparison]
) -> None:
    """Beyond a handful, classes are counted and not listed."""
    rows = tuple(row_of(f"n:{place}", f"class-{place}-", 8.0) for place in range(MAX_CLASSES + 3))
    text = answer(comparison_of(rows))
    assert text.count("In size class") == MAX_CLASSES
    assert "3 more size classes" in text


def test_empty_study_says_so(comparison_of: Callable[..., Comparison]) -> None:
    """No networks is an answer as well."""
    assert answer(comparison_of(())) == "This study has no networks."
