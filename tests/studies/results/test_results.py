"""Results files: extended by later runs, read by any tool, refused where they are not ours."""

import csv
import hashlib
import io
import json
import re
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
        "--catalogue",
        "slimfly-2014",
        "--results",
        "r.sqlite",
        "--json",
        "-q",
    )
    said = cli("whatif", plan, *arguments).json()
    plan.unlink()
    document = cli("report", "--from", "r.sqlite", "--json", "-q").json()
    (run,) = document["runs"]
    assert document["schema"] == said["schema"] == 3
    del said["schema"], run["run"], run["written_utc"]
    assert run == said


def test_later_runs_extend_it(cli: Cli, filled: Path) -> None:
    """Both runs are there, the first as it was."""
    first = cli("report", "--from", filled, "--run", 1, "--json").json()["runs"]
    assert cli("whatif", "plan.json", "--set", "inside=7", "--results", filled, "-q").code == 0
    runs = cli("report", "--from", filled, "--json").json()["runs"]
    assert [run["run"] for run in runs] == [1, 2, 3]
    assert runs[:1] == first
    assert runs[2]["points"][0]["changes"] == {"inside": "7"}


def test_any_tool_can_read_it(cli: Cli, filled: Path) -> None:
    """Plain tables: figures in rows of their own by key, a rollback journal."""
    with sqlite3.connect(filled) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        rows = database.execute(
            "SELECT number, name, input_sha256, command FROM rows "
            "JOIN runs USING (run_id) WHERE run_id = 1 ORDER BY number"
        ).fetchall()
        figures = database.execute("SELECT number, key, value FROM figures WHERE run_id = 1").fetchall()
    run = cli("report", "--from", filled, "--json").json()["runs"][0]
    points = [run["baseline"], *run["points"]]
    assert [row[:2] for row in rows] == [
        *((0, "as planned"), (1, "row-pitch=1"), (2, "row-pitch=2"), (3, "row-pitch=3"))
    ]
    assert {row[2:] for row in rows} == {(json.loads(Path("plan.json").read_text())["sha256"], "whatif")}
    for number, point in enumerate(points):
        known = {key: value for key, value in point["figures"].items() if value is not None}
        assert {key: value for place, key, value in figures if place == number} == known


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
        database.execute("UPDATE runs SET network = ?, input = ?", (bad, bad))
        for table, old in (("runs", "network"), ("runs", "plan"), ("rows", "placement")):
            query = f"UPDATE {table} SET document = json_set(document, ?, ?)"  # noqa: S608 - our names
            database.execute(query, (f"$.about.{old}" if table == "runs" else f"$.{old}", bad))
        seal(database)

    page = cli("report", "--from", filled, "--format", "html", "-q").out
    assert page.count("<script") == 1, "that of the tables"
    assert "&lt;script&gt;alert(1)" in page
    rows = csv.DictReader(io.StringIO(cli("report", "--from", filled, "--format", "csv", "-q").out))
    assert all(row["network"].startswith("'=") for row in rows)


def seal(database: sqlite3.Connection) -> None:
    """Put the checksum of every document right."""
    database.create_function("sha256", 1, lambda text: hashlib.sha256(text.encode()).hexdigest())
    for table in ("runs", "rows"):
        database.execute(f"UPDATE {table} SET document_sha256 = sha256(document)")  # noqa: S608 - our names


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
        "DROP TABLE figures",
        "ALTER TABLE rows ADD COLUMN more",
        "PRAGMA application_id = 5",
    ],
)
def test_what_is_not_ours_is_refused_and_left_alone(cli: Cli, filled: Path, how: str) -> None:
    """Neither read nor extended, not a byte of it changed."""
    damaged(filled, how)
    before = filled.read_bytes()
    for command in (
        ("report", "--from", filled),
        ("whatif", "plan.json", "--set", "inside=4", "--results", filled),
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
        ("whatif", "plan.json", "--set", "inside=4", "--results", filled),
    ):
        ran = cli(*command)
        assert (ran.code, len(ran.err.splitlines())) == (3, 1), ran.err
        assert f"is a results file of schema {version}; this netfloor writes {VERSION}" in ran.err
        assert "run the study again" in ran.err
    assert filled.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ("UPDATE rows SET document = replace(document, 'kept', 'Kept')", "rows.document of run 1, row 1"),
        ("UPDATE rows SET document_sha256 = 'x' WHERE number = 2", "rows.document of run 1, row 2"),
        ("UPDATE rows SET document = x'00ff' WHERE number = 3", "rows.document of run 1, row 3"),
        ("UPDATE runs SET document = '{}'", "runs.document of run 1"),
        ("UPDATE runs SET document_sha256 = ''", "runs.document of run 1"),
        ("UPDATE runs SET command = 'grow'", "there is no command 'grow'"),
        ("DELETE FROM rows WHERE number = 0", "run 1 lacks points"),
        ("DELETE FROM rows WHERE number = 2", "run 1 lacks points"),
    ],
)
def test_what_is_not_as_it_was_written_is_refused(cli: Cli, filled: Path, change: str, where: str) -> None:
    """Run and row are named in one line, there is no traceback."""
    with sqlite3.connect(filled) as database:
        database.execute(change)
    ran = cli("report", "--from", filled)
    assert (ran.code, len(ran.err.splitlines())) == (3, 1)
    assert where in ran.err
    assert "the file was changed" in ran.err


