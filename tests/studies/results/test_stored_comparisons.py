"""Comparisons in the results file: given back byte for byte, checked, and safe from kills."""

import hashlib
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.reports.comparison.sections import WRITERS
from netfloor.reports.comparison.types import Comparison
from netfloor.reports.figures.table import FIGURES
from netfloor.studies.candidates.run import CandidatesRequest
from netfloor.studies.compare.run import run_compare
from netfloor.studies.results.read import read_results
from netfloor.studies.results.store import STUDY, RunAbout, open_results

Cli = Callable[..., Any]


@pytest.fixture(scope="module")
def compared(study_folder: Path) -> Path:
    """Return a folder with a results file of one comparison, and what ``compare`` wrote."""
    study, out = study_folder / "study.toml", study_folder / "kept"
    results = study_folder / "kept.sqlite"
    request = CandidatesRequest(iterations=2000, results=results)
    run_compare(study, request, out, SILENT, Interrupt(), force=False)
    return study_folder


def _without_occasion(text: str) -> str:
    """Return a page without the lines of its head that say when and by which command it was made."""
    return re.sub(r"(<div><dt>|- )(Date|Command)(</dt>|: ).*\n", "", text)


def test_a_comparison_comes_back_byte_for_byte(cli: Cli, compared: Path, here: Path) -> None:
    """Each format, as a folder and to stdout, without the study; day and command are the reader's own."""
    source = ("--from", compared / "kept.sqlite", "-q")
    assert cli("report", *source, "--out", "again").code == 0
    for name in ("report.html", "report.md", "rows.csv", "report.json"):
        again, kept = ((folder / name).read_text() for folder in (here / "again", compared / "kept"))
        assert _without_occasion(again) == _without_occasion(kept)
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
    """What a terminal saw in full, it sees again; the table ``figures`` holds those of each row."""
    monkeypatch.setattr("netfloor.studies.compare.run.WRITERS", {"report.json": WRITERS["report.json"]})
    command = ("compare", compared / "study.toml", "--iterations", 2000, "--seed", 5, "-q", "--verbose")
    said = cli(*command, "--out", "out", "--results", "r.sqlite")
    assert said.code == 0, said.err
    assert cli("report", "--from", "r.sqlite", "-q").out == said.out
    rows = json.loads(Path("out/report.json").read_text())["rows"]
    with sqlite3.connect("r.sqlite") as database:
        found = database.execute("SELECT name, key, value FROM figures JOIN rows USING (run_id, number)")
        figures = {(name, key): value for name, key, value in found}
    assert figures == {
        (row["network"], key): value
        for row in rows
        for key, value in row["figures"].items()
        if value is not None
    }


def test_a_comparison_is_a_report_of_its_own(cli: Cli, compared: Path, filled: Path) -> None:
    """Beside other runs it is named by --run; the terminal shows all of them."""
    with open_results(filled) as results:
        kept = read_results(compared / "kept.sqlite")[0]
        assert isinstance(kept.found, Comparison)
        results.add(RunAbout(STUDY, "s", "", "", ""), kept.found, kept.found.rows)
    refused = cli("report", "--from", filled, "--json")
    assert refused.code == 3
    assert "one comparison (3)" in refused.err
    alone = cli("report", "--from", filled, "--run", 3, "--format", "csv", "-q").out
    assert alone == (compared / "kept/rows.csv").read_text()
    assert len(cli("report", "--from", filled, "--run", 1, "--run", 2, "--json").json()["runs"]) == 2
    assert cli("report", "--from", filled, "-q").out.count("\n\n") == 3


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"title":"Small"', '"title":7'),
        ('"rows":[', '"rows":[0,'),
        ('"title":', '"heading":'),
        ('"gap":', '"gap":NaN,"more":'),
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
        kept = database.execute("SELECT document FROM runs").fetchone()[0]
        text = kept.replace(old, new, 1)
        assert text != kept
        database.execute("UPDATE runs SET document = ?", (text,))
        if sealed:
            checksum = hashlib.sha256(text.encode()).hexdigest()
            database.execute("UPDATE runs SET document_sha256 = ?", (checksum,))
    ran = cli("report", "--from", path)
    assert ran.code == 3
    assert "the file was changed" in ran.err


WRITER = """
import sys
from pathlib import Path
from netfloor.studies.results.store import WHATIF, RunAbout, open_results
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.whatif.points import SETTINGS, WhatIf, WhatIfPoint
about = RunAbout(WHATIF, "p", "0", "n", "r")
settings = {key: kind() for key, kind in SETTINGS.items()}
print("ready", flush=True)
with open_results(Path(sys.argv[1])) as results:
    run = results.begin(about, WhatIf({}, (), (), 10**6))
    for number in range(10**6):
        figures = dict.fromkeys(FIGURES, number)
        run.add(number, WhatIfPoint((("years", str(number)),), "kept", settings, figures, "refused"))
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
        rows = set(database.execute("SELECT run_id, number FROM rows").fetchall())
        each = database.execute("SELECT run_id, number, count(*) FROM figures GROUP BY 1, 2").fetchall()
        assert {row[:2] for row in each} == rows
        assert {row[2] for row in each} == {len(FIGURES)}
    assert acknowledged
    assert set(acknowledged) <= rows
    assert len(rows) <= len(acknowledged) + kills
