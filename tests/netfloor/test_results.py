"""Results files: extended by later runs, read by any tool, refused where they are not ours."""

import csv
import hashlib
import io
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from netfloor.compare_run import run_compare
from netfloor.results_read import read_results
from netfloor.results_schema import VERSION
from netfloor.results_store import open_results
from reports import WRITERS
from reports.stored_comparison import StoredComparison

Cli = Callable[..., Any]


@pytest.fixture
def filled(cli: Cli, plan: Path, here: Path) -> Path:
    """Return a results file of two runs."""
    for sweep in ("row-pitch=1,2,3", "taken=none"):
        assert cli("whatif", plan, "--sweep", sweep, "--results", "r.sqlite", "-q").code == 0
    return here / "r.sqlite"


def test_a_report_says_again_what_whatif_said(cli: Cli, plan: Path) -> None:
    """Digit for digit, without the plan."""
    arguments = (
        "--sweep",
        "reach=4,8",
        "--set",
        "electricity=0.3",
        "--results",
        "r.sqlite",
        "--json",
        "-q",
    )
    said = cli("whatif", plan, *arguments).json()
    plan.unlink()
    run = cli("report", "--from", "r.sqlite", "--json", "-q").json()["runs"][0]
    del said["schema"], run["run"], run["written_utc"]
    assert run == said


def test_later_runs_extend_it(cli: Cli, filled: Path) -> None:
    """Both runs are there, the first as it was."""
    first = cli("report", "--from", filled, "--run", 1, "--json").json()["runs"]
    assert cli("whatif", "plan.json", "--set", "years=7", "--results", filled, "-q").code == 0
    runs = cli("report", "--from", filled, "--json").json()["runs"]
    assert [run["run"] for run in runs] == [1, 2, 3]
    assert runs[:1] == first
    assert runs[2]["points"][0]["changes"] == {"years": "7"}


def test_any_tool_can_read_it(cli: Cli, filled: Path) -> None:
    """Plain tables, units in the names of the columns, a rollback journal."""
    with sqlite3.connect(filled) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        rows = database.execute(
            "SELECT point, row_pitch_mm, total_cable_mm, total_cost_cents, plan_sha256 FROM points "
            "JOIN runs USING (run_id) WHERE run_id = 1 ORDER BY point"
        ).fetchall()
    run = cli("report", "--from", filled, "--json").json()["runs"][0]
    points = [run["baseline"], *run["points"]]
    assert [row[0] for row in rows] == [0, 1, 2, 3]
    assert [row[2] for row in rows] == [round(one["figures"]["total_cable_m"] * 1000) for one in points]
    assert [row[3] for row in rows] == [round(one["figures"]["total_cost"] * 100) for one in points]
    assert {row[4] for row in rows} == {json.loads(Path("plan.json").read_text())["sha256"]}


def test_every_format_holds_every_point(cli: Cli, filled: Path, here: Path) -> None:
    """CSV one line a point, Markdown and HTML a row each; the folder holds all of them."""
    assert cli("report", "--from", filled, "--out", "out", "-q").code == 0
    assert {path.name for path in (here / "out").iterdir()} >= {"report.html", "report.md", "rows.csv"}
    rows = list(csv.DictReader(io.StringIO((here / "out/rows.csv").read_text())))
    assert [row["run"] for row in rows] == ["1"] * 4 + ["2"] * 2
    for form, name in (
        ("csv", "rows.csv"),
        ("md", "report.md"),
        ("html", "report.html"),
        ("json", "report.json"),
    ):
        text = cli("report", "--from", filled, "--format", form, "-q").out
        assert text == (here / "out" / name).read_text()
    for text in ((here / "out/report.md").read_text(), (here / "out/report.html").read_text()):
        assert all(f"row-pitch={pitch}" in text for pitch in (1, 2, 3))


class Tags(HTMLParser):
    """Collects the elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember an element."""
        del attrs
        self.found.add(tag)


