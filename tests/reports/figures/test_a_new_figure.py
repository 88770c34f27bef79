"""A figure that is added to the table, in one place, stands in every report."""

import csv
import io
import json
import sqlite3
from collections.abc import Callable
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

import netfloor as nf
from netfloor.reports.figures.derive import network
from netfloor.reports.figures.figure import Figure, Unit
from netfloor.reports.figures.table import DIFF, FIGURES, PLANS, SIZES, STUDY, WHATIF

KEY = "cable_m_per_switch"
NEW = Figure(
    KEY,
    "Cable of each switch",
    Unit.METRES,
    network(lambda one: one.cables.total_mm / 1000 / one.topology.routers),
    short="each\nswitch m",
    leads=(PLANS, WHATIF, STUDY, DIFF),
    group=SIZES,
)
HEADING, SHORT = "Cable of each switch (m)", ("each", "switch m")
Cli = Callable[..., Any]


@pytest.fixture(autouse=True)
def _added(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the figure."""
    monkeypatch.setitem(FIGURES, KEY, NEW)


@pytest.fixture
def at(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the plans, in which commands run."""
    monkeypatch.chdir(folder)
    return folder


def right(name: str) -> float:
    """Return the figure of a plan, worked out from its file."""
    return float(sum(json.loads(Path(name).read_text())["cables"]["length_mm"]) / 1000 / 18)


def column(out: str, first: str, second: str) -> list[list[str]]:
    """Return the lines below two lines of headings that hold the words one above the other."""
    lines = out.splitlines()
    for place, (upper, lower) in enumerate(pairwise(lines)):
        end = lower.find(second) + len(second)
        if second in lower and upper[:end].endswith(first):
            below = lines[place + 3 :]
            length = next((at for at, line in enumerate(below) if not line.strip()), len(below))
            return [line[:end].split() for line in below[:length]]
    return []


def texts(names: tuple[str, ...] = ("a.json", "b.json")) -> set[str]:
    """Return the figures of plans as people read them."""
    return {f"{right(name):.2f}" for name in names}


def page_has(path: Path, heading: str, numbers: set[str]) -> bool:
    """Return whether a page has a heading, and the numbers in cells."""
    page = unescape(path.read_text())
    return heading in page and all(f">{number}<" in page for number in numbers)


def numbers_of_csv(path: Path, key: str = KEY) -> list[float]:
    """Return a column of a CSV file."""
    return [float(row[key]) for row in csv.DictReader(io.StringIO(path.read_text())) if row[key]]


def test_plans_side_by_side_have_it(cli: Cli, at: Path) -> None:
    """Terminal, page, Markdown's rows, workbook, CSV, JSON and a data frame."""
    ran = cli("compare", "a.json", "b.json", "--out", "plans")
    assert {line[-1] for line in column(ran.out, *SHORT)} == texts()
    assert page_has(at / "plans/report.html", HEADING, texts())
    document = json.loads((at / "plans/comparison.json").read_text())
    assert document["schema"] == 2
    for one in document["candidates"]:
        assert one["figures"][KEY] == pytest.approx(right(one["file"]))
    in_order = [one["figures"][KEY] for one in document["candidates"]]
    assert numbers_of_csv(at / "plans/rows.csv") == in_order
    sheet = load_workbook(at / "plans/comparison.xlsx")["Comparison"]
    lines = {row[:2]: list(row[2:]) for row in sheet.iter_rows(values_only=True)}
    assert lines["Cable of each switch", "m"] == pytest.approx(in_order)
    frame = nf.compare(["a.json", "b.json"]).to_pandas()
    assert list(frame[KEY]) == in_order


def test_a_study_has_it(cli: Cli, at: Path) -> None:
    """Terminal, page, Markdown, CSV and JSON; the results file and the report of it too."""
    ran = cli("compare", "study.toml", "--out", "study", "--results", "study.sqlite", "--verbose")
    assert ran.code == 0
    assert {line[-1] for line in column(ran.out, *SHORT)} == texts()
    assert page_has(at / "study/report.html", HEADING, texts())
    assert HEADING in (at / "study/report.md").read_text()
    rows = json.loads((at / "study/report.json").read_text())["rows"]
    figures = [row["figures"][KEY] for row in rows]
    assert figures == pytest.approx([right("a.json"), right("b.json")])
    assert numbers_of_csv(at / "study/rows.csv") == figures
    assert stored(at / "study.sqlite") == figures
    again = cli("report", "--from", "study.sqlite", "--out", "again")
    assert (at / "again/rows.csv").read_text() == (at / "study/rows.csv").read_text()
    assert cli("report", "--from", "study.sqlite", "-q").out == ran.out
    assert again.code == 0


def stored(path: Path) -> list[float]:
    """Return the figure of every row of a results file, by SQL."""
    query = "SELECT value FROM figures WHERE key = ? ORDER BY run_id, number"
    with sqlite3.connect(path) as database:
        return [value for (value,) in database.execute(query, [KEY])]


def test_a_front_has_it(cli: Cli, at: Path) -> None:
    """JSON and CSV of plans between two objectives."""
    line = ("layout", "slimfly:3", "--iterations", 200, "--pareto", "length,longest", "--points", 2)
    points = cli(*line, "--out", "front", "--json").json()["points"]
    values = [right(f"front/{point['plan']}") for point in points]
    assert [point["figures"][KEY] for point in points] == pytest.approx(values)
    assert numbers_of_csv(at / "front/front.csv") == pytest.approx(values)


def test_what_if_has_it(cli: Cli, at: Path) -> None:
    """Terminal, page, CSV and JSON with its differences; the results file and the report of it too."""
    sweep = ("whatif", "a.json", "--sweep", "row-pitch=1,9")
    written = ("--csv", "w.csv", "--html", "w.html", "--results", "w.sqlite")
    ran = cli(*sweep, *written)
    document = cli(*sweep, "--json").json()
    points = [document["baseline"], *document["points"]]
    values = [point["figures"][KEY] for point in points]
    assert values[0] == pytest.approx(right("a.json"))
    assert values[1] < values[2]
    assert document["points"][1]["differences"][KEY] == pytest.approx(values[2] - values[0], abs=1e-6)
    shown = [f"{value:.2f}" for value in values]
    assert [line[-1] for line in column(ran.out, *SHORT)] == shown
    assert page_has(at / "w.html", "Each switch m", set(shown))
    assert numbers_of_csv(at / "w.csv") == values
    changed = numbers_of_csv(at / "w.csv", f"{KEY}_difference")
    assert changed == [point["differences"][KEY] for point in document["points"]]
    assert stored(at / "w.sqlite") == values
    assert cli("report", "--from", "w.sqlite", "--out", "stored").code == 0
    assert numbers_of_csv(at / "stored/rows.csv") == values
    (run,) = json.loads((at / "stored/report.json").read_text())["runs"]
    assert [run["baseline"], *run["points"]] == points
    assert page_has(at / "stored/report.html", "Each switch m", set(shown))
    assert shown[2] in cli("report", "--from", "w.sqlite", "-q").out


def test_a_difference_has_it(cli: Cli, at: Path) -> None:
    """The sums of unlike networks on a terminal, the page and JSON."""
    command = ("diff", "a.json", "b.json")
    old, new = right("a.json"), right("b.json")
    (line,) = [line for line in cli(*command).out.splitlines() if line.startswith(HEADING)]
    assert line.split()[-3:] == [f"{old:.2f}", f"{new:.2f}", NEW.signed_text(new - old)]
    document = cli(*command, "--json", "--html", "d.html").json()
    assert [document[side]["figures"][KEY] for side in ("old", "new")] == pytest.approx([old, new])
    assert document["differences"][KEY] == pytest.approx(new - old, abs=1e-6)
    page = unescape((at / "d.html").read_text())
    assert page_has(at / "d.html", HEADING, {f"{old:.2f}", f"{new:.2f}"})
    assert page.count(HEADING) == 2  # among the sums, and among all figures
