"""Results files: extended by later runs, read by any tool, refused where they are not ours."""

import csv
import io
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor.studies.results.schema import VERSION

Cli = Callable[..., Any]


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


def test_a_hostile_name_stays_text(cli: Cli, filled: Path) -> None:
    """What somebody wrote into the file becomes neither markup nor a formula."""
    bad = "=1+1<script>alert(1)</script>"
    with sqlite3.connect(filled) as database:
        database.execute("UPDATE runs SET network = ?, plan = ?", (bad, bad))
        database.execute("UPDATE points SET label = ?", (bad,))
        database.execute("UPDATE changes SET value = ?", (bad,))

    page = cli("report", "--from", filled, "--format", "html", "-q").out
    assert page.count("<script") == 1, "that of the tables"
    assert "&lt;script&gt;alert(1)" in page
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


@pytest.mark.parametrize("version", [0, VERSION - 1, VERSION + 1])
def test_a_file_of_another_schema_is_refused_and_left_alone(cli: Cli, filled: Path, version: int) -> None:
    """One line names both versions and the remedy; the file is neither read, extended nor upgraded."""
    damaged(filled, f"PRAGMA user_version = {version}")
    before = filled.read_bytes()
    for command in (
        ("report", "--from", filled),
        ("whatif", "plan.json", "--set", "years=1", "--results", filled),
    ):
        ran = cli(*command)
        assert (ran.code, len(ran.err.splitlines())) == (3, 1), ran.err
        assert f"is a results file of schema {version}, this netfloor writes {VERSION}" in ran.err
        assert "run the study again" in ran.err
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
    monkeypatch.setattr("netfloor.studies.results.store.PATIENCE_S", 0.05)
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


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE notes RENAME TO n; CREATE VIEW notes AS WITH RECURSIVE "
        "c(run_id, point, position, note) AS (SELECT 1, 0, 0, 'x' UNION ALL SELECT * FROM c) "
        "SELECT * FROM c",
        "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM points; END",
    ],
)
def test_a_view_or_a_trigger_is_refused(cli: Cli, filled: Path, change: str) -> None:
    """A table that never ends, or one that changes others, is no results file of ours."""
    with sqlite3.connect(filled) as database:
        database.executescript(change)
    ran = cli("report", "--from", filled)
    assert ran.code == 3
    assert "notes" in ran.err or "trigger" in ran.err