def test_a_hostile_name_stays_text(cli: Cli, filled: Path) -> None:
    """What somebody wrote into the file becomes neither markup nor a formula."""
    bad = "=1+1<script>alert(1)</script>"
    with sqlite3.connect(filled) as database:
        database.execute("UPDATE runs SET network = ?, plan = ?", (bad, bad))
        database.execute("UPDATE points SET label = ?", (bad,))
        database.execute("UPDATE changes SET value = ?", (bad,))

    page = cli("report", "--from", filled, "--format", "html", "-q").out
    tags = Tags()
    tags.feed(page)
    assert "script" not in tags.found
    rows = csv.DictReader(io.StringIO(cli("report", "--from", filled, "--format", "csv", "-q").out))
    assert all(row["network"].startswith("'=") for row in rows)


def damaged(path: Path, how: str) -> None:
    """Make a file that is no results file, in one of many ways."""
    if how == "text":
        path.write_text("not a database at all, but long enough to be one" * 10)
    elif how == "foreign database":
        path.unlink()
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE mine (x)")
    elif how == "truncated":
        path.write_bytes(path.read_bytes()[:6000])
    elif how == "overwritten page":
        data = bytearray(path.read_bytes())
        data[4096:8192] = b"\xa5" * 4096
        path.write_bytes(data)
    elif how == "header only":
        path.write_bytes(path.read_bytes()[:100])
    else:
        with sqlite3.connect(path) as database:
            database.execute(how)


@pytest.mark.parametrize(
    "how",
    [
        "text",
        "foreign database",
        "truncated",
        "overwritten page",
        "header only",
        "DROP TABLE notes",
        "ALTER TABLE points ADD COLUMN more",
        f"PRAGMA user_version = {VERSION + 1}",
        "PRAGMA application_id = 5",
    ],
)
def test_what_is_not_ours_is_refused_and_left_alone(cli: Cli, filled: Path, how: str) -> None:
    """Neither read nor extended, not a byte of it changed."""
    damaged(filled, how)
    before = filled.read_bytes()
    for command in (
        ("report", "--from", filled),
        ("whatif", "plan.json", "--set", "years=1", "--results", filled),
    ):
        ran = cli(*command)
        assert ran.code == 3, ran.err
        assert len(ran.err.splitlines()) == 1
        assert "r.sqlite" in ran.err
    assert filled.read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE points SET total_cable_mm = 'many'",
        "UPDATE points SET mean_latency_ns = 9e999",
        "UPDATE runs SET plan = x'00ff'",
        "DELETE FROM points WHERE point = 0",
    ],
)
def test_values_of_a_wrong_kind_are_refused(cli: Cli, filled: Path, change: str) -> None:
    """The column is named, there is no traceback."""
    with sqlite3.connect(filled) as database:
        database.execute(change)
    ran = cli("report", "--from", filled)
    assert ran.code == 3
    assert "the file was changed" in ran.err


def test_an_empty_file_is_filled_but_holds_no_report(cli: Cli, plan: Path, here: Path) -> None:
    """It is what a run leaves that was killed at once."""
    (here / "r.sqlite").touch()
    assert cli("report", "--from", "r.sqlite").code == 3
    assert cli("whatif", plan, "--set", "years=1", "--results", "r.sqlite", "-q").code == 0
    assert cli("report", "--from", "r.sqlite", "-q").code == 0


def test_links_folders_and_absent_files_are_refused(cli: Cli, plan: Path, here: Path, filled: Path) -> None:
    """Nothing is written through a link, and nothing is read that is not there."""
    (here / "link.sqlite").symlink_to(filled)
    (here / "folder").mkdir()
    for name in ("link.sqlite", "folder", "absent/r.sqlite"):
        assert cli("whatif", plan, "--set", "years=1", "--results", name).code == 3
    assert cli("report", "--from", "absent.sqlite").code == 3
    assert not (here / "absent.sqlite").exists()