@pytest.mark.parametrize("value", ["NaN", "-Infinity", "1e999", "true", '"many"', '"7"', "[1]", "{}"])
def test_a_forged_figure_is_refused(cli: Cli, filled: Path, value: str) -> None:
    """With its checksum put right what is no finite number is still no figure."""
    with sqlite3.connect(filled) as database:
        text = database.execute("SELECT document FROM rows WHERE number = 1").fetchone()[0]
        forged = re.sub(r'("mean_cable_m":)[0-9.]+', lambda found: found[1] + value, text)
        assert forged != text
        database.execute("UPDATE rows SET document = ? WHERE document = ?", (forged, text))
        seal(database)
    ran = cli("report", "--from", filled)
    assert (ran.code, len(ran.err.splitlines())) == (3, 1)
    assert "rows.document of run 1, row 1" in ran.err
    assert "is not a WhatIfPoint" in ran.err


def test_an_empty_file_is_filled_but_holds_no_report(cli: Cli, plan: Path, here: Path) -> None:
    """It is what a run leaves that was killed at once."""
    (here / "r.sqlite").touch()
    assert cli("report", "--from", "r.sqlite").code == 3
    assert cli("whatif", plan, "--set", "inside=4", "--results", "r.sqlite", "-q").code == 0
    assert cli("report", "--from", "r.sqlite", "-q").code == 0


def test_links_folders_and_absent_files_are_refused(cli: Cli, plan: Path, here: Path, filled: Path) -> None:
    """Nothing is written through a link, and nothing is read that is not there."""
    (here / "link.sqlite").symlink_to(filled)
    (here / "folder").mkdir()
    for name in ("link.sqlite", "folder", "absent/r.sqlite"):
        assert cli("whatif", plan, "--set", "inside=4", "--results", name).code == 3
    assert cli("report", "--from", "absent.sqlite").code == 3
    assert not (here / "absent.sqlite").exists()


def test_another_writer_is_waited_for_and_then_told(
    cli: Cli, filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that stays locked is an unplanned stop, not a damaged file."""
    monkeypatch.setattr("netfloor.studies.results.store.PATIENCE_S", 0.05)
    other = sqlite3.connect(filled, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    ran = cli("whatif", "plan.json", "--set", "inside=4", "--results", filled)
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
        "ALTER TABLE rows RENAME TO r; CREATE VIEW rows AS WITH RECURSIVE "
        "c(run_id, number, name, document_sha256, document) AS "
        "(SELECT 1, 0, 'x', 'x', 'x' UNION ALL SELECT * FROM c) SELECT * FROM c",
        "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM rows; END",
    ],
)
def test_a_view_or_a_trigger_is_refused(cli: Cli, filled: Path, change: str) -> None:
    """A table that never ends, or one that changes others, is no results file of ours."""
    with sqlite3.connect(filled) as database:
        database.executescript(change)
    ran = cli("report", "--from", filled)
    assert ran.code == 3
    assert "view rows is not as netfloor writes it" in ran.err or "trigger" in ran.err
