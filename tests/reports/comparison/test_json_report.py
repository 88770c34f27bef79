"""``report.json``: strict, stable, complete."""

import json
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from netfloor.reports.comparison.json_report import write
from netfloor.reports.comparison.types import Comparison, Row
from netfloor.reports.figures.table import FIGURES

ROW_KEYS = ["network", "room", "figures", "published", "baselines"]


def refuse(name: str) -> float:
    """Fail on what is not JSON."""
    raise AssertionError(name)


def read(comparison: Comparison) -> Any:
    """Return the report read back by a strict reader."""
    return json.loads(write(comparison), parse_constant=refuse)


def test_every_study_is_strict_json(study: Comparison) -> None:
    """No NaN, no infinity, and UTF-8 even where a name holds lone surrogates."""
    assert read(study)["schema"] == 3
    write(study).encode("utf-8")


def test_row_keys_and_order(full: Comparison) -> None:
    """A row begins with the agreed keys in the agreed order."""
    for row in read(full)["rows"]:
        assert list(row)[: len(ROW_KEYS)] == ROW_KEYS


def test_agreed_assumptions_stand_at_the_top(full: Comparison) -> None:
    """The five assumptions that every reader needs are there with their values."""
    assumptions = read(full)["assumptions"]
    assert assumptions["electrical_reach_m"] == 7.0
    assert {"cost_set", "power_set", "switch_ns", "link_gbps"} < set(assumptions)


def test_figures_are_exact(full: Comparison) -> None:
    """Every figure reads back as the number that the comparison holds."""
    for row, made in zip(read(full)["rows"], full.rows, strict=True):
        assert row["figures"] == dict.fromkeys(FIGURES) | dict(made.figures)
    assert read(full)["currency"] == "USD"


def test_baselines_hold_mean_deviation_and_number(full: Comparison) -> None:
    """Each population maps figures to mean, std and n, and to nothing else."""
    for row, made in zip(read(full)["rows"], full.rows, strict=True):
        for kind, baseline in made.baselines.items():
            placed, spreads = row["baselines"][kind]["placed"], baseline.placed
            assert spreads is not None
            assert placed == {
                key: {"mean": s.mean, "std": s.std, "n": s.n} for key, s in spreads.figures.items()
            }
            assert set(row["baselines"][kind]["unplaced"]) <= set(FIGURES)


def test_absent_placed_baselines_are_an_empty_object(unplaced: Comparison) -> None:
    """A reader may look keys up without asking first."""
    for row in read(unplaced)["rows"]:
        assert row["baselines"]["random"]["placed"] == {}


def test_missing_and_nan_figures_are_null(bare: Comparison) -> None:
    """What does not apply is null, under its key."""
    figures = read(bare)["rows"][0]["figures"]
    assert (figures["cable_cost"], figures["network_power_w"]) == (None, None)
    assert set(figures) == set(FIGURES)


def test_ratio_is_ours_over_printed(full: Comparison) -> None:
    """The ratio to the published value has ours on top."""
    for row in read(full)["rows"]:
        expected = row["figures"]["mean_cable_m"] / row["published"]["mean_cable_m"]
        assert math.isclose(row["ratio_to_published"]["mean_cable_m"], expected)


def test_names_read_back_as_typed(hostile: Comparison) -> None:
    """A spec is the one typed, line breaks and markup included."""
    for row, made in zip(read(hostile)["rows"], hostile.rows, strict=True):
        assert row["network"] == made.network


def test_figures_from_numpy_are_plain_numbers(
    row_of: Callable[..., Row], comparison_of: Callable[..., Comparison]
) -> None:
    """Scalars and arrays of NumPy are written as the numbers they are."""
    row = row_of("a", "b", 2.0)
    row = replace(row, figures={**row.figures, "switches": np.int64(7), "gap": np.float32(0.5)})
    study = comparison_of((row,), provenance={"budget": np.array([1, 2]), "exact": np.array([1]) == 1})
    read_back = read(study)
    figures = read_back["rows"][0]["figures"]
    assert (figures["switches"], figures["gap"]) == (7, 0.5)
    assert read_back["provenance"] == {"budget": [1, 2], "exact": [True]}


def test_same_comparison_same_bytes(full: Comparison) -> None:
    """Writing twice changes nothing."""
    assert write(full) == write(full)


@pytest.mark.parametrize("key", ["title", "sources", "rules", "provenance", "unverified_figures"])
def test_what_people_read_is_there_for_programs(full: Comparison, key: str) -> None:
    """Title, rules, sources, provenance and doubts stand beside the rows."""
    assert read(full)[key]
