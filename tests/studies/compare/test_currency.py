"""A study with prices in euros: every format says so, the results file too."""

import csv
import io
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.studies.candidates.run import CandidatesRequest
from netfloor.studies.compare.run import run_compare

Cli = Callable[..., Any]
COST_SETS = Path(__file__).parents[3] / "costmodels" / "data" / "cost"
NETWORKS = ["slimfly:3", "torus:3x3x2"]


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a report on prices in euros, and the results file beside it."""
    folder = tmp_path_factory.mktemp("euros")
    text = (COST_SETS / "slimfly-2014.toml").read_text().replace("USD", "EUR")
    (folder / "euros.toml").write_text(text)
    (folder / "study.toml").write_text(
        'endpoints_per_router = 2\n[solver]\niterations = 500\n[models]\ncost = "euros.toml"\n'
        'bisection_seeds = 1\n[baselines]\nkinds = ["random"]\nunplaced = 2\nplaced = 1\n'
        f'[[classes]]\nname = "a"\nnetworks = {json.dumps(NETWORKS)}\n'
    )
    study, out, results = folder / "study.toml", folder / "out", folder / "r.sqlite"
    run_compare(study, CandidatesRequest(results=results), out, SILENT, Interrupt(), force=False)
    return folder


@pytest.mark.parametrize("name", ["report.json", "rows.csv", "report.html", "report.md"])
def test_no_format_speaks_of_dollars(compared: Path, name: str) -> None:
    """Whatever the cost set says, and in no key or heading."""
    text = (compared / "out" / name).read_text()
    assert "EUR" in text
    assert "usd" not in text.lower()


def test_json_has_the_currency_beside_the_amounts(compared: Path) -> None:
    """At the top, for every amount."""
    document = json.loads((compared / "out" / "report.json").read_text())
    for row in document["rows"]:
        assert row["figures"]["cable_cost"] > 0
        assert row["figures"]["bill_cost_per_endpoint"] > 0
        assert row["baselines"]["random"]["placed"]["cable_cost"]["mean"] > 0
    assert (document["currency"], document["assumptions"]["currency"]) == ("EUR", "EUR")


def test_csv_has_the_currency_in_a_column(compared: Path) -> None:
    """In every line, those of baselines included."""
    rows = list(csv.DictReader(io.StringIO((compared / "out" / "rows.csv").read_text())))
    assert {row["currency"] for row in rows} == {"EUR"}
    assert all(float(row["cable_cost"]) > 0 for row in rows)


@pytest.mark.parametrize("name", ["report.html", "report.md"])
def test_headings_have_the_currency(compared: Path, name: str) -> None:
    """Of the measures, the figures per endpoint and the baselines."""
    text = (compared / "out" / name).read_text()
    assert text.count("Cables between switches (EUR)") >= 2
    assert "Switches (EUR per endpoint)" in text


def test_the_terminal_has_the_currency(compared: Path, cli: Cli) -> None:
    """Above the money, from the results file as from the comparison."""
    headings = cli("report", "--from", compared / "r.sqlite", "-q").out.split("slimfly:3")[1]
    assert " EUR " in headings
    assert "USD" not in headings


def test_the_results_file_has_the_currency(compared: Path) -> None:
    """In the document of the run, beside the amounts of its rows."""
    with sqlite3.connect(compared / "r.sqlite") as database:
        rows = database.execute(
            "SELECT name, value, runs.document ->> 'currency' FROM rows "
            "JOIN figures USING (run_id, number) JOIN runs USING (run_id) "
            "WHERE key = 'cable_cost' ORDER BY number"
        ).fetchall()
    assert [(network, currency) for network, _, currency in rows] == [(name, "EUR") for name in NETWORKS]
    assert all(cost > 0 for _, cost, _ in rows)