def test_another_writer_is_waited_for_and_then_told(
    cli: Cli, filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that stays locked is an unplanned stop, not a damaged file."""
    monkeypatch.setattr("netfloor.results_store.PATIENCE_S", 0.05)
    other = sqlite3.connect(filled, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    ran = cli("whatif", "plan.json", "--set", "years=1", "--results", filled)
    other.close()
    assert ran.code == 5
    assert "another process" in ran.err


def test_unknown_runs_and_formats_are_refused(cli: Cli, filled: Path) -> None:
    """The message says what there is."""
    assert "runs 1 to 2" in cli("report", "--from", filled, "--run", 9).err
    assert "known: html" in cli("report", "--from", filled, "--format", "pdf").err
    assert cli("report", "--from", filled, "--format", "csv", "--out", "x").code == 2


@pytest.fixture(scope="module")
def compared(study_folder: Path) -> Path:
    """Return a folder with a results file of one comparison, and what ``compare`` wrote."""
    study, out = study_folder / "study.toml", study_folder / "kept"
    results = study_folder / "kept.sqlite"
    run_compare(study, out, None, 2000, 1, force=False, quiet=True, results=results)
    return study_folder


def test_a_comparison_comes_back_byte_for_byte(cli: Cli, compared: Path, here: Path) -> None:
    """Each format, as a folder and to stdout, without the study."""
    source = ("--from", compared / "kept.sqlite", "-q")
    assert cli("report", *source, "--out", "again").code == 0
    for name in ("report.html", "report.md", "rows.csv", "report.json"):
        assert (here / "again" / name).read_bytes() == (compared / "kept" / name).read_bytes()
    for form, name in (("csv", "rows.csv"), ("json", "report.json")):
        assert cli("report", *source, "--format", form).out == (compared / "kept" / name).read_text()
    document = json.loads((compared / "kept/report.json").read_text())
    assert cli("report", *source, "--json").json() == document
    shown = cli("report", *source).out
    assert all(row["network"] in shown for row in document["rows"])


@pytest.mark.usefixtures("here")
def test_the_tables_of_a_comparison_are_those_of_compare(
    cli: Cli, compared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a terminal saw, it sees again; the table ``networks`` holds the figures."""
    monkeypatch.setattr("netfloor.compare_run.WRITERS", {"report.json": WRITERS["report.json"]})
    command = ("compare", compared / "study.toml", "--iterations", 2000, "--seed", 5, "-q")
    said = cli(*command, "--out", "out", "--results", "r.sqlite")
    assert said.code == 0, said.err
    assert cli("report", "--from", "r.sqlite", "-q").out == said.out
    rows = json.loads(Path("out/report.json").read_text())["rows"]
    with sqlite3.connect("r.sqlite") as database:
        found = database.execute("SELECT network, mean_cable_m, cable_cost_usd FROM networks").fetchall()
    assert found == [(row["network"], row["mean_cable_m"], row["cable_cost_usd"]) for row in rows]


def test_a_comparison_is_a_report_of_its_own(cli: Cli, compared: Path, filled: Path) -> None:
    """Beside other runs it is named by --run; the terminal shows all of them."""
    with open_results(filled) as results:
        kept = read_results(compared / "kept.sqlite")[0]
        assert isinstance(kept, StoredComparison)
        about = {"tool": "t", "plan": "s", "plan_sha256": "", "network": "", "room": ""}
        numbers = {"routers": 0, "link_gbps": 1.0, "points_planned": 3}
        results.add_comparison(about | numbers, kept.comparison)
    refused = cli("report", "--from", filled, "--json")
    assert refused.code == 3
    assert "one comparison (3)" in refused.err
    alone = cli("report", "--from", filled, "--run", 3, "--format", "csv", "-q").out
    assert alone == (compared / "kept/rows.csv").read_text()
    assert len(cli("report", "--from", filled, "--run", 1, "--run", 2, "--json").json()["runs"]) == 2
    assert cli("report", "--from", filled, "-q").out.count("\n\n") == 3


def test_a_file_of_the_first_version_is_read_and_extended(cli: Cli, filled: Path) -> None:
    """It has no tables for comparisons; its runs stay as they were."""
    with sqlite3.connect(filled) as database:
        for statement in ("DROP TABLE networks", "DROP TABLE comparisons", "PRAGMA user_version = 1"):
            database.execute(statement)
    before = cli("report", "--from", filled, "--json").json()["runs"]
    assert cli("whatif", "plan.json", "--set", "years=7", "--results", filled, "-q").code == 0
    assert cli("report", "--from", filled, "--json").json()["runs"][:2] == before
    with sqlite3.connect(filled) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert database.execute("SELECT count(*) FROM comparisons").fetchone() == (0,)


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"title":"Small"', '"title":7'),
        ('"rows":[', '"rows":[0,'),
        ('"title":', '"heading":"x","title":'),
        ('"switch_ns":[', '"switch_ns":[1,'),
        ('"cables":[[', '"cables":[[9999,0],['),
        ("{", "{{"),
    ],
)
def test_a_changed_comparison_is_refused(
    cli: Cli, compared: Path, here: Path, old: str, new: str, sealed: bool
) -> None:
    """By its checksum, and where that was forged by the types and shapes of its fields."""
    path = Path(shutil.copy(compared / "kept.sqlite", here / "r.sqlite"))
    with sqlite3.connect(path) as database:
        text = database.execute("SELECT document FROM comparisons").fetchone()[0].replace(old, new, 1)
        database.execute("UPDATE comparisons SET document = ?", (text,))
        if sealed:
            database.execute(
                "UPDATE comparisons SET document_sha256 = ?", (hashlib.sha256(text.encode()).hexdigest(),)
            )
    ran = cli("report", "--from", path)
    assert ran.code == 3
    assert "the file was changed" in ran.err


