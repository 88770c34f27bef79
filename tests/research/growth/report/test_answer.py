"""What a study of growth answers first: layouts before closed forms, and both where they differ."""

import pytest

from netfloor.research.growth.report.charts import cost_svg
from netfloor.research.growth.report.page import first_page, growth_document
from netfloor.research.growth.report.tables import deviations, lengths_table, terminal_tables
from netfloor.research.growth.report.types import PARTS, CheapestShare, GrowthFindings, GrowthRow


def row(family: str, way: str, money: int, *, wanted: int = 64, length_mm: int = 1000) -> GrowthRow:
    """Return a network of so much money per endpoint, in a room."""
    cents = {**dict.fromkeys(PARTS, 0), "switches": 100 * money * wanted}
    names = ("set, hall", "hall", family, f"{family}:{wanted}", wanted, wanted, 8)
    return GrowthRow(*names, 1.0, 0.5, "set", "USD", way, cents, 0, 9, 0, 9, length_mm, 500, 80.0)


def findings(*rows: GrowthRow) -> GrowthFindings:
    """Return what a study of these networks found: of all draws a is the cheapest."""
    shares = tuple(CheapestShare(name, float(name == "a"), 0, 1, 64, "set, hall") for name in "ab")
    return GrowthFindings("", "equal all", 1, 200, rows, (), (), shares, (), (), (), ())


def test_layouts_come_first_where_they_contradict_closed_forms() -> None:
    """Sentence, figures, terminal and JSON have both winners; the share of draws says what it is by."""
    found = findings(
        *(row("a", "closed", 10), row("b", "closed", 11)),
        *(row("a", "generated", 14), row("a", "optimised", 13)),
        *(row("b", "generated", 12), row("b", "optimised", 15)),
    )
    first = first_page(found)
    assert "b at 64 endpoints (layouts); a at 64 (closed forms)." in first.sentence
    figures = dict(first.figures)
    assert figures["Cost per endpoint at 64, b, by its layout"] == "12.00 USD"
    assert figures["a at 64 cheapest in"] == "100.0 % of 200 draws, by closed forms"
    assert figures["b at 64 cheapest in"] == "0.0 % of 200 draws, by closed forms"
    assert [table.texts()[1] for table in terminal_tables(found)] == (
        [[("64", "13.00 (64)", "12.00 (64)")], [("64", "10.00 (64)", "11.00 (64)")]]
    )
    (said,) = growth_document(found)["cheapest"]
    assert (said["layouts"][0]["families"], said["closed_forms"][0]["families"]) == (["b"], ["a"])


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([("a", 10), ("b", 11)], "a at 64 endpoints (layouts and closed forms agree)."),
        ([("b", 11)], "b at 64 endpoints (layouts); a at 64 (closed forms)."),
        ([], "a at 64 endpoints (closed forms; no layouts)."),
    ],
)
def test_one_answer_where_they_agree(rows: list[tuple[str, int]], said: str) -> None:
    """Alike they are told once; a network without a layout is named, and a study without any says so."""
    laid = [row(name, "optimised", money) for name, money in rows]
    first = first_page(findings(row("a", "closed", 10), row("b", "closed", 11), *laid))
    assert said in first.sentence
    assert any("No layout (set, hall): a at 64" in one for one in first.more) == (len(rows) == 1)


def test_a_room_without_layouts_by_rule_is_compared_with_optimised_ones() -> None:
    """A closed form that is off by more than 1 % is told in every room."""
    rows = row("a", "closed", 10, length_mm=1100), row("a", "optimised", 9)
    assert deviations(findings(*rows)) == [
        "a: the closed form's cables differ from the optimised layout in this room by +10 % at 64."
    ]
    by_rule = row("a", "generated", 9, length_mm=1105)
    assert deviations(findings(*rows, by_rule)) == []


def test_a_chart_names_the_families_that_it_shows() -> None:
    """A family without a network in a room is not in the legend of its chart."""
    elsewhere = GrowthRow(**{**vars(row("c", "closed", 9)), "case": "set, other"})
    drawn = cost_svg(findings(row("a", "closed", 10), row("b", "closed", 11), elsewhere), "set, hall", "x-")
    for name, there in (("a", True), ("b", True), ("c", False)):
        assert (f">{name}</text>" in drawn) == there


def test_lengths_are_held_against_the_closed_form_of_the_same_network() -> None:
    """How much longer or shorter the closed form says that all its cables are."""
    found = findings(
        *(row("a", "closed", 10, length_mm=1500), row("a", "optimised", 12, length_mm=1200)),
        *(row("b", "closed", 10, length_mm=900), row("b", "optimised", 12, length_mm=1000)),
    )
    table = lengths_table(found)
    assert [line[-1] for line in table.rows] == pytest.approx([0, 0.25, 0, -0.1])
