"""Rows of figures side by side: differences, incomplete money, other currencies, and every rendering."""

import pytest

from netfloor.reports.figures.rows import FigureTable, NamedFigures
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.formats.text import NOTHING

FIRST = NamedFigures("first", {"bill_cost": 1000.1, "links": 45, "gap": 0.25, "mean_cable_m": 4.5})
SECOND = NamedFigures("second", {"bill_cost": 900.0, "links": 40, "gap": None, "mean_cable_m": 4.5})
PARTLY = NamedFigures("partly", {"bill_cost": 500.0, "links": 40}, is_complete=False)
EUROS = NamedFigures("euros", {"bill_cost": 900.0, "links": 40}, currency="EUR")
TABLE = FigureTable((FIRST, SECOND, PARTLY, EUROS), "USD", FIRST)


@pytest.mark.parametrize(
    ("row", "key", "difference"),
    [
        (SECOND, "bill_cost", -100.1),
        (SECOND, "links", -5),
        (SECOND, "mean_cable_m", 0),
        (SECOND, "gap", None),
        (PARTLY, "bill_cost", None),
        (PARTLY, "links", -5),
        (EUROS, "bill_cost", None),
        (EUROS, "links", -5),
        (FIRST, "bill_cost", 0),
    ],
)
def test_only_what_compares_has_a_difference(row: NamedFigures, key: str, difference: float | None) -> None:
    """Missing figures, incomplete money and money of two currencies have none; the others are exact."""
    assert TABLE.difference(row, key) == difference


def test_without_a_baseline_there_are_no_differences() -> None:
    """Neither in JSON nor as columns of CSV."""
    alone = FigureTable((FIRST, SECOND), "USD")
    assert set(alone.differences_record(SECOND).values()) == {None}
    assert alone.csv_columns() == list(FIGURES)
    assert alone.csv_record(SECOND) == dict.fromkeys(FIGURES) | dict(SECOND.figures)


def test_csv_and_json_have_every_figure_and_its_difference() -> None:
    """Under the keys of the table; the baseline's own line has no differences."""
    assert set(TABLE.csv_columns()) == {f"{key}{end}" for key in FIGURES for end in ("", "_difference")}
    assert TABLE.csv_record(SECOND)["links_difference"] == -5
    assert not [key for key in TABLE.csv_record(FIRST) if key.endswith("_difference")]
    assert TABLE.columns()["links"] == [45, 40, 40, 40]


def test_people_read_units_signs_and_doubts() -> None:
    """Incomplete money says so, and so does money in another currency than that of the table."""
    table = TABLE.across("All", ["bill_cost", "links"])
    assert [[cell.text for cell in row] for row in table.cells] == [
        ["Total of the bill (USD)", "1,000", "900", "500 (incomplete)", "900 EUR"],
        ["Links between switches", "45", "40", "40", "40"],
    ]
    pair = FigureTable((FIRST, SECOND), "USD", FIRST)
    changed = pair.across_with_differences("Both", ["bill_cost", "gap", "links"])
    assert [row[-1].text for row in changed.cells] == ["-100", NOTHING, "-5"]


def test_a_sheet_has_numbers_and_shares_in_per_cent() -> None:
    """Units stand in a column of their own; incomplete money is a text."""
    lines = {row[0]: list(row[1:]) for row in TABLE.sheet("Sheet").rows}
    assert lines["Gap to the bound"] == ["%", 25.0, None, None, None]
    assert lines["Total of the bill"] == ["USD", 1000.1, 900.0, "500 (incomplete)", 900.0]
    assert set(lines) == {FIGURES[key].name for key in TABLE.used}