WRITER = """
import sys
from pathlib import Path
from netfloor.results_store import open_results
from reports.whatif_points import FIGURES, SETTINGS, WhatIf, WhatIfPoint
about = dict(plan="p", plan_sha256="0", network="n", room="r", routers=2, link_gbps=1.0, tool="netfloor 0")
settings = {key: kind() for key, kind in SETTINGS.items()}
print("ready", flush=True)
with open_results(Path(sys.argv[1])) as results:
    run = results.begin(WhatIf(about, (), (), 10**6))
    for number in range(10**6):
        figures = dict.fromkeys(FIGURES, number)
        run.add(number, WhatIfPoint((("years", str(number)),), "kept", settings, figures, ("note",) * 20))
        print(run.run_id, number, flush=True)
"""


@pytest.mark.parametrize("kills", [6, pytest.param(50, marks=pytest.mark.nightly)])
def test_a_killed_writer_loses_no_acknowledged_row(tmp_path: Path, kills: int) -> None:
    """SIGKILL at random times: each row that was said to be there is, with all that belongs to it."""
    path, dice = tmp_path / "r.sqlite", random.Random(kills)  # noqa: S311 - no secret
    acknowledged: list[tuple[int, int]] = []
    for _ in range(kills):
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:  # noqa: S603 - our own
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
            for _ in range(dice.randrange(40)):  # between "ready" and the first row it may be killed, too
                line = writer.stdout.readline()
                acknowledged.append(tuple(map(int, line.split())))  # type: ignore[arg-type]
            os.kill(writer.pid, signal.SIGKILL)
            acknowledged += [
                tuple(map(int, line.split()))  # type: ignore[misc]
                for line in writer.stdout.read().split("\n")[:-1]
            ]
    shutil.copy(path, tmp_path / "copy.sqlite")
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = set(database.execute("SELECT run_id, point FROM points").fetchall())
        for table, each in (("changes", 1), ("notes", 20)):
            query = f"SELECT count(*) FROM {table} WHERE point IS NOT NULL"  # noqa: S608 - our names
            assert database.execute(query).fetchone() == (each * len(rows),)
    assert acknowledged
    assert set(acknowledged) <= rows
    assert len(rows) <= len(acknowledged) + kills
