"""``rows.csv``: the same numbers, and nothing a spreadsheet would run."""

import csv
import io

from netfloor.reports.comparison.csv_report import write
from netfloor.reports.comparison.types import Comparison
from netfloor.reports.figures.table import FIGURES

FORMULA = "=+-@\t\r\uff1d\uff0b\uff0d\uff20"


def read(comparison: Comparison) -> list[dict[str, str]]:
    """Return the report read back by the standard library."""
    return list(csv.DictReader(io.StringIO(write(comparison), newline="")))


def is_number(cell: str) -> bool:
    """Tell whether a cell reads as a number."""
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_one_line_per_network_and_population(full: Comparison) -> None:
    """Two networks and two kinds, placed and unplaced, per class: six lines, networks first."""
    kinds = [record["kind"] for record in read(full)]
    assert kinds == (["network"] * 2 + ["baseline"] * 4) * 2


def test_networks_read_back_exactly(full: Comparison) -> None:
    """Every number of every network is the one in the comparison."""
    records = {r["network"]: r for r in read(full) if r["kind"] == "network"}
    for row in full.rows:
        record = records[row.network]
        cells = {key: record[key] for key in FIGURES}
        assert {key: float(cell) for key, cell in cells.items() if cell} == dict(row.figures)
        assert float(record["mean_cable_m_published"]) == row.published["mean_cable_m"]
        assert record["mean_cable_m_ratio"] == repr(record_ratio(record))


def record_ratio(record: dict[str, str]) -> float:
    """Return ours over printed from the two cells beside the ratio."""
    return float(record["mean_cable_m"]) / float(record["mean_cable_m_published"])


def test_baselines_read_back_exactly(full: Comparison) -> None:
    """Mean, deviation and number of a population stand in its line."""
    baseline = full.rows[0].baselines["random"]
    assert baseline.placed is not None
    record = next(r for r in read(full) if (r["baseline"], r["treatment"]) == ("random", "placed"))
    spread = baseline.placed.figures["mean_cable_m"]
    cells = (record["mean_cable_m"], record["mean_cable_m_std"], record["instances"])
    assert tuple(map(float, cells)) == (spread.mean, spread.std, spread.n)


def test_missing_figures_are_empty_cells(bare: Comparison) -> None:
    """What is missing or NaN is an empty cell, not a word and not a zero."""
    record = read(bare)[0]
    assert (record["cable_cost"], record["network_power_w"], record["gap_std"]) == ("",) * 3


def test_printed_values_have_columns_where_a_study_has_any(full: Comparison, bare: Comparison) -> None:
    """Value and ratio of the printed figures alone; a study without a paper has none."""
    printed = [name.removesuffix("_published") for name in read(full)[0] if name.endswith("_published")]
    assert printed == ["mean_cable_m", "max_cable_m", "network_power_w"]
    assert not [name for name in read(bare)[0] if name.endswith(("_published", "_ratio"))]


def test_no_cell_is_a_formula(hostile: Comparison) -> None:
    """No cell that is text begins like a formula, the header's cells included."""
    for line in csv.reader(io.StringIO(write(hostile), newline="")):
        for cell in line:
            assert is_number(cell) or not cell.startswith(tuple(FORMULA))


def test_every_line_has_every_column(study: Comparison) -> None:
    """No text breaks the table apart."""
    lines = list(csv.reader(io.StringIO(write(study), newline="")))
    assert len({len(line) for line in lines}) == 1


def test_same_comparison_same_bytes(full: Comparison) -> None:
    """Writing twice changes nothing."""
    assert write(full) == write(full)
